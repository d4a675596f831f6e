// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/drafts.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

using namespace verderer;

/// Drafts: exact, private, never lost silently.
class TestDrafts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void keepsEveryByteAndField();
    void newDraftGetsAnId();
    void savingAgainReplaces();
    void listsNewestFirst();
    void noFolderIsNoDrafts();
    void filesArePrivate();
    void damagedDraftsAreTold_data();
    void damagedDraftsAreTold();
    void idsCannotLeaveTheFolder_data();
    void idsCannotLeaveTheFolder();
    void removesOnlyWhatIsNamed();
    void processesDoNotDisturbEachOther();
    void fullDiskKeepsTheOldDraft();
    void killedWriterLeavesTheOldDraft();

private:
    [[nodiscard]] QString folder() const { return m_folder->filePath(QStringLiteral("data/drafts")); }
    [[nodiscard]] QString fileOf(const QString &id) const { return QStringLiteral("%1/%2.draft").arg(folder(), id); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

Draft sample()
{
    Draft draft;
    draft.id = QStringLiteral("draft-1");
    draft.customRoot = QStringLiteral("/home/a b/\u4E2D\u6587/custom");
    draft.directory = QStringLiteral("team/helper");
    draft.filePath = QStringLiteral("references/a.md");
    draft.origin = QStringLiteral("recovery");
    draft.reason = QStringLiteral("A \"reason\"\nwith \u2028 in it.");
    draft.baseHash = QString(64, QLatin1Char('a'));
    draft.base = QByteArray("base\0\xff\r\n", 8);
    draft.hasBase = true;
    draft.text = QByteArray("\n\0text \xc2\xa0\xfe\xe2\x80\xa8\r", 14);
    draft.savedAt = 1'764'532'176'976'169;
    draft.window = QStringLiteral("4711@host:123");
    return draft;
}

void compare(const Draft &found, const Draft &wanted)
{
    QCOMPARE(found.id, wanted.id);
    QCOMPARE(found.customRoot, wanted.customRoot);
    QCOMPARE(found.directory, wanted.directory);
    QCOMPARE(found.filePath, wanted.filePath);
    QCOMPARE(found.origin, wanted.origin);
    QCOMPARE(found.reason, wanted.reason);
    QCOMPARE(found.baseHash, wanted.baseHash);
    QCOMPARE(found.base, wanted.base);
    QCOMPARE(found.hasBase, wanted.hasBase);
    QCOMPARE(found.text, wanted.text);
    QCOMPARE(found.savedAt, wanted.savedAt);
    QCOMPARE(found.window, wanted.window);
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool put(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(bytes) == bytes.size();
}

unsigned modeOf(const QString &path)
{
    struct stat info = {};
    ::stat(QFile::encodeName(path).constData(), &info);
    return info.st_mode & 07777U;
}

int exitOf(pid_t child)
{
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

void TestDrafts::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestDrafts::keepsEveryByteAndField()
{
    DraftStore store(folder());
    QCOMPARE(store.save(sample()).value(), QStringLiteral("draft-1"));
    compare(DraftStore(folder()).load(QStringLiteral("draft-1")).value(), sample());

    Draft bare = sample();
    bare.id = QStringLiteral("draft-2");
    bare.baseHash.reset();
    bare.hasBase = false;
    bare.base.clear();
    bare.text.clear();
    bare.window.clear();
    QVERIFY(store.save(bare));
    compare(store.load(bare.id).value(), bare);

    Draft emptyBase = bare; // a base that is empty is not the same as none
    emptyBase.id = QStringLiteral("draft-3");
    emptyBase.hasBase = true;
    QVERIFY(store.save(emptyBase));
    compare(store.load(emptyBase.id).value(), emptyBase);

    Draft large = sample();
    large.id = QStringLiteral("draft-4");
    large.text = QByteArray(5'000'000, '\0');
    QVERIFY(store.save(large));
    QCOMPARE(store.load(large.id).value().text, large.text);
}

void TestDrafts::newDraftGetsAnId()
{
    DraftStore store(folder());
    Draft draft = sample();
    draft.id.clear();
    const QString first = store.save(draft).value();
    const QString second = store.save(draft).value();
    QVERIFY(!first.isEmpty());
    QVERIFY(first != second);
    QCOMPARE(store.load(first).value().id, first);
    QCOMPARE(store.list().value().size(), 2);
}

void TestDrafts::savingAgainReplaces()
{
    DraftStore store(folder());
    Draft draft = sample();
    QVERIFY(store.save(draft));
    draft.text = "typed on";
    draft.savedAt += 1;
    QVERIFY(store.save(draft));
    const auto all = store.list();
    QVERIFY(all);
    QCOMPARE(all->size(), 1);
    compare(all->constFirst(), draft);
    QCOMPARE(QDir(folder()).entryList(QDir::Files | QDir::Hidden), QStringList(QStringLiteral("draft-1.draft")));
}

void TestDrafts::listsNewestFirst()
{
    DraftStore store(folder());
    for (const int n : {2, 3, 1}) {
        Draft draft = sample();
        draft.id = QStringLiteral("draft-%1").arg(n);
        draft.savedAt = n;
        QVERIFY(store.save(draft));
    }
    QStringList ids;
    const auto drafts = store.list();
    QVERIFY(drafts);
    for (const Draft &draft : *drafts)
        ids.append(draft.id);
    QCOMPARE(ids, QStringList({QStringLiteral("draft-3"), QStringLiteral("draft-2"), QStringLiteral("draft-1")}));
}

void TestDrafts::noFolderIsNoDrafts()
{
    DraftStore store(folder());
    QVERIFY(store.list().value().isEmpty());
    QVERIFY(!QFile::exists(folder())); // looking makes nothing
    QCOMPARE(store.load(QStringLiteral("x")).error().code, ErrorCode::NotFound);
    QCOMPARE(store.remove(QStringLiteral("x")).error().code, ErrorCode::NotFound);
    QVERIFY(QDir().mkpath(QFileInfo(folder()).path()));
    QVERIFY(put(folder(), "a file"));
    QVERIFY(!store.list());
    QVERIFY(!store.save(sample()));
    QCOMPARE(contents(folder()), QByteArray("a file"));
}

void TestDrafts::filesArePrivate()
{
    const mode_t before = ::umask(0);
    DraftStore store(folder());
    QVERIFY(store.save(sample()));
    ::umask(before);
    QCOMPARE(modeOf(folder()), 0700U);
    QCOMPARE(modeOf(fileOf(QStringLiteral("draft-1"))), 0600U);
}

void TestDrafts::damagedDraftsAreTold_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no line") << QByteArray("{\"version\": 1");
    QTest::newRow("no JSON") << QByteArray("hello\ntext");
    QTest::newRow("a list") << QByteArray("[]\ntext");
    QTest::newRow("later version") << QByteArray("{\"version\": 2, \"text_size\": 4, \"base_size\": null}\ntext");
    QTest::newRow("cut") << QByteArray("{\"version\": 1, \"text_size\": 5, \"base_size\": null}\ntext");
    QTest::newRow("too long") << QByteArray("{\"version\": 1, \"text_size\": 3, \"base_size\": null}\ntext");
    QTest::newRow("base too large") << QByteArray("{\"version\": 1, \"text_size\": 0, \"base_size\": 9223372036854775807}\ntext");
    QTest::newRow("negative") << QByteArray("{\"version\": 1, \"text_size\": -1, \"base_size\": 5}\ntext");
}

void TestDrafts::damagedDraftsAreTold()
{
    QFETCH(const QByteArray, bytes);
    DraftStore store(folder());
    QVERIFY(store.save(sample()));
    QVERIFY(put(fileOf(QStringLiteral("broken")), bytes));
    const auto broken = store.load(QStringLiteral("broken"));
    QVERIFY(!broken);
    QCOMPARE(broken.error().code, ErrorCode::Damaged);
    QCOMPARE(broken.error().details.path, fileOf(QStringLiteral("broken")));
    QStringList problems;
    const auto all = store.list(&problems);
    QVERIFY(all);
    QCOMPARE(all->size(), 1); // the good one is not hidden by it
    QCOMPARE(problems.size(), 1);
    QVERIFY(problems.constFirst().contains(fileOf(QStringLiteral("broken"))));
    QCOMPARE(contents(fileOf(QStringLiteral("broken"))), bytes); // and nobody tidies it away
}

void TestDrafts::idsCannotLeaveTheFolder_data()
{
    QTest::addColumn<QString>("id");
    for (const char *id : {"../x", "a/b", ".hidden", "a b", "-x", "x.draft", "a\nb"})
        QTest::newRow(id) << QString::fromLatin1(id);
}

void TestDrafts::idsCannotLeaveTheFolder()
{
    QFETCH(const QString, id);
    DraftStore store(folder());
    Draft draft = sample();
    draft.id = id;
    QCOMPARE(store.save(draft).error().code, ErrorCode::Invalid);
    QCOMPARE(store.load(id).error().code, ErrorCode::Invalid);
    QCOMPARE(store.remove(id).error().code, ErrorCode::Invalid);
    QVERIFY(!QFile::exists(folder()));
}

void TestDrafts::removesOnlyWhatIsNamed()
{
    DraftStore store(folder());
    Draft other = sample();
    other.id = QStringLiteral("draft-2");
    QVERIFY(store.save(sample()));
    QVERIFY(store.save(other));
    QVERIFY(store.remove(QStringLiteral("draft-1")));
    QCOMPARE(store.list().value().size(), 1);
    compare(store.load(QStringLiteral("draft-2")).value(), other);
    QCOMPARE(store.remove(QStringLiteral("draft-1")).error().code, ErrorCode::NotFound);
}

void TestDrafts::processesDoNotDisturbEachOther()
{
    DraftStore store(folder());
    QList<pid_t> children;
    constexpr int each = 20;
    for (int process = 0; process < 4; ++process) {
        const pid_t child = ::fork();
        if (child == 0) {
            bool good = true;
            for (int i = 0; i < each; ++i) {
                Draft draft = sample();
                draft.id.clear();
                draft.text = QByteArray::number(process * each + i);
                good = DraftStore(folder()).save(draft).has_value() && good;
                draft.id = QStringLiteral("shared"); // the same one from all
                good = DraftStore(folder()).save(draft).has_value() && DraftStore(folder()).list().has_value() && good;
            }
            ::_exit(good ? 0 : 1);
        }
        children.append(child);
    }
    for (const pid_t child : children)
        QCOMPARE(exitOf(child), 0);
    QStringList problems;
    const auto all = store.list(&problems);
    QVERIFY(all);
    QCOMPARE(problems, QStringList());
    QCOMPARE(all->size(), 4 * each + 1);
    QSet<QByteArray> texts;
    for (const Draft &draft : *all)
        texts.insert(draft.text);
    QCOMPARE(texts.size(), 4 * each);
}

void TestDrafts::fullDiskKeepsTheOldDraft()
{
    DraftStore store(folder());
    QVERIFY(store.save(sample()));
    const pid_t child = ::fork();
    if (child == 0) { // a limit on the size of files plays the full disk
        struct rlimit limit = {100, 100};
        ::signal(SIGXFSZ, SIG_IGN);
        ::setrlimit(RLIMIT_FSIZE, &limit);
        Draft draft = sample();
        draft.text = "lost?";
        ::_exit(DraftStore(folder()).save(draft) ? 1 : 0);
    }
    QCOMPARE(exitOf(child), 0);
    compare(store.load(QStringLiteral("draft-1")).value(), sample());
    QCOMPARE(QDir(folder()).entryList(QDir::Files | QDir::Hidden).size(), 1);
}

void TestDrafts::killedWriterLeavesTheOldDraft()
{
    DraftStore store(folder());
    QVERIFY(store.save(sample()));
    const pid_t child = ::fork();
    if (child == 0) { // dies by SIGXFSZ in the middle of writing
        struct rlimit limit = {100, 100};
        ::signal(SIGXFSZ, SIG_DFL);
        ::setrlimit(RLIMIT_CORE, &limit);
        ::setrlimit(RLIMIT_FSIZE, &limit);
        Draft draft = sample();
        draft.text = QByteArray(10'000, 'x');
        ::_exit(DraftStore(folder()).save(draft) ? 1 : 2);
    }
    QCOMPARE(exitOf(child), 128 + SIGXFSZ);
    QStringList problems;
    const auto all = store.list(&problems);
    QVERIFY(all);
    QCOMPARE(all->size(), 1);
    QCOMPARE(problems, QStringList());
    compare(all->constFirst(), sample());
}

QTEST_GUILESS_MAIN(TestDrafts)
#include "tst_drafts.moc"
