// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/skill_file_list.h"

#include "base/posix_file.h"
#include "scan/package_scan.h"
#include "skills/text_checks.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include <fcntl.h>
#include <sys/stat.h>

namespace verderer {

namespace {

constexpr qsizetype sampleBytes = qsizetype(64) * 1024;

bool isLeftoverName(const QString &name)
{
    static const QRegularExpression forms(QStringLiteral("\\A(?:tmp[a-z0-9_]{8}|\\.verderer-.{6}\\.tmp)\\z"));
    return forms.match(name).hasMatch();
}

/// The beginning of a file, cut where a character may have been cut in two.
QByteArray withoutHalfCharacter(QByteArray sample)
{
    constexpr int longest = 4;
    for (int cut = 0; cut < longest && !sample.isEmpty() && (static_cast<uchar>(sample.back()) & 0x80U) != 0; ++cut) {
        const bool begins = (static_cast<uchar>(sample.back()) & 0xC0U) == 0xC0U;
        sample.chop(1);
        if (begins)
            break;
    }
    return sample;
}

class Tree {
public:
    Tree(QString root, const CancelToken &cancel) : m_root(std::move(root)), m_cancel(cancel)
    {
        const std::unique_ptr<char, decltype(&std::free)> real(::realpath(posix::native(m_root).constData(), nullptr), &std::free);
        m_realRoot = real ? QByteArray(real.get()) : posix::native(m_root);
    }

    Result<SkillFileList> run()
    {
        if (auto walked = walk(QString()); !walked)
            return tl::unexpected(walked.error());
        std::stable_partition(m_list.entries.begin(), m_list.entries.end(), [](const SkillFileEntry &entry) { return entry.path == u"SKILL.md"; });
        return std::move(m_list);
    }

private:
    /// Links are never walked into, so that the depth is that of real folders.
    Result<void> walk(const QString &below)
    {
        const QDir folder(QString(m_root + u'/' + below));
        for (const QString &name : folder.entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDir::Name)) {
            if (m_cancel.isCancelled())
                return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled."));
            if (m_list.entries.size() >= maxPackageFiles) {
                m_list.cut = true;
                return {};
            }
            const QString path = below.isEmpty() ? name : QString(below + u'/' + name);
            const SkillFileEntry entry = look(path, name);
            m_list.entries += entry;
            if (entry.kind != SkillFileEntry::Kind::Folder)
                continue;
            if (auto walked = walk(path); !walked)
                return walked;
        }
        return {};
    }

    SkillFileEntry look(const QString &path, const QString &name) const
    {
        SkillFileEntry entry;
        entry.path = path;
        entry.hidden = path.startsWith(u'.') || path.contains(QStringLiteral("/."));
        const QByteArray native = posix::native(QString(m_root + u'/' + path));
        struct stat status = {};
        if (::lstat(native.constData(), &status) != 0) {
            entry.kind = SkillFileEntry::Kind::Unreadable;
            entry.problem = errno == ENOENT ? QStringLiteral("Its name is not UTF-8, or it is gone by now.")
                                            : systemError(errno, QStringLiteral("look at"), QString(m_root + u'/' + path)).message;
            return entry;
        }
        entry.executable = S_ISREG(status.st_mode) && (status.st_mode & S_IXUSR) != 0;
        if (S_ISLNK(status.st_mode)) {
            lookAtLink(native, entry);
        } else if (S_ISDIR(status.st_mode)) {
            entry.kind = SkillFileEntry::Kind::Folder;
        } else if (!S_ISREG(status.st_mode)) {
            entry.kind = SkillFileEntry::Kind::Special;
        } else {
            entry.size = status.st_size;
            entry.leftover = isLeftoverName(name);
            sample(native, entry);
        }
        return entry;
    }

    void lookAtLink(const QByteArray &native, SkillFileEntry &entry) const
    {
        entry.kind = SkillFileEntry::Kind::Link;
        constexpr qsizetype longest = 4096;
        QByteArray target(longest, '\0'); // as it is stored: Qt would resolve it
        const ssize_t length = ::readlink(native.constData(), target.data(), static_cast<std::size_t>(target.size()));
        entry.linkTarget = QFile::decodeName(target.first(std::max<ssize_t>(length, 0)));
        const std::unique_ptr<char, decltype(&std::free)> real(::realpath(native.constData(), nullptr), &std::free);
        if (!real)
            entry.link = errno == ELOOP ? SkillFileEntry::LinkState::Loop : SkillFileEntry::LinkState::Dangling;
        else if (const QByteArray place(real.get()); place == m_realRoot || native.startsWith(QByteArray(place + '/')))
            entry.link = SkillFileEntry::LinkState::Loop; // to a folder that holds it: whoever follows walks in a circle
        else
            entry.link = place.startsWith(QByteArray(m_realRoot + '/')) ? SkillFileEntry::LinkState::Inside : SkillFileEntry::LinkState::Outside;
    }

    static void sample(const QByteArray &native, SkillFileEntry &entry)
    {
        const posix::UniqueFd file(posix::retrying([&] { return ::open(native.constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK); }));
        QByteArray bytes(sampleBytes, Qt::Uninitialized);
        const ssize_t got = file.isValid() ? posix::retrying([&] { return ::read(file.get(), bytes.data(), sampleBytes); }) : -1;
        if (got < 0) {
            const int why = errno;
            entry.kind = SkillFileEntry::Kind::Unreadable;
            entry.problem = systemError(why, QStringLiteral("read"), QFile::decodeName(native)).message;
            return;
        }
        bytes.truncate(got);
        entry.kind = isBinary(got == sampleBytes ? withoutHalfCharacter(bytes) : bytes) ? SkillFileEntry::Kind::Binary : SkillFileEntry::Kind::Text;
    }

    QString m_root;
    QByteArray m_realRoot;
    const CancelToken &m_cancel;
    SkillFileList m_list;
};

} // namespace

QString skillFileKindName(SkillFileEntry::Kind kind)
{
    switch (kind) {
    case SkillFileEntry::Kind::Text:
        return QStringLiteral("text");
    case SkillFileEntry::Kind::Binary:
        return QStringLiteral("binary");
    case SkillFileEntry::Kind::Folder:
        return QStringLiteral("folder");
    case SkillFileEntry::Kind::Link:
        return QStringLiteral("link");
    case SkillFileEntry::Kind::Special:
        return QStringLiteral("special");
    case SkillFileEntry::Kind::Unreadable:
        break;
    }
    return QStringLiteral("unreadable");
}

QString skillLinkStateName(SkillFileEntry::LinkState link)
{
    switch (link) {
    case SkillFileEntry::LinkState::Inside:
        return QStringLiteral("inside");
    case SkillFileEntry::LinkState::Outside:
        return QStringLiteral("outside");
    case SkillFileEntry::LinkState::Dangling:
        return QStringLiteral("dangling");
    case SkillFileEntry::LinkState::Loop:
        return QStringLiteral("loop");
    case SkillFileEntry::LinkState::None:
        break;
    }
    return QStringLiteral("none");
}

Result<SkillFileList> listSkillFiles(const QString &folder, const CancelToken &cancel)
{
    if (!QFileInfo(folder).isDir()) {
        ErrorDetails details;
        details.path = folder;
        details.kind = QStringLiteral("not-found");
        return fail(ErrorCode::NotFound, QStringLiteral("There is no folder %1. Check the name of the skill.").arg(folder), details);
    }
    return Tree(folder, cancel).run();
}

} // namespace verderer
