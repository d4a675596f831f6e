// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/export_format.h"
#include "ui/runs/run_question.h"

#include <QTimer>
#include <QWidget>

class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace verderer {

class Banner;
class ChoiceButton;
class EmptyState;
class FilterChips;
class RunListModel;
class RunListView;
class Theme;

/// The left side of the runs place: search, chips, filters, the list, and what stands in its place while there is nothing to list. A view; its
/// controller fills it.
class RunListPane : public QWidget {
    Q_OBJECT
public:
    RunListPane(const Theme *theme, RunListModel *model, QWidget *parent = nullptr);

    [[nodiscard]] const RunQuestion &question() const { return m_question; }
    /// Puts the controls to this question; asked() is not told.
    void setQuestion(const RunQuestion &question);

    /// How many runs a chip would list; `exact` false: that many are known, and there are more.
    void setCount(const QString &chip, qint64 count, bool exact);
    /// Takes states from the model.
    void refresh();
    /// There is no database to list from: why, and what to do.
    void showUnavailable(const Error &error);
    void setOwners(const QList<std::pair<QString, QString>> &owners); ///< ids and names
    void setModels(const QStringList &models);
    /// All orphans that pass the filter can be adopted.
    void setCanAdopt(bool can);
    void focusSearch();

    [[nodiscard]] RunListView *list() const { return m_list; }
    [[nodiscard]] Banner *banner() const { return m_banner; }

Q_SIGNALS:
    /// The question is another one now. Typing is gathered first.
    void asked(const verderer::RunQuestion &question);
    void adoptAllRequested();
    /// The whole list as a file.
    void exportRequested(verderer::ExportFormat format);
    void retryRequested();
    /// A filter's menu opens: owners and models can be brought up to date.
    void choicesWanted();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeFilters();
    void makeMenu(const Theme *theme);
    void makeStates(const Theme *theme);
    void change(const RunQuestion &question);

    RunListModel *m_model;
    RunQuestion m_question;
    QLineEdit *m_search;
    FilterChips *m_chips;
    ChoiceButton *m_owner;
    ChoiceButton *m_modelChoice;
    ChoiceButton *m_time;
    QPushButton *m_more;
    QPushButton *m_adoptAll;
    Banner *m_banner;
    QStackedWidget *m_stack;
    RunListView *m_list;
    EmptyState *m_empty;
    EmptyState *m_noMatch;
    EmptyState *m_loading;
    EmptyState *m_failed;
    EmptyState *m_unavailable;
    QTimer m_typing;
    bool m_setting = false;
    bool m_isUnavailable = false;
};

} // namespace verderer
