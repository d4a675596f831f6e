// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/skill_trash.h"

#include "skills/catalog_history.h"
#include "skills/document.h"
#include "skills/history.h"
#include "skills/mutation_journal.h"

#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QSet>

#include <algorithm>

namespace verderer {

namespace {

tl::unexpected<Error> trashCancelled()
{
    return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled."));
}

/// "<name>.<moment>.<number>": what trashFolder() names a folder. Nothing for anything else that lies there.
std::optional<DeletedSkill> fromName(const QString &name)
{
    const QStringList parts = name.split(u'.');
    constexpr qsizetype wanted = 3;
    if (parts.size() != wanted || !isSkillName(parts[0]))
        return std::nullopt;
    QDateTime moment = QDateTime::fromString(parts[1], QStringLiteral("yyyyMMdd'T'HHmmsszzz'Z'"));
    if (!moment.isValid())
        return std::nullopt;
    moment.setTimeSpec(Qt::UTC);
    constexpr Microseconds perMillisecond = 1000;
    DeletedSkill deleted;
    deleted.directory = parts[0];
    deleted.place = QString(deletedFolder() + u'/' + name);
    deleted.deletedUs = moment.toMSecsSinceEpoch() * perMillisecond;
    deleted.deletedAt = isoTimestamp(*deleted.deletedUs);
    return deleted;
}

} // namespace

Result<QList<DeletedSkill>> listTrash(const QString &customRoot, const CancelToken &cancel)
{
    QList<DeletedSkill> found;
    const QDir trash(QString(customRoot + u'/' + deletedFolder()));
    const QStringList names = trash.entryList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDir::Name);
    for (const QString &name : names) {
        auto deleted = fromName(name);
        if (!deleted)
            continue;
        QDirIterator files(trash.filePath(name), QDir::Files | QDir::Hidden | QDir::System | QDir::NoSymLinks, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            if (cancel.isCancelled())
                return trashCancelled();
            files.next();
            ++deleted->files;
            deleted->bytes += files.fileInfo().size();
        }
        deleted->nameTaken = QFileInfo::exists(QString(customRoot + u'/' + deleted->directory));
        found += *deleted;
    }
    std::stable_sort(found.begin(), found.end(), [](const DeletedSkill &a, const DeletedSkill &b) { return a.deletedUs > b.deletedUs; });
    return found;
}

Result<QList<DeletedSkill>> listRestorable(const QString &customRoot, const CancelToken &cancel)
{
    auto found = listTrash(customRoot, cancel);
    if (!found)
        return found;
    QSet<QString> seen;
    for (const DeletedSkill &deleted : std::as_const(*found))
        seen += deleted.directory;
    const QSet<QString> names = historyNames(customRoot);
    QStringList onlyHistory(names.cbegin(), names.cend());
    onlyHistory.sort();
    for (const QString &name : std::as_const(onlyHistory)) {
        if (cancel.isCancelled())
            return trashCancelled();
        if (seen.contains(name) || !isSkillName(name) || QFileInfo::exists(QString(customRoot + u'/' + name + QStringLiteral("/SKILL.md"))))
            continue;
        DeletedSkill deleted;
        deleted.directory = name;
        if (auto reader = HistoryReader::open(historyPath(customRoot, name)); reader) {
            if (const auto page = reader->newest(1, -1, cancel); page && !page->entries.isEmpty())
                deleted.deletedAt = page->entries.first().ts;
        }
        *found += deleted;
    }
    return found;
}

} // namespace verderer
