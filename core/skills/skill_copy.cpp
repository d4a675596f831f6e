// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/skill_copy.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

namespace verderer {

namespace {

constexpr qsizetype mostEntries = 4096;
constexpr qint64 mostBytes = 512LL * 1024 * 1024;

tl::unexpected<Error> cancelled()
{
    return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled."));
}

/// What writers that died leave beside their targets (deerflow-format 1.4): never content.
bool isLeftover(const QString &name)
{
    static const QRegularExpression forms(QStringLiteral("\\A(?:tmp[a-z0-9_]{8}|\\.verderer-.{6}\\.tmp)\\z"));
    return forms.match(name).hasMatch();
}

class Lister {
public:
    explicit Lister(const CancelToken &cancel) : m_cancel(cancel) {}

    Result<PackageListing> list(const QString &folder)
    {
        if (auto listed = walk(folder, QString()); !listed)
            return tl::unexpected(listed.error());
        return std::move(m_listing);
    }

private:
    Result<void> walk(const QString &folder, const QString &below)
    {
        const QFileInfoList infos = QDir(folder).entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDir::Name);
        for (const QFileInfo &info : infos) {
            if (m_cancel.isCancelled())
                return cancelled();
            const QString path = QString(below + info.fileName());
            if (path == u"SKILL.md")
                continue;
            if (auto taken = take(info, path); !taken)
                return taken;
        }
        return {};
    }

    Result<void> take(const QFileInfo &info, const QString &path)
    {
        const QString leaving = QStringLiteral("%1 was left out: %2.");
        if (info.isSymLink()) {
            m_listing.leftOut += leaving.arg(path, QStringLiteral("it is a link"));
            return {};
        }
        if (!info.exists()) { // Qt's name for it is not the disk's
            m_listing.leftOut += leaving.arg(path, QStringLiteral("its name is not UTF-8"));
            return {};
        }
        if (!info.isDir() && (!info.isFile() || isLeftover(info.fileName()))) {
            m_listing.leftOut += leaving.arg(path, info.isFile() ? QStringLiteral("it is the temporary file of a program that ended")
                                                                 : QStringLiteral("it is no plain file"));
            return {};
        }
        ListedEntry entry;
        entry.path = path;
        entry.isFolder = info.isDir();
        entry.executable = info.isFile() && info.permission(QFile::ExeOwner);
        entry.size = info.isFile() ? info.size() : 0;
        m_bytes += entry.size;
        m_listing.entries += entry;
        if (m_listing.entries.size() > mostEntries || m_bytes > mostBytes) {
            ErrorDetails details;
            details.kind = QStringLiteral("package-too-large");
            details.path = info.filePath();
            return fail(ErrorCode::Invalid,
                        QStringLiteral("The skill holds more than %1 files and folders, or more than %2 MiB. DeerFlow installs nothing larger.")
                            .arg(mostEntries)
                            .arg(mostBytes / 1024 / 1024),
                        details);
        }
        return entry.isFolder ? walk(info.filePath(), QString(path + u'/')) : Result<void>();
    }

    const CancelToken &m_cancel;
    PackageListing m_listing;
    qint64 m_bytes = 0;
};

} // namespace

Result<PackageListing> listPackage(const QString &folder, const CancelToken &cancel)
{
    return Lister(cancel).list(folder);
}

Result<void> copyPackage(Storage &storage, const QString &folder, const PackageListing &listing, FolderStage &stage, const CancelToken &cancel)
{
    for (const ListedEntry &entry : listing.entries) {
        if (cancel.isCancelled())
            return cancelled();
        if (entry.isFolder) {
            if (auto made = stage.addFolder(entry.path); !made)
                return made;
            continue;
        }
        const auto bytes = storage.read(QString(folder + u'/' + entry.path), mostBytes);
        if (!bytes)
            return tl::unexpected(bytes.error());
        if (auto written = stage.addFile(entry.path, *bytes, entry.executable); !written)
            return written;
    }
    return {};
}

} // namespace verderer
