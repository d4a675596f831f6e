// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "ui/skills/skill_report.h"

#include <QWidget>

class QGridLayout;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTreeWidget;

namespace verderer {

class Badge;
class EmptyState;
class Theme;

/// The Verdict tab: what DeerFlow makes of the text, what the scanner decided, and everything that was found, with its place and what to do. A click
/// on a place, Return or a double click goes there. A view.
class VerdictTab : public QWidget {
    Q_OBJECT
public:
    explicit VerdictTab(const Theme *theme, QWidget *parent = nullptr);

    void showLoading();
    void showReport(const SkillReport &report);
    void showNothing(const QString &title, const QString &text, const QString &details = {});

    [[nodiscard]] QTreeWidget *list() const { return m_list; }

Q_SIGNALS:
    void placeWanted(const QString &file, int line, int column);

private:
    struct Fact {
        Badge *badge = nullptr;
        QLabel *text = nullptr;
    };
    Fact addFact(QGridLayout *grid, const QString &name);
    void showFacts(const SkillReport &report);
    void showItems();
    void showDetails();
    void goToCurrent();
    void applyColors();

    const Theme *m_theme;
    QStackedWidget *m_stack;
    EmptyState *m_nothing;
    Fact m_accepted;
    Fact m_listed;
    Fact m_scanned;
    QLabel *m_typed;
    QStackedWidget *m_lower;
    QTreeWidget *m_list;
    QLabel *m_details;
    QPushButton *m_go;
    QList<ReportItem> m_items;
};

/// A level as a sign and a word: "✕ critical".
QString levelText(ReportItem::Level level);

} // namespace verderer
