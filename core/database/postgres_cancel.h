// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "database/database_url.h"

#include <memory>

namespace verderer {

/// While it lives, a cancelled token ends the statement that the server process `backendPid` is running, through a short connection of its own on a
/// thread of its own, so that whoever cancels never waits.
class PostgresCancel {
public:
    PostgresCancel(const DatabaseUrl &url, int backendPid, const CancelToken &token);
    ~PostgresCancel(); ///< waits for that connection to end
    PostgresCancel(const PostgresCancel &) = delete;
    PostgresCancel &operator=(const PostgresCancel &) = delete;

private:
    struct State;
    std::shared_ptr<State> m_state;
    std::shared_ptr<void> m_registration;
};

} // namespace verderer
