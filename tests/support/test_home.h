// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/skill_editor.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace verderer::test {

/// A whole SKILL.md that DeerFlow accepts for `name`; `body` follows the front matter as it is.
QByteArray skillText(const QString &name, const QByteArray &body);

/// The file's bytes; empty where it cannot be read. The test's own reading, past the product's.
QByteArray readFile(const QString &path);
/// Writes over the file in one go, folders made; a failure ends the test program.
void writeFile(const QString &path, const QByteArray &bytes);

/// One line of a history file, read by the test itself.
struct RecordView {
    QByteArray line;
    bool parses = false;
    QString ts;
    QString action;
    QString filePath; ///< "SKILL.md" where the key is missing
    std::optional<QByteArray> prev;
    std::optional<QByteArray> next;
    bool hasRollbackFromTs = false;
    std::optional<QString> rollbackFromTs;
    std::optional<QString> note;
    std::optional<QString> trashed;
    bool late = false;
};
QList<RecordView> readRecords(const QString &path);

/// An installation in a temporary folder, with Verderer's data folder beside it.
class TestHome {
public:
    explicit TestHome(const QString &user = QStringLiteral("alice"));
    TestHome(const TestHome &) = delete;
    TestHome &operator=(const TestHome &) = delete;

    [[nodiscard]] QString path() const { return m_dir.path(); }
    [[nodiscard]] QString home() const { return path() + QStringLiteral("/home"); }
    [[nodiscard]] QString draftsFolder() const { return path() + QStringLiteral("/drafts"); }
    [[nodiscard]] QString user() const { return m_user; }
    void addUser(const QString &user);

    [[nodiscard]] SkillRoots roots() const { return roots(m_user); }
    [[nodiscard]] SkillRoots roots(const QString &user) const;
    [[nodiscard]] QString customRoot() const { return roots().customRoot; }
    [[nodiscard]] QString skillFile(const QString &name, const QString &filePath = QStringLiteral("SKILL.md")) const;
    [[nodiscard]] QString history(const QString &name) const;
    [[nodiscard]] QString intent() const;
    [[nodiscard]] QList<RecordView> records(const QString &name) const { return readRecords(history(name)); }

    /// Writes a SKILL.md; no record.
    void addSkill(const QString &name, const QByteArray &text) const { writeFile(skillFile(name), text); }

    /// What an editor over this home is made of; `storage` unset: the computer's own.
    [[nodiscard]] SkillEditor::Dependencies dependencies(std::shared_ptr<Storage> storage = {}) const;
    [[nodiscard]] SkillEditor editor(std::shared_ptr<Storage> storage = {}) const { return SkillEditor(roots(), dependencies(std::move(storage))); }
    [[nodiscard]] QList<Draft> drafts() const;

    /// Files with `.verderer-` names anywhere in the user's folder.
    [[nodiscard]] QStringList temporaryFiles() const;
    /// Whether the exact text can still be had: in the file, a record, a draft or the trash.
    [[nodiscard]] bool holdsText(const QString &name, const QByteArray &text) const;

private:
    QTemporaryDir m_dir;
    QString m_user;
};

/// A deadline long enough for a loaded machine; no test waits for it to pass.
MutationOptions patientOptions();

} // namespace verderer::test
