// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/threads/thread_query.h"
#include "ui/widgets/theme.h"

#include <QTimer>
#include <QWidget>

class QLineEdit;

namespace verderer {

class ChoiceButton;

/// The line over the table that narrows it. Typing is gathered for a moment before it counts.
class ThreadFilterBar : public QWidget {
    Q_OBJECT
public:
    explicit ThreadFilterBar(const Theme *theme, QWidget *parent = nullptr);

    /// Whom one can choose: id and name; another id can be typed. The chosen one stays, also where it is not among them.
    void setOwners(const QList<std::pair<QString, QString>> &owners);
    [[nodiscard]] ThreadQuery query() const;
    void setQuery(const ThreadQuery &query);
    void clear();
    void focusText();

Q_SIGNALS:
    void queryChanged();
    /// Down or Return in the text: the keys are wanted in the table.
    void leave();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QLineEdit *m_text;
    ChoiceButton *m_owner;
    ChoiceButton *m_status;
    ChoiceButton *m_updated;
    QTimer m_gather;
    bool m_filling = false;
};

} // namespace verderer
