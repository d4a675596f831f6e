// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/skill_walk.h"

#include "base/error.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

namespace verderer {

namespace {

constexpr const char *skillFileName = "SKILL.md";

// Folders that link to each other can make more paths than anybody can walk.
constexpr int maxDepth = 64;
constexpr int maxFolders = 1'000'000;

struct FolderCloser {
    void operator()(DIR *folder) const { ::closedir(folder); }
};
using Folder = std::unique_ptr<DIR, FolderCloser>;

struct FolderId {
    dev_t device;
    ino_t inode;
    friend bool operator==(const FolderId &, const FolderId &) = default;
};

class Walker {
public:
    Walker(const QString &root, const SkillWalkOptions &options, const std::function<void(FoundSkill &&)> &found)
        : m_root(root), m_options(options), m_found(found)
    {
    }

    QList<Problem> walk()
    {
        m_top = Folder(::opendir(QFile::encodeName(m_root).constData()));
        if (!m_top) {
            if (errno != ENOENT)
                m_problems.append(problem(ProblemKind::Unreadable, systemError(errno, QStringLiteral("read the folder"), m_root).message));
            return m_problems;
        }
        FoundSkill atRoot;
        atRoot.file = readSkillFile(topDescriptor(), skillFileName, m_options.readLimit);
        const bool rootIsSkill = isSkill(atRoot.file);
        if (rootIsSkill) {
            atRoot.directory = QByteArrayLiteral(".");
            m_found(std::move(atRoot));
        }
        descend({}, rootIsSkill && !m_options.belowSkills);
        return m_problems;
    }

private:
    [[nodiscard]] int topDescriptor() const { return ::dirfd(m_top.get()); }

    static Problem problem(ProblemKind kind, const QString &message)
    {
        Problem result;
        result.kind = kind;
        result.severity = Severity::Warning;
        result.message = message;
        return result;
    }

    // Whether the name stands among a folder's files to Python: a broken link and a FIFO do, a folder does not.
    static bool isSkill(const SkillFile &file) { return file.state != SkillFile::State::Missing && file.state != SkillFile::State::Folder; }

    QString shown(const QByteArray &relative) const { return QString(m_root % u'/' % QString::fromUtf8(relative)); }

    bool isFolder(const QByteArray &relative, unsigned char type)
    {
        if (type == DT_DIR)
            return true;
        if (type != DT_LNK && type != DT_UNKNOWN)
            return false;
        struct stat status {};
        if (::fstatat(topDescriptor(), relative.constData(), &status, 0) == 0)
            return S_ISDIR(status.st_mode);
        if (type == DT_LNK && (errno == ENOENT || errno == ELOOP || errno == ENOTDIR) && !relative.endsWith(skillFileName))
            m_problems.append(problem(errno == ELOOP ? ProblemKind::LinkLoop : ProblemKind::Unreadable,
                                      QStringLiteral("%1 is a link that leads %2; remove it, or restore what it points to.")
                                          .arg(shown(relative), errno == ELOOP ? QStringLiteral("in a circle") : QStringLiteral("nowhere"))));
        return false;
    }

    std::vector<QByteArray> foldersIn(DIR *folder, const QByteArray &relative)
    {
        std::vector<QByteArray> names;
        while (const dirent *entry = ::readdir(folder)) {
            if (entry->d_name[0] == '.')
                continue;
            const QByteArray name(entry->d_name);
            if (isFolder(relative.isEmpty() ? name : QByteArray(relative + '/' + name), entry->d_type))
                names.push_back(name);
        }
        // Bytes of UTF-8 sort as code points do.
        std::ranges::sort(names, [](const QByteArray &a, const QByteArray &b) { return std::strcmp(a.constData(), b.constData()) < 0; });
        return names;
    }

    void descend(const QByteArray &relative, bool passedOver)
    {
        if (m_options.cancel.isCancelled())
            return;
        Folder own;
        if (!relative.isEmpty()) {
            const int descriptor = ::openat(topDescriptor(), relative.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
            own = Folder(descriptor >= 0 ? ::fdopendir(descriptor) : nullptr);
            if (!own) {
                m_problems.append(problem(ProblemKind::Unreadable, systemError(errno, QStringLiteral("read the folder"), shown(relative)).message));
                return;
            }
        }
        DIR *folder = own ? own.get() : m_top.get();
        struct stat status {};
        if (::fstat(::dirfd(folder), &status) != 0)
            return;
        const FolderId id{status.st_dev, status.st_ino};
        const bool loop = std::ranges::find(m_above, id) != m_above.end();
        if (loop || static_cast<int>(m_above.size()) >= maxDepth || ++m_folders > maxFolders) {
            m_problems.append(problem(
                ProblemKind::LinkLoop,
                loop ? QStringLiteral(
                           "%1 leads back into a folder above it; it was not followed, and DeerFlow may walk it over and over, so remove the link.")
                           .arg(shown(relative))
                     : QStringLiteral("%1 lies too deep in folders and links; it was not followed, so shorten the way to it.").arg(shown(relative))));
            return;
        }
        m_above.push_back(id);
        const std::vector<QByteArray> names = foldersIn(folder, relative);
        own.reset(); // a deep tree must not run out of descriptors
        for (const QByteArray &name : names) {
            if (m_options.cancel.isCancelled())
                break;
            visit(relative.isEmpty() ? name : QByteArray(relative + '/' + name), passedOver);
        }
        m_above.pop_back();
    }

    void visit(const QByteArray &relative, bool passedOver)
    {
        FoundSkill skill;
        skill.file = readSkillFile(topDescriptor(), QByteArray(relative + '/' + skillFileName).constData(), m_options.readLimit);
        skill.directory = relative;
        skill.passedOver = passedOver;
        const SkillFile::State state = skill.file.state;
        // The folder itself cannot be entered: reading it says so.
        const bool closed = state == SkillFile::State::Failed && skill.file.error == EACCES && !isEnterable(relative);
        const bool found = isSkill(skill.file) && !closed;
        if (found || state == SkillFile::State::Folder)
            m_found(std::move(skill));
        if (!found || m_options.belowSkills)
            descend(relative, passedOver);
    }

    [[nodiscard]] bool isEnterable(const QByteArray &relative) const
    {
        return ::faccessat(topDescriptor(), relative.constData(), X_OK, AT_EACCESS) == 0;
    }

    QString m_root;
    const SkillWalkOptions &m_options;
    const std::function<void(FoundSkill &&)> &m_found;
    Folder m_top;
    std::vector<FolderId> m_above;
    int m_folders = 0;
    QList<Problem> m_problems;
};

} // namespace

QList<Problem> walkSkills(const QString &root, const SkillWalkOptions &options, const std::function<void(FoundSkill &&)> &found)
{
    if (root.isEmpty())
        return {};
    return Walker(root, options, found).walk();
}

} // namespace verderer
