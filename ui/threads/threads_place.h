// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/place.h"

namespace verderer {

/// All threads of the installation, every owner's and nobody's.
class ThreadsPlace : public Place {
    Q_OBJECT
public:
    explicit ThreadsPlace(const WindowServices &services, QWidget *parent = nullptr);

    void open(const OpenWorkspace &workspace) override;
    void refresh() override;

private:
    WindowServices m_services;
};

} // namespace verderer
