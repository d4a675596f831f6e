// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>

namespace verderer {

/// What a form asks for a new skill: the front matter's keys that DeerFlow allows (deerflow-format 1.3), and the text below them.
struct SkillForm {
    QString name;
    QString description;
    std::optional<QString> license;
    std::optional<QStringList> allowedTools;
    std::optional<QStringList> requiredSecrets;
    std::optional<bool> secretsAutonomous;
    std::optional<QString> compatibility;
    std::optional<QString> version;
    std::optional<QString> author;
    QList<std::pair<QString, QString>> metadata; ///< in this order
    QByteArray body;                             ///< UTF-8, stored as it is; empty: the beginning of a text to go on from
};

/// A whole SKILL.md whose front matter PyYAML reads back as exactly what the form says; that is checked before it is given. Invalid where DeerFlow
/// would refuse it (the problem's kind, as judgeSkill), and where a value cannot be written (half a character, a metadata key twice).
Result<QByteArray> skillTextOf(const SkillForm &form);

/// The same SKILL.md under another name: the one edit replaces the value of `name`, every other byte stays. For copies and templates. Invalid (kind
/// "name-edit") where the front matter is written so that this cannot be done safely; the result is judged by nobody yet.
Result<QByteArray> renamedSkill(const QByteArray &bytes, const QString &name);

} // namespace verderer
