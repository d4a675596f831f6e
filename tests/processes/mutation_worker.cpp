// SPDX-License-Identifier: GPL-3.0-or-later
//
// A program that acts on a test's home as a process of its own. It says on standard output what happens, one JSON object a line, and waits on
// standard input where it was told to stop:
//   {"event":"waiting","holder":…}   somebody else holds the mutation lock
//   {"event":"stopped","step":…}     it stands at its gate until a line comes
//   {"event":"done","ok":…,…}        the result; for a loop, of the whole loop
#include "base/json.h"
#include "base/local_storage.h"
#include "package/skill_packages.h"
#include "skills/mutation_journal.h"
#include "skills/mutation_lock.h"
#include "skills/skill_files.h"
#include "skills/skill_folders.h"
#include "skills/skill_redaction.h"
#include "support/deerflow_peer.h"
#include "support/gated_storage.h"
#include "support/test_home.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFileInfo>

#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <iostream>
#include <unistd.h>

using namespace verderer;

namespace {

void say(const Json &event)
{
    const QByteArray line = dumpPythonJson(event) + '\n';
    std::fwrite(line.constData(), 1, static_cast<std::size_t>(line.size()), stdout);
    std::fflush(stdout);
}

void stopHere(const QString &step)
{
    say({{"event", "stopped"}, {"step", toJson(step)}});
    std::string line;
    std::getline(std::cin, line);
}

[[noreturn]] void die()
{
    ::kill(::getpid(), SIGKILL);
    for (;;)
        ::pause();
}

struct Settings {
    QString root;
    QString user;
    QString stopAt;   ///< "write" or "append"
    int killAt = 0;   ///< number of the step
    QString killMode; ///< "before" the step, or "torn": half-way through an append, or "torn-record": through that of the history
    bool withoutExchange = false;
    QString script; ///< a file that a script moves into the skill's place just before ours is put there
    int timeout = 60'000;
    QString base;
};

/// Numbers of steps that were taken.
struct StepLog {
    QStringList appends;
    QStringList changes; ///< all that do more than look
};

/// Where the text is put in place, and where its record is appended.
bool isGate(const test::StorageStep &step, const QString &gate)
{
    if (gate == u"write")
        return step.name == u"exchange" && step.path.endsWith(u"/SKILL.md");
    if (gate == u"move") // of a whole folder: what it moves to is the skill's own place or the trash
        return step.name == u"move" && (step.path.contains(deletedFolder()) || step.path.section(u'/', -2, -2) == u"custom");
    return step.name == u"append" && step.path.endsWith(u".jsonl");
}

SkillRoots rootsOf(const Settings &settings)
{
    SkillRoots roots;
    roots.home = QString(settings.root + QStringLiteral("/home"));
    roots.userId = settings.user;
    const QString userFolder = QString(roots.home + QStringLiteral("/users/") + settings.user);
    roots.customRoot = QString(userFolder + QStringLiteral("/skills/custom"));
    roots.userProjectionLock = QString(userFolder + QStringLiteral("/.skills_view.projection.lock"));
    const QString extensions = QString(settings.root + QStringLiteral("/extensions_config.json"));
    if (QFileInfo::exists(extensions))
        roots.extensionsFile = extensions;
    return roots;
}

std::shared_ptr<test::GatedStorage> storageOf(const Settings &settings, StepLog &log)
{
    auto storage = std::make_shared<test::GatedStorage>(std::make_shared<LocalStorage>());
    storage->withoutExchange = settings.withoutExchange;
    storage->before = [settings, &log](const test::StorageStep &step) -> std::optional<Error> {
        if (!settings.script.isEmpty() && isGate(step, QStringLiteral("write")))
            static_cast<void>(
                ::rename(QFile::encodeName(settings.script).constData(), QFile::encodeName(step.path).constData())); // only once: then it is gone
        if (!settings.stopAt.isEmpty() && isGate(step, settings.stopAt))
            stopHere(step.name);
        if (step.name == u"append")
            log.appends += QString::number(step.number);
        if (step.name != u"stamp" && step.name != u"read")
            log.changes += QString::number(step.number);
        const bool tearsRecord = settings.killMode == u"torn-record" && isGate(step, QStringLiteral("append"));
        if (step.number != settings.killAt && !tearsRecord)
            return std::nullopt;
        if (settings.killMode == u"before")
            die();
        if (tearsRecord || (settings.killMode == u"torn" && step.name == u"append")) {
            const int fd = ::open(QFile::encodeName(step.path).constData(), O_WRONLY | O_APPEND | O_CREAT, 0644);
            if (fd >= 0 && ::write(fd, step.bytes->constData(), static_cast<std::size_t>(step.bytes->size() / 2)) >= 0)
                die();
        }
        return std::nullopt;
    };
    return storage;
}

Json described(const Result<MutationOutcome> &outcome)
{
    Json event = {{"event", "done"}, {"ok", outcome.has_value()}};
    if (outcome) {
        event["changed"] = outcome->changed;
        event["record"] = toJson(outcome->recordId);
        event["warnings"] = toJson(outcome->warnings.join(u' '));
    } else {
        event["code"] = toJson(errorCodeName(outcome.error().code));
        event["message"] = toJson(outcome.error().message);
        event["holder"] = toJson(outcome.error().details.holder);
    }
    return event;
}

int runDeerFlow(const Settings &settings, const QStringList &arguments)
{
    const SkillRoots roots = rootsOf(settings);
    test::DeerFlowPeer peer;
    peer.customRoot = roots.customRoot;
    peer.projectionLock = roots.userProjectionLock;
    peer.waiting = [] { say({{"event", "waiting"}}); };
    if (settings.stopAt == u"write")
        peer.beforeWrite = [] { stopHere(QStringLiteral("write")); };
    if (settings.stopAt == u"append")
        peer.beforeAppend = [] { stopHere(QStringLiteral("append")); };
    for (const QString &textFile : arguments.mid(2))
        peer.edit(arguments.at(1), test::readFile(textFile));
    say({{"event", "done"}, {"ok", true}});
    return 0;
}

Result<MutationOutcome> install(const Settings &settings, const SkillEditor::Dependencies &dependencies, const QStringList &arguments,
                                const MutationOptions &options)
{
    SkillPackages packages(rootsOf(settings), dependencies);
    const auto preview = packages.previewInstall({arguments.at(2), arguments.first() == u"replace", false, {}});
    if (!preview)
        return tl::unexpected(preview.error());
    auto outcome = packages.install(*preview, options);
    return outcome ? Result<MutationOutcome>(outcome->mutation) : tl::unexpected(outcome.error());
}

/// The actions on whole folders; nothing where it is none of them.
std::optional<Result<MutationOutcome>> actOnFolder(SkillFolders &folders, const QStringList &arguments, const MutationOptions &options)
{
    const QString action = arguments.first();
    if (action == u"create")
        return folders.create({arguments.at(1), test::readFile(arguments.at(2)), {}}, options);
    if (action == u"copy")
        return folders.copy({arguments.at(2), QStringLiteral("public/source"), arguments.at(1), {}}, options);
    if (action == u"delete")
        return folders.remove({arguments.at(1), {}, {}}, options);
    if (action == u"restore")
        return folders.restore({arguments.at(1), {}, {}}, options);
    return std::nullopt;
}

/// The same on support files.
std::optional<Result<MutationOutcome>> actOnFile(SkillFiles &files, const QStringList &arguments, const MutationOptions &options)
{
    const QString action = arguments.first();
    if (action == u"write-file")
        return files.write({arguments.at(1), arguments.at(2), test::readFile(arguments.at(3)), true, false, {}, {}}, options);
    if (action == u"remove-file")
        return files.remove({arguments.at(1), arguments.at(2), {}, {}}, options);
    if (action == u"rename-file")
        return files.rename({arguments.at(1), arguments.at(2), arguments.at(3), {}, {}}, options);
    return std::nullopt;
}

int runOurs(const Settings &settings, const QStringList &arguments)
{
    SkillEditor::Dependencies dependencies;
    StepLog log;
    const auto storage = storageOf(settings, log);
    dependencies.storage = storage;
    dependencies.clock = std::make_shared<SystemClock>();
    dependencies.queues = std::make_shared<MutationQueues>();
    dependencies.drafts = std::make_shared<DraftStore>(QString(settings.root + QStringLiteral("/drafts")));
    dependencies.program = QStringLiteral("mutation_worker");
    dependencies.hostUser = QStringLiteral("tester");
    SkillEditor editor(rootsOf(settings), dependencies);
    MutationOptions options;
    options.wait.deadline = QDeadlineTimer(settings.timeout);
    options.waiting = [](const LockHolder &holder) { say({{"event", "waiting"}, {"holder", toJson(holder.describe())}}); };

    const QString action = arguments.first();
    Result<MutationOutcome> outcome = MutationOutcome{};
    SkillFolders folders(rootsOf(settings), dependencies);
    SkillFiles files(rootsOf(settings), dependencies);
    if (auto done = actOnFolder(folders, arguments, options)) {
        outcome = std::move(*done);
    } else if (auto written = actOnFile(files, arguments, options)) {
        outcome = std::move(*written);
    } else if (action == u"install" || action == u"replace") {
        outcome = install(settings, dependencies, arguments, options);
    } else if (action == u"redact") {
        const auto redacted = SkillRedaction(rootsOf(settings), dependencies).redact({arguments.at(2), {arguments.at(1)}, {}}, options);
        outcome = redacted ? Result<MutationOutcome>(MutationOutcome{}) : Result<MutationOutcome>(tl::unexpected(redacted.error()));
    } else if (action == u"edit") {
        EditRequest request;
        request.directory = arguments.at(1);
        request.text = test::readFile(arguments.at(2));
        if (!settings.base.isEmpty())
            request.baseHash = settings.base;
        outcome = editor.edit(request, options);
    } else if (action == u"rollback") {
        RollbackRequest request;
        request.directory = arguments.at(1);
        request.record = arguments.at(2);
        outcome = editor.rollback(request, options);
    } else if (action == u"loop") {
        // Texts that nobody else writes: every one of them must be found again.
        const int count = arguments.at(2).toInt();
        for (int i = 0; i < count && outcome; ++i) {
            options.wait.deadline = QDeadlineTimer(settings.timeout);
            EditRequest request;
            request.directory = arguments.at(1);
            request.text = test::skillText(arguments.at(1), arguments.at(3).toUtf8() + ' ' + QByteArray::number(i) + '\n');
            outcome = editor.edit(request, options);
        }
    } else if (action == u"append") {
        // Large records, one after the other, each under the lock.
        const int count = arguments.at(2).toInt();
        for (int i = 0; i < count && outcome; ++i) {
            NewHistoryRecord record;
            record.ts = isoTimestamp(dependencies.clock->now());
            record.action = QStringLiteral("human_edit");
            record.next = arguments.at(3).toUtf8() + QByteArray(1024 * 1024, 'x');
            const auto line = historyLine(record);
            const auto lock = MutationLock::acquire(rootsOf(settings).customRoot, *dependencies.queues, *storage, dependencies.program, options);
            if (!line || !lock)
                return 3;
            const FileAttributes folder{0755, {}, {}};
            const auto appended = appendHistoryLine(*storage, historyPath(rootsOf(settings).customRoot, arguments.at(1)), *line, folder, {});
            if (!appended)
                outcome = tl::unexpected(appended.error());
        }
    } else {
        std::fprintf(stderr, "mutation_worker: unknown action\n");
        return 2;
    }
    Json event = described(outcome);
    event["steps"] = storage->steps();
    event["appends"] = toJson(log.appends.join(u' '));
    event["changes"] = toJson(log.changes.join(u' '));
    say(event);
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    const auto option = [&](const QString &name, const QString &value) { parser.addOption({name, name, value}); };
    for (const QString &name :
         {QStringLiteral("root"), QStringLiteral("user"), QStringLiteral("stop-at"), QStringLiteral("kill-at"), QStringLiteral("kill-mode"),
          QStringLiteral("timeout"), QStringLiteral("base"), QStringLiteral("as-user"), QStringLiteral("script")})
        option(name, QStringLiteral("value"));
    parser.addOption({QStringLiteral("without-exchange"), QStringLiteral("play a file system that cannot exchange")});
    parser.addPositionalArgument(
        QStringLiteral("action"),
        QStringLiteral(
            "edit, rollback, loop, create, copy, delete, restore, install, replace, write-file, remove-file, rename-file, redact or deerflow-edit, "
            "with what they take"));
    parser.process(application);

    Settings settings;
    settings.root = parser.value(QStringLiteral("root"));
    settings.user = parser.value(QStringLiteral("user"));
    settings.stopAt = parser.value(QStringLiteral("stop-at"));
    settings.killAt = parser.value(QStringLiteral("kill-at")).toInt();
    settings.killMode = parser.value(QStringLiteral("kill-mode"));
    settings.withoutExchange = parser.isSet(QStringLiteral("without-exchange"));
    settings.script = parser.value(QStringLiteral("script"));
    settings.base = parser.value(QStringLiteral("base"));
    if (parser.isSet(QStringLiteral("timeout")))
        settings.timeout = parser.value(QStringLiteral("timeout")).toInt();
    if (parser.isSet(QStringLiteral("as-user"))) {
        // A test that runs as root needs somebody whom permissions bind.
        const auto id = parser.value(QStringLiteral("as-user")).toUInt();
        if (::setgid(id) != 0 || ::setuid(id) != 0)
            return 2;
    }
    const QStringList arguments = parser.positionalArguments();
    if (arguments.size() < 3)
        return 2;
    return arguments.first() == u"deerflow-edit" ? runDeerFlow(settings, arguments) : runOurs(settings, arguments);
}
