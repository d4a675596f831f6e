// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/merge_dialog.h"

#include "diff/diff.h"
#include "ui/diff/merge_view.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/text_format.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

MergeDialog::MergeDialog(const WindowServices &services, const QString &skillName, QWidget *parent)
    : QDialog(parent), m_services(services), m_intro(new QLabel(this)), m_banner(new Banner(services.theme, this)), m_view(new MergeView(this)),
      m_accept(new QPushButton(tr("&Take the merged text"), this))
{
    setObjectName(u"mergeDialog"_s);
    setWindowTitle(tr("Merge %1").arg(skillName));
    setAttribute(Qt::WA_DeleteOnClose);
    setSizeGripEnabled(true);
    m_intro->setObjectName(u"dialogIntro"_s);
    m_intro->setWordWrap(true);
    m_intro->setText(tr("Your text and the one on disk were both changed. The merged text comes into the editor; nothing is saved yet."));
    m_banner->setDismissible(false);
    m_accept->setObjectName(u"dialogAccept"_s);
    m_accept->setDefault(true);
    auto *cancel = new QPushButton(tr("&Cancel"), this);
    cancel->setObjectName(u"dialogCancel"_s);
    cancel->setAutoDefault(false);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(scaled(this, 20), scaled(this, 16), scaled(this, 20), scaled(this, 8));
    head->addWidget(m_intro);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(scaled(this, 20), scaled(this, 12), scaled(this, 20), scaled(this, 12));
    foot->setSpacing(scaled(this, 8));
    foot->addStretch();
    foot->addWidget(cancel);
    foot->addWidget(m_accept);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_banner);
    auto *body = new QHBoxLayout;
    body->setContentsMargins(scaled(this, 12), 0, scaled(this, 12), 0);
    body->addWidget(m_view);
    column->addLayout(body, 1);
    column->addLayout(foot);
    connect(m_accept, &QPushButton::clicked, this, &QDialog::accept);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_view, &MergeView::openConflictsChanged, this, &MergeDialog::updateAccept);
    const auto applyColors = [this] { m_view->setColors(diffColors(m_services.theme->colors(), Theme::textFont(), font())); };
    connect(services.theme, &Theme::changed, this, applyColors);
    applyColors();
    updateAccept();
    QSize size(scaled(this, 1040), scaled(this, 700));
    if (parent)
        size = size.boundedTo(parent->window()->size() - QSize(scaled(this, 32), scaled(this, 32)));
    resize(size);
}

void MergeDialog::setTexts(const QByteArray &base, const QByteArray &mine, const QByteArray &theirs)
{
    m_job = m_services.jobs->run(
        this,
        [base, mine, theirs, mineLabel = tr("your text"), theirsLabel = tr("on disk")](const JobContext &job) {
            return mergeTexts(base, mine, theirs, mineLabel, theirsLabel, job.wait().cancel);
        },
        [this](const Result<MergeResult> &merge) {
            if (!merge) {
                m_banner->present(Tone::Error, errorHeadline(merge.error().code), merge.error().message, errorDetailText(merge.error()));
                return;
            }
            m_ready = true;
            m_view->setMerge(*merge, tr("your text"), tr("on disk"));
            if (merge->conflicts == 0)
                m_intro->setText(tr("Both sets of changes fit together. The merged text comes into the editor; nothing is saved yet."));
            updateAccept();
            // Once the result has its size.
            if (merge->conflicts > 0)
                QMetaObject::invokeMethod(
                    m_view, [this] { m_view->goToConflict(0); }, Qt::QueuedConnection);
            Q_EMIT shown();
        });
}

QByteArray MergeDialog::result() const
{
    return m_view->resultBytes();
}

void MergeDialog::updateAccept()
{
    const int open = m_ready ? m_view->openConflicts() : 0;
    m_accept->setEnabled(m_ready && open == 0);
    m_accept->setToolTip(open > 0 ? tr("%n conflict(s) still open: choose a side or edit the text below.", nullptr, open) : QString());
}

} // namespace verderer
