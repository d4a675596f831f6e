// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace verderer {

/// Rows of the demo's database, as they are written (deerflow-format 7.1, 7.2).
struct DemoThreadRow {
    QString id;
    std::optional<QString> owner;
    QString title;
    QString status = QStringLiteral("idle");
    QByteArray metadata = "{}"; ///< as stored, damaged where that is wanted
    Microseconds created = 0;
    Microseconds updated = 0;
    bool foreignTimeForm = false; ///< updated_at with `T` and `Z`, as another tool writes it
};

struct DemoModelUse {
    QString model;
    qint64 input = 0;
    qint64 output = 0;
    qint64 cached = 0;
};

struct DemoRunRow {
    QString id;
    QString threadId;
    std::optional<QString> owner;
    QString status;
    QString kind = QStringLiteral("run");
    QString model;
    QString error; ///< empty: none
    QString stopReason;
    QString ask;
    QString answer;
    int messages = 0;
    int calls = 0;
    qint64 subagentTokens = 0;
    QList<DemoModelUse> use;
    bool oldRow = false; ///< from before tokens were kept by model
    QString worker;
    std::optional<Microseconds> leaseUntil;
    Microseconds created = 0;
    Microseconds updated = 0;
};

struct DemoEventRow {
    QString threadId;
    QString runId;
    std::optional<QString> owner;
    QString type;
    QString category;
    QByteArray content;
    QByteArray metadata;
    int seq = 0;
    Microseconds at = 0;
};

struct DemoFeedbackRow {
    QString id;
    QString runId;
    QString threadId;
    QString owner;
    int rating = 1;
    QString comment;
    Microseconds at = 0;
};

/// Everything that happened in the demo's installation.
struct DemoActivity {
    QList<DemoThreadRow> threads;
    QList<DemoRunRow> runs;
    QList<DemoEventRow> events;
    QList<DemoFeedbackRow> feedback;
};

} // namespace verderer
