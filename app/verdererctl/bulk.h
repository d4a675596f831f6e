// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_fwd.h"
#include "verdererctl/context.h"

#include <QList>

#include <memory>

namespace verderer::ctl {

/// The results of one act on several things, each told for itself. With one thing it answers as that thing did.
class BulkResults {
public:
    /// `idKey`: "thread_id" or "run_id".
    explicit BulkResults(const char *idKey);
    ~BulkResults();

    /// `json` is merged behind the id; `line` is for people. `inPart`: done, but something was left.
    void done(const QString &id, const Json &json, const QString &line, bool inPart = false);
    /// What people should know besides; told with the id.
    void note(const QString &id, const QStringList &sentences);
    void failed(const QString &id, const Error &error);
    [[nodiscard]] bool isEmpty() const;

    /// `{"results":[…]}`; status 0, 11 where some failed, and where all failed for one reason that reason's. The failure itself where there was one
    /// thing only. `done` says what is true now where the answer cannot be written.
    [[nodiscard]] Result<Output> output(const Context &context, const QString &done) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace verderer::ctl
