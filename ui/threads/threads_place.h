// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/threads/thread_query.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;

namespace verderer {

class Banner;
class BulkDialog;
class EmptyState;
class ListingView;
class NewThreadDialog;
class ThreadActs;
class ThreadDetail;
class ThreadExport;
class ThreadFilterBar;
class ThreadDetailPage;
class ThreadsModel;

/// All threads of the installation, every owner's and nobody's: the table in DeerFlow's order, one thread below it, and what can be done with them.
class ThreadsPlace : public Place {
    Q_OBJECT
public:
    explicit ThreadsPlace(const WindowServices &services, QWidget *parent = nullptr);
    ~ThreadsPlace() override;

    void open(const OpenWorkspace &workspace) override;
    void refresh() override;
    void activate() override;
    void showItem(const QString &id) override;
    [[nodiscard]] QVariantMap saveState() const override;
    void restoreState(const QVariantMap &state) override;

    [[nodiscard]] ListingView *table() const { return m_table; }
    [[nodiscard]] ThreadsModel *model() const { return m_model; }
    [[nodiscard]] ThreadDetailPage *page() const { return m_page; }
    [[nodiscard]] ThreadDetail *detail() const { return m_detail; }
    [[nodiscard]] ThreadFilterBar *filter() const { return m_filter; }
    /// The list, or the reason why there is none, was shown since the database was opened last.
    [[nodiscard]] bool isListShown() const { return m_listShown; }
    NewThreadDialog *newThread();
    void renameThread();
    void togglePin();
    void deleteThreads();
    void exportThreads();

Q_SIGNALS:
    /// The list, or the reason why there is none, is on the screen.
    void listShown();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void makeActions();
    void connectParts();
    void onDatabase();
    void ask();
    void showState();
    void showUnavailable(const Error &error);
    void updateHead();
    void updateStatus();
    void choose(const QString &id);
    void closeThread();
    /// The threads that an act is about: the selected rows, or the thread that is shown.
    void withChosen(const std::function<void(const QList<ThreadRecord> &)> &act);
    void openBulk(BulkDialog *dialog);

    WindowServices m_services;
    QString m_user;
    QString m_wantedId; ///< to be shown as soon as the database is there
    bool m_listShown = false;
    const void *m_asked = nullptr; ///< the access that was asked
    ThreadsModel *m_model;
    QLabel *m_title;
    QLabel *m_count;
    QPushButton *m_export;
    QPushButton *m_new;
    ThreadFilterBar *m_filter;
    Banner *m_banner;
    QStackedWidget *m_stack;
    EmptyState *m_note;
    QPushButton *m_retry;
    QPushButton *m_showAll;
    QPushButton *m_createFirst;
    QSplitter *m_splitter;
    ListingView *m_table;
    ThreadActs *m_acts;
    ThreadDetailPage *m_page;
    ThreadDetail *m_detail;
    ThreadExport *m_exporter;
    QList<QAction *> m_onThread; ///< actions that need a chosen thread
    JobSlot m_collect;
    JobSlot m_locate;
};

} // namespace verderer
