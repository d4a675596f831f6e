// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "scan/model_moderator.h"
#include "scan/moderation.h"
#include "support/model_service.h"

#include <QSignalSpy>
#include <QTest>

#include <optional>
#include <thread>

using namespace verderer;
using namespace verderer::test;
using Qt::StringLiterals::operator""_s;

namespace {

const QByteArray key = "key-that-nobody-may-see";

const QByteArray allows = R"({"decision": "allow", "reason": "Harmless."})";

} // namespace

class TestModeration : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { qRegisterMetaType<ModerationAnswer>(); }
    void decisions_data();
    void decisions();
    void badAnswers_data();
    void badAnswers();
    void silence();
    void nobodyListens();
    void cancelled();
    void refusedBeforeSending();
    void asksAsOpenAiDoes();
    void waitsOnAThreadOfItsOwn();
    void aWaitCanBeGivenUp();

private:
    static ModerationAnswer ask(const QUrl &url, bool failClosed = true, const QByteArray &text = "text\n",
                                std::chrono::milliseconds limit = std::chrono::seconds(60))
    {
        ModerationClient client;
        QSignalSpy finished(&client, &ModerationClient::finished);
        client.ask({url, u"judge"_s, key, failClosed, limit}, u"SKILL.md"_s, text);
        if (!finished.wait(60000))
            return {};
        return finished.first().first().value<ModerationAnswer>();
    }
};

void TestModeration::decisions_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<ScanDecision>("decision");
    QTest::newRow("allow") << QByteArray("allow") << ScanDecision::Allow;
    QTest::newRow("warn") << QByteArray("warn") << ScanDecision::Warn;
    QTest::newRow("block") << QByteArray("block") << ScanDecision::Block;
}

void TestModeration::decisions()
{
    QFETCH(QByteArray, name);
    QFETCH(ScanDecision, decision);
    const ModelService service(http(chat(R"({"decision": ")" + name + R"(", "reason": "So\nit is."})")));
    const ModerationAnswer answer = ask(service.url());
    QVERIFY2(answer.answered, qPrintable(answer.reason));
    QCOMPARE(answer.decision, decision);
    QCOMPARE(answer.reason, u"So it is."_s);
}

void TestModeration::badAnswers_data()
{
    QTest::addColumn<QByteArray>("answer");
    const auto row = [](const char *name, const QByteArray &answer) { QTest::newRow(name) << answer; };
    row("not JSON", http("fine"));
    row("no choices", http("{}"));
    row("null content", http(R"({"choices": [{"message": {"content": null}}]})"));
    row("two choices", http(R"({"choices": [{"message": {"content": "{}"}}, {"message": {"content": "{}"}}]})"));
    row("prose", http(chat("I allow it.")));
    row("fenced", http(chat("```json\n" + allows + "\n```")));
    row("unknown decision", http(chat(R"({"decision": "maybe", "reason": "x"})")));
    row("capital decision", http(chat(R"({"decision": "ALLOW", "reason": "x"})")));
    row("decision of another type", http(chat(R"({"decision": true, "reason": "x"})")));
    row("no reason", http(chat(R"({"decision": "allow"})")));
    row("more keys", http(chat(R"({"decision": "allow", "reason": "x", "also": 1})")));
    row("an error of the service", http(chat(allows), "500 Internal Server Error"));
    row("not authorised", http(chat(allows), "401 Unauthorized"));
    row("too many requests", http(chat(allows), "429 Too Many Requests"));
    row("created", http(chat(allows), "201 Created"));
    row("elsewhere", http(chat(allows), "302 Found", "Location: http://127.0.0.1:9/v1\r\n"));
    row("cut off", http(chat(allows)).chopped(5));
    row("no HTTP", "hello\n");
    row("nothing", "");
    row("huge", http(chat(R"({"decision": "allow", "reason": ")" + QByteArray(2 * 1024 * 1024, 'x') + "\"}")));
}

void TestModeration::badAnswers()
{
    QFETCH(QByteArray, answer);
    for (const bool failClosed : {true, false}) {
        const ModelService service(answer);
        const ModerationAnswer got = ask(service.url(), failClosed);
        QVERIFY(!got.answered);
        QVERIFY(!got.cancelled);
        QCOMPARE(got.decision, failClosed ? ScanDecision::Block : ScanDecision::Warn);
        QVERIFY(got.reason.startsWith(u"The moderation model gave no decision: "));
        QVERIFY(!got.reason.contains(QString::fromLatin1(key)));
    }
}

void TestModeration::silence()
{
    const ModelService service(std::nullopt);
    const ModerationAnswer mute = ask(service.url(), true, "text\n", std::chrono::milliseconds(50));
    QVERIFY(!mute.answered);
    QCOMPARE(mute.decision, ScanDecision::Block);
    QVERIFY(mute.reason.contains(u"in time"));
    // Headers and then nothing more.
    const ModelService slow(http(chat(allows)).first(40), false);
    const ModerationAnswer half = ask(slow.url(), false, "text\n", std::chrono::milliseconds(50));
    QVERIFY(!half.answered);
    QCOMPARE(half.decision, ScanDecision::Warn);
}

void TestModeration::nobodyListens()
{
    QUrl url;
    {
        const ModelService service(std::nullopt);
        url = service.url();
    }
    const ModerationAnswer answer = ask(url);
    QVERIFY(!answer.answered);
    QCOMPARE(answer.decision, ScanDecision::Block);
}

void TestModeration::cancelled()
{
    const ModelService service(std::nullopt);
    ModerationClient client;
    QSignalSpy finished(&client, &ModerationClient::finished);
    CancelSource source;
    client.ask({service.url(), u"judge"_s, key, true, std::chrono::seconds(60)}, u"SKILL.md"_s, "text\n", source.token());
    QTRY_VERIFY(service.answered); // the question has arrived
    QVERIFY(finished.isEmpty());
    source.cancel();
    QVERIFY(finished.wait(60000));
    QVERIFY(finished.first().first().value<ModerationAnswer>().cancelled);
    QCOMPARE(finished.size(), 1);
}

void TestModeration::refusedBeforeSending()
{
    const ModelService service(http(chat(allows)));
    const ModerationAnswer large = ask(service.url(), true, QByteArray(maxModeratedBytes + 1, 'x'));
    QVERIFY(!large.answered);
    QVERIFY(!ask(service.url(), true, "\xff").answered);
    QVERIFY(service.request.isEmpty());
    QVERIFY(!ask(QUrl(u"file:///etc/x"_s)).answered);
}

void TestModeration::asksAsOpenAiDoes()
{
    const ModelService service(http(chat(allows)));
    QVERIFY(ask(service.url(), true, "say \"hello\"\n").answered);
    QVERIFY2(service.request.startsWith("POST /v1/chat/completions HTTP/1.1\r\n"), service.request.constData());
    QVERIFY(service.request.contains(QByteArray("Authorization: Bearer " + key + "\r\n")));
    const Json body = service.body();
    QCOMPARE(stringMember(body, "model").value_or(QString()), u"judge"_s);
    QCOMPARE(body["messages"].size(), std::size_t(2));
    const QByteArray user = stringMember(body["messages"][1], "content").value_or(QString()).toUtf8();
    const Result<Json> file = parseJson(user);
    QVERIFY(file);
    QCOMPARE(stringMember(*file, "content").value_or(QString()), u"say \"hello\"\n"_s);
    QVERIFY(!user.contains(key));
}

void TestModeration::waitsOnAThreadOfItsOwn()
{
    const ServingThread service(http(chat(R"({"decision": "warn", "reason": "It reads a file."})")));
    ModelModerator moderator({service.url(), u"judge"_s, key, true, std::chrono::seconds(60)});
    for (int i = 0; i < 3; ++i) {
        const auto word = moderator.ask(u"SKILL.md"_s, "text\n", {});
        QVERIFY(word);
        QVERIFY(word->answered);
        QCOMPARE(word->decision, ScanDecision::Warn);
        QCOMPARE(word->model, u"judge"_s);
        QCOMPARE(word->reason, u"It reads a file."_s);
    }
    ModelModerator toNobody({QUrl(u"http://127.0.0.1:9/v1"_s), u"judge"_s, key, false, std::chrono::seconds(60)});
    const auto silence = toNobody.ask(u"SKILL.md"_s, "text\n", {});
    QVERIFY(silence && !silence->answered);
    QCOMPARE(silence->decision, ScanDecision::Warn);
}

void TestModeration::aWaitCanBeGivenUp()
{
    const ServingThread service(std::nullopt);
    ModelModerator moderator({service.url(), u"judge"_s, key, true, std::chrono::seconds(600)});
    CancelSource source;
    std::thread other([&] {
        while (service.request().isEmpty()) {
            std::this_thread::yield();
        }
        source.cancel();
    });
    const auto word = moderator.ask(u"SKILL.md"_s, "text\n", source.token());
    other.join();
    QVERIFY(!word);
    QCOMPARE(word.error().code, ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestModeration)
#include "tst_moderation.moc"
