// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace verderer {

class ElidedLabel;
class Theme;

/// A number that matters, what it counts, and a note below it.
class FactCard : public QFrame {
    Q_OBJECT
public:
    FactCard(const Theme *theme, const QString &title, QWidget *parent = nullptr);

    /// `explanation` becomes the tooltip, below the note in full.
    void setFact(const QString &value, const QString &note, const QString &explanation = {});
    [[nodiscard]] QString value() const;
    [[nodiscard]] QString note() const;

    /// Marks the number as one that somebody should look at.
    void setAlarming(bool alarming);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void applyColors();

    const Theme *m_theme;
    QLabel *m_title;
    ElidedLabel *m_value;
    ElidedLabel *m_note;
    bool m_alarming = false;
};

} // namespace verderer
