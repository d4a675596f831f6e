// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/content_search.h"

#include "ui/skills/skill_list_model.h"

#include <QElapsedTimer>

namespace verderer {

namespace {

QString lineAround(const QString &text, qsizetype position)
{
    const qsizetype begin = text.lastIndexOf(u'\n', position) + 1;
    qsizetype end = text.indexOf(u'\n', position);
    if (end < 0)
        end = text.size();
    // A line may be megabytes long; what is shown is one row of a list.
    const qsizetype from = std::max(begin, position - 40);
    return text.mid(from, std::min(end - from, qsizetype(200))).simplified();
}

} // namespace

void searchContents(const QList<SkillEntry> &entries, const QString &text, Storage &storage, const CancelToken &cancel,
                    const std::function<void(QHash<QString, QString>)> &found)
{
    QHash<QString, QString> batch;
    QElapsedTimer sinceReport;
    sinceReport.start();
    for (const SkillEntry &entry : entries) {
        if (cancel.isCancelled())
            return;
        if (entry.deleted || entry.size > searchedSizeLimit)
            continue;
        const auto bytes = storage.read(entry.path, searchedSizeLimit);
        if (!bytes)
            continue;
        const QString content = QString::fromUtf8(*bytes);
        const qsizetype position = content.indexOf(text, 0, Qt::CaseInsensitive);
        if (position >= 0)
            batch.insert(SkillListModel::keyOf(entry), lineAround(content, position));
        if (!batch.isEmpty() && sinceReport.elapsed() > 100) {
            found(std::exchange(batch, {}));
            sinceReport.restart();
        }
    }
    if (!batch.isEmpty() && !cancel.isCancelled())
        found(batch);
}

} // namespace verderer
