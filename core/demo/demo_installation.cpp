// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/demo_installation.h"

#include "demo/demo_activity.h"
#include "demo/demo_database.h"
#include "demo/demo_history.h"
#include "demo/demo_manifest.h"
#include "skills/history.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <algorithm>

namespace verderer {

namespace {

constexpr std::uint32_t folderMode = 0755;
constexpr std::uint32_t fileMode = 0644;

ErrorDetails about(const QString &path)
{
    ErrorDetails details;
    details.path = path;
    return details;
}

/// The folder must be there and empty; a missing one is made. Gives whether it was made.
Result<bool> prepareFolder(const QString &dir, Storage &storage)
{
    const Result<FileStamp> stamp = storage.stamp(dir);
    if (!stamp) {
        return tl::unexpected<Error>(stamp.error());
    }
    if (!stamp->exists) {
        const Result<void> made = storage.makeFolder(dir, {.mode = folderMode, .owner = {}, .group = {}});
        return made ? Result<bool>(true) : tl::unexpected<Error>(made.error());
    }
    if (!stamp->isFolder) {
        return fail(ErrorCode::Invalid, QStringLiteral("%1 is not a folder. Name an empty folder, or one that does not exist yet.").arg(dir),
                    about(dir));
    }
    const QDir folder(dir);
    if (!folder.isReadable()) {
        return fail(ErrorCode::ReadOnly, QStringLiteral("The folder %1 may not be read by this account. Name another one.").arg(dir), about(dir));
    }
    if (!folder.isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot)) {
        return fail(
            ErrorCode::AlreadyExists,
            QStringLiteral("The folder %1 is not empty, so the demo was not written there. Name an empty folder, or one that does not exist yet.")
                .arg(dir),
            about(dir));
    }
    return false;
}

/// Writes the parts below one folder that was empty, and can take them all back.
class DemoWriter {
public:
    DemoWriter(QString dir, Storage &storage) : m_dir(std::move(dir)), m_storage(storage) {}

    Result<void> write(const QString &path, const QByteArray &bytes)
    {
        const QString full = absolute(path);
        if (Result<void> made = m_storage.makeFolder(QFileInfo(full).path(), {.mode = folderMode, .owner = {}, .group = {}}); !made) {
            return made;
        }
        if (m_written.contains(path)) {
            if (Result<void> removed = m_storage.remove(full); !removed) {
                return removed;
            }
        }
        m_written.insert(path);
        return m_storage.append(full, bytes, {.mode = fileMode, .owner = {}, .group = {}});
    }

    [[nodiscard]] QString absolute(const QString &path) const { return m_dir + QLatin1Char('/') + path; }

    [[nodiscard]] int skills() const
    {
        int count = 0;
        for (const QString &path : m_written) {
            count += path.endsWith(QStringLiteral("/SKILL.md")) ? 1 : 0;
        }
        return count;
    }

    void takeBack(bool folderToo)
    {
        const QStringList entries = QDir(m_dir).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
        for (const QString &entry : entries) {
            const QString path = absolute(entry);
            if (QFileInfo(path).isDir()) {
                QDir(path).removeRecursively();
            } else {
                QFile::remove(path);
            }
        }
        if (folderToo) {
            QDir().rmdir(m_dir);
        }
    }

private:
    QString m_dir;
    Storage &m_storage;
    QSet<QString> m_written;
};

Result<void> writeAll(const DemoManifest &manifest, const DemoCalendar &calendar, DemoWriter &writer, DemoReport &report)
{
    for (const DemoHistory &history : manifest.histories) {
        const Result<DemoHistoryResult> played = playDemoHistory(history, calendar);
        if (!played) {
            return tl::unexpected<Error>(played.error());
        }
        const QString custom = QStringLiteral("home/users/%1/skills/custom").arg(history.user);
        for (auto file = played->files.cbegin(); file != played->files.cend(); ++file) {
            const QString path = QStringLiteral("%1/%2/%3").arg(custom, history.directory, file.key());
            if (Result<void> written = writer.write(path, file.value()); !written) {
                return written;
            }
        }
        if (Result<void> written = writer.write(historyPath(custom, history.directory), played->history); !written) {
            return written;
        }
        report.records += played->records;
    }
    // After the histories: one of these files is a change that its history does not know.
    for (const DemoFile &file : manifest.files) {
        if (Result<void> written = writer.write(file.path, inDemoForm(file.text, file.form)); !written) {
            return written;
        }
    }
    return {};
}

} // namespace

Result<DemoReport> writeDemo(const QString &dir, Storage &storage, const Clock &clock)
{
    if (dir.isEmpty()) {
        return fail(ErrorCode::Invalid, QStringLiteral("No folder was named. Name an empty folder for the demo, or one that does not exist yet."));
    }
    const Result<DemoManifest> manifest = readDemoManifest();
    if (!manifest) {
        return tl::unexpected<Error>(manifest.error());
    }
    const Result<DemoConversations> talk = readDemoConversations();
    if (!talk) {
        return tl::unexpected<Error>(talk.error());
    }
    DemoReport report;
    report.path = QDir::cleanPath(QFileInfo(dir).absoluteFilePath());
    report.home = report.path + QStringLiteral("/home");
    report.config = report.path + QStringLiteral("/config.yaml");

    const Result<bool> made = prepareFolder(report.path, storage);
    if (!made) {
        return tl::unexpected<Error>(made.error());
    }
    const DemoCalendar calendar(*manifest, clock.now());
    DemoWriter writer(report.path, storage);
    if (Result<void> written = writeAll(*manifest, calendar, writer, report); !written) {
        writer.takeBack(*made);
        return tl::unexpected<Error>(written.error());
    }

    const QString database = writer.absolute(QStringLiteral("home/data/deerflow.db"));
    Result<void> stored = storage.makeFolder(QFileInfo(database).path(), {.mode = folderMode, .owner = {}, .group = {}});
    if (stored) {
        const DemoActivity activity = planDemoActivity(*manifest, *talk, calendar, clock.now());
        stored = writeDemoDatabase(database, *manifest, calendar, activity);
        report.threads = static_cast<int>(activity.threads.size());
        report.runs = static_cast<int>(
            std::count_if(activity.runs.cbegin(), activity.runs.cend(), [](const DemoRunRow &run) { return run.kind == QStringLiteral("run"); }));
        report.events = static_cast<int>(activity.events.size());
    }
    if (stored) {
        stored = storage.setAttributes(database, {.mode = fileMode, .owner = {}, .group = {}});
    } else if (stored.error().code == ErrorCode::Unavailable && !QFileInfo::exists(database)) {
        report.warnings.append(stored.error().message);
        report.threads = report.runs = report.events = 0;
        stored = {};
    }
    if (!stored) {
        writer.takeBack(*made);
        return tl::unexpected<Error>(stored.error());
    }
    for (const DemoUser &user : manifest->users) {
        report.users.append(user.id);
    }
    report.skills = writer.skills();
    return report;
}

} // namespace verderer
