// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_rows.h"
#include "runs/transcript.h"

#include <QTest>

using namespace verderer;

namespace {

using Kind = TranscriptBlock::Kind;
using Role = TranscriptMessage::Role;

const QByteArray jsonFlags = "{\"caller\": \"lead_agent\", \"content_is_json\": true, \"content_is_dict\": true}";

RunEvent eventOf(const char *type, const QByteArray &content, const QByteArray &metadata = jsonFlags, qint64 seq = 1)
{
    RunEvent made;
    made.threadId = QStringLiteral("t");
    made.runId = QStringLiteral("r");
    made.type = QString::fromLatin1(type);
    made.category = QStringLiteral("message");
    made.content = content;
    made.metadataJson = metadata;
    made.seq = seq;
    made.createdRaw = QStringLiteral("2026-11-30 19:29:36.976169");
    readEventTexts(&made);
    return made;
}

TranscriptMessage one(const RunEvent &given)
{
    const auto messages = readTranscript({given});
    return messages.size() == 1 ? messages.first() : TranscriptMessage();
}

QString kinds(const TranscriptMessage &message)
{
    const QStringList names{QStringLiteral("text"),      QStringLiteral("reasoning"),   QStringLiteral("image"),
                            QStringLiteral("tool call"), QStringLiteral("tool result"), QStringLiteral("other")};
    QStringList list;
    for (const TranscriptBlock &block : message.blocks) {
        list.append(names[static_cast<int>(block.kind)]);
    }
    return list.join(QStringLiteral(", "));
}

/// Fences still open at the end of a Markdown text, read the plainest way.
bool everyFenceIsClosed(const QString &markdown)
{
    QString open;
    for (const QString &line : markdown.split(QLatin1Char('\n'))) {
        QString mark;
        while (mark.size() < line.size() && (line[mark.size()] == u'`' || line[mark.size()] == u'~') &&
               (mark.isEmpty() || line[mark.size()] == mark[0])) {
            mark += line[mark.size()];
        }
        if (mark.size() < 3) {
            continue;
        }
        if (open.isEmpty()) {
            open = mark;
        } else if (mark[0] == open[0] && mark.size() >= open.size() && line.trimmed() == mark) {
            open.clear();
        }
    }
    return open.isEmpty();
}

} // namespace

class TestTranscript : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsPlainMessages()
    {
        const auto human = one(eventOf("llm.human.input", "{\"type\": \"human\", \"content\": \"季度财务分析\", \"id\": \"h-1\"}"));
        QCOMPARE(human.role, Role::Human);
        QCOMPARE(kinds(human), QStringLiteral("text"));
        QCOMPARE(human.blocks.first().text, QStringLiteral("季度财务分析"));
        QCOMPARE(human.caller, QStringLiteral("lead_agent"));
        QVERIFY(human.createdAt && !human.hidden && !human.raw);
        const auto plain = one(eventOf("llm.human.input", "just words", "{}"));
        QCOMPARE(plain.role, Role::Human);
        QCOMPARE(plain.blocks.first().text, QStringLiteral("just words"));
        QVERIFY(!plain.raw);
    }

    void readsBlocks()
    {
        const auto message =
            one(eventOf("llm.ai.response", "{\"type\": \"ai\", \"content\": [ "
                                           "{\"type\": \"thinking\", \"thinking\": \"hm\"}, {\"type\": \"text\", \"text\": \"Look:\"}, "
                                           "{\"type\": \"image_url\", \"image_url\": {\"url\": \"data:image/png;base64," +
                                               QByteArray(40'000, 'A') +
                                               "\"}}, "
                                               "{\"type\": \"image_url\", \"image_url\": \"https://example.org/a.png\"}, "
                                               "{\"type\": \"tool_use\", \"id\": \"c-1\", \"name\": \"search\", \"input\": {\"q\": 1}}, {\"type\": "
                                               "\"surprise\", \"x\": [1]}, \"bare\"], "
                                               "\"tool_calls\": [{\"name\": \"search\", \"args\": {\"q\": 1}, \"id\": \"c-1\"}, {\"name\": \"read\", "
                                               "\"args\": {}, \"id\": \"c-2\"}], "
                                               "\"usage_metadata\": {\"input_tokens\": 12, \"output_tokens\": 3}}"));
        QCOMPARE(kinds(message), QStringLiteral("reasoning, text, image, image, tool call, other, text, tool call"));
        QCOMPARE(message.blocks[2].text, QStringLiteral("image, 30 kB"));
        QCOMPARE(message.blocks[3].text, QStringLiteral("https://example.org/a.png"));
        QCOMPARE(message.blocks[4].toolName, QStringLiteral("search"));
        QVERIFY(message.blocks[5].text.contains(QStringLiteral("surprise")));
        QCOMPARE(message.blocks[7].toolCallId, QStringLiteral("c-2"));
        QCOMPARE(message.inputTokens, 12);
        QCOMPARE(message.outputTokens, 3);
    }

    void readsReasoningBesideTheContent()
    {
        const auto message =
            one(eventOf("llm.ai.response",
                        "{\"type\": \"ai\", \"content\": \"Yes.\", \"additional_kwargs\": {\"reasoning_content\": \"because\", \"tool_calls\": "
                        "[{\"id\": \"o-1\", \"function\": {\"name\": \"run\", \"arguments\": \"{\\\"a\\\": 1}\"}}]}}"));
        QCOMPARE(kinds(message), QStringLiteral("reasoning, text, tool call"));
        QCOMPARE(message.blocks[2].toolName, QStringLiteral("run"));
        QVERIFY(message.blocks[2].arguments.contains("\"a\": 1"));
    }

    void joinsCallsWithTheirResults()
    {
        const auto messages = readTranscript(
            {eventOf("llm.ai.response",
                     "{\"type\": \"ai\", \"content\": \"\", \"tool_calls\": [{\"name\": \"web_search\", \"args\": {}, \"id\": \"c-1\"}, "
                     "{\"name\": \"never\", \"args\": {}, \"id\": \"c-2\"}]}"),
             eventOf("llm.tool.result", "{\"type\": \"tool\", \"tool_call_id\": \"c-1\", \"content\": [{\"type\": \"text\", \"text\": \"3\"}, "
                                        "{\"type\": \"text\", \"text\": \"results\"}]}")});
        QCOMPARE(messages.size(), 2);
        QVERIFY(messages[0].blocks[0].answered);
        QVERIFY(!messages[0].blocks[1].answered);
        QCOMPARE(messages[1].role, Role::Tool);
        QCOMPARE(kinds(messages[1]), QStringLiteral("tool result"));
        QCOMPARE(messages[1].blocks[0].toolName, QStringLiteral("web_search"));
        QCOMPARE(messages[1].blocks[0].text, QStringLiteral("3\nresults"));
    }

    void hidesWhatIsHidden()
    {
        QVERIFY(one(eventOf("llm.human.input", "{\"type\": \"human\", \"content\": \"x\", \"additional_kwargs\": {\"hide_from_ui\": true}}")).hidden);
        QVERIFY(one(eventOf("llm.human.input", "{\"type\": \"human\", \"content\": \"x\", \"name\": \"summary\"}")).hidden);
        QVERIFY(!one(eventOf("llm.human.input", "{\"type\": \"human\", \"content\": \"x\", \"additional_kwargs\": {\"hide_from_ui\": 1}}")).hidden);
    }

    void takesTheLegacyTypeAndNothingElse()
    {
        RunEvent legacy = eventOf("ai_message", "{\"type\": \"ai\", \"content\": \"old\"}");
        RunEvent trace = eventOf("run.start", "{\"chain\": 1}");
        trace.category = QStringLiteral("trace");
        const auto messages = readTranscript({trace, legacy});
        QCOMPARE(messages.size(), 1);
        QCOMPARE(messages.first().role, Role::Assistant);
    }

    void whatCannotBeReadIsRaw_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("metadata");
        QTest::newRow("torn, though flagged as JSON") << QByteArray("{\"type\": \"ai\", \"cont") << jsonFlags;
        QTest::newRow("no message") << QByteArray("{\"hello\": 1}") << jsonFlags;
        QTest::newRow("a list") << QByteArray("[1, 2]") << jsonFlags;
        QTest::newRow("cut") << QByteArray("{\"type\": \"ai\", \"content\": \"x\"}")
                             << QByteArray("{\"content_truncated\": true, \"original_byte_length\": 99999}");
    }
    void whatCannotBeReadIsRaw()
    {
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, metadata);
        const auto message = one(eventOf("llm.ai.response", content, metadata));
        QVERIFY(message.raw);
        QCOMPARE(kinds(message), QStringLiteral("other"));
        QCOMPARE(message.blocks.first().text, QString::fromUtf8(content));
    }

    void markdownHoldsEverythingInSafeFences()
    {
        auto messages = readTranscript(
            {eventOf("llm.human.input", "{\"type\": \"human\", \"content\": \"Open:\\n```python\\nprint(1)\"}"),
             eventOf("llm.ai.response", "{\"type\": \"ai\", \"content\": \"Then.\", \"tool_calls\": [{\"name\": \"sh`ell\", \"args\": {\"c\": \"echo "
                                        "````\"}, \"id\": \"c-1\"}]}"),
             eventOf("llm.tool.result", "{\"type\": \"tool\", \"tool_call_id\": \"c-1\", \"content\": \"```\\ninside\\n````\\nmore\"}"),
             eventOf("llm.human.input", "{\"type\": \"human\", \"content\": \"secret\", \"name\": \"summary\"}"),
             eventOf("llm.ai.response", "{\"type\": \"ai\", \"content\": \"tail ~~~\\n~~~~\\nopen tilde\"}")});
        const QString markdown = transcriptToMarkdown(QStringLiteral("A\ntitle"), messages, false);
        QVERIFY2(everyFenceIsClosed(markdown), qPrintable(markdown));
        QVERIFY(markdown.startsWith(QStringLiteral("# A title\n")));
        QVERIFY(markdown.contains(QStringLiteral("## Human, 2026-11-30 19:29:36 UTC")));
        QVERIFY(markdown.contains(QStringLiteral("```python\nprint(1)\n```\n")));
        QVERIFY(markdown.contains(QStringLiteral("`````\n```\ninside\n````\nmore\n`````\n"))); // longer than any inside
        QVERIFY(markdown.contains(QStringLiteral("Calls `` sh`ell ``:")));
        QVERIFY(!markdown.contains(QStringLiteral("secret")));
        QVERIFY(transcriptToMarkdown({}, messages, true).contains(QStringLiteral("secret")));
    }

    void readsWorkspaceChanges()
    {
        RunEvent given =
            eventOf("workspace_changes", "2 files changed",
                    "{\"workspace_changes\": {\"version\": 1, \"summary\": {\"created\": 1, \"modified\": 2, \"deleted\": 3, \"additions\": 10, "
                    "\"deletions\": 4, \"truncated\": true}, \"files\": [{\"path\": \"a.md\", \"change\": \"created\", \"additions\": 10, "
                    "\"deletions\": 0, \"diff\": \"+x\"}, 7, {\"path\": \"b\"}]}}");
        const auto changes = readWorkspaceChanges(given);
        QVERIFY(changes);
        QCOMPARE(changes->summary, QStringLiteral("2 files changed"));
        QCOMPARE(changes->created, 1);
        QCOMPARE(changes->deletions, 4);
        QVERIFY(changes->truncated);
        QCOMPARE(changes->files.size(), 2);
        QCOMPARE(changes->files[0].change, QStringLiteral("created"));
        QCOMPARE(changes->files[0].diff, QStringLiteral("+x"));
        given.metadataJson = "broken";
        QVERIFY(readWorkspaceChanges(given)); // the summary is still worth showing
        given.type = QStringLiteral("run.end");
        QVERIFY(!readWorkspaceChanges(given));
    }
};

QTEST_GUILESS_MAIN(TestTranscript)
#include "tst_transcript.moc"
