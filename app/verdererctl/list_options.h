// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/run_store.h"
#include "threads/thread_store.h"
#include "verdererctl/database_use.h"

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace verderer::ctl {

/// `--limit` and `--after`.
struct PageOptions {
    int limit = 50;
    std::string after;
    void declare(CLI::App &app, const char *what);
};

/// The options that say which threads are meant: the same for `list` and `export`.
class ThreadFilterOptions {
public:
    void declare(CLI::App &app);
    Result<ThreadFilter> filter(const Context &context, const Workspace &workspace) const;
    [[nodiscard]] bool given() const; ///< whether any of them was

private:
    std::string m_owner, m_text, m_since, m_before;
    bool m_nobodys = false;
    std::vector<std::string> m_statuses, m_metadata;
};

/// The options that say which runs are meant.
class RunFilterOptions {
public:
    void declare(CLI::App &app);
    Result<RunFilter> filter(const Context &context, const Workspace &workspace) const;
    [[nodiscard]] bool given() const;

private:
    std::string m_thread, m_owner, m_model, m_text, m_since, m_before, m_activeLongerThan;
    bool m_nobodys = false;
    bool m_orphans = false;
    std::vector<std::string> m_statuses;
};

/// "--user is about skills …", where it was given to a list: nobody shall think that he sees one user's rows.
void noteUserOption(const Context &context, Output *output);

} // namespace verderer::ctl
