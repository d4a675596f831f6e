// SPDX-License-Identifier: GPL-3.0-or-later
// The catalog of 10,000 skills beside only opening and reading their files (design 6: within 3 times).
#include "skills/catalog.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

using namespace verderer;

namespace {

constexpr int skillCount = 10'000;
constexpr int rounds = 7;

bool write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

QByteArray skillText(const QString &name, int index)
{
    QByteArray text = QStringLiteral("---\nname: %1\ndescription: Answers questions of kind %2, and says when it cannot\nlicense: MIT\n"
                                     "allowed-tools: [bash, read_file]\nmetadata:\n  team: harbour\n  level: %3\n---\n\n# Skill %2\n")
                          .arg(name)
                          .arg(index)
                          .arg(index % 5)
                          .toUtf8();
    for (int line = 0; line < 40 + index % 60; ++line)
        text += "- Look at the tide table before the boat leaves, and write down what it says.\n";
    return text;
}

double milliseconds(const std::function<void()> &work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

qint64 openAndRead(const std::vector<QByteArray> &paths)
{
    std::vector<char> buffer(1024 * 1024);
    qint64 total = 0;
    for (const QByteArray &path : paths) {
        const int descriptor = ::open(path.constData(), O_RDONLY | O_CLOEXEC);
        ssize_t count = 0;
        while ((count = ::read(descriptor, buffer.data(), buffer.size())) > 0)
            total += count;
        ::close(descriptor);
    }
    return total;
}

void report(const char *name, double value, const char *unit)
{
    std::printf("%s %.2f %s\n", name, value, unit);
}

} // namespace

int main()
{
    const QTemporaryDir folder;
    SkillRoots roots;
    roots.customRoot = folder.path() + QStringLiteral("/custom");
    std::vector<QByteArray> paths;
    for (int i = 0; i < skillCount; ++i) {
        const QString name = QStringLiteral("skill-%1").arg(i, 5, 10, QLatin1Char('0'));
        const QString path = roots.customRoot + QLatin1Char('/') + name;
        if (!QDir().mkpath(path) || !write(path + QStringLiteral("/SKILL.md"), skillText(name, i)))
            return 1;
        paths.push_back(QFile::encodeName(path + QStringLiteral("/SKILL.md")));
    }

    const auto measure = [&](const char *suffix) {
        std::vector<double> catalog;
        std::vector<double> reading;
        for (int round = 0; round < rounds; ++round) {
            reading.push_back(milliseconds([&] { openAndRead(paths); }));
            catalog.push_back(milliseconds([&] {
                const auto result = readCatalog(roots);
                if (!result || result->entries.size() != skillCount || result->unreadableCount() != 0)
                    std::abort();
            }));
        }
        std::printf("# %s: median of %d\n", suffix, rounds);
        report("catalog_10000_skills", median(catalog), "ms");
        report("open_and_read_10000_files", median(reading), "ms");
        report("catalog_ratio", median(catalog) / median(reading), "x");
    };
    measure("without histories");

    if (!QDir().mkpath(roots.customRoot + QStringLiteral("/.history")))
        return 1;
    for (int i = 0; i < skillCount; i += 10) {
        const QString name = QStringLiteral("skill-%1").arg(i, 5, 10, QLatin1Char('0'));
        QByteArray text = skillText(name, i).replace('\n', "\\n");
        const QByteArray line =
            "{\"ts\": \"2026-01-02T03:04:05+00:00\", \"action\": \"human_edit\", \"file_path\": \"SKILL.md\", \"prev_content\": \"" + text +
            "\", \"new_content\": \"" + text + "\"}\n";
        if (!write(roots.customRoot + QStringLiteral("/.history/%1.jsonl").arg(name), line + line))
            return 1;
    }
    measure("every tenth skill with a history");
    return 0;
}
