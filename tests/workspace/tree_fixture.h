// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QMap>
#include <QTemporaryDir>

namespace verderer::test {

/// A folder of a test's own, with short ways of putting files into it and of showing that nobody touched them.
class Tree {
public:
    [[nodiscard]] bool isValid() const { return m_dir.isValid(); }
    /// Links resolved, as the product shows paths.
    [[nodiscard]] QString path(const QString &relative = QString()) const
    {
        const QString root = QFileInfo(m_dir.path()).canonicalFilePath();
        return relative.isEmpty() ? root : QString(root + u'/' + relative);
    }
    void folder(const QString &relative) const { QDir().mkpath(path(relative)); }
    void file(const QString &relative, const QByteArray &bytes = {}) const
    {
        QDir().mkpath(QFileInfo(path(relative)).path());
        QFile file(path(relative));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write the fixture %s", qPrintable(file.fileName()));
    }
    [[nodiscard]] QByteArray bytes(const QString &relative) const
    {
        QFile file(path(relative));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// Every entry below, with what it holds: equal before and after means that nothing was made, changed or removed.
    [[nodiscard]] QMap<QString, QByteArray> snapshot(const QString &relative = QString()) const
    {
        QMap<QString, QByteArray> all;
        QDirIterator it(path(relative), QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString entry = it.next();
            const QFileInfo info(entry);
            if (info.isSymLink()) {
                all.insert(entry, "link " + info.symLinkTarget().toUtf8());
            } else if (info.isFile()) {
                QFile file(entry);
                QCryptographicHash hash(QCryptographicHash::Sha256);
                if (file.open(QIODevice::ReadOnly))
                    hash.addData(&file);
                all.insert(entry, hash.result().toHex());
            } else {
                all.insert(entry, "folder");
            }
        }
        return all;
    }

private:
    QTemporaryDir m_dir;
};

} // namespace verderer::test
