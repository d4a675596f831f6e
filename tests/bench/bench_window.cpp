// SPDX-License-Identifier: GPL-3.0-or-later
// From the start of the process to the first painted list of 1,000 skills, and the memory it takes then; beside it, what a bare Qt program with an
// empty list needs on the same machine.
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QListView>
#include <QProcess>
#include <QStringListModel>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace Qt::StringLiterals;

namespace {

constexpr int skills = 1000;
constexpr int runs = 9;

/// The bare program: a list view with as many lines, gone as soon as it is painted.
class BareList : public QListView {
protected:
    void paintEvent(QPaintEvent *event) override
    {
        QListView::paintEvent(event);
        QMetaObject::invokeMethod(QCoreApplication::instance(), &QCoreApplication::quit, Qt::QueuedConnection);
    }
};

int runBare(int argc, char *argv[])
{
    QApplication application(argc, argv);
    QStringList lines;
    for (int i = 0; i < skills; ++i)
        lines << u"skill-%1"_s.arg(i);
    QStringListModel model(lines);
    BareList list;
    list.setModel(&model);
    list.show();
    return QApplication::exec();
}

bool makeHome(const QString &home)
{
    for (int i = 0; i < skills; ++i) {
        const QString name = u"skill-%1"_s.arg(i, 4, 10, QLatin1Char('0'));
        const QString folder = home + u"/users/default/skills/custom/"_s + name;
        QFile file(folder + u"/SKILL.md"_s);
        if (!QDir().mkpath(folder) || !file.open(QIODevice::WriteOnly))
            return false;
        file.write("---\nname: " + name.toUtf8() + "\ndescription: What it is for\n---\n\n" + QByteArray("A line of its text.\n").repeated(60));
    }
    return true;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char *argv[])
{
    if (argc > 1 && QByteArray(argv[1]) == "--bare")
        return runBare(argc, argv);
    QCoreApplication application(argc, argv);
    QTemporaryDir folder;
    const QString home = folder.path() + u"/home"_s;
    if (!makeHome(home)) {
        std::fprintf(stderr, "cannot make the installation in %s\n", qUtf8Printable(folder.path()));
        return 1;
    }
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    std::vector<double> first;
    std::vector<double> memory;
    std::vector<double> bare;
    for (int run = 0; run < runs; ++run) {
        QProcess window;
        window.setProcessEnvironment(environment);
        window.start(QStringLiteral(VERDERER_PROGRAM), {u"--home"_s, home, u"--measure-start"_s});
        if (!window.waitForFinished(60'000) || window.exitCode() != 0) {
            std::fprintf(stderr, "the window did not come up: %s\n", window.readAllStandardError().constData());
            return 1;
        }
        const QList<QByteArray> lines = window.readAllStandardOutput().split('\n');
        for (const QByteArray &line : lines) {
            const QList<QByteArray> words = line.split(' ');
            if (words.value(0) == "window_first_list")
                first.push_back(words.value(1).toDouble());
            if (words.value(0) == "window_rss")
                memory.push_back(words.value(1).toDouble());
        }
        QProcess plain;
        plain.setProcessEnvironment(environment);
        QElapsedTimer time;
        time.start();
        plain.start(QCoreApplication::applicationFilePath(), {u"--bare"_s});
        plain.waitForFinished(60'000);
        bare.push_back(double(time.nsecsElapsed()) / 1e6);
    }
    std::printf("window_first_list %.0f ms\nwindow_rss %.1f MB\nbare_qt_list_start_to_end %.0f ms\n", median(first), median(memory), median(bare));
    return 0;
}
