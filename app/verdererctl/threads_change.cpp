// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "threads/thread_json.h"
#include "verdererctl/bulk.h"
#include "verdererctl/command.h"
#include "verdererctl/database_use.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

/// What a change of one thread answers with.
Output changedOutput(const Context &context, const DatabaseUse &use, const ChangedThread &thread, const QString &sentence)
{
    Output output;
    output.notes = use.access.warnings + thread.warnings;
    output.done = sentence;
    if (context.options().json) {
        Json json;
        json["thread"] = threadToJson(thread);
        output.json = dumpPrettyJson(json);
    } else {
        output.text = (printable(sentence) + u'\n').toUtf8();
    }
    return output;
}

class ThreadsRename final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("rename", "Give a thread another title");
        app->add_option("ID", m_id, "Id of the thread")->required()->type_name("");
        app->add_option("TITLE", m_title, "The new title, at most 256 characters")->required()->type_name("");
        app->footer("Refused while a run is at work. DeerFlow copies the title of the conversation's checkpoint over it after\n"
                    "the next run.\n\n"
                    "Example:\n"
                    "  verdererctl threads rename ticket-4711 'Late delivery to Lyon'");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<DatabaseUse> use = openDatabaseOf(context);
        if (!use) {
            return tl::unexpected<Error>(use.error());
        }
        const Result<ChangedThread> thread =
            use->access.threads->rename(QString::fromStdString(m_id), QString::fromStdString(m_title), databaseWait(context));
        if (!thread) {
            return tl::unexpected<Error>(thread.error());
        }
        return changedOutput(context, *use, *thread,
                             QStringLiteral("Thread %1 is called \"%2\" now.").arg(thread->threadId, thread->displayName.value_or(QString())));
    }

private:
    std::string m_id, m_title;
};

class ThreadsPin final : public Command {
public:
    explicit ThreadsPin(bool pinned) : m_pinned(pinned) {}

    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = m_pinned ? parent.add_subcommand("pin", "Keep threads on top of their owner's list")
                                 : parent.add_subcommand("unpin", "Let threads go back to their place by time");
        app->add_option("ID", m_ids, "Ids of threads")->required()->type_name("")->expected(-1);
        app->footer(std::string("The time of the last change stays as it is, as in DeerFlow.\n\n"
                                "Example:\n"
                                "  verdererctl threads ") +
                    (m_pinned ? "pin" : "unpin") + " ticket-4711");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<DatabaseUse> use = openDatabaseOf(context);
        if (!use) {
            return tl::unexpected<Error>(use.error());
        }
        const QString now = m_pinned ? QStringLiteral("is pinned") : QStringLiteral("is not pinned");
        BulkResults results("thread_id");
        for (const std::string &word : m_ids) {
            const QString id = QString::fromStdString(word);
            const Result<ChangedThread> thread = use->access.threads->setPinned(id, m_pinned, databaseWait(context));
            if (!thread) {
                results.failed(id, thread.error());
                continue;
            }
            const QString sentence = QStringLiteral("Thread %1 %2.").arg(id, now);
            if (m_ids.size() == 1) {
                return changedOutput(context, *use, *thread, sentence);
            }
            Json json;
            json["thread"] = threadToJson(*thread);
            results.done(id, json, printable(sentence) + u'\n');
        }
        return results.output(context, QStringLiteral("Threads were %1.").arg(m_pinned ? QStringLiteral("pinned") : QStringLiteral("unpinned")));
    }

private:
    bool m_pinned;
    std::vector<std::string> m_ids;
};

class ThreadsMetadata final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("metadata", "Show, merge or remove metadata of a thread");
        app->add_option("ID", m_id, "Id of the thread")->required()->type_name("");
        app->add_option("JSON", m_json, "An object; its keys take the place of those of the same name")->type_name("");
        app->add_option("--merge", m_merge, "The same as an option")->type_name("JSON");
        app->add_option("--remove", m_remove, "Take this key out; may be repeated")->type_name("KEY")->expected(1)->take_all();
        app->footer("Merges as DeerFlow does: first-level keys only, null is stored as null. Taking a key out is an act of\n"
                    "its own, since DeerFlow has none. Without anything to change, the metadata is shown.\n\n"
                    "Examples:\n"
                    "  verdererctl threads metadata ticket-4711\n"
                    "  verdererctl threads metadata ticket-4711 '{\"urgent\": true}' --remove ticket");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        if (!m_json.empty() && !m_merge.empty()) {
            ErrorDetails details;
            details.kind = QStringLiteral("usage");
            return fail(ErrorCode::Invalid, QStringLiteral("JSON was given twice, once with --merge. Give it once."), details);
        }
        const std::string &merge = m_merge.empty() ? m_json : m_merge;
        const Result<DatabaseUse> use = openDatabaseOf(context);
        if (!use) {
            return tl::unexpected<Error>(use.error());
        }
        const QString id = QString::fromStdString(m_id);
        if (merge.empty() && m_remove.empty()) {
            const Result<ThreadRecord> thread = use->access.threads->show(id, databaseWait(context));
            return thread ? shown(context, *use, *thread, {}) : tl::unexpected<Error>(thread.error());
        }
        QStringList remove;
        for (const std::string &key : m_remove) {
            remove.append(QString::fromStdString(key));
        }
        const Result<ChangedThread> thread = use->access.threads->mergeMetadata(
            id, merge.empty() ? QByteArray("{}") : QByteArray::fromStdString(merge), remove, databaseWait(context));
        if (!thread) {
            return tl::unexpected<Error>(thread.error());
        }
        Result<Output> output = shown(context, *use, *thread, thread->warnings);
        output->done = QStringLiteral("The metadata of thread %1 was changed.").arg(id);
        return output;
    }

private:
    static Result<Output> shown(const Context &context, const DatabaseUse &use, const ThreadRecord &thread, const QStringList &warnings)
    {
        Output output;
        output.notes = use.access.warnings + warnings + thread.damage;
        const Result<Json> metadata = parseJson(thread.metadataJson);
        if (context.options().json) {
            Json json;
            json["thread"] = threadToJson(thread);
            output.json = dumpPrettyJson(json);
        } else {
            output.text = metadata ? dumpPrettyJson(*metadata) : QByteArray(printable(QString::fromUtf8(thread.metadataJson)).toUtf8() + '\n');
        }
        return output;
    }

    std::string m_id, m_json, m_merge;
    std::vector<std::string> m_remove;
};

} // namespace

std::unique_ptr<Command> makeThreadsRename()
{
    return std::make_unique<ThreadsRename>();
}

std::unique_ptr<Command> makeThreadsPin(bool pinned)
{
    return std::make_unique<ThreadsPin>(pinned);
}

std::unique_ptr<Command> makeThreadsMetadata()
{
    return std::make_unique<ThreadsMetadata>();
}

} // namespace verderer::ctl
