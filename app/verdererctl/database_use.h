// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "verdererctl/context.h"
#include "workspace/database_access.h"

namespace verderer::ctl {

/// The database that the options lead to, for the verbs on threads and runs.
struct DatabaseUse {
    Workspace workspace;
    DatabaseAccess access;
};

/// Nothing is connected yet. Unavailable where threads live in the Gateway's memory or a driver is missing.
Result<DatabaseUse> openDatabaseOf(const Context &context);

/// For one call to the database: --lock-timeout counting from now, and Ctrl-C.
Wait databaseWait(const Context &context);

/// The id of a user named by id or by e-mail address. NotFound for an address that nobody has; an id is taken as it is, since rows may belong to
/// accounts that are gone.
Result<QString> userIdOf(const Context &context, const Workspace &workspace, const QString &idOrEmail);

/// Whose a new thread or run is: `--owner`, else `--user`, else "default" or the only user. NotFound where there are several; the sentence lists
/// them.
/// `--owner ""` is nobody.
Result<std::optional<QString>> newOwner(const Context &context, const Workspace &workspace, const std::optional<QString> &ownerOption);

/// A sentence where no user of that id is known here, so that nobody would see what belongs to it; empty otherwise.
QString unknownOwnerWarning(const Context &context, const Workspace &workspace, const std::optional<QString> &owner);

} // namespace verderer::ctl
