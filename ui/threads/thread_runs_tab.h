// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/run_record.h"
#include "ui/widgets/theme.h"

#include <QWidget>

class QPushButton;
class QStackedWidget;
class QTreeWidget;

namespace verderer {

class EmptyState;

/// The runs of one thread, newest first. A view; its controller fills it.
class ThreadRunsTab : public QWidget {
    Q_OBJECT
public:
    explicit ThreadRunsTab(const Theme *theme, QWidget *parent = nullptr);

    void showLoading();
    void showProblem(const QString &title, const QString &text);
    /// `more`: there are others. The chosen run stays chosen.
    void setRuns(const QList<RunRecord> &runs, bool more);
    [[nodiscard]] QTreeWidget *table() const { return m_table; }

Q_SIGNALS:
    void moreRequested();
    void runOpened(const QString &runId);

private:
    const Theme *m_theme;
    QStackedWidget *m_stack;
    EmptyState *m_note;
    QTreeWidget *m_table;
    QPushButton *m_more;
};

} // namespace verderer
