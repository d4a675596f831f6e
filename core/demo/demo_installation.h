// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "base/error.h"
#include "base/storage.h"

#include <QString>
#include <QStringList>

namespace verderer {

/// What writeDemo() made.
struct DemoReport {
    QString path;   ///< the folder, absolute: it holds config.yaml, extensions_config.json, skills/ and home/
    QString home;   ///< the installation's home
    QString config; ///< config.yaml
    QStringList users;
    int skills = 0;  ///< folders with a SKILL.md, all users and categories
    int records = 0; ///< history records
    int threads = 0; ///< rows of the database
    int runs = 0;
    int events = 0;
    QStringList warnings; ///< what was left out, and why
};

/// Writes a whole DeerFlow installation to try things on: two users, skills of all categories with weeks of history, English and Chinese, and some
/// broken on purpose in the ways of `deerflow-format.md` and `traps.md`; and a database with some hundred threads, their runs and events. Dates lie
/// in the weeks before `clock`, in working hours of this computer's time zone, so that it looks fresh whenever it is written.
///
/// `dir` must be empty or missing; missing folders above it are made. Everything belongs to the account that calls, readable for all (0644, 0755).
/// AlreadyExists where the folder holds anything, Invalid where it is no folder or the name is empty, else what the file system says; after a failure
/// nothing of it is left. Without Qt's SQLite driver there is no database, and a warning says so. Blocks; any thread.
Result<DemoReport> writeDemo(const QString &dir, Storage &storage, const Clock &clock);

} // namespace verderer
