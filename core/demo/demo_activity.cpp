// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/demo_activity.h"

#include "demo/demo_dice.h"
#include "demo/demo_events.h"

#include <QDateTime>

#include <algorithm>
#include <array>

namespace verderer {

namespace {

constexpr Microseconds second = 1'000'000;
constexpr Microseconds minute = 60 * second;
constexpr Microseconds hour = 60 * minute;
constexpr int daysOfUse = 60;

/// The threads that histories of skills name: there the agent was told to change a skill.
DemoConversation skillTalk(const QString &title)
{
    DemoConversation talk;
    talk.title = title;
    talk.tools.append({QStringLiteral("skill_manage"), "{\"action\": \"patch\"}", QStringLiteral("The skill was updated.")});
    if (title.at(0).unicode() > 0x2fff) {
        talk.first = {title, QStringLiteral("已经按你的要求修改了技能，历史记录里可以看到改动。")};
        talk.followUps.append({QStringLiteral("再短一点可以吗？"), QStringLiteral("可以，已经删掉了重复的部分。")});
    } else {
        talk.first = {title, QStringLiteral("I changed the skill as you asked; its history shows what is different.")};
        talk.followUps.append({QStringLiteral("A little shorter, please."), QStringLiteral("Done: what was said twice is gone.")});
    }
    return talk;
}

/// Plans the rows one after another; all chance comes from one place, so the order of the calls is part of what is planned.
class ActivityPlan {
public:
    ActivityPlan(const DemoConversations &talk, const DemoCalendar &calendar, Microseconds now) : m_talk(talk), m_calendar(calendar), m_now(now)
    {
        for (int days = 0; days < daysOfUse; ++days) {
            const QDate date = QDateTime::fromMSecsSinceEpoch(calendar.at({days, QStringLiteral("12:00:00")}) / 1000).date();
            constexpr int saturday = 6;
            m_weights[static_cast<std::size_t>(days)] = (date.dayOfWeek() >= saturday ? 2 : 11) * (daysOfUse * 2 - days);
        }
    }

    DemoActivity take() { return std::move(m_activity); }

    void everydayThreads(const DemoManifest &manifest);
    void specialThreads();

private:
    struct Thread {
        DemoThreadRow row;
        DemoConversation talk;
    };

    Microseconds workingMoment();
    std::optional<QString> someOwner();
    DemoRunRow newRun(const DemoThreadRow &thread, Microseconds at, const DemoExchange &exchange, bool first);
    void spend(DemoRunRow &run, bool large, bool helper);
    void fail(DemoRunRow &run);
    void addThread(Thread thread, int runs);
    DemoRunRow addRun(DemoThreadRow &thread, const DemoConversation &talk, const DemoExchange &exchange, Microseconds at, bool first, int &seq);
    DemoConversation randomTalk();
    void finish(DemoThreadRow thread, const DemoRunRow &last);

    void claims();
    void orphans();
    void damagedRows();
    void channelThread();
    void longRun();
    void branchAndSidecar();
    void reservation();

    const DemoConversations &m_talk;
    const DemoCalendar &m_calendar;
    Microseconds m_now;
    DemoDice m_dice;
    DemoActivity m_activity;
    std::array<int, daysOfUse> m_weights{};
};

/// A moment in working hours, more likely on a busy day; never within the last quarter of an hour.
Microseconds ActivityPlan::workingMoment()
{
    int sum = 0;
    for (const int weight : m_weights) {
        sum += weight;
    }
    for (;;) {
        int left = m_dice.roll(sum);
        int day = 0;
        while (left >= m_weights[static_cast<std::size_t>(day)]) {
            left -= m_weights[static_cast<std::size_t>(day)];
            ++day;
        }
        // Most between eight and six, a few in the evening.
        const int hourOfDay = m_dice.chance(88) ? m_dice.between(8, 17) : m_dice.between(18, 22);
        const int minuteOfHour = m_dice.roll(60);
        const int secondOfMinute = m_dice.roll(60);
        const QString time = QStringLiteral("%1:%2:%3")
                                 .arg(hourOfDay, 2, 10, QLatin1Char('0'))
                                 .arg(minuteOfHour, 2, 10, QLatin1Char('0'))
                                 .arg(secondOfMinute, 2, 10, QLatin1Char('0'));
        const Microseconds moment = m_calendar.at({day, time}, m_dice.roll(2000));
        if (moment < m_now - 15 * minute) {
            return moment;
        }
    }
}

std::optional<QString> ActivityPlan::someOwner()
{
    const int roll = m_dice.roll(100);
    if (roll < 62) {
        return QStringLiteral("default");
    }
    if (roll < 94) {
        return QStringLiteral("7c1e0c52-3d3f-4b7e-9a64-1f0d8b6a2e95");
    }
    // Somebody whose account is gone, and rows from before there were accounts.
    return roll < 97 ? std::optional<QString>(QStringLiteral("2a91c0de-5b1f-4c7a-8e21-90d47c3b6f18")) : std::nullopt;
}

DemoConversation ActivityPlan::randomTalk()
{
    const DemoConversation &talk = m_talk.conversations[m_dice.roll(static_cast<int>(m_talk.conversations.size()))];
    return talk.about(talk.subjects[m_dice.roll(static_cast<int>(talk.subjects.size()))]);
}

DemoRunRow ActivityPlan::newRun(const DemoThreadRow &thread, Microseconds at, const DemoExchange &exchange, bool first)
{
    DemoRunRow run;
    run.id = m_dice.uuid();
    run.threadId = thread.id;
    run.owner = thread.owner;
    run.status = QStringLiteral("success");
    run.ask = exchange.ask;
    run.answer = exchange.answer;
    run.created = at;
    run.updated = at + m_dice.between(first ? 14 : 6, first ? 260 : 90) * second + m_dice.roll(999'000);
    return run;
}

void ActivityPlan::spend(DemoRunRow &run, bool large, bool helper)
{
    const DemoModel &model = m_dice.byShare(m_talk.models);
    run.model = model.name;
    run.calls = large ? m_dice.between(2, 6) : m_dice.between(1, 2);
    const qint64 scale = m_dice.between(35, large ? 240 : 110);
    const qint64 input = model.input * scale / 100 + m_dice.roll(500);
    run.use.append({model.name, input, model.output * scale / 100 + m_dice.roll(120), input * m_dice.between(20, 70) / 100});
    if (helper) {
        const DemoModel &other = m_talk.models.first();
        const qint64 asked = other.input / 2 + m_dice.roll(3000);
        if (other.name == model.name) {
            run.use.first().input += asked;
        } else {
            run.use.append({other.name, asked, other.output / 2 + m_dice.roll(200), asked / 4});
        }
        run.subagentTokens = asked;
    }
    run.messages = run.calls * 2;
}

void ActivityPlan::fail(DemoRunRow &run)
{
    const int roll = m_dice.roll(100);
    if (roll < 60) {
        const DemoFailure &failure = m_dice.byShare(m_talk.failures);
        run.status = QStringLiteral("error");
        run.error = failure.type + QStringLiteral(": ") + failure.text;
    } else if (roll < 82) {
        run.status = QStringLiteral("interrupted");
    } else if (roll < 92) {
        run.status = QStringLiteral("error");
        run.error = QStringLiteral("Gateway restarted before this run reached a durable final state.");
        run.stopReason = QStringLiteral("orphan_recovered");
    } else {
        run.status = QStringLiteral("timeout");
        run.error = QStringLiteral("The run did not end within 1800 s.");
        run.updated = run.created + 1800 * second;
    }
    run.answer.clear();
}

DemoRunRow ActivityPlan::addRun(DemoThreadRow &thread, const DemoConversation &talk, const DemoExchange &exchange, Microseconds at, bool first,
                                int &seq)
{
    DemoRunRow run = newRun(thread, at, exchange, first);
    spend(run, first, first && !talk.subagent.isEmpty());
    if (m_dice.chance(11)) {
        fail(run);
    }
    // Before the column was added.
    constexpr Microseconds columnAge = 50LL * 24 * hour;
    run.oldRow = run.created < m_now - columnAge;
    run.updated = qMin(run.updated, m_now - 2 * minute);
    DemoEventWriter(m_activity.events).play(run, talk, exchange, first, seq);
    m_activity.runs.append(run);
    if (run.owner && run.status == QStringLiteral("success") && m_dice.chance(5)) {
        const bool liked = m_dice.chance(70);
        m_activity.feedback.append({m_dice.uuid(), run.id, run.threadId, *run.owner, liked ? 1 : -1,
                                    liked ? QString() : QStringLiteral("It did not read the second file."), run.updated + 30 * second});
    }
    return run;
}

/// A thread's row says what its last run left.
void ActivityPlan::finish(DemoThreadRow thread, const DemoRunRow &last)
{
    thread.status = last.status == QStringLiteral("success") ? QStringLiteral("idle") : last.status;
    thread.updated = last.updated;
    m_activity.threads.append(std::move(thread));
}

void ActivityPlan::addThread(Thread thread, int runs)
{
    int seq = 0;
    Microseconds at = thread.row.created + m_dice.between(1, 9) * second;
    DemoRunRow last = addRun(thread.row, thread.talk, thread.talk.first, at, true, seq);
    for (int i = 1; i < runs; ++i) {
        // Mostly at once, sometimes the next day.
        at = last.updated + (m_dice.chance(80) ? m_dice.between(1, 40) * minute : m_dice.between(18, 30) * hour);
        if (at > m_now - 10 * minute) {
            break;
        }
        const DemoExchange exchange =
            thread.talk.followUps.isEmpty() ? thread.talk.first : thread.talk.followUps[(i - 1) % thread.talk.followUps.size()];
        last = addRun(thread.row, thread.talk, exchange, at, false, seq);
    }
    finish(std::move(thread.row), last);
}

void ActivityPlan::everydayThreads(const DemoManifest &manifest)
{
    const auto someRuns = [this] {
        const int roll = m_dice.roll(100);
        if (roll < 46) {
            return 1;
        }
        return roll < 74 ? 2 : m_dice.between(3, 6);
    };
    int serial = 0;
    for (const DemoThread &known : manifest.threads) {
        Thread thread;
        thread.talk = skillTalk(known.title);
        thread.row.id = known.id;
        thread.row.owner = known.user;
        thread.row.title = known.title;
        thread.row.created = m_calendar.at(known.at, ++serial);
        addThread(std::move(thread), someRuns());
    }
    for (int round = 0; round < 2; ++round) {
        for (const DemoConversation &talk : m_talk.conversations) {
            const bool chinese = talk.title.at(0).unicode() > 0x2fff;
            for (const QString &subject : talk.subjects) {
                Thread thread;
                thread.talk = talk.about(subject);
                thread.row.id = m_dice.uuid();
                thread.row.owner = someOwner();
                thread.row.title = thread.talk.title;
                if (round > 0) {
                    thread.row.title += chinese ? QStringLiteral("（第二稿）") : QStringLiteral(", again");
                }
                thread.row.created = workingMoment();
                if (m_dice.chance(30)) {
                    thread.row.metadata = "{\"source\": \"web\"}";
                } else if (m_dice.chance(12)) {
                    thread.row.metadata = "{\"ticket\": " + QByteArray::number(m_dice.between(1200, 4100)) + ", \"source\": \"api\"}";
                }
                addThread(std::move(thread), someRuns());
            }
        }
    }
    // Three that their owners keep on top, and one that only looks so: DeerFlow takes nothing but JSON's true.
    for (const int index : {7, 101, 240}) {
        m_activity.threads[index].metadata = "{\"deerflow_pinned\": true}";
    }
    m_activity.threads[60].metadata = "{\"deerflow_pinned\": 1}";
}

/// Runs that say they are at work: one that is, one whose lease has run out, one without a sign of life for days, and one that never began.
void ActivityPlan::claims()
{
    struct Claim {
        const char *title;
        const char *status;
        Microseconds began;
        Microseconds seen;
        Microseconds lease; ///< from now; 0: none
    };
    constexpr Claim list[] = {
        {"Sort the photographs of the summer fair", "running", 4 * minute, 8 * second, 22 * second},
        {"Index the letters of the archive", "running", 3 * hour, 2 * hour, -2 * hour + 30 * second},
        {"把旧目录合并成一份", "running", 75 * hour, 74 * hour, 0},
        {"Count the empty pages", "pending", 40 * minute, 40 * minute, 0},
    };
    for (const Claim &claim : list) {
        Thread thread;
        thread.talk = randomTalk();
        thread.row.id = m_dice.uuid();
        thread.row.owner = QStringLiteral("default");
        thread.row.title = QString::fromUtf8(claim.title);
        thread.row.created = m_now - claim.began - 3 * second;
        thread.talk.first = {thread.row.title, QString()};
        DemoRunRow run = newRun(thread.row, m_now - claim.began, thread.talk.first, true);
        run.status = QString::fromLatin1(claim.status);
        run.updated = m_now - claim.seen;
        int seq = 0;
        if (run.status == QStringLiteral("running")) {
            spend(run, false, false);
            DemoEventWriter(m_activity.events).play(run, thread.talk, thread.talk.first, true, seq);
        }
        if (claim.lease != 0) {
            run.worker = QStringLiteral("gateway-1:7f9c2");
            run.leaseUntil = m_now + claim.lease;
        }
        m_activity.runs.append(run);
        finish(std::move(thread.row), run);
        m_activity.threads.last().status = run.status == QStringLiteral("running") ? run.status : QStringLiteral("idle");
    }
}

/// Runs whose thread never came to be, or was deleted by a Gateway that leaves runs behind.
void ActivityPlan::orphans()
{
    const char *const ids[] = {"th-orphan-0388", "th-orphan-0391", "th-orphan-0391", "th-orphan-0407", "th-orphan-0426", "th-orphan-0426"};
    QString previous;
    int seq = 0;
    for (const char *const id : ids) {
        DemoThreadRow thread;
        thread.id = QString::fromLatin1(id);
        thread.owner = QStringLiteral("default");
        seq = thread.id == previous ? seq : 0;
        const Microseconds after = m_activity.runs.last().threadId == thread.id ? m_activity.runs.last().updated + 5 * minute : workingMoment();
        const DemoConversation talk = randomTalk();
        addRun(thread, talk, talk.first, qMin(after, m_now - 10 * minute), true, seq);
        previous = thread.id;
    }
}

/// Rows as other tools, older versions and broken hands leave them.
void ActivityPlan::damagedRows()
{
    struct Damage {
        const char *id;
        const char *title;
        const char *metadata;
        bool foreignTime;
    };
    constexpr Damage list[] = {
        {"th-damaged-0501", "Metadata was cut off", "{\"ticket\": 41, \"note\": \"the rest is mis", false},
        {"th-damaged-0502", "Metadata holds a number that JSON does not have", "{\"score\": NaN}", false},
        {"th-damaged-0503", "Metadata is a list", "[\"web\"]", false},
        {"th-damaged-0504", "Written by a script with another form of time", "{\"source\": \"script\"}", true},
    };
    for (const Damage &damage : list) {
        Thread thread;
        thread.talk = randomTalk();
        thread.row.id = QString::fromLatin1(damage.id);
        thread.row.owner = QStringLiteral("default");
        thread.row.title = QString::fromLatin1(damage.title);
        thread.row.metadata = damage.metadata;
        thread.row.foreignTimeForm = damage.foreignTime;
        thread.row.created = workingMoment();
        addThread(std::move(thread), 1);
    }
    // A status of a later version, and events that a reader has to bear.
    m_activity.runs.last().status = QStringLiteral("queued");
    Thread thread;
    thread.talk = randomTalk();
    thread.row.id = QStringLiteral("th-events-0505");
    thread.row.owner = QStringLiteral("default");
    thread.row.title = QStringLiteral("Events of kinds nobody knows yet");
    thread.row.created = workingMoment();
    int seq = 0;
    const DemoRunRow run = addRun(thread.row, thread.talk, thread.talk.first, thread.row.created + second, true, seq);
    DemoEventWriter(m_activity.events).playOddities(run, seq);
    finish(std::move(thread.row), run);
}

/// A conversation that comes from a chat: every working morning one question.
void ActivityPlan::channelThread()
{
    Thread thread;
    thread.talk = m_talk.conversations.first().about(QStringLiteral("the news of the day"));
    thread.row.id = QStringLiteral("th-channel-0301");
    thread.row.owner = QStringLiteral("default");
    thread.row.title = QStringLiteral("Morning news");
    thread.row.metadata =
        "{\"channel_source\": {\"type\": \"im_channel\", \"provider\": \"slack\", \"chat_id\": \"C0492\"}, \"deerflow_pinned\": true}";
    constexpr int mornings = 34;
    int seq = 0;
    DemoRunRow last;
    for (int days = mornings; days >= 1; --days) {
        const Microseconds at = m_calendar.at({days, QStringLiteral("07:30:04")}, days * 13);
        constexpr int saturday = 6;
        if (at > m_now - hour || QDateTime::fromMSecsSinceEpoch(at / 1000).date().dayOfWeek() >= saturday) {
            continue;
        }
        const bool first = last.id.isEmpty();
        if (first) {
            thread.row.created = at - second;
        }
        last = addRun(thread.row, thread.talk, thread.talk.first, at, first, seq);
    }
    finish(std::move(thread.row), last);
}

/// One run with hundreds of events, to page through.
void ActivityPlan::longRun()
{
    constexpr int steps = 260;
    DemoThreadRow thread;
    thread.id = QStringLiteral("th-long-0310");
    thread.owner = QStringLiteral("7c1e0c52-3d3f-4b7e-9a64-1f0d8b6a2e95");
    thread.title = QStringLiteral("Read the whole mail archive");
    thread.created = m_calendar.at({2, QStringLiteral("13:02:11")});
    const DemoExchange exchange{QStringLiteral("Read all 260 mails of the archive and list those that ask something and got no answer."),
                                QStringLiteral("Seven mails got no answer: 12, 58, 91, 130, 131, 204 and 259. The list is sorted by age.")};
    DemoRunRow run = newRun(thread, thread.created + second, exchange, true);
    spend(run, true, false);
    run.calls = steps + 1;
    run.messages = steps * 2 + 2;
    constexpr qint64 perStep = 4200;
    run.use.first().input = steps * perStep;
    run.use.first().cached = steps * perStep * 3 / 5;
    run.updated = run.created + 47 * minute + 12 * second;
    int seq = 0;
    DemoEventWriter(m_activity.events).playLong(run, exchange, steps, seq);
    m_activity.runs.append(run);
    finish(std::move(thread), run);
}

/// Threads that belong to another one: a branch with the messages it began with, and a sidecar that DeerFlow's own lists hide.
void ActivityPlan::branchAndSidecar()
{
    const DemoThreadRow parent = m_activity.threads.at(3);
    Thread branch;
    branch.talk = randomTalk();
    branch.row.id = QStringLiteral("th-branch-0320");
    branch.row.owner = parent.owner;
    branch.row.title = parent.title + QStringLiteral(" (branch)");
    branch.row.metadata = "{\"deerflow_branch\": true, \"branch_parent_thread_id\": \"" + parent.id.toUtf8() + "\"}";
    branch.row.created = m_calendar.at({1, QStringLiteral("11:40:00")});
    int seq = 0;
    DemoRunRow seedRun = newRun(branch.row, branch.row.created, branch.talk.first, true);
    DemoEventWriter(m_activity.events).seed(seedRun, parent.id, branch.talk.first, seq);
    const DemoExchange exchange = branch.talk.followUps.isEmpty() ? branch.talk.first : branch.talk.followUps.first();
    const DemoRunRow last = addRun(branch.row, branch.talk, exchange, branch.row.created + minute, false, seq);
    finish(std::move(branch.row), last);

    Thread sidecar;
    sidecar.talk = randomTalk();
    sidecar.row.id = QStringLiteral("th-sidecar-0321");
    sidecar.row.owner = parent.owner;
    sidecar.row.title = QStringLiteral("A question beside the conversation");
    sidecar.row.metadata = "{\"deerflow_sidecar\": true, \"parent_thread_id\": \"" + parent.id.toUtf8() + "\"}";
    sidecar.row.created = m_calendar.at({1, QStringLiteral("11:52:00")});
    addThread(std::move(sidecar), 1);
}

/// A row that only kept a thread to one operation; no list of runs may show it.
void ActivityPlan::reservation()
{
    DemoRunRow row = newRun(m_activity.threads.at(5), m_activity.threads.at(5).updated, {}, false);
    row.kind = QStringLiteral("artifact_write");
    m_activity.runs.append(row);
}

void ActivityPlan::specialThreads()
{
    claims();
    orphans();
    damagedRows();
    channelThread();
    longRun();
    branchAndSidecar();
    reservation();
}

} // namespace

DemoActivity planDemoActivity(const DemoManifest &manifest, const DemoConversations &talk, const DemoCalendar &calendar, Microseconds now)
{
    ActivityPlan plan(talk, calendar, now);
    plan.everydayThreads(manifest);
    plan.specialThreads();
    return plan.take();
}

} // namespace verderer
