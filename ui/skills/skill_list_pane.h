// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/catalog.h"

#include <QWidget>

class QAction;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace verderer {

class Banner;
class EmptyState;
class FilterChips;
class SkillListModel;
class SkillListView;
class Theme;

/// The left side of the skills place: search field, filter chips, the list, and what stands in its place while there is nothing to list. A view; its
/// controller fills it.
class SkillListPane : public QWidget {
    Q_OBJECT
public:
    SkillListPane(const Theme *theme, SkillListModel *model, QWidget *parent = nullptr);

    void showLoading();
    /// Takes counts and states from the model.
    void refresh();
    /// The walk itself could not be made, or its roots have problems. `notWritable`: why the user's own skills cannot be changed; empty where they
    /// can.
    void showProblems(const QList<Problem> &problems, const QString &notWritable = {});
    void setSearching(bool searching);
    void focusSearch();

    [[nodiscard]] SkillListView *list() const { return m_list; }
    [[nodiscard]] QString filter() const;
    void setFilter(const QString &filter);
    /// No search and no filter any more.
    void showAll();
    /// What the buttons beside the search do; they follow the actions' states.
    void setActions(QAction *newSkill, QAction *trash);

Q_SIGNALS:
    void searchChanged(const QString &text);
    void filterChosen(const QString &filter);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    SkillListModel *m_model;
    QLineEdit *m_search;
    QPushButton *m_new;
    QPushButton *m_trash;
    QPushButton *m_first; ///< the same as m_new, where there is no skill yet
    FilterChips *m_chips;
    Banner *m_banner;
    QStackedWidget *m_stack;
    SkillListView *m_list;
    EmptyState *m_empty;
    EmptyState *m_noMatch;
    EmptyState *m_loading;
    bool m_searching = false;
};

} // namespace verderer
