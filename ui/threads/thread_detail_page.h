// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "threads/thread_record.h"
#include "ui/widgets/place.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QTabBar;

namespace verderer {

class Badge;
class ElidedLabel;
class EmptyState;
class MetadataTab;
class ThreadActs;
class ThreadRunsTab;
class TranscriptView;

/// One thread: its head with what can be done, and its tabs. A view; ThreadDetail fills it. Window's thread only.
class ThreadDetailPage : public QWidget {
    Q_OBJECT
public:
    ThreadDetailPage(const WindowServices &services, ThreadActs *acts, QWidget *parent = nullptr);

    void showThread(const ThreadRecord &record);
    /// There is no such thread, or it cannot be read: why.
    void showProblem(const QString &title, const QString &text);
    /// The thread that is shown was deleted by somebody; what is known of it stays to be read.
    void showGone();

    /// "metadata", "runs" or "transcript".
    static QStringList tabs();
    [[nodiscard]] QString tab() const;
    void setTab(const QString &tab);

    [[nodiscard]] MetadataTab *metadata() const { return m_metadata; }
    [[nodiscard]] ThreadRunsTab *runs() const { return m_runs; }
    [[nodiscard]] TranscriptView *transcript() const { return m_transcript; }

Q_SIGNALS:
    void tabChanged(const QString &tab);
    void renameRequested();
    void pinRequested(bool pin);
    void deleteRequested();
    void exportRequested();
    void closeRequested();

private:
    void updateFacts();

    WindowServices m_services;
    ThreadRecord m_record;
    bool m_gone = false;
    QStackedWidget *m_stack;
    EmptyState *m_problem;
    ElidedLabel *m_title;
    Badge *m_status;
    Badge *m_mark;
    ElidedLabel *m_facts;
    QPushButton *m_rename;
    QPushButton *m_pin;
    QPushButton *m_export;
    QPushButton *m_delete;
    QTabBar *m_tabs;
    QStackedWidget *m_pages;
    MetadataTab *m_metadata;
    ThreadRunsTab *m_runs;
    TranscriptView *m_transcript;
};

} // namespace verderer
