// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diff/diff.h"
#include "ui/diff/diff_colors.h"

#include <QByteArray>
#include <QString>
#include <QWidget>

#include <memory>

class QLabel;
class QPushButton;
class QTimer;

namespace verderer {

class MergeDocument;
class SkillTextEdit;

/// Lets a person finish a three-way merge. Above, the conflict at hand: mine, base and theirs; below, the whole result, which may be edited anywhere.
/// A conflict stands in the result between the usual markers until it is resolved by a choice or by editing the markers away; undo opens it again.
/// A pure view; window thread only.
///
/// Object names: mergeMine, mergeBase, mergeTheirs (texts), mergeResult (the SkillTextEdit), chooseMineButton, chooseTheirsButton, chooseBothButton,
/// chooseBaseButton, editConflictButton, previousConflictButton, nextConflictButton, conflictLabel.
class MergeView : public QWidget {
    Q_OBJECT
public:
    enum class Choice { Mine, Theirs, Both, Base }; ///< Both: mine, then theirs

    explicit MergeView(QWidget *parent = nullptr);
    ~MergeView() override;

    /// Shows a merge; the labels name the sides for people ("your text", "on disk, changed 09:14").
    void setMerge(const MergeResult &merge, const QString &mineLabel, const QString &theirsLabel);
    void setColors(const DiffColors &colors);

    /// The result as it stands, exact bytes; holds markers while openConflicts() > 0.
    [[nodiscard]] QByteArray resultBytes() const;
    [[nodiscard]] int conflictCount() const;
    [[nodiscard]] int openConflicts() const;
    /// 0-based; -1 where there are none.
    [[nodiscard]] int currentConflict() const;
    void goToConflict(int index);
    /// Puts that text in the place of the current conflict, as one step that can be undone.
    void choose(Choice choice);
    [[nodiscard]] SkillTextEdit *resultEdit() const;

Q_SIGNALS:
    void openConflictsChanged(int open);
    /// The last open conflict was resolved.
    void resolved();
    /// The result's text changed.
    void resultEdited();

private:
    QWidget *makeControls();
    QWidget *makeSides();
    void refresh();
    void showCurrent();
    void onResultModified(int position, int type, int length);
    void editByHand();

    std::unique_ptr<MergeDocument> m_document;
    DiffColors m_colors;
    int m_current = -1;
    int m_open = 0;
    QTimer *m_refreshTimer = nullptr; // gathers the many parts of one edit
    QWidget *m_sides = nullptr;
    QLabel *m_conflictLabel = nullptr;
    QLabel *m_mineLabel = nullptr;
    QLabel *m_baseLabel = nullptr;
    QLabel *m_theirsLabel = nullptr;
    QLabel *m_resultLabel = nullptr;
    SkillTextEdit *m_mine = nullptr;
    SkillTextEdit *m_base = nullptr;
    SkillTextEdit *m_theirs = nullptr;
    SkillTextEdit *m_result = nullptr;
    QPushButton *m_previous = nullptr;
    QPushButton *m_next = nullptr;
    QList<QPushButton *> m_choices; // in the order of Choice
    QPushButton *m_edit = nullptr;
};

} // namespace verderer
