// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QPlainTextEdit>
#include <QWidget>

class QStackedWidget;

namespace verderer {

class PieceView;
class Theme;

/// Read-only text whose lines may be those of a unified diff: added and removed lines stand on their colours, their signs stay.
class PlainText : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit PlainText(const Theme *theme, QWidget *parent = nullptr);
    void setDiff(bool diff);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme *m_theme;
    bool m_diff = false;
};

/// A text of any size to read and copy from. What has too long lines for an editor is shown in pieces.
class TextPanel : public QWidget {
    Q_OBJECT
public:
    explicit TextPanel(const Theme *theme, QWidget *parent = nullptr);

    /// The name that screen readers say.
    void setName(const QString &name);
    void setBytes(const QByteArray &bytes);
    /// The lines are those of a unified diff.
    void setDiff(bool diff) { m_plain->setDiff(diff); }
    /// All of the text, as it was given.
    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }
    /// Puts all of it on the clipboard.
    void copyAll() const;

private:
    void applyColors();
    PieceView *pieces();

    const Theme *m_theme;
    QStackedWidget *m_stack;
    PlainText *m_plain;
    PieceView *m_pieces = nullptr; ///< made when it is needed
    QByteArray m_bytes;
    QString m_name;
};

} // namespace verderer
