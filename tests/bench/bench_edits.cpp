// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/local_storage.h"
#include "skills/history.h"
#include "skills/mutation_lock.h"
#include "skills/skill_editor.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <iostream>
#include <memory>
#include <string>
#include <sys/file.h>
#include <unistd.h>
#include <vector>

using namespace verderer;

// Four processes edit one skill 200 times each, through SkillEditor; beside it four processes do the least that such an edit needs, under a bare
// flock: temporary file, fsync, rename, fsync of the folder, append, fsync. Both in turn, in one run.

namespace {

constexpr int processes = 4;
constexpr int editsEach = 200;
constexpr int rounds = 5;
constexpr int textBytes = 4000;

QByteArray skillText(int process, int edit)
{
    QByteArray text = "---\nname: demo-skill\ndescription: Shows what an edit costs\n---\n\n# Demo skill\n\n";
    text += "Edit " + QByteArray::number(edit) + " of process " + QByteArray::number(process) + ".\n";
    while (text.size() < textBytes)
        text += "Read the change, 检查每一步, and note what differs.\n";
    return text;
}

struct Home {
    QString folder;
    [[nodiscard]] QString skills() const { return folder + QStringLiteral("/users/default/skills"); }
    [[nodiscard]] QString customRoot() const { return skills() + QStringLiteral("/custom"); }
    [[nodiscard]] QString file() const { return customRoot() + QStringLiteral("/demo-skill/SKILL.md"); }
    [[nodiscard]] QString history() const { return customRoot() + QStringLiteral("/.history/demo-skill.jsonl"); }
    [[nodiscard]] QString extensions() const { return folder + QStringLiteral("/extensions_config.json"); }
};

bool put(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

bool makeHome(const Home &home, bool withGateways)
{
    return QDir().mkpath(home.customRoot() + QStringLiteral("/demo-skill")) && QDir().mkpath(home.customRoot() + QStringLiteral("/.history")) &&
           put(home.file(), skillText(-1, 0)) && (!withGateways || put(home.extensions(), "{}"));
}

/// One way to make an edit.
class Way {
public:
    virtual ~Way() = default;
    virtual bool edit(const QByteArray &text) = 0;
};

class EditorWay final : public Way {
public:
    explicit EditorWay(const Home &home)
    {
        SkillRoots roots;
        roots.home = home.folder;
        roots.userId = QStringLiteral("default");
        roots.customRoot = home.customRoot();
        roots.publicRoot = home.folder + QStringLiteral("/skills/public");
        roots.legacyRoot = home.folder + QStringLiteral("/skills/custom");
        roots.integrationsRoot = home.folder + QStringLiteral("/integrations/skills");
        roots.userStatesFile = home.skills() + QStringLiteral("/_skill_states.json");
        roots.extensionsFile = QFile::exists(home.extensions()) ? home.extensions() : QString();
        roots.userProjectionLock = home.folder + QStringLiteral("/users/default/.skills_view.projection.lock");
        SkillEditor::Dependencies dependencies;
        dependencies.storage = std::make_shared<LocalStorage>();
        dependencies.clock = std::make_shared<SystemClock>();
        dependencies.queues = std::make_shared<MutationQueues>();
        dependencies.drafts = std::make_shared<DraftStore>(home.folder + QStringLiteral("/drafts"));
        dependencies.program = QStringLiteral("bench_edits");
        m_editor = std::make_unique<SkillEditor>(roots, dependencies);
    }
    bool edit(const QByteArray &text) override
    {
        EditRequest request;
        request.directory = QStringLiteral("demo-skill");
        request.text = text;
        const auto outcome = m_editor->edit(request, {});
        if (!outcome)
            std::fprintf(stderr, "%s\n", qUtf8Printable(outcome.error().message));
        return outcome && outcome->changed;
    }

private:
    std::unique_ptr<SkillEditor> m_editor;
};

class BareWay final : public Way {
public:
    explicit BareWay(const Home &home)
        : m_lock(QFile::encodeName(home.skills() + QStringLiteral("/.bare.lock"))), m_file(QFile::encodeName(home.file())),
          m_temporary(m_file + '.' + QByteArray::number(QCoreApplication::applicationPid())),
          m_folder(QFile::encodeName(home.customRoot() + QStringLiteral("/demo-skill"))), m_history(QFile::encodeName(home.history()))
    {
        // A record as DeerFlow's holds both texts; made before, for the comparison is about files.
        NewHistoryRecord record;
        record.ts = isoTimestamp(SystemClock().now());
        record.action = QStringLiteral("human_edit");
        record.prev = skillText(0, 0);
        record.next = skillText(0, 1);
        m_line = historyLine(record).value_or(QByteArray()) + '\n';
    }
    bool edit(const QByteArray &text) override
    {
        const int lock = ::open(m_lock.constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
        bool good = lock >= 0 && ::flock(lock, LOCK_EX) == 0;
        good = write(m_temporary, O_CREAT | O_TRUNC, text) && good;
        good = ::rename(m_temporary.constData(), m_file.constData()) == 0 && good;
        const int folder = ::open(m_folder.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        good = ::fsync(folder) == 0 && good;
        ::close(folder);
        good = write(m_history, O_CREAT | O_APPEND, m_line) && good;
        ::close(lock);
        return good;
    }

private:
    static bool write(const QByteArray &path, int flags, const QByteArray &bytes)
    {
        const int fd = ::open(path.constData(), O_WRONLY | O_CLOEXEC | flags, 0644);
        const bool good = ::write(fd, bytes.constData(), static_cast<std::size_t>(bytes.size())) == bytes.size() && ::fsync(fd) == 0;
        ::close(fd);
        return good;
    }

    QByteArray m_lock;
    QByteArray m_file;
    QByteArray m_temporary;
    QByteArray m_folder;
    QByteArray m_history;
    QByteArray m_line;
};

/// The worker: says "ready", waits for a line, edits, and says how long its slowest edit took, in microseconds.
int work(const QString &way, const Home &home, int process)
{
    std::unique_ptr<Way> editing;
    if (way == u"editor")
        editing = std::make_unique<EditorWay>(home);
    else
        editing = std::make_unique<BareWay>(home);
    std::cout << "ready" << std::endl;
    std::string line;
    std::getline(std::cin, line);
    qint64 longest = 0;
    for (int i = 0; i < editsEach; ++i) {
        const QByteArray text = skillText(process, i);
        QElapsedTimer timer;
        timer.start();
        if (!editing->edit(text))
            return 1;
        longest = std::max(longest, timer.nsecsElapsed() / 1000);
    }
    std::cout << longest << std::endl;
    return 0;
}

struct Measured {
    double editsPerSecond = 0;
    double longestMs = 0;
};

Measured measure(const QString &way, bool withGateways, int records)
{
    constexpr int patienceMs = 600'000;
    const QTemporaryDir folder(QDir::current().filePath(QStringLiteral("bench-edits-XXXXXX")));
    const Home home{folder.path()};
    if (!makeHome(home, withGateways))
        qFatal("cannot make a home in %s", qUtf8Printable(folder.path()));
    std::vector<std::unique_ptr<QProcess>> workers;
    for (int i = 0; i < processes; ++i) {
        auto worker = std::make_unique<QProcess>();
        worker->setProcessChannelMode(QProcess::ForwardedErrorChannel);
        worker->start(QCoreApplication::applicationFilePath(), {QStringLiteral("worker"), way, home.folder, QString::number(i)});
        if (!worker->waitForReadyRead(patienceMs))
            qFatal("a worker does not start");
        worker->readLine();
        workers.push_back(std::move(worker));
    }
    QElapsedTimer timer;
    timer.start();
    for (const auto &worker : workers) {
        worker->write("go\n");
        worker->waitForBytesWritten(patienceMs);
    }
    Measured measured;
    for (const auto &worker : workers) {
        if (!worker->waitForFinished(patienceMs) || worker->exitCode() != 0)
            qFatal("a worker failed");
        measured.longestMs = std::max(measured.longestMs, worker->readAllStandardOutput().trimmed().toDouble() / 1000);
    }
    measured.editsPerSecond = processes * editsEach * 1000.0 / static_cast<double>(timer.elapsed());
    QFile history(home.history());
    if (!history.open(QIODevice::ReadOnly) || history.readAll().count('\n') != records)
        qFatal("the history does not hold every edit once");
    return measured;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void compare(const char *name, bool withGateways)
{
    std::vector<double> editor;
    std::vector<double> bare;
    std::vector<double> editorLongest;
    std::vector<double> bareLongest;
    std::vector<double> ratios;
    std::vector<double> waits;
    for (int round = 0; round < rounds; ++round) {
        const Measured ours = measure(QStringLiteral("editor"), withGateways, processes * editsEach);
        const Measured theirs = measure(QStringLiteral("bare"), withGateways, processes * editsEach);
        editor.push_back(ours.editsPerSecond);
        bare.push_back(theirs.editsPerSecond);
        editorLongest.push_back(ours.longestMs);
        bareLongest.push_back(theirs.longestMs);
        ratios.push_back(100 * ours.editsPerSecond / theirs.editsPerSecond);
        waits.push_back(ours.longestMs / theirs.longestMs);
    }
    std::printf("%s %.0f edits/s\n", name, median(editor));
    std::printf("%s_bare_flock %.0f edits/s\n", name, median(bare));
    std::printf("%s_ratio %.0f %% (at least 70)\n", name, median(ratios));
    std::printf("%s_longest %.1f ms\n", name, median(editorLongest));
    std::printf("%s_bare_flock_longest %.1f ms\n", name, median(bareLongest));
    std::printf("%s_longest_ratio %.2f x (at most 2)\n", name, median(waits));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.value(1) == u"worker")
        return work(words.value(2), Home{words.value(3)}, words.value(4).toInt());
    compare("edits", false);
    compare("edits_with_cache_marker", true);
    return 0;
}
