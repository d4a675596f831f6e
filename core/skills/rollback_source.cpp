// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/rollback_source.h"

#include "base/hash.h"
#include "skills/mutation_target.h"

namespace verderer {

bool RollbackSource::isSameAs(const QByteArray &present) const
{
    return text == present || (!isExact && !text.contains('\r') && text == normalizedNewlines(present));
}

Result<RollbackSource> findRollbackSource(const QString &customRoot, const QString &directory, const QString &record, bool toNew,
                                          const CancelToken &cancel)
{
    if (const auto checked = checkSkillDirectory(directory, customRoot); !checked)
        return tl::unexpected(checked.error());
    const QString path = historyPath(customRoot, directory);
    ErrorDetails details;
    details.path = path;
    auto reader = HistoryReader::open(path);
    if (!reader) {
        if (reader.error().code != ErrorCode::NotFound)
            return tl::unexpected(reader.error());
        details.kind = QStringLiteral("no-history");
        return fail(ErrorCode::NotFound, QStringLiteral("The skill \"%1\" has no history: %2 does not exist. Check the name.").arg(directory, path),
                    details);
    }
    auto entry = reader->find(record, cancel);
    if (!entry)
        return tl::unexpected(entry.error());
    auto texts = reader->texts(*entry);
    if (!texts)
        return tl::unexpected(texts.error());

    if (toNew && entry->action == u"rollback" && entry->decision == u"block") {
        details.kind = QStringLiteral("blocked-rollback");
        return fail(ErrorCode::Blocked,
                    QStringLiteral("The scanner refused the text of that rollback, and it never was in the file. Choose another record."), details);
    }
    std::optional<QByteArray> &text = toNew ? texts->next : texts->prev;
    if (!text) {
        details.kind = toNew ? QStringLiteral("no-new-content") : QStringLiteral("no-previous-content");
        QString message =
            toNew ? QStringLiteral("That record has no new content: it tells of a deletion. Choose another record, or its previous content.")
                  : QStringLiteral("That record has no previous content: the file did not exist before. Choose another record.");
        if (entry->trashed) {
            message = QStringLiteral("That record could not hold the bytes, because they are not UTF-8; they lie in %1.")
                          .arg(QString(customRoot + u'/' + *entry->trashed));
        }
        return fail(ErrorCode::Invalid, message, details);
    }
    RollbackSource source;
    source.isExact = entry->hostUser.has_value() || entry->note.has_value();
    source.text = std::move(*text);
    source.entry = std::move(*entry);
    return source;
}

} // namespace verderer
