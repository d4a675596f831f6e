// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include "gateway/gateway_probe.h"
#include "workspace/doctor.h"

class QLabel;
class QListView;
class QPushButton;

namespace verderer {

class Banner;
class DoctorModel;

/// What is wrong with the installation or worth knowing. Examined when the place is chosen, off the window's thread, and can be cancelled.
class DoctorPlace : public Place {
    Q_OBJECT
public:
    explicit DoctorPlace(const WindowServices &services, QWidget *parent = nullptr);

    void open(const OpenWorkspace &workspace) override;
    void refresh() override;
    void activate() override;

Q_SIGNALS:
    /// The findings are on the screen.
    void examined();

private:
    void examine();
    void run();
    void setRunning(bool running);

    WindowServices m_services;
    OpenWorkspace m_workspace;
    bool m_open = false;
    bool m_fresh = false;
    bool m_awaitsDatabase = false; ///< examined as soon as it is known whether there is one
    DoctorModel *m_model;
    QLabel *m_title;
    QLabel *m_progress;
    QPushButton *m_again;
    QPushButton *m_cancel;
    Banner *m_banner;
    QListView *m_list;
    JobSlot m_job;
    GatewayProbe *m_gateway = nullptr; ///< made when first needed: networking takes time to start
    DoctorReport m_report;
    QString m_gatewayText;
};

} // namespace verderer
