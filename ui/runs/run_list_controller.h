// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/runs/run_question.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace verderer {

class DatabaseSource;
class RunListModel;
class RunListPane;

/// Fills the list of runs: asks for what the controls say, counts what the chips would list, and reads again when the database has changed.
class RunListController : public QObject {
    Q_OBJECT
public:
    RunListController(const WindowServices &services, RunListModel *model, RunListPane *pane, QObject *parent = nullptr);

    /// Shows this question.
    void ask(const RunQuestion &question);
    /// Reads again now.
    void refresh();
    /// The place is seen or not: unseen, nothing is read.
    void setAwake(bool awake);
    /// Chooses a run, now or once the list is there. The run counts as chosen also where the list does not hold it.
    void select(const QString &runId);
    /// How many active runs there are, as far as they were counted; -1: not yet.
    [[nodiscard]] qint64 activeRuns() const { return m_active; }

Q_SIGNALS:
    /// A run was chosen.
    void chosen(const QString &runId);
    /// The list was read, for the first time or again.
    void loaded();
    void counted();

private:
    void onSource();
    void onState();
    void applyWanted();
    void countSoon();
    void count();
    void readChoices();

    struct Count {
        QString chip;
        qint64 rows = 0;
        bool exact = true;
    };
    struct Counts {
        QList<Count> counts;
        qint64 costMs = 0;
    };

    WindowServices m_services;
    DatabaseSource *m_source;
    RunListModel *m_model;
    RunListPane *m_pane;
    RunQuestion m_asked;
    QString m_wanted;
    QStringList m_models;
    qint64 m_active = -1;
    bool m_awake = false;
    bool m_pending = true; ///< the question is to be asked once somebody looks
    bool m_countStale = true;
    bool m_choicesRead = false;
    qint64 m_countCostMs = 0;
    QElapsedTimer m_sinceCount;
    QTimer m_countTimer;
    QTimer m_tick;
    JobSlot m_locating;
    JobSlot m_counting;
    JobSlot m_choices;
};

} // namespace verderer
