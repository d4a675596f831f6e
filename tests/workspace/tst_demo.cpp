// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/demo_installation.h"
#include "demo_fixtures.h"
#include "skills/catalog.h"
#include "skills/history.h"
#include "workspace/workspace.h"

#include <QDirIterator>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace verderer;
using verderer::test::FixedClock;
using verderer::test::QuickStorage;

namespace {

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("cannot read %s", qPrintable(path));
    }
    return file.readAll();
}

QStringList everythingIn(const QString &dir)
{
    QStringList paths;
    QDirIterator walk(dir, QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (walk.hasNext()) {
        paths.append(walk.next());
    }
    paths.sort();
    return paths;
}

QByteArray withoutReturns(QByteArray text)
{
    return text.replace("\r\n", "\n");
}

const QString secondUser = QStringLiteral("7c1e0c52-3d3f-4b7e-9a64-1f0d8b6a2e95");

} // namespace

class TestDemo : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    QString m_demo;
    FixedClock m_clock{QDateTime(QDate(2026, 11, 30), QTime(15, 0), Qt::LocalTime)};
    QuickStorage m_storage;
    DemoReport m_report;

    [[nodiscard]] QString custom(const QString &user = QStringLiteral("default")) const
    {
        return m_demo + QStringLiteral("/home/users/%1/skills/custom").arg(user);
    }

    [[nodiscard]] Catalog catalogOf(const QString &user) const
    {
        WorkspaceRequest request;
        request.place = m_demo;
        request.workingDirectory = QStringLiteral("/");
        const Result<Workspace> workspace = resolveWorkspace(request);
        if (!workspace) {
            qFatal("%s", qPrintable(workspace.error().message));
        }
        const Result<Catalog> catalog = readCatalog(workspace->skillRoots(user));
        if (!catalog) {
            qFatal("%s", qPrintable(catalog.error().message));
        }
        return *catalog;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_dir.isValid());
        m_demo = m_dir.filePath(QStringLiteral("a/new/demo"));
        const mode_t old = ::umask(0077); // even then agents must be able to read it
        LocalStorage real;
        const Result<DemoReport> report = writeDemo(m_demo, real, m_clock);
        ::umask(old);
        QVERIFY2(report.has_value(), report ? "" : qPrintable(report.error().message));
        m_report = *report;
    }

    void reportSaysWhatWasWritten()
    {
        QCOMPARE(m_report.path, m_demo);
        QCOMPARE(m_report.home, m_demo + QStringLiteral("/home"));
        QVERIFY(QFileInfo::exists(m_report.config));
        QCOMPARE(m_report.users, (QStringList{QStringLiteral("default"), secondUser}));
        QCOMPARE(m_report.warnings, QStringList());
        int skills = 0;
        for (const QString &path : everythingIn(m_demo)) {
            skills += path.endsWith(QStringLiteral("/SKILL.md")) ? 1 : 0;
        }
        QCOMPARE(m_report.skills, skills);
        QVERIFY(skills >= 25);
        QVERIFY(m_report.records >= 45);
    }

    void everythingIsReadableAndOurs()
    {
        const QStringList paths = everythingIn(m_demo);
        QVERIFY(paths.size() > 60);
        for (const QString &path : paths) {
            struct stat status = {};
            QCOMPARE(::lstat(QFile::encodeName(path).constData(), &status), 0);
            QVERIFY(S_ISDIR(status.st_mode) || S_ISREG(status.st_mode));
            const unsigned mode = status.st_mode & 07777U;
            QVERIFY2(mode == (S_ISDIR(status.st_mode) ? 0755U : 0644U), qPrintable(path + QStringLiteral(" %1").arg(mode, 0, 8)));
            QCOMPARE(status.st_uid, ::geteuid());
        }
    }

    void secondRunIsRefused()
    {
        const QStringList before = everythingIn(m_demo);
        const Result<DemoReport> again = writeDemo(m_demo, m_storage, m_clock);
        QVERIFY(!again);
        QCOMPARE(again.error().code, ErrorCode::AlreadyExists);
        QCOMPARE(again.error().details.path, m_demo);
        QCOMPARE(everythingIn(m_demo), before);
    }

    void otherPlacesAreRefused()
    {
        QTemporaryDir dir;
        const QString hidden = dir.filePath(QStringLiteral("hidden"));
        QVERIFY(QDir().mkpath(hidden));
        QFile file(hidden + QStringLiteral("/.keep"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        QCOMPARE(writeDemo(hidden, m_storage, m_clock).error().code, ErrorCode::AlreadyExists);
        QCOMPARE(everythingIn(hidden), QStringList{file.fileName()});
        QCOMPARE(writeDemo(file.fileName(), m_storage, m_clock).error().code, ErrorCode::Invalid);
        QCOMPARE(writeDemo(QString(), m_storage, m_clock).error().code, ErrorCode::Invalid);
        QVERIFY(!writeDemo(file.fileName() + QStringLiteral("/below"), m_storage, m_clock));
        QVERIFY(QFile::exists(file.fileName()));
    }

    void emptyFolderIsTaken()
    {
        QTemporaryDir dir;
        QVERIFY(writeDemo(dir.path(), m_storage, m_clock).has_value());
        QVERIFY(QFileInfo::exists(dir.filePath(QStringLiteral("home/users/default/skills/custom/release-notes/SKILL.md"))));
    }

    void sameTimeGivesTheSameFiles()
    {
        QTemporaryDir dir;
        QVERIFY(writeDemo(dir.path(), m_storage, m_clock).has_value());
        const QStringList paths = everythingIn(m_demo);
        for (const QString &path : paths) {
            const QString twin = dir.path() + path.mid(m_demo.size());
            QVERIFY2(QFileInfo::exists(twin), qPrintable(twin));
            if (QFileInfo(path).isFile()) {
                QVERIFY2(bytesOf(path) == bytesOf(twin), qPrintable(path));
            }
        }
        QCOMPARE(everythingIn(dir.path()).size(), paths.size());
    }

    void failureLeavesNothing()
    {
        QTemporaryDir dir;
        for (int step = 0;; ++step) {
            // Once into a folder that is there, once into one that is not.
            const QString place = step % 2 == 0 ? dir.path() : dir.filePath(QStringLiteral("new"));
            QuickStorage storage(step);
            const Result<DemoReport> report = writeDemo(place, storage, m_clock);
            if (!storage.reached()) {
                QVERIFY(report.has_value());
                QVERIFY2(step > m_report.skills * 2, "each file is at least two steps");
                break;
            }
            QVERIFY2(!report, qPrintable(QStringLiteral("step %1").arg(step)));
            QCOMPARE(report.error().code, ErrorCode::ReadOnly);
            QCOMPARE(everythingIn(dir.path()), QStringList());
        }
    }

    void datesAreFreshAndInOrder_data()
    {
        QTest::addColumn<QTime>("time");
        QTest::newRow("in the afternoon") << QTime(15, 0);
        QTest::newRow("just after midnight") << QTime(0, 0, 5);
        QTest::newRow("between the records of the day") << QTime(7, 13);
    }

    void datesAreFreshAndInOrder()
    {
        QFETCH(QTime, time);
        QTemporaryDir dir;
        const FixedClock clock(QDateTime(QDate(2027, 3, 1), time, Qt::LocalTime));
        QVERIFY(writeDemo(dir.path(), m_storage, clock).has_value());
        const QString now = isoTimestamp(clock.now());
        QString latest;
        for (const QString &path : everythingIn(dir.path())) {
            if (!path.endsWith(QStringLiteral(".jsonl"))) {
                continue;
            }
            Result<HistoryReader> reader = HistoryReader::open(path);
            QVERIFY(reader.has_value());
            const Result<QList<HistoryEntry>> entries = reader->all();
            QVERIFY(entries.has_value());
            QString previous;
            for (const HistoryEntry &entry : *entries) {
                if (entry.state == HistoryLineState::Torn) {
                    continue;
                }
                QVERIFY2(entry.ts > previous && entry.ts < now, qPrintable(path + QStringLiteral(" ") + entry.ts));
                previous = entry.ts;
                latest = qMax(latest, entry.ts);
            }
        }
        QVERIFY2(latest > isoTimestamp(clock.now() - 36LL * 3600 * 1'000'000), qPrintable(latest));
    }

    void historiesAreChains()
    {
        int chains = 0;
        for (const QString &user : m_report.users) {
            QDir folder(custom(user) + QStringLiteral("/.history"));
            for (const QString &name : folder.entryList({QStringLiteral("*.jsonl")}, QDir::Files)) {
                const QString skill = name.chopped(6);
                Result<HistoryReader> reader = HistoryReader::open(folder.filePath(name));
                QVERIFY(reader.has_value());
                const Result<QList<HistoryEntry>> entries = reader->all();
                QVERIFY(entries.has_value());
                QMap<QString, QByteArray> present;
                bool torn = false;
                for (const HistoryEntry &entry : *entries) {
                    if (entry.state == HistoryLineState::Torn) {
                        torn = true;
                        continue;
                    }
                    const Result<HistoryTexts> texts = reader->texts(entry);
                    QVERIFY2(texts.has_value(), qPrintable(skill));
                    QVERIFY2(texts->prev.has_value() == present.contains(entry.filePath), qPrintable(skill));
                    QVERIFY2(texts->prev.value_or(QByteArray()) == present.value(entry.filePath), qPrintable(skill));
                    if (entry.decision == QStringLiteral("block")) {
                        continue;
                    }
                    if (texts->next) {
                        present[entry.filePath] = *texts->next;
                    } else {
                        present.remove(entry.filePath);
                    }
                }
                // The one that was changed outside, and the one whose writer died between file and record, differ from what is on disk.
                const bool differs = skill == QStringLiteral("weekly-report") || torn;
                for (auto it = present.cbegin(); it != present.cend(); ++it) {
                    const QByteArray onDisk = bytesOf(custom(user) + QLatin1Char('/') + skill + QLatin1Char('/') + it.key());
                    QVERIFY2((withoutReturns(onDisk) == it.value()) != differs, qPrintable(skill));
                }
                ++chains;
            }
        }
        QCOMPARE(chains, 13);
    }

    void releaseNotesHaveALongHistory()
    {
        Result<HistoryReader> reader = HistoryReader::open(historyPath(custom(), QStringLiteral("release-notes")));
        QVERIFY(reader.has_value());
        const Result<QList<HistoryEntry>> entries = reader->all();
        QVERIFY(entries.has_value());
        QStringList actions;
        for (const HistoryEntry &entry : *entries) {
            actions.append(entry.action);
        }
        QCOMPARE(actions.join(QLatin1Char(' ')), QStringLiteral("create patch human_edit patch human_edit patch human_edit rollback write_file"));
        QCOMPARE(entries->at(3).decision, QStringLiteral("warn"));
        QCOMPARE(entries->at(3).findings, 1);
        QCOMPARE(entries->at(7).rollbackFromTs, std::optional<QString>(entries->at(6).ts));
        const Result<HistoryTexts> edit = reader->texts(entries->at(6));
        const Result<HistoryTexts> back = reader->texts(entries->at(7));
        QVERIFY(edit && back);
        QCOMPARE(back->next, edit->prev);
        QVERIFY(edit->next->contains("不兼容的改动写在最前面"));
    }

    void brokenOnPurpose()
    {
        const QByteArray minutes = bytesOf(historyPath(custom(), QStringLiteral("meeting-minutes")));
        QVERIFY(minutes.contains("\u2028"));
        Result<HistoryReader> raw = HistoryReader::open(historyPath(custom(), QStringLiteral("meeting-minutes")));
        QVERIFY(raw.has_value());
        const Result<HistoryCount> rawCount = raw->count();
        QVERIFY(rawCount.has_value());
        QCOMPARE(rawCount->records, 4);
        QVERIFY(!rawCount->readableByDeerFlow);

        const QByteArray torn = bytesOf(historyPath(custom(), QStringLiteral("invoice-check")));
        QVERIFY(!torn.endsWith('\n'));
        QCOMPARE(torn.count('\n'), 3);

        const QByteArray glued = bytesOf(historyPath(custom(), QStringLiteral("support-triage")));
        QVERIFY(glued.contains("}}{\"ts\"") && glued.contains("\n\n"));

        const QString deleted = QStringLiteral("status-greeter");
        QVERIFY(QFileInfo::exists(historyPath(custom(), deleted)));
        QVERIFY(!QFileInfo::exists(custom() + QLatin1Char('/') + deleted));

        QVERIFY(bytesOf(custom() + QStringLiteral("/style-guide/SKILL.md")).startsWith("\xEF\xBB\xBF---\n"));
        QVERIFY(bytesOf(custom() + QStringLiteral("/release-checklist/SKILL.md")).startsWith("---\r\n"));
        QVERIFY(!QByteArrayView(bytesOf(custom() + QStringLiteral("/menu-ideas/SKILL.md"))).isValidUtf8());
    }

    void databaseHasUsersAndThreads()
    {
        const QString path = m_demo + QStringLiteral("/home/data/deerflow.db");
        {
            QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("tst_demo"));
            database.setDatabaseName(path);
            database.setConnectOptions(QStringLiteral("QSQLITE_OPEN_READONLY"));
            QVERIFY(database.open());
            QSqlQuery query(database);
            QVERIFY(query.exec(QStringLiteral("SELECT id, email FROM users")));
            QVERIFY(query.next());
            QCOMPARE(query.value(0).toString(), secondUser);
            QCOMPARE(query.value(1).toString(), QStringLiteral("research@example.org"));
            QVERIFY(!query.next());
            // Every thread that a history names is there.
            QSet<QString> threads;
            QVERIFY(query.exec(QStringLiteral("SELECT thread_id FROM threads_meta")));
            while (query.next()) {
                threads.insert(query.value(0).toString());
            }
            for (const QString &file : everythingIn(m_demo)) {
                if (!file.endsWith(QStringLiteral(".jsonl"))) {
                    continue;
                }
                Result<HistoryReader> reader = HistoryReader::open(file);
                QVERIFY(reader.has_value());
                const Result<QList<HistoryEntry>> entries = reader->all();
                QVERIFY(entries.has_value());
                for (const HistoryEntry &entry : *entries) {
                    QVERIFY2(!entry.threadId || threads.contains(*entry.threadId), qPrintable(entry.threadId.value_or(QString())));
                    QCOMPARE(entry.threadId.has_value(), entry.author == QStringLiteral("agent"));
                }
            }
        }
        QSqlDatabase::removeDatabase(QStringLiteral("tst_demo"));
    }

    /// One skill of each kind of trouble, and nothing else in the list is in trouble.
    void catalogFindsExactlyWhatIsWrong()
    {
        const QMap<QString, QString> expected{
            {QStringLiteral("custom weekly-report"), QStringLiteral("changed-outside")},
            {QStringLiteral("custom invoice-check"), QStringLiteral("torn-history")},
            {QStringLiteral("custom support-triage"), QStringLiteral("torn-history")},
            {QStringLiteral("custom status-greeter"), QStringLiteral("deleted")},
            {QStringLiteral("custom log-summary"), QStringLiteral("yaml-error")},
            {QStringLiteral("custom style-guide"), QStringLiteral("byte-order-mark")},
            {QStringLiteral("custom sql-helper"), QStringLiteral("folder-mismatch")},
            {QStringLiteral("custom translate"), QStringLiteral("duplicate")},
            {QStringLiteral("custom translate-draft"), QStringLiteral("folder-mismatch duplicate")},
            {QStringLiteral("custom menu-ideas"), QStringLiteral("not-utf8")},
            {QStringLiteral("custom team/handover"), QStringLiteral("folder-mismatch")},
            {QStringLiteral("public code-review"), QStringLiteral("shadowed-by")},
            {QStringLiteral("legacy short-summary"), QStringLiteral("hidden")},
            {QStringLiteral("legacy email-polish"), QStringLiteral("hidden")},
        };
        const Catalog catalog = catalogOf(QStringLiteral("default"));
        QCOMPARE(catalog.problems.size(), 0);
        QMap<QString, QString> found;
        QStringList disabled;
        for (const SkillEntry &entry : catalog.entries) {
            QStringList kinds;
            for (const Problem &problem : entry.problems) {
                kinds.append(problemKindName(problem.kind));
            }
            if (!kinds.isEmpty()) {
                found.insert(skillCategoryName(entry.category) + QLatin1Char(' ') + entry.directory, kinds.join(QLatin1Char(' ')));
            }
            if (!entry.enabled) {
                disabled.append(entry.directory);
            }
        }
        for (auto it = found.cbegin(); it != found.cend(); ++it) {
            QVERIFY2(expected.value(it.key()) == it.value(), qPrintable(it.key() + QStringLiteral(": ") + it.value()));
        }
        QCOMPARE(found, expected);
        QCOMPARE(catalog.unreadableCount(), 3);
        disabled.sort();
        QCOMPARE(disabled,
                 (QStringList{QStringLiteral("issue-tracker/issue-digest"), QStringLiteral("slide-outline"), QStringLiteral("weekly-report")}));
    }

    void secondUsersSkillsAreWhole()
    {
        const Catalog catalog = catalogOf(secondUser);
        QCOMPARE(catalog.problems.size(), 0);
        QStringList custom;
        for (const SkillEntry &entry : catalog.entries) {
            if (entry.category == SkillCategory::Custom) {
                custom.append(entry.directory);
                QCOMPARE(entry.problems.size(), 0);
                QVERIFY(entry.listed && entry.enabled && entry.editable);
            }
        }
        QCOMPARE(custom, (QStringList{QStringLiteral("interview-guide"), QStringLiteral("literature-review")}));
    }

    void isFoundAsAnInstallation()
    {
        WorkspaceRequest request;
        request.place = m_demo;
        request.workingDirectory = QStringLiteral("/");
        const Result<Workspace> workspace = resolveWorkspace(request);
        QVERIFY2(workspace.has_value(), workspace ? "" : qPrintable(workspace.error().message));
        QCOMPARE(workspace->home.path, m_report.home);
        QCOMPARE(workspace->config.path, m_report.config);
        QCOMPARE(workspace->skillsRoot.path, m_demo + QStringLiteral("/skills"));
        QCOMPARE(workspace->extensions.path, m_demo + QStringLiteral("/extensions_config.json"));
        QCOMPARE(workspace->database.path, m_demo + QStringLiteral("/home/data/deerflow.db"));
        const Result<QList<WorkspaceUser>> users = listUsers(*workspace);
        QVERIFY(users.has_value());
        QStringList found;
        for (const WorkspaceUser &user : *users) {
            found.append(user.id + QLatin1Char(' ') + user.email);
        }
        found.sort();
        QCOMPARE(found, (QStringList{secondUser + QStringLiteral(" research@example.org"), QStringLiteral("default ")}));
    }
};

QTEST_GUILESS_MAIN(TestDemo)
#include "tst_demo.moc"
