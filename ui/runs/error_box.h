// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QPlainTextEdit;
class QPushButton;

namespace verderer {

class Theme;

/// What a run failed with: the whole text, to be selected and copied. As high as its text up to a few lines, and scrolled beyond.
class ErrorBox : public QFrame {
    Q_OBJECT
public:
    explicit ErrorBox(const Theme *theme, QWidget *parent = nullptr);

    /// An empty text hides the box.
    void setError(const QString &text);
    [[nodiscard]] QString error() const { return m_text; }
    void copy() const;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void applyColors();
    void fit();

    const Theme *m_theme;
    QPlainTextEdit *m_view;
    QPushButton *m_copy;
    QString m_text;
};

} // namespace verderer
