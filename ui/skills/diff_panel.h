// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/diff/diff_content.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include <QWidget>

class QLayout;

namespace verderer {

class DiffControls;
class DiffView;

/// A DiffView with its controls, that computes what differs off the window's thread. The controls may be put elsewhere (controls()).
class DiffPanel : public QWidget {
    Q_OBJECT
public:
    explicit DiffPanel(const WindowServices &services, QWidget *parent = nullptr);

    /// Shows what differs once it is computed; what was shown before stays until then.
    void showTexts(const QByteArray &oldText, const QByteArray &newText, const QString &oldLabel, const QString &newLabel);
    void showMessage(const QString &message);

    [[nodiscard]] DiffView *view() const { return m_view; }
    /// Takes the controls out, for a strip of the page's own. The caller puts them into a layout.
    [[nodiscard]] DiffControls *takeControls();
    [[nodiscard]] bool isUnified() const;
    void setUnified(bool unified);

Q_SIGNALS:
    /// The texts given last are shown. `changes`: how many stretches differ.
    void shown(int changes);

private:
    void compute();
    void applyColors();

    WindowServices m_services;
    DiffView *m_view;
    DiffControls *m_controls;
    QLayout *m_strip = nullptr;
    DiffContent m_content;
    JobSlot m_job;
    bool m_isShown = false; ///< m_content is what the view shows
};

} // namespace verderer
