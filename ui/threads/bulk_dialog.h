// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include <QDialog>

class QLabel;
class QProgressBar;
class QPushButton;
class QTreeWidget;

namespace verderer {

class Banner;
struct DatabaseAccess;

/// An act on one or many threads with a result for each. Where it takes things away, what would go is found out and shown first, and nothing is done
/// before somebody agrees. Both parts show how far they are and can be cancelled; what was done stays done and is told. Opened with open(), never
/// exec(); deletes itself once closed. Window's thread only.
class BulkDialog : public QDialog {
    Q_OBJECT
public:
    struct Subject {
        QString id;
        QString title;
    };
    /// What would happen to one thread.
    struct Plan {
        QString text;         ///< "3 runs, 41 events, 2 checkpoints"
        QStringList details;  ///< folders and files, and what stays
        bool refused = false; ///< it cannot be done now; `text` says why
        qint64 runs = 0, events = 0, checkpoints = 0, files = 0;
    };
    struct Act {
        QString title; ///< "Delete 3 threads"
        QString verb;  ///< of the button: "Delete"
        QString doing; ///< "Deleting"
        QString done;  ///< of one thread: "deleted"
        QString hint;  ///< a sentence over the list
        bool dangerous = false;
        /// Both on a thread of their own. Without `plan` it begins at once.
        std::function<Result<Plan>(const DatabaseAccess &access, const QString &id, const Wait &wait)> plan;
        std::function<Result<QString>(const DatabaseAccess &access, const QString &id, const Wait &wait)> run; ///< gives a remark, often empty
    };

    BulkDialog(const WindowServices &services, Act act, QList<Subject> subjects, QWidget *parent = nullptr);

    /// Begins: with the plan, or with the act where there is none.
    void start();
    [[nodiscard]] bool isRunning() const { return m_job.isRunning(); }
    [[nodiscard]] int succeeded() const { return m_succeeded; }
    [[nodiscard]] int failed() const { return m_failed; }

public Q_SLOTS:
    void reject() override;

Q_SIGNALS:
    /// What would go is on the screen.
    void planned();
    /// Everything was done, or it was cancelled: the results are on the screen.
    void finished();
    /// Something was written.
    void written();

private:
    void startPlan();
    void startAct();
    void showPlan(int row, const Result<Plan> &plan);
    void showResult(int row, const Result<QString> &result);
    void endPlan(bool cancelled);
    void endAct(bool cancelled);
    void setProgress(const QString &text, int done);

    WindowServices m_services;
    Act m_act;
    QList<Subject> m_subjects;
    QList<int> m_todo; ///< rows that are to be done
    Plan m_total;
    int m_refused = 0;
    int m_succeeded = 0;
    int m_failed = 0;
    bool m_acting = false;
    QLabel *m_hint;
    QLabel *m_summary;
    QTreeWidget *m_list;
    QProgressBar *m_progress;
    QPushButton *m_cancel;
    QPushButton *m_again;
    QPushButton *m_go;
    JobSlot m_job;
};

} // namespace verderer
