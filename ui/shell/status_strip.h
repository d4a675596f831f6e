// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/place_status.h"

#include <QWidget>

class QLabel;

namespace verderer {

class ElidedLabel;

/// The foot of the window.
class StatusStrip : public QWidget {
    Q_OBJECT
public:
    explicit StatusStrip(const Theme *theme, QWidget *parent = nullptr);
    void setStatus(const PlaceStatus &status);
    [[nodiscard]] PlaceStatus status() const { return m_status; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void apply();

    const Theme *m_theme;
    PlaceStatus m_status;
    QLabel *m_dot;
    ElidedLabel *m_state;
    ElidedLabel *m_facts;
    ElidedLabel *m_right;
};

} // namespace verderer
