// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QDialog>

#include <optional>

class QLabel;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace verderer {

class Banner;
class Theme;

/// Asks whether all orphans of a list are to be adopted, and shows what became of each. A view; its flow does the work.
class AdoptDialog : public QDialog {
    Q_OBJECT
public:
    enum class Outcome { Made, AlreadyThere, Failed };
    struct Row {
        QString runId;
        QString threadId;
        Outcome outcome = Outcome::Made;
        QString message; ///< why it failed, or what is to be known although it did not; may be empty
    };

    /// `known`: how many runs there are, `exact` false: at least so many.
    AdoptDialog(const Theme *theme, qint64 known, bool exact, QWidget *parent = nullptr);

    void showRunning();
    void addRow(const Row &row);
    /// It is over; `error`: it stopped before the end, and why.
    void showEnd(const std::optional<Error> &error);

    void reject() override;

Q_SIGNALS:
    void startRequested();
    void cancelRequested();

private:
    void updateProgress();

    const Theme *m_theme;
    qint64 m_known;
    bool m_exact;
    bool m_running = false;
    int m_made = 0, m_there = 0, m_failed = 0;
    int m_warned = 0; ///< of those that did not fail
    QLabel *m_intro;
    Banner *m_banner;
    QProgressBar *m_progress;
    QLabel *m_count;
    QTableWidget *m_rows;
    QPushButton *m_start;
    QPushButton *m_cancel;
};

} // namespace verderer
