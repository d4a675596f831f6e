// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/file_replacement.h"

namespace verderer {

Result<std::optional<QByteArray>> readIfThere(Storage &storage, const QString &path, std::int64_t limit)
{
    auto bytes = storage.read(path, limit);
    if (bytes)
        return std::optional<QByteArray>(std::move(*bytes));
    if (bytes.error().code == ErrorCode::NotFound)
        return std::optional<QByteArray>();
    return tl::unexpected(bytes.error());
}

FileReplacement::FileReplacement(Storage &storage, QString path, std::optional<QByteArray> predecessor, QByteArray text)
    : m_storage(storage), m_path(std::move(path)), m_predecessor(std::move(predecessor)), m_text(std::move(text))
{
}

Result<void> FileReplacement::stage(const FileAttributes &attributes)
{
    auto staged = m_storage.stageUnsynced(m_path, m_text, attributes);
    if (!staged)
        return tl::unexpected(staged.error());
    m_staged = *staged;
    m_attributes = attributes;
    m_state = State::Staged;
    return {};
}

QString FileReplacement::stagedName() const
{
    return m_staged.mid(m_staged.lastIndexOf(u'/') + 1);
}

Result<Placement> FileReplacement::put()
{
    constexpr int attempts = 8; // of a script that creates the file at the very moment
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const auto exchanged = m_storage.exchange(m_staged, m_path);
        if (!exchanged) {
            if (exchanged.error().code == ErrorCode::AlreadyExists)
                continue;
            if (exchanged.error().code == ErrorCode::Unavailable)
                return putWithoutExchange();
            return tl::unexpected(exchanged.error());
        }
        Placement placement;
        if (!*exchanged) {
            m_state = State::Created;
            if (m_predecessor)
                placement.surprise = std::optional<QByteArray>();
            return placement;
        }
        m_state = State::Exchanged;
        auto cameOut = m_storage.read(m_staged);
        if (!cameOut)
            return tl::unexpected(cameOut.error());
        if (!m_predecessor || *cameOut != *m_predecessor)
            placement.surprise = std::optional<QByteArray>(std::move(*cameOut));
        return placement;
    }
    ErrorDetails details;
    details.path = m_path;
    details.kind = QStringLiteral("keeps-changing");
    return fail(ErrorCode::Conflict, QStringLiteral("Another program keeps replacing %1. Stop it, then try again.").arg(m_path), details);
}

Result<Placement> FileReplacement::putWithoutExchange()
{
    auto present = readIfThere(m_storage, m_path);
    if (!present)
        return tl::unexpected(present.error());
    if (*present != m_predecessor) {
        Placement placement;
        placement.surprise = std::move(*present);
        placement.recordFirst = true;
        return placement;
    }
    const auto placed = m_predecessor ? m_storage.replace(m_staged, m_path) : m_storage.move(m_staged, m_path);
    if (!placed)
        return tl::unexpected(placed.error());
    m_state = m_predecessor ? State::Replaced : State::Created;
    return Placement{};
}

Result<void> FileReplacement::takeBack()
{
    const auto overwritten = [&] {
        ErrorDetails details;
        details.path = m_path;
        details.kind = QStringLiteral("keeps-changing");
        return fail(ErrorCode::Conflict, QStringLiteral("Another program wrote %1 meanwhile.").arg(m_path), details);
    };
    switch (m_state) {
    case State::Empty:
    case State::Staged:
        return {};
    case State::Exchanged: {
        const auto exchanged = m_storage.exchange(m_staged, m_path);
        if (!exchanged)
            return tl::unexpected(exchanged.error());
        if (!*exchanged) { // somebody removed the new text: what was there before is back, and nothing of ours is left beside it
            m_state = State::Empty;
            return {};
        }
        const auto cameOut = m_storage.read(m_staged);
        if (cameOut && *cameOut == m_text) {
            m_state = State::Staged;
            return {};
        }
        const auto again = m_storage.exchange(m_staged, m_path);
        if (!again)
            return tl::unexpected(again.error());
        if (!cameOut)
            return tl::unexpected(cameOut.error());
        return overwritten();
    }
    case State::Created: {
        const auto moved = m_storage.move(m_path, m_staged);
        if (!moved)
            return tl::unexpected(moved.error());
        const auto cameOut = m_storage.read(m_staged);
        if (cameOut && *cameOut == m_text) {
            m_state = State::Staged;
            return {};
        }
        if (const auto again = m_storage.move(m_staged, m_path); !again)
            return tl::unexpected(again.error());
        if (!cameOut)
            return tl::unexpected(cameOut.error());
        return overwritten();
    }
    case State::Replaced:
        return takeBackReplaced();
    }
    return {};
}

Result<void> FileReplacement::takeBackReplaced()
{
    const auto present = readIfThere(m_storage, m_path);
    if (!present)
        return tl::unexpected(present.error());
    if (!*present || **present != m_text) {
        ErrorDetails details;
        details.path = m_path;
        details.kind = QStringLiteral("keeps-changing");
        return fail(ErrorCode::Conflict, QStringLiteral("Another program wrote %1 meanwhile.").arg(m_path), details);
    }
    const auto staged = m_storage.stage(m_path, m_predecessor.value_or(QByteArray()), m_attributes);
    if (!staged)
        return tl::unexpected(staged.error());
    if (const auto replaced = m_storage.replace(*staged, m_path); !replaced) {
        static_cast<void>(m_storage.remove(*staged)); // the first failure is the one to tell
        return tl::unexpected(replaced.error());
    }
    m_state = State::Empty;
    return {};
}

Result<void> FileReplacement::discard()
{
    if (m_state != State::Staged && m_state != State::Exchanged)
        return {};
    auto removed = m_storage.remove(m_staged);
    if (!removed && removed.error().code == ErrorCode::NotFound)
        removed = {};
    if (removed)
        m_state = State::Empty;
    return removed;
}

} // namespace verderer
