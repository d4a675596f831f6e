// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/install_dialog.h"

#include "ui/widgets/banner.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/result_line.h"
#include "ui/widgets/row_delegate.h"
#include "ui/widgets/text_format.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

enum Column { SourceColumn, SkillColumn, ContentColumn, ScannerColumn, ResultColumn };
constexpr qsizetype shownNames = 200;

QString decisionWords(ScanDecision decision)
{
    switch (decision) {
    case ScanDecision::Block:
        return InstallDialog::tr("✕ refuses it");
    case ScanDecision::Warn:
        return InstallDialog::tr("▲ warns");
    case ScanDecision::Allow:
        break;
    }
    return InstallDialog::tr("✓ found nothing");
}

} // namespace

InstallDialog::InstallDialog(const WindowServices &services, const SkillSession &session, const QStringList &paths, QWidget *parent)
    : SkillDialog(services, u"install"_s, tr("Install skills"), tr("&Install"), parent), m_session(session), m_list(new QTreeWidget(this)),
      m_details(new QPlainTextEdit(this)), m_replace(new QCheckBox(tr("&Replace skills of the same name; what was there goes to the trash"), this))
{
    m_list->setObjectName(u"installList"_s);
    m_list->setAccessibleName(tr("What is to be installed"));
    m_list->setColumnCount(5);
    m_list->setHeaderLabels({tr("From"), tr("Skill"), tr("Contents"), tr("Scanner"), tr("Result")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setItemDelegate(new RowDelegate(services.theme, m_list));
    m_list->header()->resizeSection(SourceColumn, scaled(this, 180));
    m_list->header()->resizeSection(SkillColumn, scaled(this, 140));
    m_list->header()->resizeSection(ContentColumn, scaled(this, 120));
    m_list->header()->resizeSection(ScannerColumn, scaled(this, 120));
    m_details->setObjectName(u"installDetails"_s);
    m_details->setAccessibleName(tr("What is in the chosen one, and what to know about it"));
    m_details->setReadOnly(true);
    m_details->setTabChangesFocus(true);
    m_replace->setObjectName(u"installReplace"_s);
    body()->addWidget(m_list, 2);
    body()->addWidget(m_details, 2);
    body()->addWidget(m_replace);
    for (const QString &path : paths) {
        m_rows.append({path, {}, false});
        auto *line = new QTreeWidgetItem(m_list, {QFileInfo(path).fileName(), QString(), tr("reading…")});
        line->setToolTip(SourceColumn, path);
    }
    m_list->setCurrentItem(m_list->topLevelItem(0));
    connect(m_list, &QTreeWidget::currentItemChanged, this, &InstallDialog::showDetails);
    connect(m_replace, &QCheckBox::toggled, this, &InstallDialog::update);
    resizeWithin(820, 560);
    update();
    lookAtNext(0);
}

bool InstallDialog::replaces() const
{
    return m_replace->isChecked();
}

void InstallDialog::lookAtNext(int row)
{
    if (row >= int(m_rows.size())) {
        update();
        Q_EMIT looked();
        return;
    }
    m_looking = services().jobs->run(
        this, [session = m_session, path = m_rows.at(row).path](const JobContext &job) { return previewSource(session, path, job.wait().cancel); },
        [this, row](const Result<SourcePreview> &preview) {
            m_rows[row].preview = preview;
            showRow(row);
            if (row == m_list->indexOfTopLevelItem(m_list->currentItem()))
                showDetails();
            lookAtNext(row + 1);
        });
}

void InstallDialog::showRow(int row)
{
    QTreeWidgetItem *line = m_list->topLevelItem(row);
    const Row &shown = m_rows.at(row);
    if (!shown.preview || shown.done)
        return;
    if (!*shown.preview) {
        line->setText(ContentColumn, QString());
        showRefusalIn(line, ResultColumn, shown.preview->error().message, services().theme->colors());
        return;
    }
    const SourcePreview &preview = **shown.preview;
    line->setText(SkillColumn, preview.name.isEmpty() ? tr("no name") : preview.name);
    line->setText(ContentColumn, tr("%n file(s), %1", nullptr, preview.files).arg(humanSize(preview.bytes)));
    line->setText(ScannerColumn, decisionWords(preview.scan.decision()));
    const QString refusal = preview.refusalText(replaces());
    if (!refusal.isEmpty())
        showRefusalIn(line, ResultColumn, refusal, services().theme->colors());
    else
        line->setText(ResultColumn, preview.nameTaken ? tr("will replace what is there") : tr("will be installed"));
}

void InstallDialog::showDetails()
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    if (row < 0 || !m_rows.at(row).preview) {
        m_details->setPlainText(QString());
        return;
    }
    const Result<SourcePreview> &preview = *m_rows.at(row).preview;
    if (!preview) {
        m_details->setPlainText(preview.error().message);
        return;
    }
    QStringList lines;
    if (preview->refusal)
        lines += preview->refusal->message;
    lines += preview->warnings;
    for (const ScanFinding &finding : preview->scan.findings) {
        const QString place = finding.line > 0 ? QString(finding.file + u':' + QString::number(finding.line)) : finding.file;
        lines += QString(scanSeverityName(finding.severity) + u"  "_s + place + u"  "_s + finding.message + u' ' + finding.remediation);
    }
    lines += preview->leftOut;
    if (!lines.isEmpty())
        lines += QString();
    lines += preview->names.first(std::min(shownNames, preview->names.size()));
    if (preview->names.size() > shownNames)
        lines += tr("and %n more", nullptr, int(preview->names.size() - shownNames));
    m_details->setPlainText(lines.join(u'\n'));
}

QList<int> InstallDialog::installable() const
{
    QList<int> rows;
    for (int row = 0; row < int(m_rows.size()); ++row) {
        const auto &preview = m_rows.at(row).preview;
        if (!m_rows.at(row).done && preview && *preview && (*preview)->refusalText(replaces()).isEmpty())
            rows << row;
    }
    return rows;
}

void InstallDialog::update()
{
    for (int row = 0; row < int(m_rows.size()); ++row)
        showRow(row);
    const bool all = std::all_of(m_rows.cbegin(), m_rows.cend(), [](const Row &row) { return row.preview.has_value(); });
    if (!all)
        setRefusal(tr("It is still being read."));
    else
        setRefusal(installable().isEmpty() ? tr("Nothing of it can be installed; the list says why.") : QString());
    m_replace->setEnabled(!mutation()->isRunning());
}

void InstallDialog::runningChanged(bool)
{
    m_replace->setEnabled(!mutation()->isRunning());
}

void InstallDialog::submit()
{
    m_todo = installable();
    m_installed = 0;
    m_failed = 0;
    banner()->hide();
    installNext();
}

void InstallDialog::installNext()
{
    if (m_todo.isEmpty()) {
        update();
        if (m_failed > 0)
            presentFailure(tr("Not everything was installed"), m_failure, [this] { submit(); });
        else
            banner()->present(Tone::Accent, tr("Installed"), tr("%n skill(s) were installed.", nullptr, m_installed));
        cancelButton()->setText(tr("&Close"));
        Q_EMIT finished(m_installed, m_failed);
        if (m_failed == 0 && m_installed == int(m_rows.size()))
            accept();
        return;
    }
    const int row = m_todo.takeFirst();
    const SourcePreview &preview = **m_rows.at(row).preview;
    mutation()->start(
        m_session, tr("Installing %1…").arg(preview.name),
        [session = m_session, preview, replace = replaces()](SkillEditor &, const MutationOptions &options) {
            return installSource(session, preview, replace, options);
        },
        [this, row](const Result<MutationOutcome> &outcome) { onInstalled(row, outcome); });
}

void InstallDialog::onInstalled(int row, const Result<MutationOutcome> &outcome)
{
    const Result<QString> told = outcome ? Result<QString>(outcome->warnings.join(u' ')) : Result<QString>(tl::unexpected(outcome.error()));
    showResultIn(m_list->topLevelItem(row), ResultColumn, told, tr("installed"), services().theme->colors());
    if (outcome) {
        m_rows[row].done = true;
        ++m_installed;
        Q_EMIT installed((*m_rows.at(row).preview)->name);
    } else {
        ++m_failed;
        m_failure = outcome.error();
        if (m_failure.code == ErrorCode::Cancelled)
            m_todo.clear();
    }
    installNext();
}

} // namespace verderer
