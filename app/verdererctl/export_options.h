// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/export_format.h"
#include "verdererctl/context.h"

#include <functional>
#include <string>

class QIODevice;
namespace CLI {
class App;
}

namespace verderer::ctl {

/// `--format`, `--output`, `--formula-safe` and the rest, and the writing itself: the same for threads and runs.
class ExportCommandOptions {
public:
    void declare(CLI::App &app);

    /// What a format makes of the rows; `what` names them ("threads").
    using Write = std::function<Result<ExportOutcome>(QIODevice &out, const ExportOptions &options, const ExportProgress &progress)>;
    Result<Output> write(const Context &context, const QString &what, const Write &write) const;

private:
    std::string m_format, m_output;
    bool m_formulaSafe = false;
    bool m_byteOrderMark = false;
    bool m_hidden = false;
};

} // namespace verderer::ctl
