// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/mutation_target.h"

#include "base/posix_file.h"
#include "skills/document.h"
#include "skills/history.h"

#include <QDir>
#include <QFileInfo>
#include <QStringList>

#include <cstdlib>
#include <memory>

namespace verderer {

namespace {

bool isInside(const QString &path, const QString &folder)
{
    return path == folder || path.startsWith(QString(folder + u'/'));
}

/// Whether the path exists and no part of it is a link: then it is its own resolution. One question to the kernel instead of one for each way to
/// say it, for an edit asks under the lock.
bool isPlain(const QString &path)
{
    const QByteArray name = posix::native(path);
    const std::unique_ptr<char, decltype(&std::free)> canonical(::realpath(name.constData(), nullptr), &std::free);
    return canonical && name == canonical.get();
}

/// The path with every link resolved, of which the last parts may not exist yet.
QString resolvedPath(const QString &path)
{
    QString existing = QDir::cleanPath(path);
    QStringList missing;
    while (!QFileInfo::exists(existing) && !QFileInfo(existing).isSymLink()) {
        const qsizetype slash = existing.lastIndexOf(u'/');
        if (slash <= 0)
            return QDir::cleanPath(path);
        missing.prepend(existing.mid(slash + 1));
        existing.truncate(slash);
    }
    const QString canonical = QFileInfo(existing).canonicalFilePath();
    if (canonical.isEmpty()) // a link that leads nowhere or in a circle
        return {};
    missing.prepend(canonical);
    return QDir::cleanPath(missing.join(u'/'));
}

Result<void> checkFilePath(const QString &filePath)
{
    const QString sentence =
        QStringLiteral("\"%1\" is no file of a skill: give a path below the skill's folder, such as SKILL.md or references/guide.md.");
    if (filePath.isEmpty() || filePath.contains(u'\\') || filePath.contains(QChar(0)))
        return refuseTarget(QStringLiteral("file-path"), filePath, sentence.arg(filePath));
    const QStringList parts = filePath.split(u'/');
    for (const QString &part : parts) {
        if (part.isEmpty() || part == u"." || part == u"..")
            return refuseTarget(QStringLiteral("file-path"), filePath, sentence.arg(filePath));
        // Dot files are where DeerFlow and this program keep their own things; neither treats them as a skill's content.
        if (part.startsWith(u'.'))
            return refuseTarget(
                QStringLiteral("file-path"), filePath,
                QStringLiteral("\"%1\" is hidden: files and folders whose name begins with a dot are not edited as a part of a skill.")
                    .arg(filePath));
    }
    return {};
}

/// A missing one is fine.
Result<void> checkIsFolder(Storage &storage, const QString &folder)
{
    const auto stamp = storage.stamp(folder);
    if (!stamp)
        return tl::unexpected(stamp.error());
    if (!stamp->exists || stamp->isFolder)
        return {};
    return refuseTarget(QStringLiteral("not-a-folder"), folder,
                        QStringLiteral("%1 is a file where the skill's folder is expected. Move it away.").arg(folder));
}

bool isSupportPath(const QString &filePath)
{
    static const QStringList folders = {QStringLiteral("references"), QStringLiteral("templates"), QStringLiteral("scripts"),
                                        QStringLiteral("assets")};
    return filePath.contains(u'/') && folders.contains(filePath.section(u'/', 0, 0));
}

} // namespace

tl::unexpected<Error> refuseTarget(const QString &kind, const QString &path, const QString &message)
{
    ErrorDetails details;
    details.kind = kind;
    details.path = path;
    return fail(ErrorCode::Invalid, message, details);
}

QString MutationTarget::parent() const
{
    return path.left(path.lastIndexOf(u'/'));
}

Result<QString> resolveCustomRoot(const SkillRoots &roots)
{
    ErrorDetails details;
    const auto missing = [&](const QString &path, const QString &what) {
        details.path = path;
        details.kind = QStringLiteral("not-found");
        return fail(ErrorCode::NotFound, QStringLiteral("%1 does not exist: %2. Check the path; nothing was created.").arg(what, path), details);
    };
    if (!roots.home.isEmpty() && !QFileInfo(roots.home).isDir())
        return missing(roots.home, QStringLiteral("The home of the installation"));
    const QString userFolder = QFileInfo(QFileInfo(roots.customRoot).path()).path();
    if (!QFileInfo(userFolder).isDir())
        return missing(userFolder, QStringLiteral("The folder of user %1").arg(roots.userId));
    const QString resolved = resolvedPath(roots.customRoot);
    if (resolved.isEmpty() || (QFileInfo::exists(resolved) && !QFileInfo(resolved).isDir())) {
        return refuseTarget(
            QStringLiteral("not-a-folder"), roots.customRoot,
            QStringLiteral("The folder of custom skills %1 is no folder, or a link that leads nowhere. Mend it first.").arg(roots.customRoot));
    }
    return resolved;
}

Result<void> checkSkillDirectory(const QString &directory, const QString &customRoot)
{
    if (directory.contains(u'/') && isSkillName(directory.section(u'/', -1)) && !directory.contains(u"..") && !directory.startsWith(u'/')) {
        return refuseTarget(
            QStringLiteral("namespaced"), QString(customRoot + u'/' + directory),
            QStringLiteral("The skill \"%1\" lies in a folder of folders: DeerFlow lists it but can neither edit it nor keep a history for it. "
                           "Move it to %2/%3 to edit it.")
                .arg(directory, customRoot, directory.section(u'/', -1)));
    }
    if (!isSkillName(directory)) {
        return refuseTarget(
            QStringLiteral("skill-name-pattern"), customRoot,
            QStringLiteral("\"%1\" is no name of a custom skill: use small letters, digits and single hyphens, at most 64 characters.")
                .arg(directory));
    }
    return {};
}

Result<MutationTarget> resolveTarget(Storage &storage, const QString &customRoot, const QString &directory, const QString &filePath, TargetRule rule)
{
    if (const auto checked = checkSkillDirectory(directory, customRoot); !checked)
        return tl::unexpected(checked.error());
    if (const auto checked = checkFilePath(filePath); !checked)
        return tl::unexpected(checked.error());

    MutationTarget target;
    target.customRoot = customRoot;
    target.directory = directory;
    target.filePath = filePath;
    target.history = historyPath(customRoot, directory);

    const QString plainFolder = customRoot + u'/' + directory;
    const QString straight = QString(plainFolder + u'/' + filePath);
    const bool withoutLinks = isPlain(straight);
    target.folder = withoutLinks ? plainFolder : resolvedPath(plainFolder);
    if (target.folder.isEmpty() || !isInside(target.folder, customRoot) || target.folder == customRoot) {
        return refuseTarget(
            QStringLiteral("link-outside"), plainFolder,
            QStringLiteral("%1 is a link that leads out of the folder of custom skills, or nowhere. Replace it by a real folder to edit the skill.")
                .arg(plainFolder));
    }
    const QString plainPath = target.folder + u'/' + filePath;
    target.path = withoutLinks ? straight : resolvedPath(plainPath);
    if (target.path.isEmpty() || !isInside(target.path, target.folder) || target.path == target.folder) {
        return refuseTarget(
            QStringLiteral("link-outside"), plainPath,
            QStringLiteral("%1 is reached by a link that leads out of the skill's folder, or nowhere. Replace the link by a real file to edit it.")
                .arg(plainPath));
    }

    if (auto checked = checkIsFolder(storage, target.folder); !checked)
        return tl::unexpected(checked.error());
    const auto stamp = storage.stamp(target.path);
    if (!stamp)
        return tl::unexpected(stamp.error());
    if (stamp->exists && !stamp->isRegular) {
        return refuseTarget(stamp->isFolder ? QStringLiteral("is-a-folder") : QStringLiteral("not-a-file"), target.path,
                            QStringLiteral("%1 is %2 where a file is expected. Move it away.")
                                .arg(target.path, stamp->isFolder ? QStringLiteral("a folder") : QStringLiteral("no plain file")));
    }
    if (!stamp->exists && rule == TargetRule::Edit && !target.isSkillText() && !isSupportPath(filePath)) {
        return refuseTarget(
            QStringLiteral("file-path"), target.path,
            QStringLiteral("A new file \"%1\" cannot lie there: DeerFlow keeps support files below references/, templates/, scripts/ or assets/.")
                .arg(filePath));
    }
    return target;
}

Result<MutationTarget> resolveSkillFolder(Storage &storage, const QString &customRoot, const QString &directory)
{
    if (const auto checked = checkSkillDirectory(directory, customRoot); !checked)
        return tl::unexpected(checked.error());
    MutationTarget target;
    target.customRoot = customRoot;
    target.directory = directory;
    target.filePath = QStringLiteral("SKILL.md");
    target.folder = QString(customRoot + u'/' + directory);
    target.path = QString(target.folder + QStringLiteral("/SKILL.md"));
    target.history = historyPath(customRoot, directory);
    if (QFileInfo(target.folder).isSymLink()) {
        return refuseTarget(
            QStringLiteral("link"), target.folder,
            QStringLiteral("%1 is a link: the skill itself lies elsewhere. Remove the link, or replace it by a real folder.").arg(target.folder));
    }
    if (auto checked = checkIsFolder(storage, target.folder); !checked)
        return tl::unexpected(checked.error());
    return target;
}

} // namespace verderer
