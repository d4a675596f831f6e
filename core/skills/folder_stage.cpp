// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/folder_mutation.h"

namespace verderer {

namespace {

Result<QStringList> partsOf(const QString &path)
{
    QStringList parts = path.split(u'/');
    for (const QString &part : std::as_const(parts)) {
        if (part.isEmpty() || part == u"." || part == u".." || part.contains(QChar(0))) {
            ErrorDetails details;
            details.path = path;
            details.kind = QStringLiteral("file-path");
            return fail(ErrorCode::Invalid, QStringLiteral("\"%1\" is no path inside a skill.").arg(path), details);
        }
    }
    return parts;
}

} // namespace

FolderStage::FolderStage(Storage &storage, QString path, FileAttributes folder, FileAttributes file)
    : m_storage(storage), m_path(std::move(path)), m_folder(folder), m_file(file)
{
}

Result<void> FolderStage::addFolder(const QString &path)
{
    const auto parts = partsOf(path);
    if (!parts)
        return tl::unexpected(parts.error());
    QString folder;
    for (const QString &part : *parts) {
        folder = folder.isEmpty() ? part : QString(folder + u'/' + part);
        if (m_made.contains(folder))
            continue;
        if (auto made = m_storage.makeFolderUnsynced(QString(m_path + u'/' + folder), m_folder); !made)
            return made;
        m_made += folder;
    }
    return {};
}

Result<void> FolderStage::addFile(const QString &path, const QByteArray &bytes, bool executable)
{
    const auto parts = partsOf(path);
    if (!parts)
        return tl::unexpected(parts.error());
    if (parts->size() > 1) {
        if (auto made = addFolder(path.left(path.lastIndexOf(u'/'))); !made)
            return made;
    }
    FileAttributes attributes = m_file;
    if (executable)
        attributes.mode |= 0111U;
    return m_storage.writeUnsynced(QString(m_path + u'/' + path), bytes, attributes);
}

} // namespace verderer
