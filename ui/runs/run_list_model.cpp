// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_list_model.h"

#include "ui/runs/run_text.h"
#include "ui/widgets/status_words.h"
#include "ui/widgets/time_text.h"
#include "workspace/database_access.h"

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int firstPageRows = 100;

} // namespace

RunListModel::RunListModel(JobRunner *jobs, QObject *parent)
    : ListingModel(jobs, parent), m_vitalities(std::make_shared<RunVitalities>()), m_now(SystemClock().now())
{
    connect(this, &RunListModel::stateChanged, this, [this] { m_now = SystemClock().now(); });
}

void RunListModel::show(const std::shared_ptr<const DatabaseAccess> &access, const RunFilter &filter)
{
    m_vitalities = std::make_shared<RunVitalities>();
    Question question;
    question.firstPage = [access, filter, vitalities = m_vitalities](const Wait &wait) -> Result<QList<RunRecord>> {
        auto page = access->runs->list(filter, firstPageRows, {}, wait);
        if (!page) {
            return tl::unexpected<Error>(page.error());
        }
        for (const RunRecord &run : std::as_const(page->runs)) {
            vitalities->note(*access->runs, run, wait);
        }
        return std::move(page->runs);
    };
    question.open = [access, filter, vitalities = m_vitalities](const Wait &wait) -> Result<std::shared_ptr<RunListing>> {
        auto listing = access->openRuns(filter, wait);
        if (!listing) {
            return tl::unexpected<Error>(listing.error());
        }
        return watchedListing(std::move(*listing), access->runs, vitalities);
    };
    ask(std::move(question));
}

void RunListModel::tick()
{
    m_now = SystemClock().now();
}

QVariant RunListModel::cell(const RunRecord &record, int /*column*/, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return runTitle(record);
    case FactsRole:
        return runFacts(record, m_now, m_vitalities->of(record.runId).stale);
    case StatusRole:
        return statusWords(record.statusRaw).text();
    case ToneRole:
        return int(m_vitalities->of(record.runId).stale ? Tone::Warning : statusWords(record.statusRaw).tone);
    case OrphanRole:
        return !record.threadExists;
    case Qt::AccessibleTextRole:
        return QStringList{runTitle(record), statusWords(record.statusRaw).word, runFacts(record, m_now, m_vitalities->of(record.runId).stale)}.join(
            u", "_s);
    case Qt::ToolTipRole: {
        QStringList lines{storedTimeTip(record.createdAt, record.createdRaw)};
        if (!record.threadExists) {
            lines << tr("There is no thread %1: it never came to be, or was deleted.").arg(record.threadId);
        }
        if (const RunVitality vitality = m_vitalities->of(record.runId); !vitality.sentence.isEmpty()) {
            lines << vitality.sentence;
        }
        if (record.error && !record.error->isEmpty()) {
            lines << record.error->left(400);
        }
        lines += record.damage;
        return lines.join(u'\n');
    }
    default:
        return {};
    }
}

} // namespace verderer
