// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/place.h"

class QSplitter;

namespace verderer {

class AdoptFlow;
class EventModel;
class RunExportFlow;
class RunListController;
class RunListModel;
class RunListPane;
class RunDetailPage;
class RunPageController;
class TimelineController;

/// The runs place: all runs of the installation on the left, one of them on the right.
class RunsPlace : public Place {
    Q_OBJECT
public:
    explicit RunsPlace(const WindowServices &services, QWidget *parent = nullptr);
    ~RunsPlace() override;

    void open(const OpenWorkspace &workspace) override;
    void refresh() override;
    void activate() override;
    /// A run's id; or "chip:failed", "chip:active", "chip:orphans": that list.
    void showItem(const QString &id) override;
    [[nodiscard]] QVariantMap saveState() const override;
    void restoreState(const QVariantMap &state) override;

    [[nodiscard]] RunListPane *list() const { return m_pane; }
    [[nodiscard]] RunDetailPage *page() const { return m_page; }
    [[nodiscard]] RunListModel *model() const { return m_model; }
    [[nodiscard]] RunPageController *pageController() const { return m_pageController; }
    [[nodiscard]] AdoptFlow *adoptFlow() const { return m_adopt; }
    [[nodiscard]] RunExportFlow *exportFlow() const { return m_export; }

Q_SIGNALS:
    /// The list was read and shown, or the reason why there is none.
    void listLoaded();
    /// What the chosen run's tab shows is on the screen.
    void runShown();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void addActions();
    void onChosen(const QString &runId);
    void setAwake(bool awake);
    void updateStatus();

    WindowServices m_services;
    QSplitter *m_splitter;
    RunListModel *m_model;
    EventModel *m_events;
    RunListPane *m_pane;
    RunDetailPage *m_page;
    RunListController *m_listController;
    TimelineController *m_timeline;
    RunPageController *m_pageController;
    AdoptFlow *m_adopt;
    RunExportFlow *m_export;
};

} // namespace verderer
