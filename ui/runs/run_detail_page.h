// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/export_format.h"
#include "ui/runs/run_detail.h"
#include "ui/widgets/place.h"

class QAction;
class QLabel;
class QMenu;
class QPushButton;
class QStackedWidget;
class QTabBar;

namespace verderer {

class Badge;
class Banner;
class ElidedLabel;
class EmptyState;
class ErrorBox;
class EventModel;
class FactCard;
class FilesTab;
class TextTab;
class TimelineTab;
class TokensTab;
class TranscriptView;

/// The right side of the runs place: one run with its error, its numbers and its tabs. A view; its controller fills it.
class RunDetailPage : public QWidget {
    Q_OBJECT
public:
    RunDetailPage(const WindowServices &services, EventModel *events, QWidget *parent = nullptr);
    ~RunDetailPage() override;

    /// No run is chosen.
    void clear();
    /// Another run, or the same as it is now. `ownerName`: how its owner is called.
    void showRun(const RunDetail &detail, const QString &ownerName);
    /// Only the numbers of the run that is shown, which go on while it is active.
    void showNumbers(const RunDetail &detail);
    /// There is nothing to be shown of a run: why.
    void showProblem(const QString &title, const QString &text);
    [[nodiscard]] bool isRunShown() const;

    /// "timeline", "transcript", "files", "tokens", "input" or "raw".
    [[nodiscard]] QString tab() const;
    void setTab(const QString &tab);
    static QStringList tabs();
    /// Moves the keys to the tab that is shown.
    void focusTab();

    /// An act on this run is under way.
    void setBusy(bool busy);

    [[nodiscard]] Banner *banner() const { return m_banner; }
    [[nodiscard]] TimelineTab *timeline() const { return m_timeline; }
    [[nodiscard]] TranscriptView *transcript() const { return m_transcript; }
    [[nodiscard]] FilesTab *files() const { return m_files; }
    [[nodiscard]] TokensTab *tokens() const { return m_tokens; }
    [[nodiscard]] TextTab *input() const { return m_input; }
    [[nodiscard]] TextTab *raw() const { return m_raw; }

Q_SIGNALS:
    void tabChanged(const QString &tab);
    void openThreadRequested();
    void adoptRequested();
    void exportRequested(verderer::ExportFormat format);

private:
    void makeHead();
    void makeMenus();
    QWidget *makeBody();
    void showState(const RunDetail &detail);
    void applyColors();

    WindowServices m_services;
    RunRecord m_run;
    QStackedWidget *m_stack;
    EmptyState *m_nothing;
    ElidedLabel *m_title;
    Badge *m_badge;
    QLabel *m_facts;
    QPushButton *m_open;
    QPushButton *m_export;
    QPushButton *m_adopt;
    QPushButton *m_more;
    QMenu *m_menu;
    Banner *m_banner;
    Banner *m_notice; ///< what must be known of this run: stale, or without a thread
    ErrorBox *m_error;
    QLabel *m_state;
    FactCard *m_tokensCard;
    FactCard *m_costCard;
    FactCard *m_callsCard;
    FactCard *m_durationCard;
    QTabBar *m_tabs;
    QStackedWidget *m_pages;
    TimelineTab *m_timeline;
    TranscriptView *m_transcript;
    FilesTab *m_files;
    TokensTab *m_tokens;
    TextTab *m_input;
    TextTab *m_raw;
};

} // namespace verderer
