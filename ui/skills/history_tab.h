// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/history.h"
#include "ui/widgets/place.h"

#include <QWidget>

class QComboBox;
class QPlainTextEdit;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace verderer {

class Banner;
class DiffPanel;
class EmptyState;
class HistoryModel;

/// With what a record is compared.
struct Comparison {
    enum class Against { Previous, Present, Record };
    Against against = Against::Previous;
    HistoryEntry other; ///< where Record
};

/// The History tab: the records, and below them what the chosen one changed. A view; its controller fills it.
class HistoryTab : public QWidget {
    Q_OBJECT
public:
    explicit HistoryTab(const WindowServices &services, QWidget *parent = nullptr);

    [[nodiscard]] HistoryModel *model() const { return m_model; }
    [[nodiscard]] QTableView *table() const { return m_table; }
    [[nodiscard]] DiffPanel *panel() const { return m_panel; }
    [[nodiscard]] Banner *banner() const { return m_banner; }

    void showLoading();
    void showRecords();
    /// There is no history, or it cannot be read.
    void showNothing(const QString &title, const QString &text, const QString &details = {});
    /// What an unreadable line holds.
    void showRaw(const QByteArray &bytes, const QString &problem);
    void showDiff();

    /// The record chosen in the table; nothing where another row is.
    [[nodiscard]] std::optional<HistoryEntry> current() const;
    void select(const HistoryEntry &entry);
    void selectNewest();
    [[nodiscard]] Comparison comparison() const;
    /// Fills the two selectors anew; what is chosen in them stays.
    void refreshSelectors();
    void setCanRestore(bool can, const QString &reason);

    [[nodiscard]] QByteArray splitterState() const;
    void restoreSplitter(const QByteArray &state);

Q_SIGNALS:
    void currentChanged();
    void comparisonChanged();
    void restoreRequested();

private:
    WindowServices m_services;
    HistoryModel *m_model;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    Banner *m_banner;
    QSplitter *m_splitter;
    QTableView *m_table;
    QComboBox *m_this;
    QComboBox *m_against;
    QPushButton *m_restore;
    QStackedWidget *m_lower;
    DiffPanel *m_panel;
    QPlainTextEdit *m_raw;
    bool m_filling = false;
    bool m_splitterMoved = false; ///< by hand, now or in an earlier session
};

} // namespace verderer
