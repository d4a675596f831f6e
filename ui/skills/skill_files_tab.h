// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "ui/skills/package_files.h"

#include <QWidget>

class QLabel;
class QSplitter;
class QStackedWidget;
class QTreeWidget;

namespace verderer {

class Banner;
class ElidedLabel;
class EmptyState;
class TextView;
class Theme;

/// The Files tab: the tree of the skill's package, and the chosen file in the form that suits it. A view; its controller fills it.
class SkillFilesTab : public QWidget {
    Q_OBJECT
public:
    explicit SkillFilesTab(const Theme *theme, QWidget *parent = nullptr);

    void showLoading();
    /// What is chosen and opened stays so.
    void showFiles(const PackageFiles &package);
    void showNothing(const QString &title, const QString &text, const QString &details = {});
    /// Over the chosen file's text: its path and facts.
    void setFileFacts(const QString &path, const QString &facts);

    /// The path of the chosen file or folder; empty where none is.
    [[nodiscard]] QString currentPath() const;
    [[nodiscard]] bool isFolder(const QString &path) const;
    /// False where there is no such file.
    bool select(const QString &path);

    [[nodiscard]] QTreeWidget *tree() const { return m_tree; }
    [[nodiscard]] TextView *view() const { return m_view; }
    /// The acts on files: in the tree's menu, and as buttons below it.
    void setActions(const QList<QAction *> &actions);
    /// About the package or the chosen file.
    [[nodiscard]] Banner *banner() const { return m_banner; }

Q_SIGNALS:
    void currentChanged(const QString &path);

private:
    void applyColors();

    const Theme *m_theme;
    QStackedWidget *m_stack;
    EmptyState *m_nothing;
    Banner *m_banner;
    QSplitter *m_splitter;
    QTreeWidget *m_tree;
    QLabel *m_summary;
    QWidget *m_buttons;
    ElidedLabel *m_path;
    QLabel *m_facts;
    TextView *m_view;
    PackageFiles m_package;
    bool m_filling = false;
};

} // namespace verderer
