// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/file_replacement.h"
#include "skills/history.h"
#include "skills/mutation_recovery.h"

#include <QDir>

namespace verderer {

void sweepStagedFiles(MutationContext &context, const MutationTarget &target)
{
    const QDir folder(target.parent());
    const QStringList names = folder.entryList({QStringLiteral(".verderer-??????.tmp")}, QDir::Files | QDir::Hidden | QDir::NoSymLinks, QDir::Name);
    if (names.isEmpty())
        return;

    QString presentHash;
    QStringList known;
    if (const auto present = readIfThere(context.storage(), target.path, maxSkillTextBytes); present)
        presentHash = FileSide::of(*present).hash;
    if (auto reader = HistoryReader::open(target.history, true); reader) {
        constexpr int newest = 4; // a writer that died left at most its own text, or what came out of the place for it
        if (const auto page = reader->newest(newest); page) {
            for (const HistoryEntry &entry : page->entries)
                known << entry.prevHash << entry.newHash;
        }
    }
    for (const QString &name : names) {
        const QString path = folder.filePath(name);
        const auto bytes = context.storage().read(path, maxSkillTextBytes);
        if (!bytes) {
            context.warnings += bytes.error().message;
            continue;
        }
        const FileSide side = FileSide::of(*bytes);
        // Records are known by their text with LF; a text with other newlines is known for certain only by the file itself.
        const bool isKnown = side.hash == presentHash || (!bytes->contains('\r') && known.contains(side.hash));
        if (!bytes->isEmpty() && !isKnown) {
            const auto saved = saveDraft(
                context, QString(QStringLiteral("staged-") + side.hash.first(32)), target.directory, target.filePath, QStringLiteral("recovery"),
                QStringLiteral("Found in the temporary file of a program that ended before it changed %1; it may be incomplete.").arg(target.path),
                *bytes, std::nullopt);
            if (!saved) {
                context.warnings += saved.error().message;
                continue;
            }
            context.warnings += QStringLiteral("The text of a change to %1 that was never begun is kept as a draft.").arg(target.path);
        }
        if (const auto removed = context.storage().remove(path); !removed)
            context.warnings += removed.error().message;
    }
}

} // namespace verderer
