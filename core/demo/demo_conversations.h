// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace verderer {

/// One use of a tool in a conversation of the demo.
struct DemoTool {
    QString name;
    QByteArray argumentsJson; ///< an object
    QString result;
};

/// One file that a conversation leaves in its workspace.
struct DemoChange {
    QString path;
    QString status; ///< "created", "modified", "deleted"
    int additions = 0;
    int deletions = 0;
    QString diff;
};

struct DemoExchange {
    QString ask;
    QString answer;
};

/// What people ask again and again, each time about something else: `{s}` in its texts stands for the subject.
struct DemoConversation {
    QString title;
    QStringList subjects;
    DemoExchange first;
    QList<DemoExchange> followUps;
    QList<DemoTool> tools;
    QList<DemoChange> files;
    QString subagent; ///< what a helper is told to do; empty: none is asked

    /// The same about one subject, with every `{s}` filled in; the subjects are gone.
    [[nodiscard]] DemoConversation about(const QString &subject) const;
};

struct DemoFailure {
    QString type;
    QString text;
    int share = 0; ///< how often it happens, compared with the others
};

struct DemoModel {
    QString name;
    int share = 0;
    int input = 0;  ///< usual tokens of a run
    int output = 0; ///< likewise
};

/// The talk of the demo as `conversations.json` of the resources holds it.
struct DemoConversations {
    QList<DemoConversation> conversations;
    QList<DemoFailure> failures;
    QList<DemoModel> models;
};

/// Reads it from the program's resources. A mistake in them is Internal.
Result<DemoConversations> readDemoConversations();

} // namespace verderer
