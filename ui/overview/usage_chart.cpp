// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/usage_chart.h"

#include "ui/runs/run_text.h"
#include "ui/widgets/metrics.h"

#include <QEvent>
#include <QGraphicsLayout>
#include <QLocale>
#include <QToolTip>
#include <QtCharts/QBarSet>
#include <QtCharts/QCategoryAxis>
#include <QtCharts/QChart>
#include <QtCharts/QLegend>
#include <QtCharts/QStackedBarSeries>

#include <cmath>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int shownDates = 7;
constexpr int ticks = 4;

QString dayText(const QDate &date)
{
    return QLocale().toString(date, UsageChart::tr("d MMM", "day on an axis"));
}

/// The next number of the kind people count in: 1, 2, 4, 5, 10, 20 …
double niceCeiling(double value)
{
    if (value <= 4) {
        return 4;
    }
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 4.0, 5.0, 8.0}) {
        if (value <= step * power) {
            return step * power;
        }
    }
    return 10 * power;
}

} // namespace

UsageChart::UsageChart(const Theme *theme, Kind kind, QWidget *parent)
    : QChartView(new QChart, parent), m_theme(theme), m_kind(kind), m_lower(new QBarSet(kind == Kind::Runs ? tr("other runs") : tr("input"))),
      m_upper(new QBarSet(kind == Kind::Runs ? tr("failed") : tr("output"))), m_series(new QStackedBarSeries)
{
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setFocusPolicy(Qt::TabFocus);
    setMinimumHeight(scaled(this, 190));
    chart()->setMargins(QMargins(0, 0, 0, 0));
    chart()->setBackgroundRoundness(0);
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->legend()->setAlignment(Qt::AlignTop);
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    m_series->append(m_lower);
    m_series->append(m_upper);
    m_series->setBarWidth(0.7);
    chart()->addSeries(m_series);
    connect(m_series, &QStackedBarSeries::hovered, this, [this](bool inside, int day) { showTip(inside, day); });
    connect(theme, &Theme::changed, this, &UsageChart::applyColors);
    applyColors();
}

void UsageChart::setDays(const QList<UsageDay> &days)
{
    m_days = days;
    m_total = 0;
    QList<qreal> lower;
    QList<qreal> upper;
    for (int day = 0; day < days.size(); ++day) {
        const UsageDay &of = days.at(day);
        const qint64 top = m_kind == Kind::Runs ? of.failed : of.output;
        m_total += valueAt(day);
        lower << double(valueAt(day) - top);
        upper << double(top);
    }
    m_lower->remove(0, m_lower->count());
    m_upper->remove(0, m_upper->count());
    m_lower->append(lower);
    m_upper->append(upper);
    fitAxes();
    applyColors();

    int most = 0;
    for (int day = 1; day < days.size(); ++day) {
        most = valueAt(day) > valueAt(most) ? day : most;
    }
    QStringList words;
    if (!days.isEmpty()) {
        words << tr("%1 from %2 to %3").arg(groupedNumber(m_total), dayText(days.first().date), dayText(days.last().date));
        if (m_total > 0) {
            words << tr("most on %1: %2").arg(dayText(days.at(most).date), groupedNumber(valueAt(most)));
        }
    }
    setAccessibleName(m_kind == Kind::Runs ? tr("Runs each day, as bars") : tr("Tokens each day, as bars"));
    setAccessibleDescription(words.join(u"; "_s) + u". "_s + tr("The table of days has every number."));
}

qint64 UsageChart::valueAt(int day) const
{
    // Tokens that are neither input nor output of anything are part of the total alone.
    return m_kind == Kind::Runs ? m_days.at(day).runs : m_days.at(day).total;
}

void UsageChart::fitAxes()
{
    double most = 0;
    for (int day = 0; day < m_days.size(); ++day) {
        most = std::max(most, double(valueAt(day)));
    }
    const double top = niceCeiling(most);
    m_values = makeAxis(m_values, Qt::AlignLeft, 0, top);
    for (int tick = 0; tick <= ticks; ++tick) {
        m_values->append(shortNumber(qint64(top * tick / ticks)), top * tick / ticks);
    }
    m_dates = makeAxis(m_dates, Qt::AlignBottom, -0.5, std::max(0.5, double(m_days.size()) - 0.5));
    const int step = std::max(1, int(std::ceil(double(m_days.size()) / shownDates)));
    // Counted back from today, which is what people look for.
    QList<int> shown;
    for (int day = int(m_days.size()) - 1; day >= 0; day -= step) {
        shown.prepend(day);
    }
    for (const int day : std::as_const(shown)) {
        m_dates->append(dayText(m_days.at(day).date), day);
    }
}

QCategoryAxis *UsageChart::makeAxis(QCategoryAxis *old, Qt::Alignment side, double from, double to)
{
    // An axis of categories takes no new labels for old places, so it is made anew.
    if (old) {
        m_series->detachAxis(old);
        chart()->removeAxis(old);
        delete old;
    }
    auto *axis = new QCategoryAxis;
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    axis->setStartValue(from - 1);
    axis->setRange(from, to);
    chart()->addAxis(axis, side);
    m_series->attachAxis(axis);
    return axis;
}

void UsageChart::applyColors()
{
    const ThemeColors &c = m_theme->colors();
    const bool plain = m_theme->kind() == ThemeKind::HighContrast;
    chart()->setBackgroundBrush(c.surface);
    chart()->setBackgroundPen(Qt::NoPen);
    setBackgroundBrush(c.surface);
    const QColor lower = c.accent;
    const QColor upper = m_kind == Kind::Runs ? c.error : c.information;
    m_lower->setBrush(plain ? QBrush(c.text, Qt::BDiagPattern) : QBrush(lower));
    m_upper->setBrush(plain ? QBrush(c.text) : QBrush(upper));
    m_lower->setPen(plain ? QPen(c.text) : QPen(Qt::NoPen));
    m_upper->setPen(plain ? QPen(c.text) : QPen(Qt::NoPen));
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.87);
    chart()->legend()->setFont(small);
    chart()->legend()->setLabelColor(c.muted);
    for (QCategoryAxis *axis : {m_values, m_dates}) {
        if (axis) {
            axis->setLabelsFont(small);
            axis->setLabelsColor(c.muted);
            axis->setLinePenColor(c.border);
            axis->setGridLinePen(QPen(c.border, 1));
        }
    }
    if (m_dates) {
        m_dates->setGridLineVisible(false);
    }
}

void UsageChart::showTip(bool inside, int day)
{
    if (!inside || day < 0 || day >= m_days.size()) {
        QToolTip::hideText();
        return;
    }
    const UsageDay &of = m_days.at(day);
    const QString date = QLocale().toString(of.date, QLocale::LongFormat);
    const QString text =
        m_kind == Kind::Runs
            ? tr("%1: %2 runs, %3 of them failed").arg(date, groupedNumber(of.runs), groupedNumber(of.failed))
            : tr("%1: %2 tokens, %3 in, %4 out").arg(date, groupedNumber(of.total), groupedNumber(of.input), groupedNumber(of.output));
    QToolTip::showText(QCursor::pos(), text, this);
}

void UsageChart::changeEvent(QEvent *event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        applyColors();
    }
}

} // namespace verderer
