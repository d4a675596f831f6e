// SPDX-License-Identifier: GPL-3.0-or-later
#include "scan/folder_scan.h"

#include <QDir>
#include <QFile>

#include <algorithm>

#include <sys/stat.h>
#include <unistd.h>

namespace verderer {

namespace {

class Walk {
public:
    Walk(const TextScanner &scanner, Storage &storage, QString root, const CancelToken &cancel)
        : m_scan(scanner), m_storage(storage), m_root(std::move(root)), m_cancel(cancel)
    {
    }

    Result<ScanReport> run()
    {
        QStringList open{QString()};
        while (!open.isEmpty()) {
            const QString folder = open.takeFirst();
            QDir dir(m_root + u'/' + folder);
            const QStringList names = dir.entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDir::Name);
            for (const QString &name : names) {
                if (m_cancel.isCancelled())
                    return fail(ErrorCode::Cancelled, QStringLiteral("The scan was given up."));
                const QString relative = folder.isEmpty() ? name : QString(folder + u'/' + name);
                if (add(relative))
                    open += relative;
                if (++m_seen > maxPackageFiles)
                    return m_scan.finish();
            }
        }
        return m_scan.finish();
    }

private:
    /// True: a folder to be looked into.
    bool add(const QString &relative)
    {
        const QString path = m_root + u'/' + relative;
        struct stat status = {};
        if (::lstat(QFile::encodeName(path).constData(), &status) != 0)
            return false; // gone meanwhile
        PackageEntry entry;
        entry.path = relative;
        entry.mode = status.st_mode & 07777u;
        entry.size = status.st_size;
        if (S_ISDIR(status.st_mode)) {
            entry.kind = PackageEntry::Kind::Folder;
        } else if (S_ISLNK(status.st_mode)) {
            entry.kind = PackageEntry::Kind::Link;
            QByteArray target(4096, '\0'); // as it is stored: Qt would resolve it
            const ssize_t length = ::readlink(QFile::encodeName(path).constData(), target.data(), static_cast<std::size_t>(target.size()));
            entry.linkTarget = QFile::decodeName(target.first(std::max<ssize_t>(length, 0)));
        } else if (!S_ISREG(status.st_mode)) {
            entry.kind = PackageEntry::Kind::Special;
        }
        QByteArray bytes;
        if (PackageScan::wantsBytes(entry)) {
            Result<QByteArray> read = m_storage.read(path, maxPackageFileBytes);
            if (!read) {
                m_scan.addUnreadable(relative, read.error().message);
                return false;
            }
            bytes = *std::move(read);
            entry.size = bytes.size();
        }
        m_scan.add(entry, bytes);
        return entry.kind == PackageEntry::Kind::Folder;
    }

    PackageScan m_scan;
    Storage &m_storage;
    QString m_root;
    const CancelToken &m_cancel;
    int m_seen = 0;
};

} // namespace

Result<ScanReport> scanFolder(const TextScanner &scanner, Storage &storage, const QString &folder, const CancelToken &cancel)
{
    const auto stamp = storage.stamp(folder);
    if (!stamp)
        return tl::unexpected(stamp.error());
    if (!stamp->isFolder) {
        ErrorDetails details;
        details.path = folder;
        return fail(ErrorCode::NotFound, QStringLiteral("There is no folder %1 to scan. Check the name.").arg(folder), details);
    }
    return Walk(scanner, storage, folder, cancel).run();
}

} // namespace verderer
