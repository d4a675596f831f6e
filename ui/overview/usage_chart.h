// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/usage.h"
#include "ui/widgets/theme.h"

#include <QtCharts/QChartView>

class QBarSet;
class QCategoryAxis;
class QStackedBarSeries;

namespace verderer {

/// Numbers of one kind for each day, as stacked bars. Colours are the theme's; in high contrast the parts differ by their pattern. Screen readers are
/// told the numbers in words, and the table of days says the same.
class UsageChart : public QChartView {
    Q_OBJECT
public:
    enum class Kind {
        Runs,   ///< below those that went well, on top those that failed
        Tokens, ///< below input, on top output
    };

    UsageChart(const Theme *theme, Kind kind, QWidget *parent = nullptr);

    void setDays(const QList<UsageDay> &days);
    /// What all bars add up to.
    [[nodiscard]] qint64 total() const { return m_total; }
    /// The height of a day's bar, both parts.
    [[nodiscard]] qint64 valueAt(int day) const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void applyColors();
    void fitAxes();
    QCategoryAxis *makeAxis(QCategoryAxis *old, Qt::Alignment side, double from, double to);
    void showTip(bool inside, int day);

    const Theme *m_theme;
    Kind m_kind;
    QList<UsageDay> m_days;
    qint64 m_total = 0;
    QBarSet *m_lower;
    QBarSet *m_upper;
    QStackedBarSeries *m_series;
    QCategoryAxis *m_dates = nullptr;
    QCategoryAxis *m_values = nullptr;
};

} // namespace verderer
