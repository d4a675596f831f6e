// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/diff_panel.h"

#include "ui/diff/diff_colors.h"
#include "ui/diff/diff_controls.h"
#include "ui/diff/diff_view.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/text_format.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

DiffPanel::DiffPanel(const WindowServices &services, QWidget *parent)
    : QWidget(parent), m_services(services), m_view(new DiffView(this)), m_controls(new DiffControls(m_view, this))
{
    m_view->setObjectName(u"diffView"_s);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *strip = new QHBoxLayout;
    strip->setContentsMargins(scaled(this, 20), scaled(this, 2), scaled(this, 20), scaled(this, 6));
    strip->addWidget(m_controls);
    m_strip = strip;
    column->addLayout(strip);
    column->addWidget(m_view, 1);
    connect(m_view, &DiffView::ignoreWhitespaceChanged, this, [this] {
        if (!m_content.oldLabel.isEmpty())
            compute();
    });
    connect(services.theme, &Theme::changed, this, &DiffPanel::applyColors);
    applyColors();
}

DiffControls *DiffPanel::takeControls()
{
    m_strip->removeWidget(m_controls);
    m_strip->setContentsMargins(0, 0, 0, 0);
    return m_controls;
}

void DiffPanel::applyColors()
{
    m_view->setColors(diffColors(m_services.theme->colors(), Theme::textFont(), font()));
}

void DiffPanel::showTexts(const QByteArray &oldText, const QByteArray &newText, const QString &oldLabel, const QString &newLabel)
{
    // The same again: the place that was scrolled to stays.
    if (m_isShown && m_content.oldText == oldText && m_content.newText == newText && m_content.oldLabel == oldLabel &&
        m_content.newLabel == newLabel) {
        Q_EMIT shown(int(m_content.lines.hunks.size()));
        return;
    }
    m_content = {};
    m_content.oldText = oldText;
    m_content.newText = newText;
    m_content.oldLabel = oldLabel;
    m_content.newLabel = newLabel;
    compute();
}

void DiffPanel::showMessage(const QString &message)
{
    m_job.abandon();
    m_isShown = false;
    m_content = {};
    m_view->clear(message);
}

void DiffPanel::compute()
{
    m_isShown = false;
    DiffOptions options;
    options.ignoreWhitespace = m_view->ignoreWhitespace();
    m_job = m_services.jobs->run(
        this,
        [content = m_content, options](const JobContext &job) -> Result<DiffContent> {
            Result<LineDiff> lines = diffLines(content.oldText, content.newText, options, job.wait().cancel);
            if (!lines)
                return tl::unexpected(lines.error());
            DiffContent result = content;
            result.lines = std::move(*lines);
            result.ignoresWhitespace = options.ignoreWhitespace;
            return result;
        },
        [this](const Result<DiffContent> &result) {
            if (!result) {
                m_view->clear(errorHeadline(result.error().code) + u": "_s + result.error().message);
                Q_EMIT shown(0);
                return;
            }
            m_content = *result;
            m_view->setContent(m_content);
            m_isShown = true;
            Q_EMIT shown(int(m_content.lines.hunks.size()));
        });
}

bool DiffPanel::isUnified() const
{
    return m_view->diffLayout() == DiffView::Layout::Unified;
}

void DiffPanel::setUnified(bool unified)
{
    m_view->setDiffLayout(unified ? DiffView::Layout::Unified : DiffView::Layout::SideBySide);
}

} // namespace verderer
