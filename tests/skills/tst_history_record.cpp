// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/hash.h"
#include "history_fixtures.h"

#include <QDir>

using namespace verderer;
using namespace verderer::fixtures;

namespace {

/// Appends for real and notes each step; everything that a history append must not do fails.
class AppendOnlyStorage final : public Storage {
public:
    QStringList steps;
    QList<QByteArray> appended;
    QString failingStep;

    Result<FileStamp> stamp(const QString &path) override
    {
        if (const Error *error = step(QStringLiteral("stamp"))) {
            return tl::unexpected<Error>(*error);
        }
        const QFileInfo info(path);
        FileStamp stamp;
        stamp.exists = info.exists();
        stamp.isFolder = info.isDir();
        stamp.isRegular = info.isFile();
        stamp.size = info.size();
        return stamp;
    }

    Result<void> append(const QString &path, const QByteArray &bytes, const FileAttributes &attributes) override
    {
        if (const Error *error = step(QStringLiteral("append %1").arg(attributes.mode, 0, 8))) {
            return tl::unexpected<Error>(*error);
        }
        appended.append(bytes);
        QFile file(path);
        if (!file.open(QIODevice::Append) || file.write(bytes) != bytes.size()) {
            return fail(ErrorCode::Internal, file.errorString());
        }
        return {};
    }

    Result<void> makeFolder(const QString &path, const FileAttributes &attributes) override
    {
        if (const Error *error = step(QStringLiteral("folder %1").arg(attributes.mode, 0, 8))) {
            return tl::unexpected<Error>(*error);
        }
        return QDir().mkpath(path) ? Result<void>() : fail(ErrorCode::Internal, path);
    }

    Result<void> syncFolder(const QString &) override
    {
        if (const Error *error = step(QStringLiteral("sync"))) {
            return tl::unexpected<Error>(*error);
        }
        return {};
    }

    Result<QByteArray> read(const QString &, std::int64_t) override { return forbidden(); }
    Result<QString> stage(const QString &, const QByteArray &, const FileAttributes &) override { return forbidden(); }
    Result<bool> exchange(const QString &, const QString &) override { return forbidden(); }
    Result<void> replace(const QString &, const QString &) override { return forbidden(); }
    Result<void> move(const QString &, const QString &) override { return forbidden(); }
    Result<void> truncate(const QString &, std::int64_t) override { return forbidden(); }
    Result<void> remove(const QString &) override { return forbidden(); }
    Result<void> setAttributes(const QString &, const FileAttributes &) override { return forbidden(); }

private:
    const Error *step(const QString &name)
    {
        steps.append(name);
        return name == failingStep ? &m_failure : nullptr;
    }

    static tl::unexpected<Error> forbidden() { return fail(ErrorCode::Internal, QStringLiteral("an append must not do this")); }

    Error m_failure{ErrorCode::ReadOnly, QStringLiteral("The disk is full."), {}};
};

constexpr FileAttributes folderAttributes{.mode = 0755, .owner = {}, .group = {}};
constexpr FileAttributes fileAttributes{.mode = 0644, .owner = {}, .group = {}};

} // namespace

/// Making lines, and appending them.
class TestHistoryRecord : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void exactLine();
    void everyKey();
    void deletionHasNoFindings();
    void separatorsAreEscaped();
    void controlCharacters();
    void notUtf8_data();
    void notUtf8();
    void halfCharacters();
    void findingsMustBeAnArray();
    void identityIsTheHashOfTheLine();
    void path();
    void appendMakesFolderAndFile();
    void appendIsOneWrite();
    void t38_appendEndsATornTail();
    void t40_appendChangesNothing();
    void appendRefusesWhatIsNotOneLine();
    void appendRefusesWhatIsNoFile();
    void appendPassesFailuresOn();
};

void TestHistoryRecord::exactLine()
{
    NewHistoryRecord record;
    record.ts = QStringLiteral("2026-11-30T19:29:36.976169+00:00");
    record.action = QStringLiteral("human_edit");
    record.prev = QByteArray("a\n");
    record.next = QByteArray("\"b\"\t\xE4\xB8\xAD\xF0\x9F\x98\x80\\");
    record.reason = QStringLiteral("Edited offline; not scanned.");
    GET(const QByteArray, line, historyLine(record));
    QCOMPARE(line,
             QByteArray("{\"ts\": \"2026-11-30T19:29:36.976169+00:00\", \"action\": \"human_edit\", \"author\": \"human\", \"thread_id\": null, "
                        "\"file_path\": \"SKILL.md\", \"prev_content\": \"a\\n\", \"new_content\": \"\\\"b\\\"\\t\xE4\xB8\xAD\xF0\x9F\x98\x80\\\\\", "
                        "\"scanner\": {\"decision\": \"warn\", \"reason\": \"Edited offline; not scanned.\", \"static_findings\": []}}"));
}

void TestHistoryRecord::everyKey()
{
    NewHistoryRecord record;
    record.ts = QStringLiteral("T");
    record.action = QStringLiteral("rollback");
    record.author = QStringLiteral("agent");
    record.threadId = QStringLiteral("th");
    record.filePath = QStringLiteral("references/a.md");
    record.rollbackFromTs.emplace(std::nullopt);
    record.decision = QStringLiteral("allow");
    record.staticFindingsJson = R"([{"z":1,"a":[1.0,1e20,12345678901234567890]}])";
    record.note = QStringLiteral("why");
    record.hostUser = QStringLiteral("root");
    record.lateForTs = QStringLiteral("T2");
    record.lateForId = QStringLiteral("ff");
    record.trashed = QStringLiteral(".trash/x");
    GET(const QByteArray, line, historyLine(record));
    QCOMPARE(line,
             QByteArray("{\"ts\": \"T\", \"action\": \"rollback\", \"author\": \"agent\", \"thread_id\": \"th\", \"file_path\": \"references/a.md\", "
                        "\"prev_content\": null, \"new_content\": null, \"rollback_from_ts\": null, \"scanner\": {\"decision\": \"allow\", "
                        "\"reason\": \"\", \"static_findings\": [{\"z\": 1, \"a\": [1.0, 1e+20, 12345678901234567890]}]}, \"note\": \"why\", "
                        "\"host_user\": \"root\", \"late_for\": {\"ts\": \"T2\", \"hash\": \"ff\"}, \"trashed\": \".trash/x\"}"));
    record.rollbackFromTs = std::optional<QString>(QStringLiteral("T0"));
    GET(const QByteArray, withTs, historyLine(record));
    QVERIFY(withTs.contains("\"new_content\": null, \"rollback_from_ts\": \"T0\", \"scanner\""));
}

void TestHistoryRecord::deletionHasNoFindings()
{
    NewHistoryRecord record;
    record.action = QStringLiteral("human_delete");
    record.decision = QStringLiteral("allow");
    record.reason = QStringLiteral("Deletion requested.");
    record.staticFindingsJson.clear();
    GET(const QByteArray, line, historyLine(record));
    QVERIFY(line.endsWith(R"("scanner": {"decision": "allow", "reason": "Deletion requested."}})"));
}

void TestHistoryRecord::separatorsAreEscaped()
{
    NewHistoryRecord record;
    record.next = QByteArray("1\xC2\x85 2\xE2\x80\xA8 3\xE2\x80\xA9 4\xE2\x80\xA7 5\xC2\x86 6\xC2\xA0");
    record.note = QStringLiteral("a\u2028b");
    GET(const QByteArray, line, historyLine(record));
    QVERIFY(line.contains("1\\u0085 2\\u2028 3\\u2029 4\xE2\x80\xA7 5\xC2\x86 6\xC2\xA0"));
    QVERIFY(line.contains("\"note\": \"a\\u2028b\""));
}

void TestHistoryRecord::controlCharacters()
{
    NewHistoryRecord record;
    record.next = QByteArray("\0\x01\b\t\n\v\f\r\x1b\x1c\x1f\x7f", 12);
    GET(const QByteArray, line, historyLine(record));
    QVERIFY2(line.contains("\"new_content\": \"\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u001b\\u001c\\u001f\x7f\""), line.constData());
    const HistoryFolder folder(line + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryPage, page, reader.newest(1));
    GET(const HistoryTexts, texts, reader.texts(page.entries.first()));
    QCOMPARE(texts.next, record.next);
}

void TestHistoryRecord::notUtf8_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("Latin-1") << QByteArray("caf\xE9");
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80");
    QTest::newRow("overlong") << QByteArray("\xC0\xAF");
    QTest::newRow("cut") << QByteArray("\xE4\xB8");
    QTest::newRow("UTF-16") << QByteArray("\xFF\xFEx\0", 4);
}

void TestHistoryRecord::notUtf8()
{
    QFETCH(const QByteArray, bytes);
    NewHistoryRecord record;
    record.prev = bytes;
    GET_ERROR(before, historyLine(record));
    QCOMPARE(before.code, ErrorCode::Invalid);
    QVERIFY(before.message.contains(QStringLiteral("prev_content")));
    record.prev.reset();
    record.next = bytes;
    GET_ERROR(after, historyLine(record));
    QCOMPARE(after.code, ErrorCode::Invalid);
    QVERIFY(after.message.contains(QStringLiteral("new_content")));
}

void TestHistoryRecord::halfCharacters()
{
    const QString half(QChar(0xD800));
    const auto refused = [](const NewHistoryRecord &record) {
        const Result<QByteArray> line = historyLine(record);
        return !line && line.error().code == ErrorCode::Invalid && line.error().details.kind == u"half-character";
    };
    NewHistoryRecord note;
    note.note = half;
    QVERIFY(refused(note));
    NewHistoryRecord path;
    path.filePath = half;
    QVERIFY(refused(path));
    NewHistoryRecord from;
    from.rollbackFromTs = std::optional<QString>(half);
    QVERIFY(refused(from));
}

void TestHistoryRecord::findingsMustBeAnArray()
{
    for (const char *findings : {"{}", "[", "nonsense", "[]x", "[NaN]"}) {
        NewHistoryRecord record;
        record.staticFindingsJson = findings;
        GET_ERROR(error, historyLine(record));
        QCOMPARE(error.code, ErrorCode::Invalid);
    }
}

void TestHistoryRecord::identityIsTheHashOfTheLine()
{
    const QByteArray line = simpleLine(3);
    const HistoryFolder folder(line + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryEntry, entry, reader.find(sha256Hex(line)));
    QCOMPARE(entry.id, sha256Hex(line));
}

void TestHistoryRecord::path()
{
    QCOMPARE(historyPath(QStringLiteral("/home/users/u/skills/custom"), QStringLiteral("demo-skill")),
             QStringLiteral("/home/users/u/skills/custom/.history/demo-skill.jsonl"));
    QCOMPARE(historyPath(QStringLiteral("/c%1"), QStringLiteral("%2")), QStringLiteral("/c%1/.history/%2.jsonl"));
}

void TestHistoryRecord::appendMakesFolderAndFile()
{
    const QTemporaryDir root;
    const QString path = historyPath(root.path(), QStringLiteral("demo"));
    AppendOnlyStorage storage;
    QVERIFY(appendHistoryLine(storage, path, simpleLine(1), folderAttributes, fileAttributes));
    QCOMPARE(storage.steps,
             QStringList({QStringLiteral("stamp"), QStringLiteral("folder 755"), QStringLiteral("append 644"), QStringLiteral("sync")}));
    QCOMPARE(storage.appended, QList<QByteArray>{simpleLine(1) + '\n'});
    GET(HistoryReader, reader, HistoryReader::open(path));
    GET(const HistoryPage, page, reader.newest(2));
    QCOMPARE(states(page.entries), QStringLiteral("record"));
}

void TestHistoryRecord::appendIsOneWrite()
{
    const HistoryFolder folder(simpleLine(1) + '\n');
    AppendOnlyStorage storage;
    const QByteArray large = recordLine({.next = QByteArray(1 << 20, 'x')});
    QVERIFY(appendHistoryLine(storage, folder.path(), large, folderAttributes, fileAttributes));
    QCOMPARE(storage.steps, QStringList({QStringLiteral("stamp"), QStringLiteral("append 644")}));
    QCOMPARE(storage.appended, QList<QByteArray>{large + '\n'});
    QCOMPARE(folder.bytes(), simpleLine(1) + '\n' + large + '\n');
}

void TestHistoryRecord::t38_appendEndsATornTail()
{
    const QByteArray torn = "{\"ts\": \"2026";
    const HistoryFolder folder(simpleLine(1) + '\n' + torn);
    AppendOnlyStorage storage;
    QVERIFY(appendHistoryLine(storage, folder.path(), simpleLine(2), folderAttributes, fileAttributes));
    QCOMPARE(storage.appended, QList<QByteArray>{'\n' + simpleLine(2) + '\n'});
    QCOMPARE(folder.bytes(), simpleLine(1) + '\n' + torn + '\n' + simpleLine(2) + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryPage, page, reader.newest(9));
    QCOMPARE(states(page.entries), QStringLiteral("record damaged record"));
    QCOMPARE(page.entries.at(1).id, sha256Hex(torn));
}

void TestHistoryRecord::t40_appendChangesNothing()
{
    // Whatever is there, readable or not, stays as it is, byte for byte.
    for (const QByteArray &there : {QByteArray(""), QByteArray("\n"), QByteArray("rubbish\r"), QByteArray("rubbish\r\n"), QByteArray(100, '\0'),
                                    QByteArray("{}{}\n\n\n"), simpleLine(1), QByteArray("\xFF\n")}) {
        const HistoryFolder folder(there);
        AppendOnlyStorage storage;
        for (int i = 0; i < 3; ++i) {
            QVERIFY(appendHistoryLine(storage, folder.path(), simpleLine(i), folderAttributes, fileAttributes));
        }
        const QByteArray ended = there.isEmpty() || there.endsWith('\n') ? there : there + '\n';
        QCOMPARE(folder.bytes(), ended + simpleLine(0) + '\n' + simpleLine(1) + '\n' + simpleLine(2) + '\n');
    }
}

void TestHistoryRecord::appendRefusesWhatIsNotOneLine()
{
    const HistoryFolder folder(simpleLine(1) + '\n');
    AppendOnlyStorage storage;
    for (const QByteArray &line : {QByteArray(), QByteArray("{}\n"), QByteArray("{}\n{}")}) {
        const Result<void> result = appendHistoryLine(storage, folder.path(), line, folderAttributes, fileAttributes);
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Invalid);
    }
    QVERIFY(storage.steps.isEmpty());
}

void TestHistoryRecord::appendRefusesWhatIsNoFile()
{
    const QTemporaryDir folder;
    AppendOnlyStorage storage;
    const Result<void> result = appendHistoryLine(storage, folder.path(), simpleLine(1), folderAttributes, fileAttributes);
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::Invalid);
    QVERIFY(result.error().message.contains(folder.path()));
    QVERIFY(storage.appended.isEmpty());
}

void TestHistoryRecord::appendPassesFailuresOn()
{
    for (const char *failing : {"stamp", "folder 755", "append 644", "sync"}) {
        const QTemporaryDir root;
        AppendOnlyStorage storage;
        storage.failingStep = QString::fromLatin1(failing);
        const Result<void> result =
            appendHistoryLine(storage, historyPath(root.path(), QStringLiteral("demo")), simpleLine(1), folderAttributes, fileAttributes);
        QVERIFY2(!result, failing);
        QCOMPARE(result.error().code, ErrorCode::ReadOnly);
        QCOMPARE(storage.steps.last(), storage.failingStep);
    }
}

QTEST_GUILESS_MAIN(TestHistoryRecord)
#include "tst_history_record.moc"
