// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/skill_switch.h"

#include "base/file_attributes.h"
#include "base/json.h"
#include "skills/cache_marker.h"
#include "skills/enabled_edit.h"
#include "skills/enabled_state.h"
#include "skills/file_lock.h"
#include "skills/file_replacement.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <chrono>

namespace verderer {

namespace {

constexpr std::int64_t maxStatesBytes = 64LL * 1024 * 1024;

/// Whether the bytes are a file of states of that kind, as far as telling them from other programs' temporary files needs.
bool looksLike(EnabledFile kind, const QByteArray &bytes)
{
    const auto json = parseJson(bytes);
    if (!json || !json->is_object() || json->empty())
        return false;
    if (kind == EnabledFile::Extensions)
        return json->contains("skills") || json->contains("mcpServers");
    return std::all_of(json->cbegin(), json->cend(), [](const Json &entry) { return entry.is_object() && entry.contains("enabled"); });
}

class Switch {
public:
    Switch(const SkillRoots &roots, const SkillEditor::Dependencies &dependencies, const SwitchRequest &request, const MutationOptions &options)
        : m_roots(roots), m_dependencies(dependencies), m_request(request), m_options(options),
          m_kind(request.category == SkillCategory::Public ? EnabledFile::Extensions : EnabledFile::User)
    {
    }

    Result<SwitchOutcome> run()
    {
        if (const auto found = findFile(); !found)
            return tl::unexpected(found.error());
        // Looked at before the lock: who asks for what is so already makes no file, not even that of the lock.
        auto edit = look();
        if (!edit)
            return tl::unexpected(edit.error());
        if (edit->changed) {
            if (const auto changed = change(); !changed)
                return tl::unexpected(told(changed.error()));
        }
        if (m_outcome.changed)
            publish();
        if (const auto merged = merge(); !merged) {
            Error error = merged.error();
            if (m_outcome.changed)
                error.message += QStringLiteral(" The switch itself was made.");
            return tl::unexpected(error);
        }
        return m_outcome;
    }

private:
    Storage &storage() { return *m_dependencies.storage; }

    Result<void> findFile()
    {
        const QString path = m_kind == EnabledFile::Extensions ? m_roots.extensionsFile : m_roots.userStatesFile;
        if (path.isEmpty())
            return {};
        m_outcome.path = path;
        if (QFileInfo(path).isSymLink()) {
            m_outcome.path = QFileInfo(path).canonicalFilePath();
            if (m_outcome.path.isEmpty()) {
                ErrorDetails details;
                details.path = path;
                details.kind = QStringLiteral("link-nowhere");
                return fail(ErrorCode::NotFound, QStringLiteral("%1 is a link that leads nowhere. Mend it first; nothing was changed.").arg(path),
                            details);
            }
        }
        if (m_kind == EnabledFile::User) {
            const QString user = QFileInfo(QFileInfo(path).path()).path();
            if (!QFileInfo(user).isDir()) {
                ErrorDetails details;
                details.path = user;
                details.kind = QStringLiteral("not-found");
                return fail(
                    ErrorCode::NotFound,
                    QStringLiteral("The folder of user %1 does not exist: %2. Check the user; nothing was created.").arg(m_roots.userId, user),
                    details);
            }
        }
        return {};
    }

    /// The file as it is, and what is to become of it.
    Result<EnabledEdit> look()
    {
        m_predecessor.reset();
        if (!m_outcome.path.isEmpty()) {
            auto bytes = readIfThere(storage(), m_outcome.path, maxStatesBytes);
            if (!bytes)
                return tl::unexpected(bytes.error());
            m_predecessor = std::move(*bytes);
        }
        if (m_predecessor)
            return withEnabled(m_kind, *m_predecessor, m_request.name, m_request.enabled, m_outcome.path);
        if (m_request.enabled)
            return EnabledEdit{}; // where nothing is said all are on
        if (m_kind == EnabledFile::User)
            return EnabledEdit{std::nullopt, true, newUserStates(m_request.name, false)};
        ErrorDetails details;
        details.path = m_outcome.path;
        details.kind = QStringLiteral("no-extensions-file");
        return fail(ErrorCode::NotFound,
                    QStringLiteral("A public skill is switched off in the extensions file, and this installation has none. Put an "
                                   "extensions_config.json that holds {} beside config.yaml, then try again."),
                    details);
    }

    Result<void> change()
    {
        const bool forAll = m_kind == EnabledFile::Extensions;
        const QString lockPath = forAll ? QString(m_roots.home + QStringLiteral("/.skills_view.projection.lock")) : m_roots.userProjectionLock;
        const auto lock = FileLock::acquire(lockPath,
                                            forAll ? QStringLiteral("The views made from the public skills are")
                                                   : QStringLiteral("The views made from this user's skills are"),
                                            *m_dependencies.queues, storage(), m_options.wait, m_options.acceptUnlocked);
        if (!lock)
            return tl::unexpected(lock.error());
        if (lock->isHeld())
            removeLeftovers();
        else
            m_outcome.warnings +=
                QStringLiteral("Gateways that change states are not kept out: the file system of %1 has no kernel locks.").arg(lockPath);

        constexpr int attempts = 4; // of a program that writes again and again outside the lock
        for (int attempt = 0; attempt < attempts; ++attempt) {
            const auto edit = look();
            if (!edit)
                return tl::unexpected(edit.error());
            if (!edit->changed)
                return {};
            const auto placed = put(*edit);
            if (!placed)
                return tl::unexpected(placed.error());
            if (*placed) {
                m_outcome.changed = true;
                return {};
            }
        }
        ErrorDetails details;
        details.path = m_outcome.path;
        details.kind = QStringLiteral("keeps-changing");
        return fail(ErrorCode::Conflict, QStringLiteral("Another program keeps writing %1. Stop it, then try again.").arg(m_outcome.path), details);
    }

    /// False where somebody wrote meanwhile: theirs stands, and is to be edited anew.
    Result<bool> put(const EnabledEdit &edit)
    {
        const QString folder = QFileInfo(m_outcome.path).path();
        const auto attributes = attributesOf(folder);
        if (!attributes)
            return tl::unexpected(attributes.error());
        FileReplacement replacement(storage(), m_outcome.path, m_predecessor, edit.text);
        const auto giveUp = [&](const Error &error) -> Result<bool> {
            static_cast<void>(replacement.discard()); // the first failure is the one to tell
            return tl::unexpected(error);
        };
        if (const auto staged = replacement.stage(*attributes); !staged)
            return tl::unexpected(staged.error());
        if (const auto kept = checkOwner(replacement.stagedPath(), *attributes); !kept)
            return giveUp(kept.error());
        if (const auto synced = storage().sync({replacement.stagedPath()}); !synced)
            return giveUp(synced.error());
        const auto placement = replacement.put();
        if (!placement)
            return giveUp(placement.error());
        const bool isOurs = !placement->surprise;
        if (!isOurs && replacement.isPlaced()) {
            if (const auto back = replacement.takeBack(); !back)
                return tl::unexpected(back.error()); // what came out stays beside the file: it is somebody's text
        }
        const auto discarded = replacement.discard();
        if (!discarded)
            m_outcome.warnings += discarded.error().message;
        if (const auto synced = storage().syncFolder(folder); !synced)
            m_outcome.warnings += synced.error().message;
        return isOurs;
    }

    /// Exactly those of the file that is there: an extensions file may hold secrets, and is then closed to others.
    Result<FileAttributes> attributesOf(const QString &folder)
    {
        const auto stamp = storage().stamp(m_outcome.path);
        if (!stamp)
            return tl::unexpected(stamp.error());
        if (stamp->exists)
            return FileAttributes{stamp->mode, stamp->owner, stamp->group};
        const auto folderAttributes = attributesFor(storage(), folder, FileRole::Folder);
        if (!folderAttributes)
            return tl::unexpected(folderAttributes.error());
        if (const auto made = storage().makeFolder(folder, *folderAttributes); !made)
            return tl::unexpected(made.error());
        return attributesFor(storage(), m_outcome.path);
    }

    Result<void> checkOwner(const QString &staged, const FileAttributes &wanted)
    {
        const auto stamp = storage().stamp(staged);
        if (!stamp)
            return tl::unexpected(stamp.error());
        if ((!wanted.owner || stamp->owner == *wanted.owner) && (!wanted.group || stamp->group == *wanted.group))
            return {};
        constexpr std::uint32_t readableByAll = 0004;
        if ((stamp->mode & readableByAll) != 0) {
            m_outcome.warnings += QStringLiteral("%1 now belongs to user %2, group %3: this account may not keep its owner or group.")
                                      .arg(m_outcome.path)
                                      .arg(stamp->owner)
                                      .arg(stamp->group);
            return {};
        }
        ErrorDetails details;
        details.path = m_outcome.path;
        details.kind = QStringLiteral("changes-owner");
        return fail(
            ErrorCode::ReadOnly,
            QStringLiteral("%1 belongs to user %2 and is closed to others; written by this account it would be closed to the Gateway. Do it as "
                           "that user, or with sudo; nothing was changed.")
                .arg(m_outcome.path)
                .arg(wanted.owner.value_or(0)),
            details);
    }

    /// What writers staged here that were ended before they could take it away; under their lock none of it is in use.
    void removeLeftovers()
    {
        const QFileInfoList staged =
            QDir(QFileInfo(m_outcome.path).path())
                .entryInfoList({QStringLiteral(".verderer-*.tmp")}, QDir::Files | QDir::Hidden | QDir::NoSymLinks | QDir::CaseSensitive);
        for (const QFileInfo &file : staged) {
            const auto bytes = storage().read(file.filePath(), maxStatesBytes);
            if (bytes && looksLike(m_kind, *bytes))
                static_cast<void>(storage().remove(file.filePath()));
        }
    }

    /// The failure, with what people with containers want to know.
    [[nodiscard]] Error told(Error error) const
    {
        if (m_kind == EnabledFile::Extensions && error.code == ErrorCode::ReadOnly && error.details.kind != u"changes-owner")
            error.message +=
                QStringLiteral(" In a container the extensions file is usually mounted from the host, often read-only: switch the skill there.");
        return error;
    }

    void publish()
    {
        constexpr std::chrono::seconds patience{5};
        Wait wait;
        wait.deadline = QDeadlineTimer(patience);
        const std::optional<QString> user = m_kind == EnabledFile::Extensions ? std::nullopt : std::optional(m_roots.userId);
        const auto published = publishCacheReset(m_roots.extensionsFile, user, *m_dependencies.queues, storage(), *m_dependencies.clock, wait);
        if (!published)
            m_outcome.warnings += QStringLiteral("Running Gateways may show the old state until their skills are reloaded, because they could not be "
                                                 "told: %1")
                                      .arg(published.error().message);
    }

    /// What both files make of it now, as DeerFlow merges them.
    Result<void> merge()
    {
        EnabledStates::Said said;
        const auto ask = [&](EnabledFile kind, const QString &path) -> Result<std::optional<bool>> {
            if (path.isEmpty())
                return std::optional<bool>();
            const auto bytes = readIfThere(storage(), path, maxStatesBytes);
            if (!bytes)
                return tl::unexpected(bytes.error());
            if (!*bytes)
                return std::optional<bool>();
            if (kind == EnabledFile::Extensions)
                said.extensionsName = QFileInfo(path).fileName();
            return enabledIn(kind, **bytes, m_request.name, path);
        };
        const auto extensions = ask(EnabledFile::Extensions, m_roots.extensionsFile);
        if (!extensions && m_kind == EnabledFile::User) {
            // The change itself is made; DeerFlow reads neither file until the other one is mended.
            m_outcome.warnings += extensions.error().message;
            m_outcome.enabled = m_request.enabled;
            m_outcome.reason = m_request.enabled ? QStringLiteral("On, because the extensions file cannot be read.")
                                                 : QStringLiteral("Off for this user: _skill_states.json says so.");
            return {};
        }
        if (!extensions)
            return tl::unexpected(extensions.error());
        said.extensions = *extensions;
        if (m_kind == EnabledFile::User) {
            const auto user = ask(EnabledFile::User, m_roots.userStatesFile);
            if (!user)
                return tl::unexpected(user.error());
            said.user = *user;
        }
        const auto state = EnabledStates::merge(m_request.category, said);
        m_outcome.enabled = state.enabled;
        m_outcome.reason = state.reason;
        return {};
    }

    const SkillRoots &m_roots;
    const SkillEditor::Dependencies &m_dependencies;
    const SwitchRequest &m_request;
    const MutationOptions &m_options;
    EnabledFile m_kind;
    std::optional<QByteArray> m_predecessor;
    SwitchOutcome m_outcome;
};

} // namespace

Result<SwitchOutcome> setSkillEnabled(const SkillRoots &roots, const SkillEditor::Dependencies &dependencies, const SwitchRequest &request,
                                      const MutationOptions &options)
{
    return Switch(roots, dependencies, request, options).run();
}

} // namespace verderer
