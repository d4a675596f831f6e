// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "threads/thread_record.h"
#include "ui/widgets/theme.h"

#include <QFrame>

class QGridLayout;
class QLabel;

namespace verderer {

class DatabaseSource;

/// What became of a wish for a new thread: a headline, warnings, and a table of what was asked for beside what is stored. Hidden until shown.
class AnswerPanel : public QFrame {
    Q_OBJECT
public:
    AnswerPanel(const Theme *theme, const DatabaseSource *database, QWidget *parent = nullptr);

    void showCreated(const CreateThreadAnswer &answer);
    /// `wished`: only what was asked for is compared; the stored status is told besides.
    void showExisting(const CreateThreadAnswer &answer);
    /// After adding the wished metadata to the stored thread.
    void showAdded(const ThreadRecord &record);
    void showClaimed(const CreateThreadAnswer &answer);

    [[nodiscard]] QString headline() const;
    /// Every line of the table, cells parted by tabs: for screen readers and tests.
    [[nodiscard]] QString tableText() const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void start(bool good, const QString &headline, const QString &text);
    void addWarnings(const CreateThreadAnswer &answer);
    void addLine(const QString &field, const QString &wished, const QString &stored, bool head = false);
    void addDifferences(const CreateThreadAnswer &answer);

    const Theme *m_theme;
    const DatabaseSource *m_database;
    bool m_good = false;
    QLabel *m_headline;
    QLabel *m_warnings;
    QWidget *m_table;
    QGridLayout *m_grid;
    QStringList m_lines;
    QString m_plain;
};

} // namespace verderer
