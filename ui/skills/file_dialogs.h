// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/skills/skill_dialog.h"
#include "ui/skills/skill_services.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace verderer {

class SkillTextEdit;

/// A support file that is typed: a new one, or one that is there. Saved in the mutation order; where somebody changed the file meanwhile it says so,
/// and what is typed stays until it is saved or given up.
class FileEditDialog : public SkillDialog {
    Q_OBJECT
public:
    struct File {
        QString directory;      ///< the skill
        QString path;           ///< below it; empty: a new file, whose name is asked for
        QByteArray bytes;       ///< as they were read
        QString suggested = {}; ///< the name a new file begins with: "references/"
    };
    FileEditDialog(const WindowServices &services, const SkillSession &session, const File &file, QWidget *parent);

    [[nodiscard]] SkillTextEdit *editor() const { return m_editor; }

Q_SIGNALS:
    void saved(const QString &path, const QStringList &warnings);

protected:
    void submit() override { save(true); }

private:
    void update();
    void save(bool compare);
    void onSaved(const QString &path, const Result<MutationOutcome> &outcome);

    SkillSession m_session;
    File m_file;
    QLineEdit *m_name = nullptr;
    SkillTextEdit *m_editor;
    QLineEdit *m_note;
};

/// A file's new name.
class FileNameDialog : public SkillDialog {
    Q_OBJECT
public:
    FileNameDialog(const WindowServices &services, const SkillSession &session, const QString &directory, const QString &path, QWidget *parent);

Q_SIGNALS:
    void renamed(const QString &path, const QStringList &warnings);

protected:
    void submit() override;

private:
    SkillSession m_session;
    QString m_directory;
    QString m_path;
    QLineEdit *m_name;
};

} // namespace verderer
