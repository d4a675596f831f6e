// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/transcript.h"
#include "ui/widgets/theme.h"

#include <QHash>
#include <QWidget>

class QCheckBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTextBrowser;
class QTextCursor;

namespace verderer {

class EmptyState;

/// A conversation to read: who said what, tools with what they were asked and what they answered. Text can be selected and copied. Long conversations
/// and long texts are shown a part at a time, so that opening one never takes long. Hidden messages are shown on demand. Window's thread only.
class TranscriptView : public QWidget {
    Q_OBJECT
public:
    explicit TranscriptView(const Theme *theme, QWidget *parent = nullptr);

    /// A conversation. With `sameAsBefore` it is the one that was shown, read anew: place and unfolded parts stay.
    void setMessages(QList<TranscriptMessage> messages, bool sameAsBefore = false);
    /// Something in place of a conversation: it is being read, there is none and why, or it cannot be read.
    void showNote(const QString &icon, const QString &title, const QString &text);
    void showLoading();

    [[nodiscard]] const QList<TranscriptMessage> &messages() const { return m_messages; }
    [[nodiscard]] bool showsHidden() const;
    void setShowsHidden(bool shows);
    /// What can be read now, as plain text.
    [[nodiscard]] QString plainText() const;

Q_SIGNALS:
    /// The conversation is on the screen.
    void shown();

private:
    void render(bool keepPlace);
    void addMessage(QTextCursor *cursor, int index);
    void addBlock(QTextCursor *cursor, int message, int block);
    void addText(QTextCursor *cursor, const QString &text, bool fixed, bool quiet, int indent, const QString &key);
    void follow(const QString &link);
    void updateStrip(int hidden, int left);

    const Theme *m_theme;
    QStackedWidget *m_stack;
    EmptyState *m_note;
    QTextBrowser *m_text;
    QCheckBox *m_hidden;
    QLabel *m_count;
    QPushButton *m_more;
    QList<TranscriptMessage> m_messages;
    int m_limit = 0;                ///< messages shown, hidden ones not counted
    QHash<QString, int> m_unfolded; ///< characters shown of a text, by its place, where people asked for more
};

} // namespace verderer
