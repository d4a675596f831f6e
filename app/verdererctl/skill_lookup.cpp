// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/skill_lookup.h"

#include "skills/mutation_lock.h"
#include "skills/mutation_target.h"
#include "verdererctl/table.h"
#include "verdererctl/usage.h"

#include <QRegularExpression>

namespace verderer::ctl {

namespace {

tl::unexpected<Error> noSuchSkill(const Catalog &catalog, const SkillRoots &roots, const QString &directory, SkillCategory category)
{
    ErrorDetails details;
    details.kind = QStringLiteral("no-such-skill");
    details.path = category == SkillCategory::Custom ? roots.customRoot : QString();
    QString hint = QStringLiteral("See the folders with: verdererctl skills list.");
    for (const SkillEntry &entry : catalog.entries) {
        if (entry.deleted && entry.directory == directory && category == entry.category) {
            hint = QStringLiteral("It was deleted; its history is left (verdererctl skills history %1).").arg(directory);
            break;
        }
        if (entry.directory == directory && entry.category != category) {
            hint = QStringLiteral("There is one in another category: add --category %1.").arg(skillCategoryName(entry.category));
            break;
        }
        if (entry.name == directory && entry.category == category) {
            hint = QStringLiteral("The skill that declares this name is in the folder %1; use that.").arg(entry.directory);
            break;
        }
    }
    return fail(ErrorCode::NotFound,
                QStringLiteral("The user %1 has no %2 skill in a folder %3. %4").arg(roots.userId, skillCategoryName(category), directory, hint),
                details);
}

} // namespace

Result<SkillEntry> findSkill(const SkillRoots &roots, const QString &directory, SkillCategory category, const CancelToken &cancel)
{
    const Result<Catalog> catalog = readCatalog(roots, cancel);
    if (!catalog)
        return tl::unexpected(catalog.error());
    for (const SkillEntry &entry : catalog->entries) {
        if (entry.category == category && entry.directory == directory && !entry.deleted)
            return entry;
    }
    return noSuchSkill(*catalog, roots, directory, category);
}

Result<SkillCategory> categoryOption(const QString &text, SkillCategory standard)
{
    if (text.isEmpty())
        return standard;
    if (const std::optional<SkillCategory> category = skillCategoryFromName(text))
        return *category;
    return usageError(QStringLiteral("There is no category %1; the categories are custom, integrations, public and legacy.").arg(text));
}

QString withoutPlace(const QString &message)
{
    static const QRegularExpression place(QStringLiteral("\\ALine \\d+, column \\d+: "));
    return QString(message).remove(place);
}

Result<QString> hashOption(const QString &text)
{
    static const QRegularExpression form(QStringLiteral("\\A[0-9A-Fa-f]{64}\\z"));
    if (form.match(text).hasMatch())
        return text.toLower();
    return usageError(QStringLiteral("--base takes a SHA-256 of 64 hex digits, and %1 is none. Make it with sha256sum.").arg(text));
}

Result<void> recordForm(const QString &where, const QString &text)
{
    static const QRegularExpression form(QStringLiteral("\\A\\s*(?:-?[0-9]+|[0-9A-Fa-f]{8,64})\\s*\\z"));
    if (form.match(text).hasMatch())
        return {};
    return usageError(
        QStringLiteral("%1 takes the index of a record (0 the oldest, -1 the newest) or 8 or more digits of its id, and \"%2\" is neither.")
            .arg(where, text));
}

Result<HistoryReader> openHistory(const Installation &installation, const QString &directory, const CancelToken &cancel)
{
    if (const Result<void> usable = checkSkillDirectory(directory, installation.roots.customRoot); !usable)
        return tl::unexpected(usable.error());
    const Result<MutationLockState> lock = inspectMutationLock(installation.roots.customRoot);
    Result<HistoryReader> reader = HistoryReader::open(historyPath(installation.roots.customRoot, directory), lock && lock->held);
    if (reader || reader.error().code != ErrorCode::NotFound)
        return reader;
    // No history is two things: a skill that nobody changed yet, and no skill at all.
    if (const Result<SkillEntry> entry = findSkill(installation.roots, directory, SkillCategory::Custom, cancel); !entry)
        return tl::unexpected(entry.error());
    ErrorDetails details = reader.error().details;
    details.kind = QStringLiteral("no-history");
    return fail(ErrorCode::NotFound, QStringLiteral("The skill %1 has no history yet. Its first edit begins one.").arg(directory), details);
}

Result<Version> readVersion(const Context &context, const Installation &installation, const QString &directory, const QString &spec,
                            const QString &filePath)
{
    if (spec == u"present") {
        const Result<MutationTarget> target =
            resolveTarget(*context.dependencies().storage, installation.roots.customRoot, directory, filePath, TargetRule::Restore);
        if (!target)
            return tl::unexpected(target.error());
        Version version{QStringLiteral("%1/%2 (present)").arg(directory, filePath), filePath, {}, true};
        const Result<FileStamp> stamp = context.dependencies().storage->stamp(target->path);
        if (!stamp)
            return tl::unexpected(stamp.error());
        if (!stamp->exists) {
            version.exists = false;
            version.label = QStringLiteral("%1/%2 (present: does not exist)").arg(directory, filePath);
            return version;
        }
        const Result<QByteArray> bytes = context.dependencies().storage->read(target->path, largestText);
        if (!bytes)
            return tl::unexpected(bytes.error());
        version.text = *bytes;
        return version;
    }

    const bool before = spec.endsWith(u'^');
    const QString record = before ? spec.chopped(1) : spec;
    Result<HistoryReader> reader = openHistory(installation, directory, context.cancel());
    if (!reader)
        return tl::unexpected(reader.error());
    const Result<HistoryEntry> entry = reader->find(record, context.cancel());
    if (!entry)
        return tl::unexpected(entry.error());
    const Result<HistoryTexts> texts = reader->texts(*entry);
    if (!texts)
        return tl::unexpected(texts.error());
    const std::optional<QByteArray> &text = before ? texts->prev : texts->next;
    Version version;
    version.filePath = entry->filePath;
    version.exists = text.has_value();
    version.text = text.value_or(QByteArray());
    QString when = localTime(entry->ts);
    if (when.isEmpty())
        when = QStringLiteral("no time");
    version.label = QStringLiteral("%1/%2 (%3 record %4, %5%6)")
                        .arg(directory, entry->filePath, before ? QStringLiteral("before") : QStringLiteral("after"), record.left(12), when,
                             version.exists ? QString() : QStringLiteral(": no text"));
    return version;
}

Result<HistoryEntry> newestRecord(HistoryReader &reader, const CancelToken &cancel)
{
    constexpr int page = 50;
    qint64 before = -1;
    do {
        const Result<HistoryPage> found = reader.newest(page, before, cancel);
        if (!found)
            return tl::unexpected(found.error());
        for (const HistoryEntry &entry : found->entries) {
            const bool isRecord = entry.state == HistoryLineState::Record || entry.state == HistoryLineState::Glued;
            const bool applied = !(entry.action == u"rollback" && entry.decision == u"block");
            if (isRecord && applied && !entry.lateFor && entry.filePath == u"SKILL.md")
                return entry;
        }
        before = found->before;
    } while (before > 0);
    ErrorDetails details;
    details.kind = QStringLiteral("no-history");
    return fail(ErrorCode::NotFound, QStringLiteral("The history holds no record of SKILL.md to compare with."), details);
}

} // namespace verderer::ctl
