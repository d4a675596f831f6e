// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "base/error.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace verderer {

/// A text that was typed or was about to be written and is in no file yet.
struct Draft {
    QString id;         ///< file name in the store; made by the store where empty
    QString customRoot; ///< resolved custom root it belongs to
    QString directory;  ///< skill
    QString filePath = QStringLiteral("SKILL.md");
    QString origin; ///< "editor": typed and not saved; "recovery": left by a mutation that could not be finished; "displaced": a text that was found
                    ///< in the file's place
    QString reason; ///< one sentence for people
    std::optional<QString> baseHash; ///< SHA-256 of the text it was based on
    QByteArray base;                 ///< that text itself where it is known (three-way merges need it)
    bool hasBase = false;
    QByteArray text;
    Microseconds savedAt = 0;
    QString window; ///< which program instance keeps it ("pid@host:starttime"); empty once nobody does
};

/// Keeps drafts as files of their own (0600, one each, temp + fsync + rename) in Verderer's data folder. Any thread; several processes. Nothing is
/// ever dropped silently: a draft goes away only through remove().
class DraftStore {
public:
    explicit DraftStore(const QString &folder);

    /// Writes or replaces by id; gives the id.
    Result<QString> save(const Draft &draft);
    /// All that can be read, newest first; unreadable ones are told in `problems`.
    Result<QList<Draft>> list(QStringList *problems = nullptr) const;
    Result<Draft> load(const QString &id) const;
    Result<void> remove(const QString &id);

    [[nodiscard]] QString folder() const { return m_folder; }

private:
    QString m_folder;
};

} // namespace verderer
