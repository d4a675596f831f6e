// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace verderer {

/// A moment of the demo: so many days before the day it is written on, at a local time of day ("14:05:33").
struct DemoTime {
    int days = 0;
    QString time;
};

struct DemoUser {
    QString id;
    QString email; ///< empty: not in the users table
    QString role;
};

/// How the bytes of a file differ from its text in the resources.
enum class DemoForm {
    AsIs,
    Utf8Bom, ///< with a byte order mark
    CrLf,    ///< with CRLF
    Latin1,  ///< in Latin-1, which is not UTF-8
};

/// A file that no history tells of.
struct DemoFile {
    QString path; ///< relative to the demo's folder
    QByteArray text;
    DemoForm form = DemoForm::AsIs;
};

/// One change in a skill's life.
struct DemoRecord {
    DemoTime at;
    QString action;
    QString author;
    std::optional<QString> threadId;
    QString filePath = QStringLiteral("SKILL.md");
    std::optional<QByteArray> text; ///< what the change wrote; nothing where it removed
    std::optional<int> rollbackOf;  ///< the record (0 is the first) whose previous text a rollback restores
    QString decision;
    QString reason;
    QByteArray findingsJson = "[]"; ///< empty: the record has none, as for deletions
    bool rawSeparators = false;     ///< written as DeerFlow writes U+2028: not escaped, so that it cannot read the history any more
};

/// What happened to a history file besides its records.
enum class DemoDamage {
    None,
    Torn,  ///< the last record is only half there
    Glued, ///< two records share a line, and an empty line follows
};

struct DemoHistory {
    QString user;
    QString directory;
    QList<DemoRecord> records;
    DemoForm form = DemoForm::AsIs; ///< of the SKILL.md that the history leads to
    DemoDamage damage = DemoDamage::None;
    int gluedAfter = 0; ///< the record that the next one is glued to
};

struct DemoThread {
    QString id;
    QString user;
    QString title;
    DemoTime at;
};

/// The demo as `manifest.json` of the resources describes it, with the texts it names.
struct DemoManifest {
    QList<DemoUser> users;
    QList<DemoFile> files;
    QList<DemoHistory> histories;
    QList<DemoThread> threads;
};

/// Reads the manifest and its texts from the program's resources. A mistake in them is Internal.
Result<DemoManifest> readDemoManifest();

} // namespace verderer
