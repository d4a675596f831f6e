// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include <QDialog>

class QLabel;
class QPushButton;

namespace verderer {

class Banner;
class MergeView;

/// Merges the typed text with the one on disk; what both left alone or only one changed is merged already. Opened with open(); deletes itself.
/// Object names: mergeDialog, dialogAccept, dialogCancel, and those of MergeView.
class MergeDialog : public QDialog {
    Q_OBJECT
public:
    MergeDialog(const WindowServices &services, const QString &skillName, QWidget *parent = nullptr);

    /// Computes the merge off the window's thread and shows it.
    void setTexts(const QByteArray &base, const QByteArray &mine, const QByteArray &theirs);
    [[nodiscard]] QByteArray result() const;

Q_SIGNALS:
    /// The merge is on the screen.
    void shown();

private:
    void updateAccept();

    WindowServices m_services;
    QLabel *m_intro;
    Banner *m_banner;
    MergeView *m_view;
    QPushButton *m_accept;
    JobSlot m_job;
    bool m_ready = false;
};

} // namespace verderer
