// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/catalog.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace verderer {

/// An installation made for one test, and short ways to ask its catalog.
class Installation {
public:
    Installation()
    {
        roots.home = at(QStringLiteral("home"));
        roots.publicRoot = at(QStringLiteral("skills/public"));
        roots.legacyRoot = at(QStringLiteral("skills/custom"));
        roots.integrationsRoot = at(QStringLiteral("home/integrations/skills"));
        roots.customRoot = at(QStringLiteral("home/users/default/skills/custom"));
        roots.userStatesFile = at(QStringLiteral("home/users/default/skills/_skill_states.json"));
        roots.userProjectionLock = at(QStringLiteral("home/users/default/.skills_view.projection.lock"));
        roots.extensionsFile = at(QStringLiteral("extensions_config.json"));
        roots.userId = QStringLiteral("default");
    }

    [[nodiscard]] QString at(const QString &relative) const { return QString(m_folder.path() % u'/' % relative); }

    void write(const QString &path, const QByteArray &bytes) const
    {
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(path));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    static QByteArray text(const QString &name, const QString &description = QStringLiteral("Does something"))
    {
        return QString(u"---\nname: " % name % u"\ndescription: " % description % u"\n---\n\n# Title\n").toUtf8();
    }

    /// `<root>/<directory>/SKILL.md` that declares `name` (the folder's own where empty).
    void skill(const QString &root, const QString &directory, const QString &name = {}) const
    {
        write(QString(root % u'/' % directory % u"/SKILL.md"), text(name.isEmpty() ? directory.section(u'/', -1) : name));
    }

    void history(const QString &name, const QByteArray &lines) const { write(QString(roots.customRoot % u"/.history/" % name % u".jsonl"), lines); }

    [[nodiscard]] Catalog read() const
    {
        const auto catalog = readCatalog(roots);
        return catalog ? *catalog : Catalog{};
    }

    SkillRoots roots;

private:
    QTemporaryDir m_folder;
};

/// One line of a history.
inline QByteArray record(const QByteArray &action, const QString &prev, const QString &next, const QByteArray &file = "SKILL.md",
                         const QByteArray &decision = "allow")
{
    QJsonObject object;
    object.insert(QStringLiteral("ts"), QStringLiteral("2026-01-02T03:04:05+00:00"));
    object.insert(QStringLiteral("action"), QString::fromUtf8(action));
    object.insert(QStringLiteral("file_path"), QString::fromUtf8(file));
    object.insert(QStringLiteral("prev_content"), prev.isNull() ? QJsonValue() : QJsonValue(prev));
    object.insert(QStringLiteral("new_content"), next.isNull() ? QJsonValue() : QJsonValue(next));
    object.insert(QStringLiteral("scanner"), QJsonObject{{QStringLiteral("decision"), QString::fromUtf8(decision)}});
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

inline QString textOf(const QString &name)
{
    return QString::fromUtf8(Installation::text(name));
}

inline const SkillEntry *entryAt(const Catalog &catalog, SkillCategory category, const QString &directory)
{
    const auto found =
        std::ranges::find_if(catalog.entries, [&](const SkillEntry &entry) { return entry.category == category && entry.directory == directory; });
    return found == catalog.entries.end() ? nullptr : &*found;
}

inline const SkillEntry *custom(const Catalog &catalog, const QString &directory)
{
    return entryAt(catalog, SkillCategory::Custom, directory);
}

inline const Problem *problemOf(const SkillEntry *entry, ProblemKind kind)
{
    if (!entry)
        return nullptr;
    const auto found = std::ranges::find_if(entry->problems, [&](const Problem &problem) { return problem.kind == kind; });
    return found == entry->problems.end() ? nullptr : &*found;
}

inline QStringList listedNames(const Catalog &catalog)
{
    QStringList names;
    for (const SkillEntry &entry : catalog.entries) {
        if (entry.listed)
            names.append(QString(skillCategoryName(entry.category) % u'/' % entry.directory));
    }
    return names;
}

} // namespace verderer
