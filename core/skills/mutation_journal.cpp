// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/mutation_journal.h"

#include "base/hash.h"
#include "base/json.h"
#include "skills/mutation_lock.h"

#include <QList>

namespace verderer {

namespace {

constexpr int journalVersion = 1;
constexpr int replacementVersion = 2; ///< of an intent to replace a folder: who knows only the first would take its stage for rubbish

Json sideToJson(const FileSide &side)
{
    Json json = Json::object();
    json["exists"] = side.exists;
    json["sha256"] = toJson(side.hash);
    json["sha256_lf"] = toJson(side.normalizedHash);
    return json;
}

bool sideFromJson(const Json &intent, const char *key, FileSide &side)
{
    const auto found = intent.find(key);
    if (found == intent.end() || !found->is_object())
        return false;
    const auto exists = found->find("exists");
    const auto hash = stringMember(*found, "sha256");
    const auto normalized = stringMember(*found, "sha256_lf");
    if (exists == found->end() || !exists->is_boolean() || !hash || !normalized)
        return false;
    side = {exists->get<bool>(), *hash, *normalized};
    return true;
}

Json bytesToJson(const QByteArray &bytes)
{
    return bytes.toStdString();
}

/// Whether `place` is one that a folder's mutation of that skill may move from or to: the names are used for renames and removals.
bool isPlaceOf(const QString &directory, const QString &place)
{
    if (place == directory)
        return true;
    const QString trash = QString(deletedFolder() + u'/' + directory + u'.');
    const bool inTrash = place.startsWith(trash) && !QStringView(place).sliced(trash.size()).contains(u'/');
    return inTrash || (place.startsWith(stagePrefix()) && !place.contains(u'/'));
}

Json moveToJson(const std::optional<FolderMove> &move)
{
    if (!move)
        return nullptr;
    Json json = Json::object();
    json["from"] = toJson(move->from);
    json["to"] = toJson(move->to);
    json["keep_text"] = move->keepText;
    json["file"] = move->isFile;
    if (!move->replaced.isEmpty()) {
        json["replaced"] = toJson(move->replaced);
        json["replaced_inode"] = toJson(QString::number(move->replacedInode)); // a text: JSON's numbers are not made for all 64 bits
    }
    return json;
}

/// The same for the removal of a support file: from its own place to one of that skill's in the trash.
bool isRemovalOf(const MutationIntent &intent, const QString &from, const QString &to)
{
    const QString trash = QString(removedFilesFolder() + u'/' + intent.directory + u'/');
    return from == QString(intent.directory + u'/' + intent.filePath) && to.startsWith(trash) && to.size() > trash.size() &&
           !QStringView(to).sliced(trash.size()).contains(u'/');
}

/// False where there is one that is not to be trusted; intents of before this member have none.
bool moveFromJson(const Json &json, MutationIntent &intent)
{
    const auto found = json.find("folder");
    if (found == json.end() || found->is_null())
        return true;
    if (!found->is_object())
        return false;
    const auto from = stringMember(*found, "from");
    const auto to = stringMember(*found, "to");
    const auto keep = found->find("keep_text");
    if (!from || !to || keep == found->end() || !keep->is_boolean())
        return false;
    if (const auto file = found->find("file"); file != found->end() && file->is_boolean() && file->get<bool>()) {
        intent.folder = FolderMove{*from, *to, keep->get<bool>(), {}, 0, true};
        return isRemovalOf(intent, *from, *to);
    }
    if (!isPlaceOf(intent.directory, *from) || !isPlaceOf(intent.directory, *to) || (*from == intent.directory) == (*to == intent.directory))
        return false;
    intent.folder = FolderMove{*from, *to, keep->get<bool>(), {}, 0, false};
    const auto replaced = stringMember(*found, "replaced");
    if (!replaced)
        return true;
    bool isNumber = false;
    intent.folder->replacedInode = stringMember(*found, "replaced_inode").value_or(QString()).toULongLong(&isNumber);
    intent.folder->replaced = *replaced;
    return isNumber && intent.folder->hasStage() && replaced->startsWith(deletedFolder()) && isPlaceOf(intent.directory, *replaced);
}

/// Kinds of what cannot be read.
const QString damagedKind = QStringLiteral("intent-damaged");
const QString versionKind = QStringLiteral("intent-version");

tl::unexpected<Error> unreadable(const QString &why, const QString &kind = damagedKind)
{
    ErrorDetails details;
    details.kind = kind;
    return fail(ErrorCode::Invalid, why, details);
}

} // namespace

bool FolderMove::hasStage() const
{
    return from.startsWith(stagePrefix());
}

FileSide FileSide::of(const std::optional<QByteArray> &bytes)
{
    if (!bytes)
        return {};
    const QString hash = sha256Hex(*bytes);
    return {true, hash, bytes->contains('\r') ? sha256Hex(normalizedNewlines(*bytes)) : hash};
}

bool FileSide::isExactly(const std::optional<QByteArray> &bytes) const
{
    return bytes ? exists && sha256Hex(*bytes) == hash : !exists;
}

bool FileSide::readsAs(const std::optional<QByteArray> &bytes) const
{
    return bytes ? exists && sha256Hex(normalizedNewlines(*bytes)) == normalizedHash : !exists;
}

bool FileSide::readsAs(const FileSide &other) const
{
    return exists == other.exists && normalizedHash == other.normalizedHash;
}

QByteArray encodeIntent(const MutationIntent &intent)
{
    Json json = Json::object();
    json["version"] = intent.folder && !intent.folder->replaced.isEmpty() ? replacementVersion : journalVersion;
    json["id"] = toJson(intent.id);
    json["program"] = toJson(intent.program);
    json["started_at"] = toJson(intent.startedAt);
    json["action"] = toJson(intent.action);
    json["directory"] = toJson(intent.directory);
    json["file_path"] = toJson(intent.filePath);
    json["history_size"] = intent.historySize;
    json["before"] = sideToJson(intent.before);
    json["after"] = sideToJson(intent.after);
    json["staged"] = toJson(intent.staged);
    json["folder"] = moveToJson(intent.folder);
    json["renamed_from"] = toJson(intent.renamedFrom);
    json["appending"] = intent.appending;
    json["displaced_record"] = intent.displacedLine ? bytesToJson(*intent.displacedLine) : Json(nullptr);
    json["record"] = bytesToJson(intent.line);
    return dumpPythonJson(json);
}

Result<MutationIntent> decodeIntent(const QByteArray &line)
{
    const auto json = parseJson(line);
    if (!json || !json->is_object())
        return unreadable(QStringLiteral("it is not whole"));
    const auto version = json->find("version");
    if (version == json->end() || !version->is_number_integer())
        return unreadable(QStringLiteral("it names no version"));
    if (version->get<qint64>() != journalVersion && version->get<qint64>() != replacementVersion)
        return unreadable(QStringLiteral("it is of version %1, which this program does not know").arg(version->get<qint64>()), versionKind);

    const auto id = stringMember(*json, "id");
    const auto action = stringMember(*json, "action");
    const auto directory = stringMember(*json, "directory");
    const auto filePath = stringMember(*json, "file_path");
    const auto record = json->find("record");
    const auto size = json->find("history_size");
    MutationIntent intent;
    if (!id || id->isEmpty() || !action || !directory || !filePath || record == json->end() || !record->is_string() || size == json->end() ||
        !size->is_number_integer() || size->get<qint64>() < 0 || !sideFromJson(*json, "before", intent.before) ||
        !sideFromJson(*json, "after", intent.after))
        return unreadable(QStringLiteral("a part of it is missing"));
    intent.id = *id;
    intent.program = stringMember(*json, "program").value_or(QString());
    intent.startedAt = stringMember(*json, "started_at").value_or(QString());
    intent.action = *action;
    intent.directory = *directory;
    intent.filePath = *filePath;
    intent.line = QByteArray::fromStdString(record->get_ref<const std::string &>());
    intent.historySize = size->get<qint64>();
    intent.staged = stringMember(*json, "staged").value_or(QString());
    intent.renamedFrom = stringMember(*json, "renamed_from").value_or(QString());
    if (const auto displaced = json->find("displaced_record"); displaced != json->end() && displaced->is_string())
        intent.displacedLine = QByteArray::fromStdString(displaced->get_ref<const std::string &>());
    if (const auto appending = json->find("appending"); appending != json->end() && appending->is_boolean())
        intent.appending = appending->get<bool>();
    // The name is put behind a folder's path and then removed: it must be a plain name of the kind this program gives.
    if (intent.staged.contains(u'/') || (!intent.staged.isEmpty() && !intent.staged.startsWith(QStringLiteral(".verderer-"))))
        return unreadable(QStringLiteral("it names a temporary file that is not this program's"));
    if (!moveFromJson(*json, intent))
        return unreadable(QStringLiteral("it names folders that are not this program's"));
    return intent;
}

MutationJournal::MutationJournal(Storage &storage, const QString &customRoot)
    : m_storage(storage), m_path(besideResolvedRoot(customRoot, QStringLiteral("intent")))
{
}

Result<void> MutationJournal::write(const MutationIntent &intent, const FileAttributes &attributes)
{
    // One append into a new file, not a temporary file and a rename: what a crash tears here was never begun, and it spares each edit a sync.
    auto written = m_storage.appendUnsynced(m_path, encodeIntent(intent) + '\n', attributes);
    if (!written)
        static_cast<void>(remove()); // a torn intent is recognised and put aside later; the first failure is the one to tell
    return written;
}

QStringList MutationJournal::unsynced() const
{
    return {m_path, m_path.left(m_path.lastIndexOf(u'/'))};
}

Result<void> MutationJournal::amend(const MutationIntent &intent)
{
    return m_storage.append(m_path, encodeIntent(intent) + '\n', FileAttributes{0644, std::nullopt, std::nullopt});
}

Result<JournalState> MutationJournal::load()
{
    const auto bytes = m_storage.read(m_path);
    if (!bytes) {
        if (bytes.error().code == ErrorCode::NotFound)
            return JournalState{};
        return tl::unexpected(bytes.error());
    }
    JournalState state;
    state.exists = true;
    const qsizetype end = bytes->lastIndexOf('\n');
    if (end < 0) {
        state.problem = bytes->isEmpty() ? QStringLiteral("it is empty") : QStringLiteral("it is not whole");
        return state;
    }
    // Walked from the end, so that a damaged amendment leaves the intent before it in force; an intent of another version is never skipped.
    QList<QByteArray> lines = bytes->first(end).split('\n');
    while (!lines.isEmpty()) {
        auto intent = decodeIntent(lines.takeLast());
        if (intent) {
            state.intent = std::move(*intent);
            state.problem.clear();
            return state;
        }
        state.problem = intent.error().message;
        if (intent.error().details.kind == versionKind)
            return state;
    }
    return state;
}

Result<void> MutationJournal::remove()
{
    auto removed = m_storage.remove(m_path);
    if (!removed && removed.error().code == ErrorCode::NotFound)
        return {};
    return removed;
}

Result<QString> MutationJournal::setAside(const QString &customRoot, const FileAttributes &folder)
{
    const auto bytes = m_storage.read(m_path);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const QString target = customRoot + QStringLiteral("/.trash/intents");
    if (const auto made = m_storage.makeFolder(target, folder); !made)
        return tl::unexpected(made.error());
    QString name = QString(target + u'/' + sha256Hex(*bytes).first(16) + QStringLiteral(".intent"));
    auto moved = m_storage.move(m_path, name);
    // The same bytes lie there already: a move of before, whose second name was not yet removed when it died.
    if (!moved && moved.error().code == ErrorCode::AlreadyExists)
        moved = m_storage.remove(m_path);
    if (!moved)
        return tl::unexpected(moved.error());
    return name;
}

} // namespace verderer
