// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "runs/event_source.h"
#include "runs/run_rows.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>

#include <algorithm>
#include <mutex>
#include <vector>

namespace verderer {

namespace {

constexpr qint64 longestLine = 64LL * 1024 * 1024;
constexpr int mostIndexes = 32;

QString unreadableLine()
{
    return QStringLiteral("unreadable line");
}

/// What a line says, as the database would hold it: texts as they are, anything else as JSON (deerflow-format 7.2, 7.4).
RunEvent eventOf(const QByteArray &line, const QString &threadId, const QString &runId)
{
    RunEvent event;
    event.threadId = threadId;
    event.runId = runId;
    const auto parsed = parseJson(line);
    if (!parsed || !parsed->is_object()) {
        event.type = unreadableLine();
        event.content = line;
        event.originalLength = line.size();
        event.knownType = false;
        return event;
    }
    event.type = stringMember(*parsed, "event_type").value_or(QString());
    event.category = stringMember(*parsed, "category").value_or(QString());
    event.createdRaw = stringMember(*parsed, "created_at").value_or(QString());
    event.userId = stringMember(*parsed, "user_id");
    if (const auto stated = stringMember(*parsed, "run_id")) {
        event.runId = *stated;
    }
    const auto seq = parsed->find("seq");
    event.seq = seq != parsed->end() && seq->is_number_integer() ? seq->get<std::int64_t>() : 0;
    const auto metadata = parsed->find("metadata");
    event.metadataJson = metadata == parsed->end() ? QByteArray("{}") : dumpPythonJson(*metadata, LineSeparators::Raw);
    const auto content = parsed->find("content");
    const bool isText = content != parsed->end() && content->is_string();
    if (content != parsed->end()) {
        event.content = isText ? toQString(*content).toUtf8() : dumpPythonJson(*content, LineSeparators::Raw);
    }
    readEventTexts(&event);
    event.contentIsJson = content != parsed->end() && !isText; // in a file the content keeps its type and needs no flag
    return event;
}

/// Where the events of one file stand. A line that cannot be read takes the number of the one before it.
struct FileIndex {
    struct Entry {
        qint64 seq = 0;
        qint64 offset = 0;
        qint64 length = 0;
        QString category;
        bool readable = true;
    };
    qint64 size = -1;
    qint64 modified = 0;
    std::vector<Entry> entries;
};

/// A page is made of lines of one or of several files.
struct Place {
    const FileIndex::Entry *entry = nullptr;
    qsizetype file = 0;
};

class JsonlEvents final : public EventSource {
public:
    explicit JsonlEvents(QString root) : m_root(std::move(root)) {}

    [[nodiscard]] QString whyNone() const override
    {
        return QFileInfo(m_root).isDir()
                   ? QString()
                   : QString(QStringLiteral("The folder of event files %1 does not exist: no run has written events yet, or the Gateway was started "
                                            "from another folder.")
                                 .arg(m_root));
    }

    Result<EventPage> events(const QString &threadId, const QString &runId, const QStringList &categories, qint64 afterSeq, int limit,
                             const Wait &wait) override
    {
        const std::lock_guard guard(m_mutex);
        const QStringList files = filesOf(threadId, runId);
        std::vector<Place> places;
        std::vector<std::shared_ptr<const FileIndex>> indexes; // kept while entries of them are pointed at
        for (qsizetype i = 0; i < files.size(); ++i) {
            const auto index = indexOf(files[i], wait);
            if (!index) {
                return tl::unexpected<Error>(index.error());
            }
            indexes.push_back(*index);
            for (const FileIndex::Entry &entry : (*index)->entries) {
                // A line that cannot be read could have been of any category.
                if (entry.seq > afterSeq && (categories.isEmpty() || !entry.readable || categories.contains(entry.category))) {
                    places.push_back({&entry, i});
                }
            }
        }
        std::stable_sort(places.begin(), places.end(), [](const Place &a, const Place &b) { return a.entry->seq < b.entry->seq; });
        EventPage page;
        for (const Place &place : places) {
            // The next page begins behind a number, so lines of the same number stay together.
            if (page.events.size() >= limit && place.entry->seq != page.events.last().seq) {
                page.nextAfterSeq = page.events.last().seq;
                break;
            }
            auto event = readEvent(files[place.file], threadId, *place.entry);
            if (!event) {
                return tl::unexpected<Error>(event.error());
            }
            page.events.append(*event);
        }
        return page;
    }

    Result<std::optional<Microseconds>> newestAt(const QString &threadId, const QString &runId, const Wait &wait) override
    {
        const std::lock_guard guard(m_mutex);
        const QString file = filesOf(threadId, runId).value(0);
        if (file.isEmpty() || runId.isEmpty()) {
            return std::optional<Microseconds>();
        }
        const auto index = indexOf(file, wait);
        if (!index) {
            return tl::unexpected<Error>(index.error());
        }
        const auto &entries = (*index)->entries;
        const auto newest = std::find_if(entries.crbegin(), entries.crend(), [](const FileIndex::Entry &entry) { return entry.readable; });
        if (newest == entries.crend()) {
            return std::optional<Microseconds>();
        }
        const auto event = readEvent(file, threadId, *newest);
        return event ? Result<std::optional<Microseconds>>(event->createdAt) : tl::unexpected<Error>(event.error());
    }

private:
    /// Ids that could lead out of the folder name no file.
    static bool isSafe(const QString &id)
    {
        return !id.isEmpty() && !id.contains(QLatin1Char('/')) && !id.contains(QChar(u'\0')) && id != u"." && id != u"..";
    }

    [[nodiscard]] QStringList filesOf(const QString &threadId, const QString &runId) const
    {
        if (!isSafe(threadId)) {
            return {};
        }
        const QDir folder(m_root + QLatin1Char('/') + threadId + QStringLiteral("/runs"));
        if (!runId.isEmpty()) {
            const QString file = folder.filePath(runId + QStringLiteral(".jsonl"));
            return isSafe(runId) && QFileInfo(file).isFile() ? QStringList{file} : QStringList();
        }
        QStringList files;
        for (const QString &name : folder.entryList({QStringLiteral("*.jsonl")}, QDir::Files, QDir::Name)) {
            files.append(folder.filePath(name));
        }
        return files;
    }

    static Error cannotRead(const QString &path, const QString &why)
    {
        Error error;
        error.code = ErrorCode::Unavailable;
        error.details.path = path;
        error.details.kind = QStringLiteral("events-unreadable");
        error.message = QStringLiteral("The event file %1 cannot be read: %2. Check its permissions.").arg(path, why);
        return error;
    }

    /// Reads a file's lines once, and again only when the file has changed: a page in the middle must not cost the whole file.
    Result<std::shared_ptr<const FileIndex>> indexOf(const QString &path, const Wait &wait)
    {
        const QFileInfo info(path);
        const auto known = m_indexes.constFind(path);
        if (known != m_indexes.constEnd() && (*known)->size == info.size() && (*known)->modified == info.lastModified().toMSecsSinceEpoch()) {
            return *known;
        }
        auto index = std::make_shared<FileIndex>();
        index->size = info.size();
        index->modified = info.lastModified().toMSecsSinceEpoch();
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly)) {
            return tl::unexpected<Error>(cannotRead(path, file.errorString()));
        }
        qint64 seq = 0;
        while (!file.atEnd()) {
            if (wait.cancel.isCancelled() || wait.deadline.hasExpired()) {
                return fail(wait.cancel.isCancelled() ? ErrorCode::Cancelled : ErrorCode::TimedOut,
                            QStringLiteral("Reading the event file %1 was given up.").arg(path));
            }
            FileIndex::Entry entry;
            entry.offset = file.pos();
            const QByteArray line = file.readLine(longestLine);
            entry.length = line.size();
            const QByteArray text = line.trimmed();
            if (text.isEmpty()) {
                continue;
            }
            const RunEvent event = eventOf(text, {}, {});
            entry.readable = event.type != unreadableLine();
            entry.category = event.category;
            entry.seq = entry.readable && event.seq > 0 ? event.seq : seq + (entry.readable || seq == 0 ? 1 : 0);
            seq = entry.seq;
            index->entries.push_back(entry);
        }
        if (m_indexes.size() >= mostIndexes) {
            m_indexes.clear();
        }
        m_indexes.insert(path, index);
        return std::shared_ptr<const FileIndex>(index);
    }

    static Result<RunEvent> readEvent(const QString &path, const QString &threadId, const FileIndex::Entry &entry)
    {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly) || !file.seek(entry.offset)) {
            return tl::unexpected<Error>(cannotRead(path, file.errorString()));
        }
        RunEvent event = eventOf(file.read(entry.length).trimmed(), threadId, QFileInfo(path).completeBaseName());
        event.seq = entry.seq;
        return event;
    }

    QString m_root;
    std::mutex m_mutex; // guards the indexes
    QHash<QString, std::shared_ptr<const FileIndex>> m_indexes;
};

} // namespace

std::unique_ptr<EventSource> makeJsonlEvents(const QString &root)
{
    return std::make_unique<JsonlEvents>(root);
}

} // namespace verderer
