// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "package/skill_packages.h"
#include "support/test_home.h"
#include "support/zip_bytes.h"

#include <QDir>
#include <QDirIterator>
#include <QMap>

namespace verderer::test {

/// A home and archives beside it.
class PackageHome : public TestHome {
public:
    [[nodiscard]] SkillPackages packages(const std::shared_ptr<Storage> &storage = {}) const { return {roots(), dependencies(storage)}; }

    /// Writes an archive of a skill `foo`, with a support file, and gives its path.
    [[nodiscard]] QString archive(const QByteArray &word, const QString &name = QStringLiteral("a.skill")) const
    {
        return archive(fooZip(word), name);
    }
    [[nodiscard]] QString archive(const ZipBytes &zip, const QString &name = QStringLiteral("a.skill")) const
    {
        const QString file = QString(path() + u'/' + name);
        writeFile(file, zip.bytes());
        return file;
    }
    [[nodiscard]] static QByteArray fooText(const QByteArray &word) { return skillText(QStringLiteral("foo"), word + "\n"); }
    [[nodiscard]] static ZipBytes fooZip(const QByteArray &word)
    {
        return ZipBytes().add("foo/SKILL.md", fooText(word)).add("foo/references/a.md", word + " guide\n");
    }

    /// Previews and installs in one go.
    [[nodiscard]] Result<InstallOutcome> install(const InstallRequest &request, const std::shared_ptr<Storage> &storage = {}) const
    {
        const auto preview = packages().previewInstall(request);
        return preview ? packages(storage).install(*preview, patientOptions()) : Result<InstallOutcome>(tl::unexpected(preview.error()));
    }

    /// Every file below the user's folder with its bytes, but for lock files; folders have none.
    [[nodiscard]] QMap<QString, QByteArray> snapshot() const
    {
        QMap<QString, QByteArray> all;
        QDirIterator files(home(), QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString file = files.next();
            if (!file.endsWith(QStringLiteral(".lock")))
                all.insert(file.sliced(home().size() + 1), files.fileInfo().isFile() ? readFile(file) : QByteArray());
        }
        return all;
    }
};

} // namespace verderer::test
