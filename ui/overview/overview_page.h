// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/overview/overview_facts.h"
#include "ui/widgets/theme.h"

#include <QWidget>

#include <functional>

class QButtonGroup;
class QLabel;
class QStackedWidget;

namespace verderer {

class Banner;
class EmptyState;
class ElidedLabel;
class FactCard;
class NumberTable;
class UsageChart;

/// The overview as it is seen: numbers, what failed last, runs and tokens each day, and tables of models and owners. A view; its place fills it.
class OverviewPage : public QWidget {
    Q_OBJECT
public:
    explicit OverviewPage(const Theme *theme, QWidget *parent = nullptr);

    void setDatabase(const QString &name);
    void showLoading();
    void setReading(bool reading);
    void showUnavailable(const Error &error);
    void showFacts(const OverviewFacts &facts);
    /// `ownerName`: how an owner is called, by id.
    void showUsage(const Usage &usage, const std::function<QString(const QString &owner)> &ownerName);
    /// Reading failed; what was read before stays.
    void showError(const Error &error);
    void hideError();

    /// The span that is chosen: 7, 14, 30 or 90 days.
    [[nodiscard]] int days() const;
    /// Chooses a span; others than those are ignored. spanChosen() is not told.
    void setDays(int days);

    [[nodiscard]] UsageChart *runsChart() const { return m_runsChart; }
    [[nodiscard]] UsageChart *tokensChart() const { return m_tokensChart; }
    [[nodiscard]] NumberTable *dayTable() const { return m_byDay; }
    [[nodiscard]] NumberTable *failures() const { return m_failures; }

Q_SIGNALS:
    void spanChosen(int days);
    void retryRequested();
    void linkActivated(const QString &place, const QString &id);

private:
    QWidget *makeHead();
    QWidget *makeBody();
    void makeCards();
    void applyColors();
    void present();
    void showTables(const Usage &usage, const std::function<QString(const QString &owner)> &ownerName);

    const Theme *m_theme;
    QStackedWidget *m_stack;
    EmptyState *m_loading;
    EmptyState *m_unavailable;
    EmptyState *m_empty;
    QLabel *m_title;
    ElidedLabel *m_database;
    QLabel *m_reading;
    QButtonGroup *m_spans;
    Banner *m_error;
    Banner *m_stale;
    Banner *m_orphans;
    FactCard *m_failedCard;
    FactCard *m_activeCard;
    FactCard *m_runsCard;
    FactCard *m_threadsCard;
    FactCard *m_tokensCard;
    FactCard *m_costCard;
    QLabel *m_noFailures;
    NumberTable *m_failures;
    UsageChart *m_runsChart;
    UsageChart *m_tokensChart;
    NumberTable *m_byDay;
    NumberTable *m_byModel;
    NumberTable *m_byOwner;
    QLabel *m_notes;
    QList<QLabel *> m_headings;
    bool m_hasUsage = false;
    bool m_isEmpty = false;
};

} // namespace verderer
