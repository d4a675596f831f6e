// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/skill_places.h"

#include "base/posix_file.h"
#include "skills/document.h"
#include "skills/mutation_journal.h"

#include <QDir>

#include <algorithm>

#include <sys/stat.h>

namespace verderer {

namespace {

/// The skill that a path below the custom root is about; empty where it does not tell.
QString skillOf(const QStringList &parts)
{
    const auto nameBefore = [](const QString &text, const QString &end) {
        const QString name = text.left(text.indexOf(end));
        return isSkillName(name) ? name : QString();
    };
    const QString &top = parts.first();
    if (top == u".history")
        return parts.size() == 2 ? nameBefore(parts[1], QStringLiteral(".jsonl")) : QString();
    if (top == u".trash") {
        if (parts.size() > 2 && parts[1] == u"deleted")
            return nameBefore(parts[2], QStringLiteral("."));
        const bool isNamed = parts.size() > 3 && (parts[1] == u"files" || parts[1] == u"bytes");
        return isNamed && isSkillName(parts[2]) ? parts[2] : QString();
    }
    for (const QString &prefix : {stagePrefix(), QStringLiteral(".installing-")}) {
        if (!top.startsWith(prefix))
            continue;
        const QString rest = top.mid(prefix.size());
        const QString name = rest.left(rest.lastIndexOf(u'-'));
        return isSkillName(name) ? name : QString();
    }
    return parts.size() > 1 && !top.startsWith(u'.') ? top : QString();
}

SkillPlace::Kind kindOf(const QStringList &parts)
{
    const QString &top = parts.first();
    if (top == u".trash")
        return SkillPlace::Kind::Trash;
    if (top == u".history" && parts.size() == 2 && parts[1].endsWith(QStringLiteral(".jsonl")) && !parts[1].startsWith(u'.'))
        return SkillPlace::Kind::History;
    return parts.size() > 1 && !top.startsWith(u'.') ? SkillPlace::Kind::SkillFile : SkillPlace::Kind::Other;
}

class Walk {
public:
    Walk(QString root, const QStringList &directories, QStringList &problems, const CancelToken &cancel)
        : m_root(std::move(root)), m_directories(directories), m_problems(problems), m_cancel(cancel)
    {
    }

    Result<QList<SkillPlace>> run()
    {
        if (auto walked = walk({}); !walked)
            return tl::unexpected(walked.error());
        std::stable_sort(m_places.begin(), m_places.end(), [](const SkillPlace &a, const SkillPlace &b) {
            return a.directory != b.directory ? a.directory < b.directory : a.path < b.path;
        });
        return std::move(m_places);
    }

private:
    Result<void> walk(const QStringList &below)
    {
        const QString folder = below.isEmpty() ? m_root : QString(m_root + u'/' + below.join(u'/'));
        const QDir dir(folder);
        if (!dir.isReadable() && dir.exists()) {
            m_problems += QStringLiteral("%1 cannot be looked into.").arg(folder);
            return {};
        }
        for (const QString &name : dir.entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDir::Name)) {
            if (m_cancel.isCancelled())
                return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled."));
            const QStringList parts = below + QStringList{name};
            const QString directory = skillOf(parts.size() > 1 ? parts : QStringList{name, QString()});
            const bool isTop = parts.size() == 1;
            // A folder that is some skill's own is not even looked into for another.
            if (!directory.isEmpty() && !m_directories.isEmpty() && !m_directories.contains(directory))
                continue;
            if (auto looked = look(folder + u'/' + name, parts, isTop ? QString() : directory); !looked)
                return looked;
        }
        return {};
    }

    Result<void> look(const QString &path, const QStringList &parts, const QString &directory)
    {
        struct stat status = {};
        if (::lstat(posix::native(path).constData(), &status) != 0) {
            m_problems += QStringLiteral("%1 cannot be looked at: its name is not UTF-8, or it is gone by now.").arg(path);
            return {};
        }
        if (S_ISDIR(status.st_mode))
            return walk(parts);
        if (!S_ISREG(status.st_mode))
            return {};
        SkillPlace place;
        place.kind = kindOf(parts);
        place.directory = directory;
        place.filePath = place.kind == SkillPlace::Kind::SkillFile ? parts.mid(1).join(u'/') : parts.join(u'/');
        place.path = path;
        place.size = status.st_size;
        m_places += place;
        return {};
    }

    QString m_root;
    const QStringList &m_directories;
    QStringList &m_problems;
    const CancelToken &m_cancel;
    QList<SkillPlace> m_places;
};

} // namespace

Result<QList<SkillPlace>> listSkillPlaces(const QString &customRoot, const QStringList &directories, QStringList &problems, const CancelToken &cancel)
{
    return Walk(customRoot, directories, problems, cancel).run();
}

Result<void> forEachSkill(const QList<SkillPlace> &places, const std::function<Result<void>(const QList<SkillPlace> &)> &work)
{
    for (qsizetype at = 0; at < places.size();) {
        qsizetype end = at;
        while (end < places.size() && places[end].directory == places[at].directory)
            ++end;
        if (auto done = work(places.sliced(at, end - at)); !done)
            return done;
        at = end;
    }
    return {};
}

} // namespace verderer
