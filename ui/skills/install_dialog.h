// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/skills/install_source.h"
#include "ui/skills/skill_dialog.h"

#include <QList>
#include <QStringList>

class QCheckBox;
class QPlainTextEdit;
class QTreeWidget;

namespace verderer {

/// Installs archives and skills' folders for the user that is shown: lists each with what is in it, what the scanner says, and what would be refused;
/// then installs those that can be, one after the other, each with a result of its own.
class InstallDialog : public SkillDialog {
    Q_OBJECT
public:
    /// `paths`: absolute, of archives or folders.
    InstallDialog(const WindowServices &services, const SkillSession &session, const QStringList &paths, QWidget *parent);

Q_SIGNALS:
    /// Everything was looked at.
    void looked();
    /// A skill was installed.
    void installed(const QString &directory);
    /// All that could be done is done.
    void finished(int installed, int failed);

protected:
    void submit() override;
    void runningChanged(bool running) override;

private:
    struct Row {
        QString path;
        std::optional<Result<SourcePreview>> preview; ///< unset: not looked at yet
        bool done = false;
    };
    void lookAtNext(int row);
    void showRow(int row);
    void showDetails();
    void update();
    void installNext();
    void onInstalled(int row, const Result<MutationOutcome> &outcome);
    [[nodiscard]] bool replaces() const;
    [[nodiscard]] QList<int> installable() const;

    SkillSession m_session;
    QList<Row> m_rows;
    QList<int> m_todo;
    int m_installed = 0;
    int m_failed = 0;
    Error m_failure;
    QTreeWidget *m_list;
    QPlainTextEdit *m_details;
    QCheckBox *m_replace;
    JobSlot m_looking;
};

} // namespace verderer
