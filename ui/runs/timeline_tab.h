// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/runs/event_text.h"

#include <QWidget>

class QButtonGroup;
class QLabel;
class QListView;
class QPushButton;
class QSplitter;
class QStackedWidget;

namespace verderer {

class Banner;
class EmptyState;
class EventModel;
class TextPanel;
class Theme;

/// The timeline of a run: its events by group, and below them the one that was opened, whole. A view; its controller fills it.
class TimelineTab : public QWidget {
    Q_OBJECT
public:
    TimelineTab(const Theme *theme, EventModel *model, QWidget *parent = nullptr);

    [[nodiscard]] EventGroup group() const;
    void setGroup(EventGroup group);
    /// What is known of the number of events, from the model.
    void updateCount();
    /// Nothing has come yet.
    void showLoading();
    /// There is nothing to list: why, and what to do.
    void showNothing(const QString &title, const QString &text);
    void showList();
    /// Reading failed; what was read before stays.
    void showError(const Error &error);
    void hideError();
    /// Something to know about what is listed.
    void showNote(const QString &text);
    /// Opens the panel below with one event.
    void openEvent(const EventRow &row, const QString &offset, const QByteArray &detail);
    void closeEventPanel();
    [[nodiscard]] bool isEventOpen() const;

    [[nodiscard]] QListView *list() const { return m_list; }

Q_SIGNALS:
    void groupChosen(verderer::EventGroup group);
    /// Return, or a double click; also when the selection moves while the panel is open.
    void eventWanted(const QModelIndex &index);
    void retryWanted();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makeDetail(const Theme *theme);
    void applyColors();

    const Theme *m_theme;
    EventModel *m_model;
    QButtonGroup *m_groups;
    QLabel *m_count;
    Banner *m_banner;
    QStackedWidget *m_stack;
    QListView *m_list;
    EmptyState *m_nothing;
    QSplitter *m_splitter;
    QWidget *m_detail = nullptr;
    QLabel *m_detailTitle = nullptr;
    QLabel *m_detailFacts = nullptr;
    TextPanel *m_detailText = nullptr;
};

} // namespace verderer
