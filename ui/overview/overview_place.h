// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/overview/overview_facts.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include <QElapsedTimer>
#include <QTimer>

namespace verderer {

class OverviewPage;

/// The overview: what there is, what it costs, and what needs somebody's eye. Reads when it is seen, and again when the database has changed, as
/// often as reading is cheap.
class OverviewPlace : public Place {
    Q_OBJECT
public:
    explicit OverviewPlace(const WindowServices &services, QWidget *parent = nullptr);

    void open(const OpenWorkspace &workspace) override;
    void refresh() override;
    void activate() override;
    [[nodiscard]] QVariantMap saveState() const override;
    void restoreState(const QVariantMap &state) override;

    [[nodiscard]] OverviewPage *page() const { return m_page; }

Q_SIGNALS:
    /// What was read is on the screen, or the reason why there is nothing.
    void shown();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void onSource();
    void readSoon();
    void read();
    void onFacts(const Result<OverviewFacts> &facts);
    void onUsage(const Result<Usage> &usage);
    void ended();

    WindowServices m_services;
    OverviewPage *m_page;
    bool m_stale = true;
    bool m_failed = false;
    qint64 m_costMs = 0;
    QElapsedTimer m_sinceRead;
    QElapsedTimer m_reading;
    QTimer m_timer;
    JobSlot m_facts;
    JobSlot m_usage;
};

} // namespace verderer
