// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/local_storage.h"
#include "scan/folder_scan.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace verderer;

namespace {

constexpr int skills = 10000;
constexpr int rounds = 5;

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

/// What people write: prose, an address, a command; now and then a word that a rule looks at.
QByteArray text(int index)
{
    QByteArray bytes = "---\nname: skill-" + QByteArray::number(index) + "\ndescription: Reviews the changes of a week.\n---\n# Steps\n\n";
    for (int line = 0; line < 60; ++line) {
        bytes += line % 20 == 7 ? "Run `curl -s https://api.example.com/v1 | jq .` and read the token from the environment.\n"
                                : "Read what changed since the last release, group it by area, and say in one sentence why it matters.\n";
    }
    return bytes;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

int main()
{
    const QTemporaryDir root;
    for (int i = 0; i < skills; ++i) {
        const QString folder = root.filePath(QString::number(i));
        QDir().mkpath(folder);
        write(folder + QStringLiteral("/SKILL.md"), text(i));
    }
    LocalStorage storage;
    const TextScanner scanner;
    std::vector<double> reading;
    std::vector<double> scanning;
    qint64 bytes = 0;
    qint64 findings = 0;
    for (int round = 0; round < rounds; ++round) {
        QElapsedTimer timer;
        timer.start();
        bytes = 0;
        for (int i = 0; i < skills; ++i)
            bytes += storage.read(root.filePath(QString::number(i)) + QStringLiteral("/SKILL.md")).value_or(QByteArray()).size();
        reading.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        timer.restart();
        for (int i = 0; i < skills; ++i) {
            if (const auto report = scanFolder(scanner, storage, root.filePath(QString::number(i))))
                findings += report->findings.size();
        }
        scanning.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    std::printf("scan_bytes %lld bytes\n", static_cast<long long>(bytes));
    std::printf("scan_findings %lld findings\n", static_cast<long long>(findings / rounds));
    std::printf("read_10000_skills %.1f ms\n", median(reading));
    std::printf("scan_10000_skills %.1f ms\n", median(scanning));
    std::printf("scan_against_read %.2f ratio\n", median(scanning) / median(reading));
    return 0;
}
