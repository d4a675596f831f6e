// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/tokens_tab.h"

#include "ui/runs/number_table.h"
#include "ui/runs/run_text.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"

#include <QLabel>
#include <QLocale>
#include <QScrollArea>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int mostModels = 12;

NumberTable::Cell number(qint64 value)
{
    return {groupedNumber(value), {}, value == 0};
}

NumberTable::Cell share(qint64 part, qint64 whole)
{
    if (whole <= 0) {
        return {u"—"_s, {}, true};
    }
    return {QLocale().toString(100.0 * double(part) / double(whole), 'f', 1) + u" %"_s, {}, part == 0};
}

QLabel *heading(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    return label;
}

} // namespace

TokensTab::TokensTab(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme),
      m_byModel(new NumberTable(theme, {tr("Model"), tr("Input"), tr("of it from the cache"), tr("Output"), tr("Total"), tr("Share")}, this)),
      m_byCaller(new NumberTable(theme, {tr("Called by"), tr("Total"), tr("Share")}, this)), m_note(new QLabel(this))
{
    setObjectName(u"tokensTab"_s);
    m_byModel->setObjectName(u"tokensByModel"_s);
    m_byModel->setAccessibleName(tr("Tokens by model"));
    m_byModel->setFitted(mostModels);
    m_byCaller->setObjectName(u"tokensByCaller"_s);
    m_byCaller->setAccessibleName(tr("Tokens by caller"));
    m_byCaller->setFitted(4);
    m_note->setObjectName(u"tokensNote"_s);
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    auto *inside = new QWidget(this);
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(scaled(this, 20), scaled(this, 12), scaled(this, 20), scaled(this, 12));
    column->setSpacing(scaled(this, 6));
    column->addWidget(heading(tr("By model"), inside));
    column->addWidget(m_byModel);
    column->addSpacing(scaled(this, 12));
    column->addWidget(heading(tr("By caller"), inside));
    column->addWidget(m_byCaller);
    column->addWidget(m_note);
    column->addStretch(1);
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(inside);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);
    setFocusProxy(m_byModel);
    connect(theme, &Theme::changed, this, &TokensTab::applyColors);
    applyColors();
}

void TokensTab::showRun(const RunDetail &detail)
{
    const RunRecord &run = detail.run;
    QList<QList<NumberTable::Cell>> models;
    qint64 counted = 0;
    for (const ModelTokens &model : run.byModel) {
        counted += model.total;
    }
    const qint64 whole = std::max(counted, run.totalTokens);
    for (const ModelTokens &model : run.byModel) {
        models.append({{model.model, model.model},
                       number(model.input),
                       number(model.cacheRead),
                       number(model.output),
                       number(model.total),
                       share(model.total, whole)});
    }
    QStringList notes;
    if (models.isEmpty()) {
        // Rows of older versions have totals alone.
        models.append({{run.modelName.value_or(tr("unknown model")), {}, !run.modelName},
                       number(run.inputTokens),
                       {u"—"_s, {}, true},
                       number(run.outputTokens),
                       number(run.totalTokens),
                       share(run.totalTokens, whole)});
        notes << tr("This run has no numbers for each model; its totals are shown.");
    } else if (counted != run.totalTokens) {
        notes << tr("The models add up to %1, the run's own total is %2.").arg(groupedNumber(counted), groupedNumber(run.totalTokens));
    }
    m_byModel->setRows(models);

    const qint64 callers = run.leadAgentTokens + run.subagentTokens + run.middlewareTokens;
    QList<QList<NumberTable::Cell>> rows;
    const auto add = [&](const QString &name, qint64 tokens) { rows.append({{name, {}, false}, number(tokens), share(tokens, callers)}); };
    add(tr("Lead agent"), run.leadAgentTokens);
    add(tr("Subagents"), run.subagentTokens);
    add(tr("Middleware"), run.middlewareTokens);
    m_byCaller->setRows(rows);
    if (callers != run.totalTokens) {
        notes << tr("The callers add up to %1, the run's own total is %2.").arg(groupedNumber(callers), groupedNumber(run.totalTokens));
    }
    m_note->setText(notes.join(u' '));
    m_note->setVisible(!notes.isEmpty());
}

void TokensTab::applyColors()
{
    setTextColor(m_note, m_theme->colors().muted);
}

} // namespace verderer
