// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/folder_exchange.h"

#include "skills/folder_mutation.h"

namespace verderer {

Result<void> FolderExchange::put()
{
    const auto exchanged = m_storage.exchange(m_staged, m_target);
    if (!exchanged && exchanged.error().code != ErrorCode::Unavailable)
        return tl::unexpected(exchanged.error());
    if (exchanged && !*exchanged) { // there was nothing to exchange with: somebody deleted it outside of the order
        if (auto back = m_storage.move(m_target, m_staged); !back)
            return back;
        ErrorDetails details;
        details.path = m_target;
        details.kind = QStringLiteral("changed-meanwhile");
        return fail(ErrorCode::Conflict, QStringLiteral("%1 was deleted by another program meanwhile. Look at it again.").arg(m_target), details);
    }
    m_exchanges = exchanged.has_value();
    if (m_exchanges) {
        m_state = State::Exchanged;
        if (auto away = m_storage.move(m_staged, m_trash); !away)
            return away;
    } else {
        if (auto away = m_storage.move(m_target, m_trash); !away)
            return away;
        m_state = State::PutAway;
        if (auto placed = m_storage.move(m_staged, m_target); !placed)
            return placed;
    }
    m_state = State::Done;
    return {};
}

Result<void> FolderExchange::takeBack()
{
    if (m_state == State::Done) {
        if (auto moved = m_exchanges ? m_storage.move(m_trash, m_staged) : m_storage.move(m_target, m_staged); !moved)
            return moved;
        m_state = m_exchanges ? State::Exchanged : State::PutAway;
    }
    if (m_state == State::Exchanged) {
        if (const auto exchanged = m_storage.exchange(m_staged, m_target); !exchanged)
            return tl::unexpected(exchanged.error());
    } else if (m_state == State::PutAway) {
        if (auto moved = m_storage.move(m_trash, m_target); !moved)
            return moved;
    }
    m_state = State::Before;
    return {};
}

namespace {

/// The places of a replacement after a crash.
class InterruptedExchange {
public:
    InterruptedExchange(MutationContext &context, const MutationIntent &intent)
        : m_context(context), m_intent(intent), m_staged(placed(intent.folder->from)), m_target(placed(intent.folder->to)),
          m_trash(placed(intent.folder->replaced))
    {
    }

    Result<bool> finish()
    {
        const auto staged = isOld(m_staged);
        if (!staged)
            return tl::unexpected(staged.error());
        const auto target = isOld(m_target);
        if (!target)
            return tl::unexpected(target.error());
        const auto trash = isOld(m_trash);
        if (!trash)
            return tl::unexpected(trash.error());
        if (*trash != Found::Nothing)
            return *staged == Found::Nothing ? Result<bool>(*target == Found::Another) : placeStaged(*target);
        if (*staged == Found::Nothing)
            return *target == Found::Another ? hasNewText() : Result<bool>(false);
        if (*staged == Found::Another && *target != Found::Another)
            return false;
        // The old folder is in the stage; or neither is the old one, which no file system whose inodes last leads to, and then it is kept as well.
        if (auto away = m_context.storage().move(m_staged, m_trash); !away)
            return tl::unexpected(away.error());
        return *staged == Found::Old && *target == Found::Another ? Result<bool>(true) : hasNewText();
    }

private:
    enum class Found { Nothing, Old, Another };

    QString placed(const QString &place) const { return QString(m_context.customRoot + u'/' + place); }

    Result<Found> isOld(const QString &path)
    {
        const auto stamp = m_context.storage().stamp(path);
        if (!stamp)
            return tl::unexpected(stamp.error());
        if (!stamp->exists)
            return Found::Nothing;
        return stamp->inode == m_intent.folder->replacedInode ? Found::Old : Found::Another;
    }

    /// The old folder was put away and the new one is whole, for it was synced before.
    Result<bool> placeStaged(Found target)
    {
        if (target != Found::Nothing)
            return false; // somebody made a skill of that name meanwhile; the old one can be restored from the trash
        MutationOptions options;
        options.acceptUnlocked = true; // as the predecessor was, if it was
        auto projection = lockProjection(m_context, options, undoWait());
        if (!projection)
            return tl::unexpected(projection.error());
        if (auto moved = m_context.storage().move(m_staged, m_target); !moved)
            return tl::unexpected(moved.error());
        return true;
    }

    Result<bool> hasNewText()
    {
        const auto text = readSkillText(m_context.storage(), m_target);
        if (!text)
            return tl::unexpected(text.error());
        return *text && m_intent.after.readsAs(*text);
    }

    MutationContext &m_context;
    const MutationIntent &m_intent;
    QString m_staged;
    QString m_target;
    QString m_trash;
};

} // namespace

Result<bool> finishExchange(MutationContext &context, const MutationIntent &intent)
{
    return InterruptedExchange(context, intent).finish();
}

} // namespace verderer
