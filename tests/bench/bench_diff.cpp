// SPDX-License-Identifier: GPL-3.0-or-later
//
// Line diff of two 1 MB texts with 5 % of the lines changed, beside `git diff --no-index` on the same texts, both in one run; then what a long line
// and many changed lines cost. Called as `bench_diff --driver OLD NEW` it only reads, compares and prints, to be measured as a process.
#include "diff/diff.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <functional>

using namespace verderer;

namespace {

void report(const char *name, double value, const char *unit)
{
    std::printf("%s %.3f %s\n", name, value, unit);
}

QByteArray readFile(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

double medianMs(int rounds, const std::function<void()> &work)
{
    QList<double> times;
    for (int i = 0; i < rounds; ++i) {
        QElapsedTimer timer;
        timer.start();
        work();
        times.append(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

QByteArray comparedAndPrinted(const QByteArray &oldText, const QByteArray &newText)
{
    const Result<LineDiff> diff = diffLines(oldText, newText);
    if (!diff) {
        qFatal("%s", qPrintable(diff.error().message));
    }
    return unifiedDiff(oldText, newText, *diff, QStringLiteral("a/old"), QStringLiteral("b/new"));
}

/// Markdown-like lines until there is 1 MB of them; of the second text every twentieth line is another, is missing or is new.
std::pair<QByteArray, QByteArray> texts()
{
    static const char *const words[] = {"the", "agent", "reads", "each", "merged", "request", "and", "writes",
                                        "one", "line",  "发布",  "说明", "before", "it",      "ends"};
    QRandomGenerator random(20261130);
    QByteArray oldText;
    QByteArray newText;
    const auto line = [&] {
        QByteArray text = random.bounded(6) == 0 ? "  - " : "";
        for (int i = 2 + random.bounded(12); i > 0; --i) {
            text += words[random.bounded(15)];
            text += ' ';
        }
        text += '\n';
        return random.bounded(7) == 0 ? QByteArray("\n") : text;
    };
    while (oldText.size() < 1'000'000) {
        const QByteArray next = line();
        oldText += next;
        switch (random.bounded(40)) {
        case 0:
            newText += line();
            break;
        case 1:
            newText += next + line();
            break;
        case 2:
            break;
        default:
            newText += next;
        }
    }
    return {oldText, newText};
}

void runProcess(const QString &program, const QStringList &arguments, int expectedStatus)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("GIT_CONFIG_NOSYSTEM"), QStringLiteral("1"));
    environment.insert(QStringLiteral("GIT_CONFIG_GLOBAL"), QStringLiteral("/dev/null"));
    process.setProcessEnvironment(environment);
    process.setStandardOutputFile(QProcess::nullDevice());
    process.start(program, arguments);
    if (!process.waitForFinished() || process.exitCode() != expectedStatus) {
        qFatal("%s ended with %d", qPrintable(program), process.exitCode());
    }
}

void againstGit()
{
    QTemporaryDir dir;
    const QString oldPath = dir.filePath(QStringLiteral("old"));
    const QString newPath = dir.filePath(QStringLiteral("new"));
    const auto [oldText, newText] = texts();
    if (!writeFile(oldPath, oldText) || !writeFile(newPath, newText)) {
        qFatal("cannot write the texts");
    }
    const LineDiff diff = *diffLines(oldText, newText);
    report("diff.text_size", static_cast<double>(oldText.size()), "bytes");
    report("diff.changed_lines",
           100.0 * static_cast<double>(diff.removed() + diff.added()) / static_cast<double>(diff.oldLines.size() + diff.newLines.size()), "percent");

    constexpr int rounds = 31;
    const double library = medianMs(rounds, [&] { (void)diffLines(oldText, newText); });
    const double printed = medianMs(rounds, [&] { (void)comparedAndPrinted(oldText, newText); });
    const double git = medianMs(rounds, [&] {
        runProcess(QStringLiteral("git"), {QStringLiteral("diff"), QStringLiteral("--no-index"), oldPath, newPath}, 1);
    });
    const double driver = medianMs(rounds, [&] {
        runProcess(QCoreApplication::applicationFilePath(), {QStringLiteral("--driver"), oldPath, newPath}, 0);
    });
    const double nothing = medianMs(rounds, [&] { runProcess(QStringLiteral("git"), {QStringLiteral("--version")}, 0); });
    report("diff.lines_in_process", library, "ms");
    report("diff.lines_and_unified_in_process", printed, "ms");
    report("diff.our_process (start, read, compare, print)", driver, "ms");
    report("diff.git_process (git diff --no-index)", git, "ms");
    report("diff.git_start (git --version)", nothing, "ms");
    report("diff.ratio_in_process_to_git_process (at most 1.5)", printed / git, "times");
    report("diff.ratio_process_to_process (at most 1.5)", driver / git, "times");
    report("diff.ratio_in_process_to_git_less_start", printed / std::max(0.001, git - nothing), "times");
}

void longTexts()
{
    const QByteArray oneLine(5 * 1024 * 1024, 'x');
    const QByteArray oneMore = oneLine + "y";
    report("diff.line_of_5_MB_lines_and_words",
           medianMs(3,
                    [&] {
                        const LineDiff diff = *diffLines(oneLine, oneMore);
                        (void)diffWords(oneLine, oneMore, diff, diff.hunks.first());
                    }),
           "ms");

    QByteArray oldText;
    QByteArray newText;
    for (int i = 0; i < 20'000; ++i) {
        oldText += "old line " + QByteArray::number(i % 700) + "\n";
        newText += "new line " + QByteArray::number(i % 700) + "\n";
    }
    report("diff.20000_changed_lines", medianMs(3, [&] { (void)diffLines(oldText, newText); }), "ms");

    // The worst kind below the limit: no line stands alone, and nothing is where it was.
    for (const int vocabulary : {2, 50, 1000, 20'000}) {
        QRandomGenerator random(7);
        oldText.clear();
        newText.clear();
        for (int i = 0; i < 99'000; ++i) {
            oldText += QByteArray::number(random.bounded(vocabulary)) + "\n";
            newText += QByteArray::number(random.bounded(vocabulary)) + "\n";
        }
        const QByteArray name = "diff.99000_shuffled_lines_of_" + QByteArray::number(vocabulary) + "_kinds";
        report(name.constData(), medianMs(1, [&] { (void)diffLines(oldText, newText); }), "ms");
    }

    QByteArray oldWords;
    QByteArray newWords;
    QRandomGenerator random(9);
    for (int i = 0; i < 9'900; ++i) {
        oldWords += "w" + QByteArray::number(random.bounded(300)) + " ";
        newWords += "w" + QByteArray::number(random.bounded(300)) + " ";
    }
    report("diff.words_of_the_largest_hunk",
           medianMs(3,
                    [&] {
                        const LineDiff diff = *diffLines(oldWords, newWords);
                        (void)diffWords(oldWords, newWords, diff, diff.hunks.first());
                    }),
           "ms");
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() == 4 && arguments[1] == QStringLiteral("--driver")) {
        const QByteArray text = comparedAndPrinted(readFile(arguments[2]), readFile(arguments[3]));
        return std::fwrite(text.constData(), 1, static_cast<size_t>(text.size()), stdout) == static_cast<size_t>(text.size()) ? 0 : 1;
    }
    againstGit();
    longTexts();
    return 0;
}
