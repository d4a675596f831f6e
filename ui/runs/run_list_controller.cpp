// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_list_controller.h"

#include "ui/runs/run_list_model.h"
#include "ui/runs/run_list_pane.h"
#include "ui/runs/run_list_view.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/database_follower.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/text_format.h"
#include "workspace/database_access.h"

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

// Models to choose from are those of this many days; others can be typed.
constexpr int modelDays = 90;
constexpr int tickMs = 1000;

} // namespace

RunListController::RunListController(const WindowServices &services, RunListModel *model, RunListPane *pane, QObject *parent)
    : QObject(parent), m_services(services), m_source(services.database), m_model(model), m_pane(pane)
{
    m_countTimer.setSingleShot(true);
    connect(&m_countTimer, &QTimer::timeout, this, &RunListController::count);
    // "4 min so far" goes on without anybody doing anything.
    m_tick.setInterval(tickMs);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        m_model->tick();
        m_pane->list()->viewport()->update();
    });
    connect(m_source, &DatabaseSource::changed, this, &RunListController::onSource);
    connect(m_source->follower(), &DatabaseFollower::changed, this, [this] {
        m_model->refreshWhenFair();
        m_countStale = true;
        countSoon();
    });
    connect(m_source->follower(), &DatabaseFollower::lost, this, [this](const Error &error) {
        m_pane->banner()->present(Tone::Warning, tr("The database does not answer"), error.message, errorDetailText(error));
    });
    connect(m_source->follower(), &DatabaseFollower::restored, m_pane->banner(), &Banner::dismiss);
    connect(model, &RunListModel::stateChanged, this, &RunListController::onState);
    connect(model, &RunListModel::failed, this, [this](const Error &error) {
        if (error.code != ErrorCode::Cancelled && m_model->rowCount() > 0) {
            m_pane->banner()->present(Tone::Error, errorHeadline(error.code), error.message, errorDetailText(error));
        }
    });
    connect(model, &RunListModel::swapped, this, [this] {
        applyWanted();
        Q_EMIT loaded();
    });
    connect(pane, &RunListPane::asked, this, &RunListController::ask);
    connect(pane, &RunListPane::retryRequested, this, [this] {
        if (m_source->state() == DatabaseSource::State::Ready) {
            refresh();
        } else {
            m_source->retry();
        }
    });
    connect(pane, &RunListPane::choicesWanted, this, &RunListController::readChoices);
    connect(pane->list(), &ListingView::currentIdChanged, this, [this](const QString &runId) {
        m_wanted.clear();
        Q_EMIT chosen(runId);
    });
    m_model->setAwake(false);
    onSource();
}

void RunListController::onSource()
{
    m_counting.abandon();
    m_choices.abandon();
    m_locating.abandon();
    m_choicesRead = false;
    m_models.clear();
    m_pane->setModels({});
    m_active = -1;
    QList<std::pair<QString, QString>> owners;
    for (const WorkspaceUser &user : m_source->users()) {
        owners.append({user.id, m_source->ownerName(user.id)});
    }
    m_pane->setOwners(owners);
    m_pane->banner()->hide();
    if (!m_source->access()) {
        m_pane->list()->chooseNone();
        m_model->clear();
        m_pane->setCanAdopt(false);
        if (const auto &error = m_source->error()) {
            m_pane->showUnavailable(*error);
            Q_EMIT loaded();
        }
        return;
    }
    ask(m_pane->question());
    if (!m_wanted.isEmpty()) {
        Q_EMIT chosen(m_wanted);
    }
}

void RunListController::ask(const RunQuestion &question)
{
    const bool sameCounts = question.withChip({}) == m_asked.withChip({});
    m_asked = question;
    m_pane->setCanAdopt(question.chip == "orphans"_L1);
    // Nobody waits for a list that is not looked at, and millions of rows are work.
    m_pending = !m_awake;
    if (!m_source->access() || m_pending) {
        return;
    }
    m_model->show(m_source->access(), question.filter(SystemClock().now()));
    if (!sameCounts || m_active < 0) {
        m_countStale = true;
        m_sinceCount.invalidate();
        m_counting.abandon();
    }
}

void RunListController::refresh()
{
    if (m_source->access() && !m_pending) {
        m_model->refresh();
        m_countStale = true;
        countSoon();
    }
}

void RunListController::setAwake(bool awake)
{
    m_awake = awake;
    m_model->setAwake(awake);
    if (awake) {
        m_tick.start();
        if (m_pending) {
            ask(m_pane->question());
        }
        countSoon();
    } else {
        m_tick.stop();
    }
}

void RunListController::onState()
{
    if (m_model->state() != ListingModelBase::State::Ready || m_model->isReading()) {
        return;
    }
    if (m_model->isCountKnown()) {
        m_pane->setCount(m_asked.chip, m_model->rowCount(), true);
    } else {
        m_pane->setCount(m_asked.chip, m_model->rowCount(), false);
    }
    countSoon();
}

void RunListController::select(const QString &runId)
{
    m_wanted = runId;
    applyWanted();
    if (!runId.isEmpty()) {
        Q_EMIT chosen(runId);
    }
}

void RunListController::applyWanted()
{
    if (m_wanted.isEmpty()) {
        return;
    }
    m_pane->list()->setCurrentId(m_wanted);
    m_locating = m_model->locate(this, m_wanted, [this, wanted = m_wanted](int row) {
        if (wanted == m_wanted && row >= 0 && row < m_model->rowCount()) {
            m_pane->list()->chooseRow(row);
            m_wanted.clear();
        }
    });
}

void RunListController::countSoon()
{
    if (!m_awake || !m_countStale || !m_source->access() || m_counting.isRunning() || m_countTimer.isActive()) {
        return;
    }
    // The list comes first: the database answers one question at a time.
    if (m_model->state() != ListingModelBase::State::Ready || m_model->isReading()) {
        return;
    }
    const qint64 fair = std::max<qint64>(2000, 10 * m_countCostMs);
    const qint64 passed = m_sinceCount.isValid() ? m_sinceCount.elapsed() : fair;
    m_countTimer.start(int(std::clamp<qint64>(fair - passed, 0, 3'600'000)));
}

void RunListController::count()
{
    if (!m_awake || !m_source->access() || m_counting.isRunning()) {
        return;
    }
    m_countStale = false;
    m_counting = m_services.jobs->run(
        this,
        [access = m_source->access(), question = m_asked](const JobContext &job) -> Result<Counts> {
            Counts answer;
            QElapsedTimer clock;
            clock.start();
            // What is asked most urgently comes first.
            for (const QString &chip : {u"failed"_s, u"active"_s, u"orphans"_s, u"all"_s}) {
                if (chip == question.chip) {
                    continue; // the list itself tells
                }
                const auto listing = access->openRuns(question.withChip(chip).filter(SystemClock().now()), job.wait());
                if (!listing) {
                    return tl::unexpected<Error>(listing.error());
                }
                answer.counts.append({chip, (*listing)->size(), (*listing)->isComplete()});
            }
            answer.costMs = clock.elapsed();
            return answer;
        },
        [this](const Result<Counts> &answer) {
            m_sinceCount.start();
            if (!answer) {
                return; // the list says what is wrong
            }
            m_countCostMs = answer->costMs;
            for (const Count &count : answer->counts) {
                m_pane->setCount(count.chip, count.rows, count.exact);
                if (count.chip == "active"_L1) {
                    m_active = count.rows;
                }
            }
            if (m_asked.chip == "active"_L1) {
                m_active = m_model->rowCount();
            }
            Q_EMIT counted();
            countSoon();
        });
}

void RunListController::readChoices()
{
    if (m_choicesRead || m_choices.isRunning() || !m_source->access()) {
        return;
    }
    m_choices = m_services.jobs->run(
        this,
        [access = m_source->access()](const JobContext &job) {
            UsageRequest request;
            request.days = modelDays;
            return access->runs->usage(request, job.wait());
        },
        [this](const Result<Usage> &usage) {
            if (!usage) {
                return; // a model can still be typed
            }
            m_choicesRead = true;
            m_models.clear();
            for (const UsageBucket &bucket : usage->byModel) {
                m_models << bucket.key;
            }
            m_models.sort(Qt::CaseInsensitive);
            m_pane->setModels(m_models);
        });
}

} // namespace verderer
