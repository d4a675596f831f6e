// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/drafts.h"

#include "base/json.h"
#include "base/local_storage.h"

#include <QDir>
#include <QRegularExpression>
#include <QUuid>

#include <algorithm>

namespace verderer {

namespace {

// A draft file: one line of JSON with all that is not text, then the bytes of the base, then those of the text. Exact bytes need no encoding that
// way.
constexpr int formatVersion = 1;
const QLatin1String suffix(".draft");

FileAttributes privateFile()
{
    FileAttributes attributes;
    attributes.mode = 0600; // a draft may hold what its writer has shown to nobody yet
    return attributes;
}

Result<void> checkId(const QString &id)
{
    static const QRegularExpression pattern(QStringLiteral("^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$"));
    if (pattern.match(id).hasMatch())
        return {};
    ErrorDetails details;
    details.kind = QStringLiteral("draft-id");
    return fail(ErrorCode::Invalid, QStringLiteral("“%1” is no draft. Take one that the list of drafts shows.").arg(id), details);
}

QString pathOf(const QString &folder, const QString &id)
{
    return QStringLiteral("%1/%2%3").arg(folder, id, suffix);
}

tl::unexpected<Error> damaged(const QString &path, const QString &why)
{
    ErrorDetails details;
    details.path = path;
    details.kind = QStringLiteral("draft-damaged");
    return fail(ErrorCode::Damaged,
                QStringLiteral("The draft %1 cannot be read: %2. Look at the file by hand; its text may still be in it.").arg(path, why), details);
}

QByteArray encode(const Draft &draft)
{
    Json header = Json::object();
    header["version"] = formatVersion;
    header["custom_root"] = toJson(draft.customRoot);
    header["directory"] = toJson(draft.directory);
    header["file_path"] = toJson(draft.filePath);
    header["origin"] = toJson(draft.origin);
    header["reason"] = toJson(draft.reason);
    header["base_hash"] = toJson(draft.baseHash);
    header["base_size"] = draft.hasBase ? Json(draft.base.size()) : Json(nullptr);
    header["text_size"] = draft.text.size();
    header["saved_at"] = draft.savedAt;
    header["window"] = toJson(draft.window);
    QByteArray bytes = dumpPythonJson(header);
    bytes.append('\n');
    if (draft.hasBase)
        bytes.append(draft.base);
    bytes.append(draft.text);
    return bytes;
}

qint64 numberMember(const Json &header, const char *key, qint64 otherwise)
{
    const auto found = header.find(key);
    return found != header.end() && found->is_number_integer() ? found->get<qint64>() : otherwise;
}

Result<Draft> decode(const QByteArray &bytes, const QString &id, const QString &path)
{
    const auto end = bytes.indexOf('\n');
    if (end < 0)
        return damaged(path, QStringLiteral("its first line is not complete"));
    const auto parsed = parseJson(bytes.left(end));
    if (!parsed || !parsed->is_object())
        return damaged(path, QStringLiteral("its first line is no JSON object"));
    const Json &header = *parsed;
    if (numberMember(header, "version", 0) != formatVersion)
        return damaged(path, QStringLiteral("another version of Verderer wrote it"));

    const qint64 baseSize = numberMember(header, "base_size", -1);
    const qint64 textSize = numberMember(header, "text_size", -1);
    const qint64 held = bytes.size() - end - 1;
    const qint64 baseBytes = std::max<qint64>(baseSize, 0);
    if (textSize < 0 || baseBytes > held || textSize != held - baseBytes)
        return damaged(path, QStringLiteral("it does not hold as many bytes as its first line says"));

    Draft draft;
    draft.id = id;
    draft.customRoot = stringMember(header, "custom_root").value_or(QString());
    draft.directory = stringMember(header, "directory").value_or(QString());
    draft.filePath = stringMember(header, "file_path").value_or(draft.filePath);
    draft.origin = stringMember(header, "origin").value_or(QString());
    draft.reason = stringMember(header, "reason").value_or(QString());
    draft.baseHash = stringMember(header, "base_hash");
    draft.hasBase = baseSize >= 0;
    draft.base = bytes.mid(end + 1, baseBytes);
    draft.text = bytes.mid(end + 1 + baseBytes);
    draft.savedAt = numberMember(header, "saved_at", 0);
    draft.window = stringMember(header, "window").value_or(QString());
    return draft;
}

} // namespace

DraftStore::DraftStore(const QString &folder) : m_folder(QDir::cleanPath(folder))
{
}

Result<QString> DraftStore::save(const Draft &draft)
{
    const QString id = draft.id.isEmpty() ? QUuid::createUuid().toString(QUuid::WithoutBraces) : draft.id;
    if (auto good = checkId(id); !good)
        return tl::unexpected(good.error());
    LocalStorage storage;
    FileAttributes privateFolder;
    privateFolder.mode = 0700;
    if (auto made = storage.makeFolder(m_folder, privateFolder); !made)
        return tl::unexpected(made.error());
    const QString path = pathOf(m_folder, id);
    const auto staged = storage.stage(path, encode(draft), privateFile());
    if (!staged)
        return tl::unexpected(staged.error());
    if (auto placed = storage.replace(*staged, path); !placed) {
        static_cast<void>(storage.remove(*staged));
        return tl::unexpected(placed.error());
    }
    if (auto synced = storage.syncFolder(m_folder); !synced)
        return tl::unexpected(synced.error());
    return id;
}

Result<QList<Draft>> DraftStore::list(QStringList *problems) const
{
    QList<Draft> drafts;
    LocalStorage storage;
    const auto folder = storage.stamp(m_folder);
    if (!folder)
        return tl::unexpected(folder.error());
    if (!folder->exists)
        return drafts; // nothing was saved yet
    const QDir entries(m_folder);
    if (!folder->isFolder || !entries.isReadable()) {
        ErrorDetails details;
        details.path = m_folder;
        details.kind = QStringLiteral("drafts-folder");
        return fail(ErrorCode::ReadOnly,
                    QStringLiteral("The drafts in %1 cannot be listed. Make it a folder that this account may read.").arg(m_folder), details);
    }
    const QStringList names = entries.entryList({QStringLiteral("*") + suffix}, QDir::Files | QDir::Hidden | QDir::System, QDir::Name);
    for (const QString &name : names) {
        const auto draft = load(name.chopped(suffix.size()));
        if (draft)
            drafts.append(*draft);
        else if (problems && draft.error().code != ErrorCode::NotFound) // another process may have removed it meanwhile
            problems->append(draft.error().message);
    }
    std::stable_sort(drafts.begin(), drafts.end(), [](const Draft &a, const Draft &b) { return a.savedAt > b.savedAt; });
    return drafts;
}

Result<Draft> DraftStore::load(const QString &id) const
{
    if (auto good = checkId(id); !good)
        return tl::unexpected(good.error());
    const QString path = pathOf(m_folder, id);
    LocalStorage storage;
    const auto bytes = storage.read(path);
    if (!bytes)
        return tl::unexpected(bytes.error());
    return decode(*bytes, id, path);
}

Result<void> DraftStore::remove(const QString &id)
{
    if (auto good = checkId(id); !good)
        return good;
    LocalStorage storage;
    if (auto removed = storage.remove(pathOf(m_folder, id)); !removed)
        return removed;
    return storage.syncFolder(m_folder);
}

} // namespace verderer
