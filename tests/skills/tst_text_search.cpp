// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/hash.h"
#include "base/json.h"
#include "skills/skill_files.h"
#include "skills/skill_folders.h"
#include "skills/text_search.h"
#include "support/test_home.h"

#include <QTest>

#include <algorithm>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

namespace {

const QString demo = u"demo-skill"_s;
const QString skillMd = u"SKILL.md"_s;
const QString sentence = u"Breaking changes first."_s;

QByteArray text(const QByteArray &body)
{
    return skillText(demo, body + "\n");
}

QByteArray record(int number, const char *action, const std::optional<QByteArray> &prev, const std::optional<QByteArray> &next,
                  const char *file = "SKILL.md", const char *decision = "allow", const char *reason = "ok")
{
    const auto content = [](const std::optional<QByteArray> &bytes) { return bytes ? Json(bytes->toStdString()) : Json(nullptr); };
    Json json = Json::object();
    json["ts"] = QStringLiteral("2026-11-0%1T08:00:00+00:00").arg(number).toStdString();
    json["action"] = action;
    json["author"] = "human";
    json["file_path"] = file;
    json["prev_content"] = content(prev);
    json["new_content"] = content(next);
    json["scanner"] = {{"decision", decision}, {"reason", reason}};
    return dumpPythonJson(json) + '\n';
}

class SearchHome : public TestHome {
public:
    [[nodiscard]] SearchedSkill search(const QString &wanted, bool ignoreCase = false) const
    {
        const auto report = searchTexts(roots(), {wanted, ignoreCase, {}});
        if (!report)
            qFatal("%s", qPrintable(report.error().message));
        const auto found =
            std::find_if(report->skills.begin(), report->skills.end(), [](const SearchedSkill &skill) { return skill.directory == demo; });
        return found == report->skills.end() ? SearchedSkill() : *found;
    }
};

/// "+1" appeared with record 1, "~-2" went outside history before record 2, "~-" since the last one.
QString course(const TextTrace &trace)
{
    QStringList words;
    for (const TextMoment &moment : trace.moments)
        words += QString((moment.outside ? u"~"_s : QString()) + (moment.appeared ? u'+' : u'-') + moment.ts.mid(9, 1));
    return words.join(u' ');
}

} // namespace

/// When a text came and when it went, over what is there, histories and trash.
class TestTextSearch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tellsWhenASentenceCameAndWent()
    {
        const SearchHome home;
        const QByteArray without = text("One");
        const QByteArray with = text("One\nBreaking changes first.");
        home.addSkill(demo, text("Three"));
        const QByteArray second = record(2, "human_edit", without, with);
        writeFile(home.history(demo), record(1, "create", {}, without) + second + record(3, "edit", with, with + "more\n") +
                                          record(4, "human_edit", with + "more\n", text("Three")));
        const SearchedSkill found = home.search(sentence);
        QCOMPARE(found.traces.size(), 1);
        const TextTrace &trace = found.traces.first();
        QCOMPARE(trace.filePath, skillMd);
        QVERIFY(!trace.present);
        QCOMPARE(course(trace), u"+2 -4"_s);
        QCOMPARE(trace.moments[0].id, sha256Hex(second.chopped(1)));
        QCOMPARE(trace.moments[0].action, u"human_edit"_s);
        QCOMPARE(trace.firstSeen->ts.mid(9, 1), u"2"_s);
        QCOMPARE(trace.lastSeen->ts.mid(9, 1), u"4"_s);
        QVERIFY(!home.search(u"Nobody wrote this."_s).isFound());
    }

    void whatHappenedOutsideIsToldApart()
    {
        const SearchHome home;
        const QByteArray with = text("Breaking changes first.");
        home.addSkill(demo, with);
        writeFile(home.history(demo), record(1, "human_edit", text("a"), with) + record(2, "human_edit", text("b"), text("c")));
        const SearchedSkill found = home.search(sentence);
        QCOMPARE(course(found.traces.first()), u"+1 ~-2 ~+"_s);
        QVERIFY(found.traces.first().present);
        QVERIFY(found.traces.first().moments.last().id.isEmpty());
    }

    void refusedRollbacksAndDeletions()
    {
        const SearchHome home;
        const QByteArray with = text("Breaking changes first.");
        writeFile(home.history(demo), record(1, "rollback", text("a"), with, "SKILL.md", "block") +
                                          record(2, "write_file", {}, "Breaking changes first.", "references/a.md") +
                                          record(3, "human_delete", text("a"), {}));
        const SearchedSkill found = home.search(sentence);
        QCOMPARE(found.traces.size(), 2);
        QCOMPARE(course(found.traces[0]), QString()); // never in the file, but a record holds it
        QVERIFY(found.traces[0].firstSeen);
        QCOMPARE(found.traces[1].filePath, u"references/a.md"_s);
        QCOMPARE(course(found.traces[1]), u"+2 -3"_s);
    }

    void literallyOrIgnoringCase_data()
    {
        QTest::addColumn<QString>("wanted");
        QTest::addColumn<bool>("ignoreCase");
        QTest::addColumn<bool>("found");
        QTest::newRow("other case") << u"breaking CHANGES"_s << false << false;
        QTest::newRow("ignored") << u"breaking CHANGES"_s << true << true;
        QTest::newRow("umlauts") << u"GRÖSSE ÄNDERN"_s << true << true;
        QTest::newRow("quotes and backslash") << u"a \"b\" \\n c"_s << false << true;
        QTest::newRow("over two lines") << u"first.\nGr"_s << false << true;
        QTest::newRow("over two lines, as Windows writes them") << u"first.\r\nGr"_s << false << true;
        QTest::newRow("emoji and Chinese") << u"😀 会议"_s << false << true;
        QTest::newRow("separator") << u"x\u2028y"_s << false << true;
    }
    void literallyOrIgnoringCase()
    {
        QFETCH(const QString, wanted);
        QFETCH(const bool, ignoreCase);
        QFETCH(const bool, found);
        const SearchHome home;
        const QByteArray content = text("Breaking changes first.\r\nGr\u00f6sse \u00e4ndern a \"b\" \\n c \U0001F600 \u4f1a\u8bae x\u2028y");
        writeFile(home.history(demo), record(1, "human_edit", text("a"), content));
        QCOMPARE(home.search(wanted, ignoreCase).isFound(), found);
        home.addSkill(demo, content);
        writeFile(home.history(demo), QByteArray());
        QCOMPARE(home.search(wanted, ignoreCase).isFound(), found);
    }

    void trashMentionsAndDamagedLines()
    {
        const SearchHome home;
        home.addSkill(demo, text("a"));
        const QByteArray whole = record(2, "human_edit", text("x"), text("Breaking changes first."));
        writeFile(home.history(demo), record(1, "human_edit", text("a"), text("a"), "SKILL.md", "warn", "Breaking changes first. was seen") +
                                          "not a record at all\n" + whole.left(whole.size() - 30) + "\n" + whole.chopped(1) + whole.left(40));
        SkillFiles files(home.roots(), home.dependencies());
        QVERIFY(files.write({demo, u"references/a.md"_s, "Breaking changes first.\n", false, false, {}, {}}, patientOptions()));
        QVERIFY(files.remove({demo, u"references/a.md"_s, {}, {}}, patientOptions()));
        const SearchedSkill found = home.search(sentence);
        QCOMPARE(found.mentions, 1);
        QCOMPARE(found.damaged, 3);
        QCOMPARE(found.damagedMatches, 1);
        QCOMPARE(found.elsewhere.size(), 1);
        QVERIFY(found.elsewhere.first().startsWith(u".trash/files/demo-skill/"_s));
        // A history with damaged lines is told also where nothing is found.
        QCOMPARE(home.search(u"nothing of this"_s).damaged, 3);

        SkillFolders folders(home.roots(), home.dependencies());
        home.addSkill(demo, text("Breaking changes first."));
        const auto removed = folders.remove({demo, {}, {}}, patientOptions());
        QVERIFY(removed);
        QVERIFY(home.search(sentence).elsewhere.contains(QString(removed->place + u"/SKILL.md"_s)));
    }

    void otherSkillsAndProgress()
    {
        const SearchHome home;
        home.addSkill(demo, text("Breaking changes first."));
        home.addSkill(u"other"_s, skillText(u"other"_s, "Breaking changes first.\n"));
        QByteArray large;
        for (int i = 0; i < 300; ++i)
            large += record(1, "human_edit", QByteArray(8000, 'x'), QByteArray(8000, 'y'));
        writeFile(home.history(u"other"_s), large);
        QList<TextProgress> steps;
        const auto report = searchTexts(home.roots(), {sentence, false, {}}, [&](const TextProgress &state) { steps += state; });
        QVERIFY(report);
        QCOMPARE(report->skills.size(), 2);
        QCOMPARE(report->records, 300);
        QVERIFY(steps.size() > 4); // three files, and within the large one
        QVERIFY(std::is_sorted(steps.begin(), steps.end(), [](const TextProgress &a, const TextProgress &b) { return a.done < b.done; }));
        QVERIFY(steps.last().done <= steps.last().total);
        const auto one = searchTexts(home.roots(), {sentence, false, {u"other"_s}});
        QCOMPARE(one->skills.size(), 1);
        QCOMPARE(one->skills.first().directory, u"other"_s);

        CancelSource source;
        const auto cancelled = searchTexts(
            home.roots(), {sentence, false, {}}, [&](const TextProgress &) { source.cancel(); }, source.token());
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
        QCOMPARE(searchTexts(home.roots(), {}).error().details.kind, u"empty-text"_s);
        QCOMPARE(searchTexts(home.roots(u"nobody"_s), {sentence, false, {}}).error().code, ErrorCode::NotFound);
    }
};

QTEST_GUILESS_MAIN(TestTextSearch)
#include "tst_text_search.moc"
