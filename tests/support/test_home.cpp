// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/test_home.h"

#include "base/json.h"
#include "base/local_storage.h"
#include "skills/mutation_lock.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

namespace verderer::test {

namespace {

std::optional<QByteArray> bytesMember(const Json &object, const char *key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string())
        return std::nullopt;
    return QByteArray::fromStdString(found->get_ref<const std::string &>());
}

} // namespace

QByteArray skillText(const QString &name, const QByteArray &body)
{
    return "---\nname: " + name.toUtf8() + "\ndescription: A skill for tests.\n---\n" + body;
}

QByteArray readFile(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeFile(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

QList<RecordView> readRecords(const QString &path)
{
    QList<RecordView> records;
    const QList<QByteArray> lines = readFile(path).split('\n');
    for (const QByteArray &line : lines) {
        if (line.trimmed().isEmpty())
            continue;
        RecordView view;
        view.line = line;
        const auto json = parseJson(line);
        view.parses = json && json->is_object();
        if (view.parses) {
            view.ts = stringMember(*json, "ts").value_or(QString());
            view.action = stringMember(*json, "action").value_or(QString());
            view.filePath = stringMember(*json, "file_path").value_or(QStringLiteral("SKILL.md"));
            view.prev = bytesMember(*json, "prev_content");
            view.next = bytesMember(*json, "new_content");
            view.hasRollbackFromTs = json->contains("rollback_from_ts");
            view.rollbackFromTs = stringMember(*json, "rollback_from_ts");
            view.note = stringMember(*json, "note");
            view.trashed = stringMember(*json, "trashed");
            view.late = json->contains("late_for");
        }
        records += view;
    }
    return records;
}

TestHome::TestHome(const QString &user) : m_user(user)
{
    if (!m_dir.isValid())
        qFatal("no temporary folder");
    addUser(user);
    QDir().mkpath(draftsFolder());
}

void TestHome::addUser(const QString &user)
{
    QDir().mkpath(roots(user).customRoot);
}

SkillRoots TestHome::roots(const QString &user) const
{
    SkillRoots roots;
    roots.home = home();
    roots.userId = user;
    roots.publicRoot = QString(path() + QStringLiteral("/skills/public"));
    roots.legacyRoot = QString(path() + QStringLiteral("/skills/custom"));
    roots.integrationsRoot = QString(home() + QStringLiteral("/integrations/skills"));
    const QString userFolder = QString(home() + QStringLiteral("/users/") + user);
    roots.customRoot = QString(userFolder + QStringLiteral("/skills/custom"));
    roots.userStatesFile = QString(userFolder + QStringLiteral("/skills/_skill_states.json"));
    roots.userProjectionLock = QString(userFolder + QStringLiteral("/.skills_view.projection.lock"));
    const QString extensions = QString(path() + QStringLiteral("/extensions_config.json"));
    if (QFileInfo::exists(extensions))
        roots.extensionsFile = extensions;
    return roots;
}

QString TestHome::skillFile(const QString &name, const QString &filePath) const
{
    return QString(customRoot() + u'/' + name + u'/' + filePath);
}

QString TestHome::history(const QString &name) const
{
    return QString(customRoot() + QStringLiteral("/.history/") + name + QStringLiteral(".jsonl"));
}

QString TestHome::intent() const
{
    return QString(QFileInfo(customRoot()).path() + QStringLiteral("/.custom.mutation.intent"));
}

SkillEditor::Dependencies TestHome::dependencies(std::shared_ptr<Storage> storage) const
{
    SkillEditor::Dependencies dependencies;
    dependencies.storage = storage ? std::move(storage) : std::make_shared<LocalStorage>();
    dependencies.clock = std::make_shared<SystemClock>();
    dependencies.queues = std::make_shared<MutationQueues>();
    dependencies.drafts = std::make_shared<DraftStore>(draftsFolder());
    dependencies.program = QStringLiteral("a test");
    dependencies.hostUser = QStringLiteral("tester");
    return dependencies;
}

QList<Draft> TestHome::drafts() const
{
    QStringList problems;
    const auto drafts = DraftStore(draftsFolder()).list(&problems);
    if (!drafts || !problems.isEmpty())
        qFatal("drafts cannot be read");
    return *drafts;
}

QStringList TestHome::temporaryFiles() const
{
    QStringList found;
    QDirIterator files(home(), {QStringLiteral(".verderer-*")}, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext())
        found += files.next();
    return found;
}

bool TestHome::holdsText(const QString &name, const QByteArray &text) const
{
    if (readFile(skillFile(name)) == text)
        return true;
    // Through the product's own reader: what it cannot show, nobody can roll back to.
    if (auto reader = HistoryReader::open(history(name)); reader) {
        const auto entries = reader->all();
        if (!entries)
            return false;
        for (const HistoryEntry &entry : *entries) {
            const auto texts = reader->texts(entry);
            if (texts && (texts->prev == text || texts->next == text))
                return true;
        }
    }
    const QList<Draft> kept = drafts();
    for (const Draft &draft : kept) {
        if (draft.text == text)
            return true;
    }
    QDirIterator trash(QString(customRoot() + QStringLiteral("/.trash")), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (trash.hasNext()) {
        if (readFile(trash.next()) == text)
            return true;
    }
    return false;
}

MutationOptions patientOptions()
{
    MutationOptions options;
    options.wait.deadline = QDeadlineTimer(60'000);
    return options;
}

} // namespace verderer::test
