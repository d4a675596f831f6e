// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "skills/drafts.h"
#include "skills/history.h"
#include "tree_fixture.h"
#include "workspace/doctor.h"

#include <QTest>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>

using namespace verderer;
using verderer::test::Tree;

namespace {

QByteArray skill(const QByteArray &name, const QByteArray &body)
{
    return "---\nname: " + name + "\ndescription: Says things\n---\n" + body;
}

QByteArray record(const QByteArray &prev, const QByteArray &next, const QByteArray &action = "human_edit", const QByteArray &decision = "allow")
{
    Json json;
    json["ts"] = "2026-11-01T08:00:00+00:00";
    json["action"] = action.toStdString();
    json["author"] = "human";
    json["thread_id"] = nullptr;
    json["file_path"] = "SKILL.md";
    json["prev_content"] = prev.toStdString();
    json["new_content"] = next.isNull() ? Json(nullptr) : Json(next.toStdString());
    json["scanner"] = {{"decision", decision.toStdString()}, {"reason", ""}, {"static_findings", Json::array()}};
    return dumpPythonJson(json) + '\n';
}

/// Takes the sidecar as a Gateway would, in a way the product cannot take for its own.
class Held {
public:
    explicit Held(const QString &path) : m_descriptor(::open(path.toUtf8().constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0644))
    {
        if (m_descriptor < 0 || ::flock(m_descriptor, LOCK_EX | LOCK_NB) != 0)
            qFatal("cannot hold the lock of the fixture");
    }
    ~Held() { ::close(m_descriptor); }
    Held(const Held &) = delete;
    Held &operator=(const Held &) = delete;

private:
    int m_descriptor;
};

} // namespace

/// Each thing the doctor promises to tell, made on purpose, and a healthy home about which it has nothing to say.
class TestDoctor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void hasNothingToSayAboutAHealthyHome();
    void namesThePaths();
    void tellsTheProblemsOfPaths();
    void tellsAHolder();
    void tellsALeftOwnerNote();
    void tellsAnUnfinishedIntent();
    void tellsDrafts();
    void tellsDamagedLines();
    void tellsTornAndGluedLines();
    void tellsWhyDeerFlowCannotShowAHistory();
    void tellsChangesOutsideHistory();
    void tellsMissingFiles();
    void ignoresABlockedRollback();
    void comparesNewlineNormalised();
    void tellsLeftovers();
    void tellsLeftoversBesideTheExtensionsConfig();
    void tellsUnusableSkills();
    void measuresHistoriesAndTrash();
    void tellsReadOnlyTrees();
    void looksAtOneUser();
    void isCancelled();
    void changesNothing();
    void sortsBySeverity();

private:
    [[nodiscard]] QString custom(const QString &relative = QString()) const
    {
        return QStringLiteral("home/users/default/skills/custom") + (relative.isEmpty() ? QString() : QString(u'/' + relative));
    }
    [[nodiscard]] Workspace workspace() const
    {
        Workspace found;
        found.home = {m_tree->path(QStringLiteral("home")), QStringLiteral("given"), true, QString()};
        found.skillsRoot = {m_tree->path(QStringLiteral("skills")), QStringLiteral("given"), true, QString()};
        found.databaseBackend = QStringLiteral("memory");
        return found;
    }
    [[nodiscard]] DoctorReport examine(const QString &user = QString()) const
    {
        DoctorRequest request;
        request.workspace = workspace();
        request.draftsFolder = m_tree->path(QStringLiteral("drafts"));
        request.onlyUser = user;
        const Result<DoctorReport> report = examineWorkspace(request);
        if (!report)
            qFatal("%s", qPrintable(report.error().message));
        return *report;
    }
    static QString listed(const DoctorReport &report)
    {
        QStringList lines;
        for (const DoctorFinding &finding : report.findings)
            lines.append(QStringLiteral("%1 %2:%3 %4").arg(doctorAreaName(finding.area), finding.path).arg(finding.line).arg(finding.message));
        return lines.join(u'\n');
    }
    static const DoctorFinding *find(const DoctorReport &report, DoctorArea area, const QString &path, const QString &words = QString())
    {
        const auto found = std::find_if(report.findings.cbegin(), report.findings.cend(), [&](const DoctorFinding &finding) {
            return finding.area == area && finding.path == path && finding.message.contains(words);
        });
        return found == report.findings.cend() ? nullptr : &*found;
    }

    std::unique_ptr<Tree> m_tree;
};

void TestDoctor::init()
{
    m_tree = std::make_unique<Tree>();
    m_tree->file(custom(QStringLiteral("notes/SKILL.md")), skill("notes", "now\n"));
    m_tree->file(custom(QStringLiteral(".history/notes.jsonl")), record(skill("notes", "old\n"), skill("notes", "now\n")));
    m_tree->folder(QStringLiteral("skills/public"));
}

void TestDoctor::hasNothingToSayAboutAHealthyHome()
{
    const DoctorReport report = examine();
    QVERIFY2(report.findings.isEmpty(), qPrintable(listed(report)));
    QCOMPARE(report.users.size(), 1);
    QCOMPARE(report.users.first().skills, 1);
}

void TestDoctor::namesThePaths()
{
    const DoctorReport report = examine();
    QStringList names;
    for (const DoctorPath &entry : report.paths)
        names.append(entry.name);
    QCOMPARE(names, QStringList({QStringLiteral("project-root"), QStringLiteral("home"), QStringLiteral("config"), QStringLiteral("extensions"),
                                 QStringLiteral("skills-root"), QStringLiteral("database")}));
    QCOMPARE(report.paths.at(1).place.rule, QStringLiteral("given"));
    QCOMPARE(report.paths.at(5).place.path, QStringLiteral("memory"));
}

void TestDoctor::tellsTheProblemsOfPaths()
{
    DoctorRequest request;
    request.workspace = workspace();
    request.workspace.config.problem = QStringLiteral("No config.yaml.");
    request.workspace.warnings = {QStringLiteral("A variable is not set.")};
    const Result<DoctorReport> report = examineWorkspace(request);
    QVERIFY(report);
    QCOMPARE(report->findings.size(), 2);
    QCOMPARE(report->findings.at(0).severity, Severity::Warning);
    QCOMPARE(report->findings.at(0).message, QStringLiteral("No config.yaml."));
    QCOMPARE(report->findings.at(1).severity, Severity::Note);
}

void TestDoctor::tellsAHolder()
{
    const QString sidecar = m_tree->path(QStringLiteral("home/users/default/skills/.custom.mutation.lock"));
    const Held held(sidecar);
    const DoctorReport report = examine();
    const DoctorFinding *finding = find(report, DoctorArea::Locks, sidecar);
    QVERIFY2(finding, qPrintable(listed(report)));
    QCOMPARE(finding->user, QStringLiteral("default"));
    QVERIFY(report.users.first().lock.held);
}

void TestDoctor::tellsALeftOwnerNote()
{
    const QString note = QStringLiteral("home/users/default/skills/.custom.mutation.owner");
    m_tree->file(note, QByteArray::number(::getpid()) + "\nverdererctl\n" + QSysInfo::machineHostName().toUtf8() + '\n');
    const DoctorReport report = examine();
    QVERIFY2(find(report, DoctorArea::Locks, m_tree->path(note)), qPrintable(listed(report)));
}

void TestDoctor::tellsAnUnfinishedIntent()
{
    const QString intent = QStringLiteral("home/users/default/skills/.custom.mutation.intent");
    m_tree->file(intent, "{\"version\": 1}");
    const DoctorReport report = examine();
    const DoctorFinding *finding = find(report, DoctorArea::Intents, m_tree->path(intent));
    QVERIFY2(finding, qPrintable(listed(report)));
    QCOMPARE(finding->severity, Severity::Warning);
    QVERIFY(!finding->advice.isEmpty());
    const Held held(m_tree->path(QStringLiteral("home/users/default/skills/.custom.mutation.lock")));
    const DoctorReport during = examine();
    QCOMPARE(find(during, DoctorArea::Intents, m_tree->path(intent))->severity, Severity::Note);
}

void TestDoctor::tellsDrafts()
{
    DraftStore store(m_tree->path(QStringLiteral("drafts")));
    Draft draft;
    draft.customRoot = m_tree->path(custom());
    draft.directory = QStringLiteral("notes");
    draft.origin = QStringLiteral("recovery");
    draft.reason = QStringLiteral("The program was ended.");
    draft.text = "unsaved";
    const Result<QString> id = store.save(draft);
    QVERIFY(id);
    draft.customRoot = QStringLiteral("/somewhere/else/custom");
    QVERIFY(store.save(draft));
    const DoctorReport report = examine();
    const auto count =
        std::count_if(report.findings.cbegin(), report.findings.cend(), [](const DoctorFinding &f) { return f.area == DoctorArea::Drafts; });
    QCOMPARE(count, 1);
    QVERIFY2(listed(report).contains(u"The program was ended."), qPrintable(listed(report)));
    QCOMPARE(report.users.first().drafts, 1);
}

void TestDoctor::tellsDamagedLines()
{
    const QString history = custom(QStringLiteral(".history/notes.jsonl"));
    m_tree->file(history, QByteArray("{broken\n") + record(skill("notes", "old\n"), skill("notes", "now\n")));
    const DoctorReport report = examine();
    const DoctorFinding *finding = find(report, DoctorArea::Histories, m_tree->path(history), QStringLiteral("damaged"));
    QVERIFY2(finding, qPrintable(listed(report)));
    QCOMPARE(finding->line, 1);
    // DeerFlow shows nothing of a history with one bad line, and that is said too.
    QVERIFY2(find(report, DoctorArea::Histories, m_tree->path(history), QStringLiteral("DeerFlow's own history page")), qPrintable(listed(report)));
}

void TestDoctor::tellsTornAndGluedLines()
{
    const QString history = custom(QStringLiteral(".history/notes.jsonl"));
    const QByteArray a = record(skill("notes", "older\n"), skill("notes", "old\n"));
    const QByteArray b = record(skill("notes", "old\n"), skill("notes", "now\n"));
    m_tree->file(history, a.chopped(1) + b + "\n{\"ts\": \"2026");
    const DoctorReport report = examine();
    const DoctorFinding *glued = find(report, DoctorArea::Histories, m_tree->path(history), QStringLiteral("Several records"));
    QVERIFY2(glued, qPrintable(listed(report)));
    QCOMPARE(glued->line, 1);
    const DoctorFinding *torn = find(report, DoctorArea::Histories, m_tree->path(history), QStringLiteral("torn"));
    QVERIFY2(torn, qPrintable(listed(report)));
    QCOMPARE(torn->line, 3);
}

void TestDoctor::tellsWhyDeerFlowCannotShowAHistory()
{
    const QString history = custom(QStringLiteral(".history/notes.jsonl"));
    const QByteArray text = skill("notes", "a\xe2\x80\xa8"
                                           "b\n");
    m_tree->file(custom(QStringLiteral("notes/SKILL.md")), text);
    QByteArray line = record(skill("notes", "old\n"), text);
    line.replace("\\u2028", "\xe2\x80\xa8"); // as DeerFlow writes it
    m_tree->file(history, line);
    const DoctorReport report = examine();
    QVERIFY2(find(report, DoctorArea::Histories, m_tree->path(history), QStringLiteral("DeerFlow's own history page")), qPrintable(listed(report)));
    QVERIFY2(listed(report).contains(u"2028"), qPrintable(listed(report)));
    QCOMPARE(report.findings.size(), 1);
}

void TestDoctor::tellsChangesOutsideHistory()
{
    m_tree->file(custom(QStringLiteral("notes/SKILL.md")), skill("notes", "by a script\n"));
    const DoctorReport report = examine();
    const DoctorFinding *finding = find(report, DoctorArea::Histories, m_tree->path(custom(QStringLiteral("notes/SKILL.md"))));
    QVERIFY2(finding, qPrintable(listed(report)));
    QCOMPARE(finding->severity, Severity::Warning);
    QVERIFY(finding->advice.contains(u"skills diff notes"));
}

void TestDoctor::tellsMissingFiles()
{
    QVERIFY(QFile::remove(m_tree->path(custom(QStringLiteral("notes/SKILL.md")))));
    const DoctorReport report = examine();
    const DoctorFinding *finding = find(report, DoctorArea::Histories, m_tree->path(custom(QStringLiteral("notes/SKILL.md"))));
    QVERIFY2(finding, qPrintable(listed(report)));
    QVERIFY(finding->advice.contains(u"rollback"));
}

void TestDoctor::ignoresABlockedRollback()
{
    const QByteArray now = skill("notes", "now\n");
    m_tree->file(custom(QStringLiteral(".history/notes.jsonl")),
                 record(skill("notes", "old\n"), now) + record(now, skill("notes", "evil\n"), "rollback", "block"));
    const DoctorReport report = examine();
    QVERIFY2(report.findings.isEmpty(), qPrintable(listed(report)));
}

void TestDoctor::comparesNewlineNormalised()
{
    QByteArray crlf = skill("notes", "now\n");
    crlf.replace("\n", "\r\n");
    m_tree->file(custom(QStringLiteral("notes/SKILL.md")), crlf);
    const DoctorReport report = examine();
    QVERIFY2(report.findings.isEmpty(), qPrintable(listed(report)));
}

void TestDoctor::tellsLeftovers()
{
    const QStringList files{custom(QStringLiteral("notes/tmpab12_xyz")), custom(QStringLiteral("notes/.verderer-Ab12cD.tmp")),
                            QStringLiteral("home/users/default/skills/.skill_states_x1.json.tmp")};
    for (const QString &file : files)
        m_tree->file(file, "left");
    m_tree->file(custom(QStringLiteral(".installing-notes-ab/SKILL.md")), "x");
    m_tree->file(custom(QStringLiteral("notes/tmpfile")), "an honest name");
    m_tree->file(custom(QStringLiteral(".trash/notes/tmpab12_xyz")), "thrown away");
    const DoctorReport report = examine();
    for (const QString &file : files)
        QVERIFY2(find(report, DoctorArea::Leftovers, m_tree->path(file)), qPrintable(file));
    QVERIFY2(find(report, DoctorArea::Leftovers, m_tree->path(custom(QStringLiteral(".installing-notes-ab")))), qPrintable(listed(report)));
    const auto count =
        std::count_if(report.findings.cbegin(), report.findings.cend(), [](const DoctorFinding &f) { return f.area == DoctorArea::Leftovers; });
    QCOMPARE(count, 4);
}

void TestDoctor::tellsLeftoversBesideTheExtensionsConfig()
{
    m_tree->file(QStringLiteral("extensions_config.json"), "{}");
    m_tree->file(QStringLiteral(".verderer-Ab12cd.tmp"), "{}");
    DoctorRequest request;
    request.workspace = workspace();
    request.workspace.extensions = {m_tree->path(QStringLiteral("extensions_config.json")), QStringLiteral("given"), true, QString()};
    request.draftsFolder = m_tree->path(QStringLiteral("drafts"));
    const Result<DoctorReport> report = examineWorkspace(request);
    QVERIFY(report);
    const DoctorFinding *finding = find(*report, DoctorArea::Leftovers, m_tree->path(QStringLiteral(".verderer-Ab12cd.tmp")));
    QVERIFY2(finding, qPrintable(listed(*report)));
    QVERIFY(finding->user.isEmpty() && finding->severity == Severity::Note && !finding->advice.isEmpty());
    QVERIFY(!find(*report, DoctorArea::Leftovers, m_tree->path(QStringLiteral("extensions_config.json"))));
}

void TestDoctor::tellsUnusableSkills()
{
    m_tree->file(custom(QStringLiteral("broken/SKILL.md")), "---\nname: broken\ndescription: Use when: testing\n---\n");
    const DoctorReport report = examine();
    const DoctorFinding *finding = find(report, DoctorArea::Skills, m_tree->path(custom(QStringLiteral("broken/SKILL.md"))));
    QVERIFY2(finding, qPrintable(listed(report)));
    QCOMPARE(finding->severity, Severity::Error);
    QCOMPARE(finding->line, 3);
}

void TestDoctor::measuresHistoriesAndTrash()
{
    m_tree->file(custom(QStringLiteral(".trash/old/SKILL.md")), QByteArray(1500, 'x'));
    m_tree->file(custom(QStringLiteral(".trash/old/a/b")), QByteArray(500, 'x'));
    const DoctorReport report = examine();
    QCOMPARE(report.users.first().trashEntries, 1);
    QCOMPARE(report.users.first().trashBytes, 2000);
    QCOMPARE(report.users.first().histories, 1);
    QCOMPARE(report.users.first().historyBytes, m_tree->bytes(custom(QStringLiteral(".history/notes.jsonl"))).size());
    QCOMPARE(byteCount(999), QStringLiteral("999 bytes"));
    QCOMPARE(byteCount(1500), QStringLiteral("1.5 kB"));
    QCOMPARE(byteCount(1'000'000'000), QStringLiteral("1.0 GB"));
}

void TestDoctor::tellsReadOnlyTrees()
{
    const QString folder = m_tree->path(custom());
    QVERIFY(QFile::setPermissions(folder, QFile::ReadOwner | QFile::ExeOwner | QFile::ReadOther | QFile::ExeOther));
    // The superuser may write anywhere, so this thread looks at the folder as somebody else for a moment.
    const bool isRoot = ::geteuid() == 0;
    if (isRoot) {
        QVERIFY(QFile::setPermissions(m_tree->path(), QFile::Permissions(0x7755)));
        constexpr uid_t nobody = 65534;
        QCOMPARE(::seteuid(nobody), 0);
    }
    const DoctorReport report = examine();
    if (isRoot)
        QCOMPARE(::seteuid(0), 0);
    QVERIFY(QFile::setPermissions(folder, QFile::Permissions(0x7755)));
    const auto found = std::find_if(report.findings.cbegin(), report.findings.cend(),
                                    [](const DoctorFinding &f) { return f.area == DoctorArea::Paths && f.message.contains(u"may not write"); });
    QVERIFY2(found != report.findings.cend(), qPrintable(listed(report)));
    QVERIFY(found->advice.contains(u"owner"));
}

void TestDoctor::looksAtOneUser()
{
    m_tree->file(QStringLiteral("home/users/other/skills/.custom.mutation.intent"), "{}");
    m_tree->folder(QStringLiteral("home/users/other/skills/custom"));
    QCOMPARE(examine().users.size(), 2);
    QVERIFY(!examine().findings.isEmpty());
    const DoctorReport report = examine(QStringLiteral("default"));
    QCOMPARE(report.users.size(), 1);
    QVERIFY2(report.findings.isEmpty(), qPrintable(listed(report)));
}

void TestDoctor::isCancelled()
{
    CancelSource source;
    DoctorRequest request;
    request.workspace = workspace();
    int calls = 0;
    request.examine = [&](const QString &) {
        ++calls;
        source.cancel();
    };
    const Result<DoctorReport> report = examineWorkspace(request, source.token());
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Cancelled);
    QCOMPARE(calls, 1);
}

void TestDoctor::changesNothing()
{
    m_tree->file(custom(QStringLiteral("notes/tmpab12_xyz")), "left");
    m_tree->file(QStringLiteral("home/users/default/skills/.custom.mutation.intent"), "{}");
    const auto before = m_tree->snapshot();
    QVERIFY(!examine().findings.isEmpty());
    QCOMPARE(m_tree->snapshot(), before);
}

void TestDoctor::sortsBySeverity()
{
    m_tree->file(custom(QStringLiteral("notes/tmpab12_xyz")), "left");
    m_tree->file(custom(QStringLiteral("broken/SKILL.md")), "no front matter");
    m_tree->file(QStringLiteral("home/users/default/skills/.custom.mutation.intent"), "{}");
    const DoctorReport report = examine();
    QVERIFY(report.findings.size() >= 3);
    QCOMPARE(report.findings.first().severity, Severity::Error);
    QCOMPARE(report.findings.last().severity, Severity::Note);
    QVERIFY(std::is_sorted(report.findings.cbegin(), report.findings.cend(),
                           [](const DoctorFinding &a, const DoctorFinding &b) { return a.severity > b.severity; }));
}

QTEST_GUILESS_MAIN(TestDoctor)
#include "tst_doctor.moc"
