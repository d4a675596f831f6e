// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/cache_marker.h"

#include "base/file_attributes.h"
#include "base/json.h"
#include "skills/file_lock.h"

#include <QDir>
#include <QFileInfo>
#include <QUuid>

namespace verderer {

namespace {

constexpr std::int64_t markerLimit = 65536; // a marker is some 250 bytes

/// What a marker that is there says.
struct Present {
    bool exists = false;
    std::optional<QString> generation; ///< unset where the marker is missing or cannot be understood
};

Result<Present> readMarker(Storage &storage, const QString &path)
{
    Present present;
    const auto bytes = storage.read(path, markerLimit);
    if (!bytes) {
        if (bytes.error().code == ErrorCode::NotFound)
            return present;
        if (bytes.error().details.kind != u"too-large")
            return tl::unexpected(bytes.error());
        present.exists = true;
        return present;
    }
    present.exists = true;
    if (const auto json = parseJson(*bytes))
        present.generation = stringMember(*json, "generation");
    return present;
}

QByteArray markerText(const QString &generation, const std::optional<QString> &previous, const QString &publishedAt,
                      const std::optional<QString> &user)
{
    Json marker = Json::object();
    marker["version"] = 1;
    marker["generation"] = toJson(generation);
    marker["previous_generation"] = toJson(previous);
    marker["published_at"] = toJson(publishedAt);
    marker["user_id"] = toJson(user);
    return dumpPythonJson(marker);
}

bool isMarker(const QByteArray &bytes)
{
    const auto json = parseJson(bytes);
    return json && json->is_object() && json->contains("version") && json->contains("previous_generation") && json->contains("user_id") &&
           stringMember(*json, "generation").has_value();
}

/// Removes what publishers staged that were ended before they could take it away. Only under the held lock: then no staged marker is in use. Other
/// programs' files of this kind of name are told apart by what they hold. Whatever cannot be removed is not worth a failure: it harms nobody, and the
/// doctor names it.
void removeLeftovers(Storage &storage, const QString &folder)
{
    const QFileInfoList staged =
        QDir(folder).entryInfoList({QStringLiteral(".verderer-*.tmp")}, QDir::Files | QDir::Hidden | QDir::NoSymLinks | QDir::CaseSensitive);
    for (const QFileInfo &file : staged) {
        const auto bytes = storage.read(file.filePath(), markerLimit);
        if (bytes && isMarker(*bytes))
            static_cast<void>(storage.remove(file.filePath()));
    }
}

/// Puts the text in place, not yet synced; gives what stood there at that moment, as far as that can be known.
Result<Present> putInPlace(Storage &storage, const QString &path, const QByteArray &text, const FileAttributes &attributes)
{
    const auto staged = storage.stageUnsynced(path, text, attributes);
    if (!staged)
        return tl::unexpected(staged.error());
    const auto giveUp = [&](const Error &error) {
        static_cast<void>(storage.remove(*staged));
        return tl::unexpected(error);
    };
    auto exchanged = storage.exchange(*staged, path);
    if (!exchanged && exchanged.error().code == ErrorCode::AlreadyExists)
        exchanged = storage.exchange(*staged, path); // a Gateway made its first one between the two looks of exchange
    if (exchanged) {
        if (!*exchanged)
            return Present();
        auto cameOut = readMarker(storage, *staged);
        static_cast<void>(storage.remove(*staged));
        return cameOut;
    }
    if (exchanged.error().code != ErrorCode::Unavailable)
        return giveUp(exchanged.error());
    auto lastLook = readMarker(storage, path);
    if (!lastLook)
        return giveUp(lastLook.error());
    if (auto replaced = storage.replace(*staged, path); !replaced)
        return giveUp(replaced.error());
    return lastLook;
}

} // namespace

QString cacheMarkerPath(const QString &extensionsFile)
{
    if (extensionsFile.isEmpty())
        return {};
    const QFileInfo info(extensionsFile);
    return QStringLiteral("%1/.%2.skills-cache-reset.json").arg(info.path(), info.fileName());
}

Result<CacheMarkerOutcome> publishCacheReset(const QString &extensionsFile, const std::optional<QString> &userId, MutationQueues &queues,
                                             Storage &storage, const Clock &clock, const Wait &wait)
{
    CacheMarkerOutcome outcome;
    if (extensionsFile.isEmpty())
        return outcome;
    const auto config = storage.stamp(extensionsFile);
    if (!config)
        return tl::unexpected(config.error());
    if (!config->exists)
        return outcome;

    const QString path = cacheMarkerPath(extensionsFile);
    // Where there are no kernel locks the marker is published all the same: what came out tells whether somebody was overtaken.
    const auto order = FileLock::acquire(QStringLiteral("%1.lock").arg(path), QStringLiteral("The marker that tells Gateways to read again is"),
                                         queues, storage, wait, true);
    if (!order)
        return tl::unexpected(order.error());
    if (order->isHeld())
        removeLeftovers(storage, QFileInfo(path).path());
    const auto attributes = attributesFor(storage, path);
    if (!attributes)
        return tl::unexpected(attributes.error());
    auto before = readMarker(storage, path);
    if (!before)
        return tl::unexpected(before.error());

    std::optional<QString> user = userId;
    if (before->exists && !before->generation)
        user.reset();
    for (;;) {
        outcome.generation = QUuid::createUuid().toString(QUuid::Id128);
        const auto cameOut =
            putInPlace(storage, path, markerText(outcome.generation, before->generation, isoTimestamp(clock.now()), user), *attributes);
        if (!cameOut)
            return tl::unexpected(cameOut.error());
        outcome.published = true;
        outcome.forEverybody = !user;
        if (!user || (cameOut->exists == before->exists && cameOut->generation == before->generation))
            break; // nobody was overtaken, or whoever was is told by ours
        user.reset();
        before = Present{true, outcome.generation};
    }
    // Text and name share one commit of the disk. A power cut between them may leave a marker that nobody can read; the Gateways of this machine then
    // start with nothing remembered, and the next publisher tells everybody else.
    if (auto synced = storage.sync({path, QFileInfo(path).path()}); !synced)
        return tl::unexpected(synced.error());
    return outcome;
}

} // namespace verderer
