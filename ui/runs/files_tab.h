// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "runs/transcript.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;
class QSplitter;
class QStackedWidget;

namespace verderer {

class EmptyState;
class TextPanel;
class Theme;

/// The files that a run changed, and the difference of the one that is chosen. A view.
class FilesTab : public QWidget {
    Q_OBJECT
public:
    explicit FilesTab(const Theme *theme, QWidget *parent = nullptr);

    void showLoading();
    /// `whyNone`: why no events can be read here; empty where they can.
    void showChanges(const QList<WorkspaceChanges> &changes, const QString &whyNone);
    void showError(const Error &error);

    [[nodiscard]] QListWidget *list() const { return m_list; }

Q_SIGNALS:
    void retryWanted();

private:
    void showFile(int row);
    void applyColors();

    const Theme *m_theme;
    QStackedWidget *m_stack;
    EmptyState *m_nothing;
    QLabel *m_summary;
    QSplitter *m_splitter;
    QListWidget *m_list;
    TextPanel *m_diff;
    QPushButton *m_retry;
    QList<WorkspaceChanges::File> m_files;
};

} // namespace verderer
