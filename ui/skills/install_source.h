// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "package/skill_packages.h"
#include "ui/skills/skill_services.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace verderer {

/// What installing an archive, or taking over a skill's folder from elsewhere, would do.
struct SourcePreview {
    QString path; ///< absolute
    bool isFolder = false;
    QString name; ///< the skill's; empty where it declares none
    int files = 0;
    qint64 bytes = 0;
    ScanReport scan;
    bool nameTaken = false;
    bool identical = false;                ///< it is installed already, just so
    std::optional<Error> refusal;          ///< why it cannot be installed, whatever is wished
    QStringList names;                     ///< of its files
    QStringList leftOut;                   ///< sentences: what of it is not taken
    QStringList warnings;                  ///< sentences: what to know before
    std::optional<InstallPreview> archive; ///< of an archive

    /// Why it would not be installed now; empty where it would. Only an archive can replace a skill that is there.
    [[nodiscard]] QString refusalText(bool replace) const;
};

/// Reads it through under all of DeerFlow's rules and changes nothing. Blocks; any thread. Errors as SkillPackages::previewInstall(), and NotFound.
Result<SourcePreview> previewSource(const SkillSession &session, const QString &path, const CancelToken &cancel);

/// Does what was previewed. Blocks; errors as SkillPackages::install() and SkillFolders::copy().
Result<MutationOutcome> installSource(const SkillSession &session, const SourcePreview &preview, bool replace, const MutationOptions &options);

} // namespace verderer
