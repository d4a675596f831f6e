// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/doctor_place.h"

#include "database/audit_log.h"
#include "ui/shell/doctor_delegate.h"
#include "ui/shell/doctor_model.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/text_format.h"
#include "workspace/database_access.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QProcessEnvironment>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

DoctorPlace::DoctorPlace(const WindowServices &services, QWidget *parent)
    : Place(parent), m_services(services), m_model(new DoctorModel(this)), m_title(new QLabel(tr("Doctor"), this)), m_progress(new QLabel(this)),
      m_again(new QPushButton(tr("&Examine again"), this)), m_cancel(new QPushButton(tr("&Cancel"), this)),
      m_banner(new Banner(services.theme, this)), m_list(new QListView(this))
{
    setObjectName(u"doctorPlace"_s);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    QFont titleFont = font();
    titleFont.setPointSizeF(titleFont.pointSizeF() * 1.35);
    titleFont.setBold(true);
    m_title->setFont(titleFont);
    m_progress->setObjectName(u"doctorProgress"_s);
    m_again->setObjectName(u"examineButton"_s);
    m_cancel->setObjectName(u"doctorCancelButton"_s);
    m_banner->setObjectName(u"doctorBanner"_s);
    m_list->setObjectName(u"doctorList"_s);
    m_list->setAccessibleName(tr("Findings"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new DoctorDelegate(services.theme, m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *copy = new QAction(tr("&Copy the path"), m_list);
    copy->setObjectName(u"copyFindingPath"_s);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    m_list->addAction(copy);
    connect(copy, &QAction::triggered, this, [this] {
        const QString path = m_list->currentIndex().data(DoctorModel::PathRole).toString();
        if (!path.isEmpty())
            QGuiApplication::clipboard()->setText(path);
    });

    auto *head = new QHBoxLayout;
    head->setContentsMargins(scaled(this, 20), scaled(this, 12), scaled(this, 20), scaled(this, 12));
    head->setSpacing(scaled(this, 12));
    head->addWidget(m_title);
    head->addWidget(m_progress, 1);
    head->addWidget(m_cancel);
    head->addWidget(m_again);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_banner);
    column->addWidget(m_list, 1);
    connect(m_again, &QPushButton::clicked, this, &DoctorPlace::examine);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (m_awaitsDatabase) {
            m_awaitsDatabase = false;
            setRunning(false);
        }
        m_job.cancel();
    });
    if (m_services.database) {
        connect(m_services.database, &DatabaseSource::changed, this, [this] {
            if (m_awaitsDatabase && m_services.database->state() != DatabaseSource::State::Opening) {
                m_awaitsDatabase = false;
                run();
            }
        });
    }
    setRunning(false);
}

void DoctorPlace::open(const OpenWorkspace &workspace)
{
    m_workspace = workspace;
    m_open = true;
    m_fresh = false;
    m_awaitsDatabase = false;
    m_job.abandon();
    setRunning(false);
    Q_EMIT badgeChanged(0);
    if (isVisible())
        examine();
}

void DoctorPlace::refresh()
{
    // Every history is read whole, so this is done when asked for, not whenever the window comes to the front.
}

void DoctorPlace::activate()
{
    m_list->setFocus(Qt::OtherFocusReason);
    if (m_open && !m_fresh && !m_awaitsDatabase && !m_job.isRunning())
        examine();
}

void DoctorPlace::setRunning(bool running)
{
    m_cancel->setVisible(running);
    m_again->setEnabled(!running);
    m_progress->setText(running ? tr("Examining…") : QString());
}

void DoctorPlace::examine()
{
    m_banner->hide();
    setRunning(true);
    m_awaitsDatabase = m_services.database && m_services.database->state() == DatabaseSource::State::Opening;
    if (!m_awaitsDatabase)
        run();
}

void DoctorPlace::run()
{
    if (!m_gateway) {
        m_gateway = new GatewayProbe(this);
        connect(m_gateway, &GatewayProbe::finished, this, [this](const GatewayStatus &status) {
            m_gatewayText = status.url.toDisplayString() + u" · "_s + status.detail;
            if (m_fresh)
                m_model->setReport(m_report, m_gatewayText);
        });
    }
    m_gateway->start(GatewayProbe::localUrl(QProcessEnvironment::systemEnvironment()));
    DoctorRequest request;
    request.workspace = m_workspace.workspace;
    request.draftsFolder = m_workspace.editing.drafts ? m_workspace.editing.drafts->folder() : QString();
    if (m_services.database && m_services.database->state() == DatabaseSource::State::Ready) {
        request.database = m_services.database->access();
        request.auditLog = AuditLog(stateFolder(QProcessEnvironment::systemEnvironment()), nullptr, {}, {}).path();
    }
    m_job = m_services.jobs->run(
        this,
        [this, request](const JobContext &job) {
            DoctorRequest asked = request;
            asked.examine = [this, &job](const QString &what) { job.report([this, what] { m_progress->setText(tr("Examining %1…").arg(what)); }); };
            return examineWorkspace(asked, job.wait().cancel);
        },
        [this](const Result<DoctorReport> &report) {
            setRunning(false);
            if (!report) {
                if (report.error().code == ErrorCode::Cancelled)
                    m_banner->present(Tone::Information, tr("Cancelled"), tr("Nothing was changed; what was found before is shown."));
                else
                    m_banner->present(Tone::Error, errorHeadline(report.error().code), report.error().message, errorDetailText(report.error()));
                Q_EMIT examined();
                return;
            }
            m_fresh = true;
            m_report = *report;
            m_model->setReport(m_report, m_gatewayText);
            Q_EMIT badgeChanged(m_model->warnings());
            PlaceStatus status;
            status.tone = m_model->warnings() > 0 ? Tone::Warning : Tone::Accent;
            status.state = m_model->warnings() > 0 ? tr("%n thing(s) to look at", nullptr, m_model->warnings()) : tr("nothing is wrong");
            Q_EMIT statusChanged(status);
            Q_EMIT examined();
        });
}

} // namespace verderer
