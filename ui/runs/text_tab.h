// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace verderer {

class TextPanel;
class Theme;

/// A tab that shows one text to read and copy.
class TextTab : public QWidget {
    Q_OBJECT
public:
    TextTab(const Theme *theme, const QString &objectName, const QString &name, QWidget *parent = nullptr);

    /// `note` stands above the text.
    void setText(const QByteArray &text, const QString &note);
    [[nodiscard]] const QByteArray &text() const;

private:
    void applyColors();

    const Theme *m_theme;
    QLabel *m_note;
    TextPanel *m_panel;
};

} // namespace verderer
