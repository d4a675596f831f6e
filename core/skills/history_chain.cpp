// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/history_chain.h"

#include "skills/history_line.h"

#include <QHash>

#include <algorithm>
#include <optional>
#include <vector>

namespace verderer {

namespace {

bool deletesSkill(const HistoryEntry &entry)
{
    return entry.action == u"human_delete" || entry.action == u"delete";
}

bool leavesNoFile(const HistoryEntry &entry)
{
    return deletesSkill(entry) || entry.action == u"remove_file";
}

bool wasNotApplied(const HistoryEntry &entry)
{
    return entry.action == u"rollback" && entry.decision == u"block";
}

/// Puts late entries before those they are late for. Several for one keep their order.
QList<HistoryEntry> inOrder(QList<HistoryEntry> entries)
{
    QHash<QString, qsizetype> seen; // identity → last position so far
    std::vector<std::vector<qsizetype>> lateBefore(static_cast<std::size_t>(entries.size()));
    std::vector<bool> isMoved(static_cast<std::size_t>(entries.size()), false);
    bool any = false;
    for (qsizetype i = 0; i < entries.size(); ++i) {
        if (entries[i].lateFor) {
            if (const auto target = seen.constFind(*entries[i].lateFor); target != seen.cend()) {
                lateBefore[static_cast<std::size_t>(*target)].push_back(i);
                isMoved[static_cast<std::size_t>(i)] = true;
                any = true;
            }
        }
        seen.insert(entries[i].id, i);
    }
    if (!any) {
        return entries;
    }
    // A late entry may itself have others that are late for it. Targets stand before their late ones, so there are no circles.
    struct Step {
        qsizetype entry;
        std::size_t next;
    };
    QList<HistoryEntry> ordered;
    ordered.reserve(entries.size());
    std::vector<Step> steps;
    for (qsizetype i = 0; i < entries.size(); ++i) {
        if (isMoved[static_cast<std::size_t>(i)]) {
            continue;
        }
        steps.push_back({i, 0});
        while (!steps.empty()) {
            Step &step = steps.back();
            const auto &late = lateBefore[static_cast<std::size_t>(step.entry)];
            if (step.next < late.size()) {
                const qsizetype before = late[step.next++];
                steps.push_back({before, 0}); // `step` is dangling from here on
                continue;
            }
            ordered.append(std::move(entries[step.entry]));
            steps.pop_back();
        }
    }
    return ordered;
}

/// What the records so far say about one file.
struct FileState {
    qsizetype last = -1;              ///< position of its last record
    std::optional<QString> hash;      ///< what it left: a text's hash, or empty for no file; unset: not known
    std::optional<QString> mayAlsoBe; ///< its text before the skill was deleted: bringing back the folder brings it back without a record
};

QString when(const HistoryEntry &entry)
{
    return entry.ts.isEmpty() ? QStringLiteral("a record without a time") : QStringLiteral("the record of %1").arg(entry.ts);
}

class ChainBuilder {
public:
    explicit ChainBuilder(HistoryChain &chain) : m_chain(chain) {}

    void add(qsizetype position)
    {
        const HistoryEntry &entry = m_chain.entries[position];
        if (!isRecord(entry)) {
            m_lastUnreadable = position;
            m_beingWritten = m_beingWritten || entry.state == HistoryLineState::BeingWritten;
            return;
        }
        if (entry.lateFor) {
            inform(ChainNoteKind::Late, position, QStringLiteral("This change came before the one after it, but was recorded later, by a recovery."));
        }
        FileState &state = m_states[entry.filePath];
        if (const std::optional<QString> before = textBefore(entry)) {
            compare(state, entry.filePath, *before, position);
        }
        if (wasNotApplied(entry)) {
            inform(ChainNoteKind::NotApplied, position, QStringLiteral("The scanner blocked this rollback, so it did not change the file."));
            if (const std::optional<QString> before = textBefore(entry)) {
                state = {position, *before, {}};
            }
            state.last = position;
            return;
        }
        state.last = position;
        state.mayAlsoBe.reset();
        if (entry.hasNew) {
            state.hash = entry.newHash;
        } else if (leavesNoFile(entry)) {
            state.hash = QString();
        } else {
            state.hash.reset();
        }
        if (deletesSkill(entry)) {
            forgetSupportFiles();
        }
    }

    void compareWith(const PresentFile &present)
    {
        const auto state = m_states.constFind(present.filePath);
        if (state != m_states.cend() && !m_beingWritten) {
            compare(*state, present.filePath, present.hash, -1);
        }
    }

private:
    /// The hash of what the file held before the change, empty for no file; nothing where the record does not say.
    static std::optional<QString> textBefore(const HistoryEntry &entry)
    {
        if (entry.hasPrev) {
            return entry.prevHash;
        }
        if (entry.trashed) {
            return std::nullopt; // there was something that no record can hold
        }
        const bool mayBeginAFile = entry.action == u"create" || entry.action == u"write_file" || entry.action == u"rollback";
        return mayBeginAFile ? std::optional<QString>(QString()) : std::nullopt;
    }

    void forgetSupportFiles()
    {
        for (auto state = m_states.begin(); state != m_states.end(); ++state) {
            if (state.key() != u"SKILL.md" && state->hash) {
                state->mayAlsoBe = state->hash;
                state->hash = QString();
            }
        }
    }

    void compare(const FileState &state, const QString &filePath, const QString &found, qsizetype newer)
    {
        if (state.last < 0 || !state.hash || *state.hash == found || state.mayAlsoBe == found) {
            return;
        }
        ChainNote note;
        note.filePath = filePath;
        note.older = state.last;
        note.newer = newer;
        note.expectedHash = *state.hash;
        note.foundHash = found;
        const QString between = newer < 0 ? QStringLiteral("since %1").arg(when(m_chain.entries[state.last]))
                                          : QStringLiteral("between %1 and %2").arg(when(m_chain.entries[state.last]), when(m_chain.entries[newer]));
        if (m_lastUnreadable > state.last) {
            note.kind = ChainNoteKind::Gap;
            note.message = QStringLiteral("%1 changed %2; a line of the history that cannot be read may tell how.").arg(filePath, between);
        } else if (state.hash->isEmpty()) {
            note.kind = ChainNoteKind::CreatedOutside;
            note.message = QStringLiteral("%1 was created outside history, %2.").arg(filePath, between);
        } else if (found.isEmpty()) {
            note.kind = ChainNoteKind::RemovedOutside;
            note.message = QStringLiteral("%1 was removed outside history, %2.").arg(filePath, between);
        } else {
            note.kind = ChainNoteKind::ChangedOutside;
            note.message = QStringLiteral("%1 was changed outside history, %2.").arg(filePath, between);
        }
        m_chain.notes.append(std::move(note));
    }

    void inform(ChainNoteKind kind, qsizetype position, const QString &message)
    {
        ChainNote note;
        note.kind = kind;
        note.filePath = m_chain.entries[position].filePath;
        note.newer = position;
        note.message = message;
        m_chain.notes.append(std::move(note));
    }

    HistoryChain &m_chain;
    QHash<QString, FileState> m_states;
    qsizetype m_lastUnreadable = -1;
    bool m_beingWritten = false;
};

} // namespace

QString chainNoteKindName(ChainNoteKind kind)
{
    switch (kind) {
    case ChainNoteKind::ChangedOutside:
        return QStringLiteral("changed-outside");
    case ChainNoteKind::CreatedOutside:
        return QStringLiteral("created-outside");
    case ChainNoteKind::RemovedOutside:
        return QStringLiteral("removed-outside");
    case ChainNoteKind::Gap:
        return QStringLiteral("gap");
    case ChainNoteKind::Late:
        return QStringLiteral("late");
    case ChainNoteKind::NotApplied:
        break;
    }
    return QStringLiteral("not-applied");
}

bool HistoryChain::isWhole() const
{
    return std::none_of(notes.begin(), notes.end(), [](const ChainNote &note) { return note.isBreak(); });
}

HistoryChain buildHistoryChain(QList<HistoryEntry> entries, EntryOrder order, const QList<PresentFile> &present)
{
    if (order == EntryOrder::NewestFirst) {
        std::reverse(entries.begin(), entries.end());
    }
    HistoryChain chain;
    chain.entries = inOrder(std::move(entries));
    ChainBuilder builder(chain);
    for (qsizetype i = 0; i < chain.entries.size(); ++i) {
        builder.add(i);
    }
    for (const PresentFile &file : present) {
        builder.compareWith(file);
    }
    return chain;
}

} // namespace verderer
