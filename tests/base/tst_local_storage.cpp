// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/local_storage.h"
#include "storage_fixtures.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace verderer;
using namespace verderer::test;

class TestLocalStorage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void readsExactBytes();
    void readRefusesWhatIsTooLarge();
    void readNeverWaits_data();
    void readNeverWaits();
    void readSaysWhy();
    void stampSeesWhatIsThere();
    void stageSetsAttributesAndLeavesNothingOnFailure();
    void exchangeHandsOutWhatWasThere();
    void exchangeNeverReplacesWhatCameMeanwhile();
    void exchangeRefusesFolders();
    void replaceAndMove();
    void appendsInOneWrite();
    void appendMakesTheFileWithItsAttributes();
    void unsyncedStepsDoTheSame();
    void syncsFilesAndFolders();
    void appendTellsAShortWrite();
    void appendNeverWaits();
    void t39_concurrentAppendsStayWhole();
    void truncateOnlyShortens();
    void removes();
    void makesFolders();
    void setsAttributes();
    void readOnlyFolder();
    void namesThatAreNotPlain();

private:
    [[nodiscard]] QString at(const char *name) const { return m_folder->filePath(QString::fromUtf8(name)); }
    [[nodiscard]] QStringList entries() const { return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot); }

    std::unique_ptr<QTemporaryDir> m_folder;
    LocalStorage m_storage;
};

void TestLocalStorage::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestLocalStorage::readsExactBytes()
{
    const QByteArray odd("a\0b\r\n\xff\xfe\xc2\xa0", 9);
    QVERIFY(put(at("odd"), odd));
    QCOMPARE(m_storage.read(at("odd")).value(), odd);
    QVERIFY(put(at("empty"), QByteArray()));
    QCOMPARE(m_storage.read(at("empty")).value(), QByteArray());
    const QByteArray large(3'000'000, 'x');
    QVERIFY(put(at("large"), large));
    QCOMPARE(m_storage.read(at("large")).value(), large);
    QVERIFY(m_storage.read(QStringLiteral("/proc/self/status")).value().contains("Pid:")); // says size 0
}

void TestLocalStorage::readRefusesWhatIsTooLarge()
{
    QVERIFY(put(at("file"), "12345"));
    QCOMPARE(m_storage.read(at("file"), 5).value(), QByteArray("12345"));
    const auto refused = m_storage.read(at("file"), 4);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Invalid);
    QCOMPARE(refused.error().details.kind, QStringLiteral("too-large"));
    QCOMPARE(refused.error().details.path, at("file"));
    const auto unsized = m_storage.read(QStringLiteral("/proc/self/status"), 4); // its size is not known before
    QVERIFY(!unsized);
    QCOMPARE(unsized.error().details.kind, QStringLiteral("too-large"));
}

void TestLocalStorage::readNeverWaits_data()
{
    QTest::addColumn<QString>("kind");
    QTest::newRow("pipe") << QStringLiteral("not-regular");
    QTest::newRow("folder") << QStringLiteral("is-a-folder");
    QTest::newRow("device") << QStringLiteral("not-regular");
}

void TestLocalStorage::readNeverWaits()
{
    QFETCH(const QString, kind);
    QString path = at("odd");
    if (qstrcmp(QTest::currentDataTag(), "pipe") == 0)
        QCOMPARE(::mkfifo(QFile::encodeName(path).constData(), 0644), 0);
    else if (qstrcmp(QTest::currentDataTag(), "folder") == 0)
        QVERIFY(QDir().mkdir(path));
    else
        path = QStringLiteral("/dev/zero");
    const auto bytes = m_storage.read(path);
    QVERIFY(!bytes);
    QCOMPARE(bytes.error().code, ErrorCode::Invalid);
    QCOMPARE(bytes.error().details.kind, kind);
    QVERIFY(bytes.error().message.contains(path));
}

void TestLocalStorage::readSaysWhy()
{
    QCOMPARE(m_storage.read(at("nothing")).error().code, ErrorCode::NotFound);
    QVERIFY(QFile::link(at("loop-b"), at("loop-a")));
    QVERIFY(QFile::link(at("loop-a"), at("loop-b")));
    QCOMPARE(m_storage.read(at("loop-a")).error().details.kind, QStringLiteral("link-loop"));
    QCOMPARE(m_storage.read(at(QByteArray(300, 'n').constData())).error().details.kind, QStringLiteral("name-too-long"));
}

void TestLocalStorage::stampSeesWhatIsThere()
{
    QVERIFY(!m_storage.stamp(at("nothing")).value().exists);
    QVERIFY(put(at("file"), "12345"));
    QCOMPARE(::chmod(QFile::encodeName(at("file")).constData(), 0640), 0);
    const auto stamp = m_storage.stamp(at("file"));
    QVERIFY(stamp);
    QVERIFY(stamp->exists && stamp->isRegular && !stamp->isFolder);
    QCOMPARE(stamp->mode, 0640U);
    QCOMPARE(stamp->size, 5);
    QCOMPARE(stamp->inode, statOf(at("file")).st_ino);
    QCOMPARE(stamp->owner, ::geteuid());
    QVERIFY(!m_storage.stamp(at("file/below")).value().exists);
    QVERIFY(m_storage.stamp(m_folder->path()).value().isFolder);
    QVERIFY(QFile::link(at("loop"), at("loop")));
    QCOMPARE(m_storage.stamp(at("loop")).error().code, ErrorCode::Invalid);
    QVERIFY(put(at("file"), "123456"));
    QVERIFY(m_storage.stamp(at("file")).value() != *stamp);
}

void TestLocalStorage::stageSetsAttributesAndLeavesNothingOnFailure()
{
    FileAttributes attributes;
    attributes.mode = 0664;
    const QByteArray bytes("text\0more", 9);
    const auto staged = m_storage.stage(at("SKILL.md"), bytes, attributes);
    QVERIFY(staged);
    QCOMPARE(QFileInfo(*staged).path(), m_folder->path());
    const QString name = QFileInfo(*staged).fileName();
    QVERIFY(name.startsWith(u".verderer-") && name.endsWith(u".tmp"));
    QCOMPARE(contents(*staged), bytes);
    QCOMPARE(statOf(*staged).st_mode & 07777U, 0664U); // whatever the umask says
    QVERIFY(m_storage.remove(*staged));

    QCOMPARE(m_storage.stage(at("nowhere/SKILL.md"), bytes, attributes).error().code, ErrorCode::NotFound);

    // A full disk, played by a limit on the size of files.
    const int result = asNobody([&] {
        struct rlimit limit = {1000, 1000};
        ::signal(SIGXFSZ, SIG_IGN);
        ::setrlimit(RLIMIT_FSIZE, &limit);
        QTemporaryDir folder;
        const auto refused = LocalStorage().stage(folder.filePath(QStringLiteral("f")), QByteArray(5000, 'x'), attributes);
        const bool clean = QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).isEmpty();
        folder.remove();
        return refused ? 1 : clean ? 0 : 2;
    });
    QCOMPARE(result, 0);
}

void TestLocalStorage::exchangeHandsOutWhatWasThere()
{
    QVERIFY(put(at("target"), "old"));
    const auto inode = statOf(at("target")).st_ino;
    const QString staged = m_storage.stage(at("target"), "new", {}).value();
    const auto exchanged = m_storage.exchange(staged, at("target"));
    if (!exchanged && exchanged.error().code == ErrorCode::Unavailable) // this file system has no such thing; then nothing was done
        QCOMPARE(contents(at("target")), QByteArray("old"));
    QVERIFY2(exchanged, "the temporary folder's file system knows no RENAME_EXCHANGE");
    QVERIFY(*exchanged);
    QCOMPARE(contents(at("target")), QByteArray("new"));
    QCOMPARE(contents(staged), QByteArray("old"));
    QCOMPARE(statOf(staged).st_ino, inode);

    const QString fresh = m_storage.stage(at("missing"), "first", {}).value();
    QCOMPARE(m_storage.exchange(fresh, at("missing")).value(), false);
    QCOMPARE(contents(at("missing")), QByteArray("first"));
    QVERIFY(!QFile::exists(fresh));
}

void TestLocalStorage::exchangeNeverReplacesWhatCameMeanwhile()
{
    // A dangling link: nothing can be exchanged with what it leads to, and it is not replaced either.
    QVERIFY(QFile::link(at("gone"), at("link")));
    const QString staged = m_storage.stage(at("link"), "text", {}).value();
    const auto exchanged = m_storage.exchange(staged, at("link"));
    QVERIFY(exchanged && *exchanged);
    QVERIFY(QFileInfo(staged).isSymLink()); // what came out is the link itself
    QCOMPARE(contents(at("link")), QByteArray("text"));
    QCOMPARE(m_storage.exchange(at("no-stage"), at("link")).error().code, ErrorCode::NotFound);
    QCOMPARE(contents(at("link")), QByteArray("text"));
}

void TestLocalStorage::exchangeRefusesFolders()
{
    QVERIFY(QDir().mkdir(at("folder")));
    const QString staged = m_storage.stage(at("folder"), "text", {}).value();
    QCOMPARE(m_storage.exchange(staged, at("folder")).error().details.kind, QStringLiteral("is-a-folder"));
    QCOMPARE(m_storage.replace(staged, at("folder")).error().details.kind, QStringLiteral("is-a-folder"));
    QVERIFY(QFileInfo(at("folder")).isDir());
    QCOMPARE(contents(staged), QByteArray("text"));
}

void TestLocalStorage::replaceAndMove()
{
    QVERIFY(put(at("target"), "old"));
    QVERIFY(m_storage.replace(m_storage.stage(at("target"), "new", {}).value(), at("target")));
    QCOMPARE(contents(at("target")), QByteArray("new"));

    QVERIFY(put(at("other"), "other"));
    QCOMPARE(m_storage.move(at("other"), at("target")).error().code, ErrorCode::AlreadyExists);
    QCOMPARE(contents(at("target")), QByteArray("new"));
    QVERIFY(m_storage.move(at("other"), at("moved")));
    QCOMPARE(contents(at("moved")), QByteArray("other"));
    QCOMPARE(m_storage.move(at("other"), at("x")).error().code, ErrorCode::NotFound);

    QVERIFY(QDir().mkpath(at("folder/deep")));
    QVERIFY(QDir().mkdir(at("empty")));
    QCOMPARE(m_storage.move(at("folder"), at("empty")).error().code, ErrorCode::AlreadyExists); // plain rename would replace it
    QVERIFY(m_storage.move(at("folder"), at("trash")));
    QVERIFY(QFileInfo(at("trash/deep")).isDir());
    const auto nowhere = m_storage.move(at("trash"), at("no/such/place"));
    QCOMPARE(nowhere.error().code, ErrorCode::NotFound);
    QVERIFY(nowhere.error().message.contains(at("no/such")));
}

void TestLocalStorage::appendsInOneWrite()
{
    QVERIFY(put(at("log"), "one\n"));
    QVERIFY(m_storage.append(at("log"), "two\n", {}));
    const QByteArray large = QByteArray(2'000'000, 'x') + '\n';
    QVERIFY(m_storage.append(at("log"), large, {}));
    QCOMPARE(contents(at("log")), QByteArray("one\ntwo\n" + large));
    QCOMPARE(m_storage.append(at("nowhere/log"), "x", {}).error().code, ErrorCode::NotFound);
}

void TestLocalStorage::appendMakesTheFileWithItsAttributes()
{
    FileAttributes attributes;
    attributes.mode = 0666;
    QVERIFY(m_storage.append(at("log"), "one\n", attributes));
    QCOMPARE(statOf(at("log")).st_mode & 07777U, 0666U);
    attributes.mode = 0600;
    QVERIFY(m_storage.append(at("log"), "two\n", attributes)); // an existing file keeps its own
    QCOMPARE(statOf(at("log")).st_mode & 07777U, 0666U);
    QCOMPARE(contents(at("log")), QByteArray("one\ntwo\n"));
}

void TestLocalStorage::unsyncedStepsDoTheSame()
{
    FileAttributes attributes;
    attributes.mode = 0664;
    const auto staged = m_storage.stageUnsynced(at("SKILL.md"), "text\n", attributes);
    QVERIFY(staged);
    QCOMPARE(contents(*staged), QByteArray("text\n"));
    QCOMPARE(statOf(*staged).st_mode & 07777U, 0664U);
    QVERIFY(QFileInfo(*staged).fileName().startsWith(QStringLiteral(".verderer-")));
    QVERIFY(m_storage.appendUnsynced(at("log"), "one\n", attributes));
    QVERIFY(m_storage.appendUnsynced(at("log"), "two\n", attributes));
    QCOMPARE(contents(at("log")), QByteArray("one\ntwo\n"));
    QCOMPARE(statOf(at("log")).st_mode & 07777U, 0664U);
    QCOMPARE(outcome(m_storage.stageUnsynced(at("missing/SKILL.md"), "text\n", attributes)), codeOf(ErrorCode::NotFound));
}

void TestLocalStorage::syncsFilesAndFolders()
{
    QVERIFY(m_storage.appendUnsynced(at("one"), "one\n", {}));
    QVERIFY(m_storage.appendUnsynced(at("two"), "two\n", {}));
    QVERIFY(m_storage.sync({at("one"), m_folder->path(), at("two")}));
    QVERIFY(m_storage.sync({}));
    const auto missing = m_storage.sync({at("one"), at("three")});
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, ErrorCode::NotFound);
    QCOMPARE(missing.error().details.path, at("three"));
    QVERIFY(::mkfifo(QFile::encodeName(at("pipe")).constData(), 0600) == 0);
    QVERIFY(m_storage.sync({at("pipe")})); // never waits for its other end
}

void TestLocalStorage::appendTellsAShortWrite()
{
    // A disk that fills up in the middle, played by a limit on the size of files.
    const int result = asNobody([] {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("log"));
        put(path, QByteArray(600, 'a'));
        struct rlimit limit = {1000, 1000};
        ::signal(SIGXFSZ, SIG_IGN);
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const auto refused = LocalStorage().append(path, QByteArray(5000, 'b'), {});
        const bool told = !refused && refused.error().code == ErrorCode::ReadOnly && refused.error().details.kind == u"short-write" &&
                          refused.error().message.contains(u"400 of 5000");
        const bool half = contents(path) == QByteArray(600, 'a') + QByteArray(400, 'b');
        folder.remove();
        return !told ? 1 : half ? 0 : 2;
    });
    QCOMPARE(result, 0);
}

void TestLocalStorage::appendNeverWaits()
{
    QCOMPARE(::mkfifo(QFile::encodeName(at("pipe")).constData(), 0644), 0);
    QCOMPARE(m_storage.append(at("pipe"), "x", {}).error().details.kind, QStringLiteral("not-regular"));
    QCOMPARE(m_storage.append(m_folder->path(), "x", {}).error().details.kind, QStringLiteral("is-a-folder"));
}

void TestLocalStorage::t39_concurrentAppendsStayWhole()
{
    constexpr int lines = 100;
    constexpr int size = 1 << 20;
    QVERIFY(put(at("log"), QByteArray()));
    const QString path = at("log");
    QList<pid_t> children;
    for (const char letter : {'a', 'b'}) {
        const pid_t child = ::fork();
        if (child == 0) {
            const QByteArray line = QByteArray(size - 1, letter) + '\n';
            bool good = true;
            for (int i = 0; i < lines; ++i)
                good = LocalStorage().append(path, line, {}).has_value() && good;
            ::_exit(good ? 0 : 1);
        }
        children.append(child);
    }
    for (const pid_t child : children) {
        int status = 0;
        ::waitpid(child, &status, 0);
        QCOMPARE(status, 0);
    }
    const QList<QByteArray> found = contents(path).split('\n');
    QCOMPARE(found.size(), 2 * lines + 1);
    for (const QByteArray &line : found.mid(0, 2 * lines))
        QCOMPARE(line, QByteArray(size - 1, line.isEmpty() ? '?' : line.front()));
}

void TestLocalStorage::truncateOnlyShortens()
{
    QVERIFY(put(at("log"), "12345"));
    QVERIFY(m_storage.truncate(at("log"), 3));
    QCOMPARE(contents(at("log")), QByteArray("123"));
    for (const qint64 size : {4, -1}) {
        QCOMPARE(m_storage.truncate(at("log"), size).error().code, ErrorCode::Invalid);
        QCOMPARE(contents(at("log")), QByteArray("123"));
    }
    QCOMPARE(m_storage.truncate(at("nothing"), 0).error().code, ErrorCode::NotFound);
    QVERIFY(!QFile::exists(at("nothing")));
}

void TestLocalStorage::removes()
{
    QVERIFY(put(at("file"), "x"));
    QVERIFY(m_storage.remove(at("file")));
    QVERIFY(!QFile::exists(at("file")));
    QCOMPARE(m_storage.remove(at("file")).error().code, ErrorCode::NotFound);
    QVERIFY(QDir().mkdir(at("folder")));
    QCOMPARE(m_storage.remove(at("folder")).error().code, ErrorCode::Invalid);
    QVERIFY(QFileInfo(at("folder")).isDir());
}

void TestLocalStorage::makesFolders()
{
    FileAttributes attributes;
    attributes.mode = 0775;
    QVERIFY(m_storage.makeFolder(at("a/b/c"), attributes));
    for (const char *name : {"a", "a/b", "a/b/c"})
        QCOMPARE(statOf(at(name)).st_mode & 07777U, 0775U);
    attributes.mode = 0700;
    QVERIFY(m_storage.makeFolder(at("a/b"), attributes)); // left as it is
    QCOMPARE(statOf(at("a/b")).st_mode & 07777U, 0775U);
    QVERIFY(put(at("file"), "x"));
    QCOMPARE(m_storage.makeFolder(at("file"), attributes).error().code, ErrorCode::Invalid);
    QCOMPARE(m_storage.makeFolder(at("file/below"), attributes).error().code, ErrorCode::Invalid);
    QVERIFY(m_storage.syncFolder(at("a")));
    QCOMPARE(m_storage.syncFolder(at("nothing")).error().code, ErrorCode::NotFound);
}

void TestLocalStorage::setsAttributes()
{
    QVERIFY(put(at("file"), "x"));
    FileAttributes attributes;
    attributes.mode = 0640;
    attributes.owner = ::geteuid();
    attributes.group = ::getegid();
    QVERIFY(m_storage.setAttributes(at("file"), attributes));
    QCOMPARE(statOf(at("file")).st_mode & 07777U, 0640U);
    QCOMPARE(m_storage.setAttributes(at("nothing"), attributes).error().code, ErrorCode::NotFound);
}

void TestLocalStorage::readOnlyFolder()
{
    // T34. As root in a child without rights, for permissions mean nothing to root.
    QCOMPARE(::chmod(QFile::encodeName(m_folder->path()).constData(), 0755), 0);
    QVERIFY(put(at("file"), "x"));
    QVERIFY(put(at("secret"), "x"));
    QCOMPARE(::chmod(QFile::encodeName(at("file")).constData(), 0444), 0);
    QCOMPARE(::chmod(QFile::encodeName(at("secret")).constData(), 0000), 0);
    QCOMPARE(::chmod(QFile::encodeName(m_folder->path()).constData(), 0555), 0);
    const int readOnly = codeOf(ErrorCode::ReadOnly);
    QCOMPARE(asNobody([&] { return outcome(m_storage.stage(at("file"), "y", {})); }), readOnly);
    QCOMPARE(asNobody([&] { return outcome(m_storage.append(at("file"), "y", {})); }), readOnly);
    QCOMPARE(asNobody([&] { return outcome(m_storage.append(at("new"), "y", {})); }), readOnly);
    QCOMPARE(asNobody([&] { return outcome(m_storage.remove(at("file"))); }), readOnly);
    QCOMPARE(asNobody([&] { return outcome(m_storage.move(at("file"), at("moved"))); }), readOnly);
    QCOMPARE(asNobody([&] { return outcome(m_storage.truncate(at("file"), 0)); }), readOnly);
    QCOMPARE(asNobody([&] { return outcome(m_storage.makeFolder(at("made"), {})); }), readOnly);
    QCOMPARE(asNobody([&] { return outcome(m_storage.read(at("secret"))); }), readOnly);
    QCOMPARE(asNobody([&] { return outcome(m_storage.read(at("file"))); }), 0);
    QCOMPARE(::chmod(QFile::encodeName(m_folder->path()).constData(), 0755), 0);
    QCOMPARE(entries(), QStringList({QStringLiteral("file"), QStringLiteral("secret")}));
    QCOMPARE(contents(at("file")), QByteArray("x"));
}

void TestLocalStorage::namesThatAreNotPlain()
{
    const QString path = m_folder->filePath(QStringLiteral("with space, \u4E2D\u6587, \U0001F98C and 'quotes'\n.md"));
    QVERIFY(m_storage.append(path, "one", {}));
    const QString staged = m_storage.stage(path, "two", {}).value();
    QVERIFY(m_storage.exchange(staged, path).value());
    QCOMPARE(m_storage.read(path).value(), QByteArray("two"));
    QVERIFY(m_storage.remove(staged));
    QCOMPARE(entries().size(), 1);
}

QTEST_GUILESS_MAIN(TestLocalStorage)
#include "tst_local_storage.moc"
