// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "skills/history.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace verderer;

namespace {

constexpr qint64 historyBytes = 100'000'000;
constexpr int recordBytes = 10'000;
constexpr int newest = 50;

/// A skill of about half a record, in English and Chinese, different in a few lines for each version.
QByteArray skillText(int version)
{
    QByteArray text = "---\nname: demo-skill\ndescription: Shows how long a history may grow\n---\n\n# Demo skill\n\n";
    for (int line = 0; text.size() < recordBytes / 2 - 350; ++line) {
        const int changed = (version + line) % 40 == 0 ? version : 0;
        text += QStringLiteral("%1. Read the “change”, 检查每一步, and note \"what differs\" (%2).\n").arg(line).arg(changed).toUtf8();
    }
    return text;
}

int writeHistory(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return 0;
    }
    int records = 0;
    QByteArray before = skillText(0);
    for (; file.pos() < historyBytes; ++records) {
        const QByteArray after = skillText(records + 1);
        NewHistoryRecord record;
        record.ts = isoTimestamp(Microseconds(1'780'000'000'000'000) + records * Microseconds(60'000'123));
        record.action = QStringLiteral("human_edit");
        record.prev = before;
        record.next = after;
        record.reason = QStringLiteral("not scanned");
        const Result<QByteArray> line = historyLine(record);
        if (!line || file.write(*line + '\n') < 0) {
            return 0;
        }
        before = after;
    }
    return file.flush() ? records : 0;
}

double milliseconds(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

double peakMegabytes()
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly)) {
        return -1;
    }
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith("VmHWM:")) {
            return line.mid(6).trimmed().split(' ').first().toDouble() / 1024;
        }
    }
    return -1;
}

/// The newest records as the window asks for them, and one of them with its texts.
bool readOnce(const QString &path, double *pageMs, double *textsMs)
{
    QElapsedTimer timer;
    timer.start();
    Result<HistoryReader> reader = HistoryReader::open(path);
    if (!reader) {
        return false;
    }
    const Result<HistoryPage> page = reader->newest(newest);
    if (!page || page->entries.size() != newest || !page->entries.first().linesAdded) {
        return false;
    }
    *pageMs = milliseconds(timer);
    timer.restart();
    if (!reader->texts(page->entries.last())) {
        return false;
    }
    *textsMs = milliseconds(timer);
    return true;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.at(values.size() / 2);
}

} // namespace

/// Reading alone, in a process of its own, so that its memory is that of reading.
static int readHistory(const QString &path)
{
    std::vector<double> pages(21);
    std::vector<double> texts(21);
    for (std::size_t run = 0; run < pages.size(); ++run) {
        if (!readOnce(path, &pages[run], &texts[run])) {
            std::fprintf(stderr, "Cannot read the history %s.\n", qPrintable(path));
            return 1;
        }
    }
    std::printf("history_newest_%d_first %.2f ms\n", newest, pages.front());
    std::printf("history_newest_%d %.2f ms\n", newest, median(pages));
    std::printf("history_newest_%d_limit 50 ms\n", newest);
    std::printf("history_texts %.2f ms\n", median(texts));
    std::printf("history_rss %.1f MB\n", peakMegabytes());
    std::printf("history_rss_limit 32 MB\n");

    QElapsedTimer timer;
    timer.start();
    Result<HistoryReader> reader = HistoryReader::open(path);
    if (!reader || !reader->count()) {
        return 1;
    }
    std::printf("history_count %.0f ms\n", milliseconds(timer));
    timer.restart();
    if (!reader->find(QStringLiteral("0"))) {
        return 1;
    }
    std::printf("history_find_oldest %.0f ms\n", milliseconds(timer));
    std::printf("history_rss_after_count %.1f MB\n", peakMegabytes());
    return 0;
}

/// Holds the newest 50 records of a 100 MB history of 10 kB records against their limits: 50 ms, 32 MB.
int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    if (argc == 2) {
        return readHistory(QString::fromLocal8Bit(argv[1]));
    }
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("demo-skill.jsonl"));
    const int records = writeHistory(path);
    if (records == 0) {
        std::fprintf(stderr, "Cannot write the history below %s.\n", qPrintable(folder.path()));
        return 1;
    }
    std::printf("history_size %.1f MB\nhistory_records %d\n", double(QFile(path).size()) / 1e6, records);
    std::fflush(stdout);
    return QProcess::execute(QCoreApplication::applicationFilePath(), {path});
}
