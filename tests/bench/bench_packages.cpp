// SPDX-License-Identifier: GPL-3.0-or-later
// Installing a package of 4,000 files, against unzip of the same archive and a copy of what it unpacked, which sync nothing; and exporting it.
#include "base/clock.h"
#include "base/local_storage.h"
#include "package/skill_packages.h"
#include "skills/drafts.h"
#include "skills/mutation_queues.h"
#include "support/test_home.h"
#include "support/zip_bytes.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace verderer;
using namespace verderer::test;

namespace {

constexpr int files = 4000;
constexpr int rounds = 5;

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double since(const QElapsedTimer &timer)
{
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

void runOrDie(const QString &program, const QStringList &arguments)
{
    if (QProcess::execute(program, arguments) != 0)
        qFatal("%s failed; is it installed?", qPrintable(program));
}

} // namespace

int main()
{
    ZipBytes zip;
    zip.add("SKILL.md", skillText(QStringLiteral("big"), "Body\n"));
    QByteArray text;
    for (int line = 0; line < 40; ++line)
        text += "Read what changed since the last release, group it by area, and say in one sentence why it matters.\n";
    for (int i = 1; i < files; ++i) {
        const QByteArray name = "references/" + QByteArray::number(i / 100) + "/note-" + QByteArray::number(i) + ".md";
        zip.add({name, text + QByteArray::number(i), 0100644, 0x0800, true, {}, {}});
    }
    std::vector<double> installs;
    std::vector<double> previews;
    std::vector<double> plain;
    std::vector<double> exports;
    for (int round = 0; round < rounds; ++round) {
        const TestHome home;
        writeFile(home.path() + QStringLiteral("/extensions_config.json"), "{}\n");
        const QString archive = home.path() + QStringLiteral("/big.skill");
        writeFile(archive, zip.bytes());
        home.addSkill(QStringLiteral("other"), skillText(QStringLiteral("other"), "Body\n"));
        SkillPackages packages(home.roots(), home.dependencies());
        QElapsedTimer timer;
        timer.start();
        const auto preview = packages.previewInstall({archive, false, false, {}});
        previews.push_back(since(timer));
        if (!preview)
            qFatal("%s", qPrintable(preview.error().message));
        const auto installed = packages.install(*preview, patientOptions());
        installs.push_back(since(timer));
        if (!installed)
            qFatal("%s", qPrintable(installed.error().message));

        timer.restart();
        const QString unpacked = home.path() + QStringLiteral("/unpacked");
        runOrDie(QStringLiteral("unzip"), {QStringLiteral("-q"), archive, QStringLiteral("-d"), unpacked});
        runOrDie(QStringLiteral("cp"), {QStringLiteral("-r"), unpacked, home.path() + QStringLiteral("/copied")});
        plain.push_back(since(timer));

        timer.restart();
        const auto exported = packages.exportSkill(
            {home.customRoot() + QStringLiteral("/big"), QStringLiteral("big"), home.path() + QStringLiteral("/out.skill"), {}, false});
        exports.push_back(since(timer));
        if (!exported)
            qFatal("%s", qPrintable(exported.error().message));
    }
    std::printf("package_files %d files\n", files);
    std::printf("package_preview %.1f ms\n", median(previews));
    std::printf("package_install (with its preview and scan, synced) %.1f ms\n", median(installs));
    std::printf("unzip_and_copy (nothing synced) %.1f ms\n", median(plain));
    std::printf("install_against_unzip_and_copy %.2f ratio\n", median(installs) / median(plain));
    std::printf("package_export %.1f ms\n", median(exports));
    return 0;
}
