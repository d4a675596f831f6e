// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "skills/history_chain.h"
#include "verdererctl/command.h"
#include "verdererctl/skill_json.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>

namespace verderer::ctl {

namespace {

/// Above this the lines are not counted just to show a few of them, and not all of them are shown at once.
constexpr qint64 largestWhole = 256LL * 1024 * 1024;

QString changeOf(const HistoryEntry &entry)
{
    if (!entry.linesAdded || !entry.linesRemoved)
        return QStringLiteral("large");
    return QStringLiteral("+%1 -%2").arg(*entry.linesAdded).arg(*entry.linesRemoved);
}

class SkillsHistory final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("history", "Show who changed a custom skill, when and how, oldest first");
        app->add_option("NAME", m_name, "Folder of the custom skill; a deleted one will do")->required()->type_name("");
        m_limitOption = app->add_option("--limit", m_limit, "Only the newest N records")->type_name("N")->check(CLI::Range(1, 1000000));
        app->footer("INDEX and ID are what `skills diff` and `skills rollback --to` take. An index counts from 0, the\n"
                    "oldest; -1 is the newest. An id (8 digits are enough) stays the same when records are added.\n"
                    "Damaged, torn and glued lines are shown as what they are. With --json each record has its texts.\n\n"
                    "Examples:\n"
                    "  verdererctl skills history release-notes --limit 10\n"
                    "  verdererctl --json skills history release-notes | jq -r '.records[-1].prev_content'");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        const QString name = QString::fromStdString(m_name);
        Result<HistoryReader> reader = openHistory(*installation, name, context.cancel());
        QList<HistoryEntry> entries;
        if (!reader && reader.error().details.kind != u"no-history")
            return tl::unexpected(reader.error());
        if (reader) {
            const Result<QList<HistoryEntry>> read = readEntries(context, *installation, name, *reader);
            if (!read)
                return tl::unexpected(read.error());
            entries = *read;
        }
        Output output;
        if (context.options().json) {
            const Result<QByteArray> json = document(name, entries, reader ? &*reader : nullptr, context.cancel());
            if (!json)
                return tl::unexpected(json.error());
            output.json = *json;
        } else if (!reader) {
            output.text = QStringLiteral("%1 has no history yet.\n").arg(printable(name)).toUtf8();
        } else {
            output.text = table(entries, context.terminal()).toUtf8();
        }
        return output;
    }

private:
    Result<QList<HistoryEntry>> readEntries(const Context &context, const Installation &installation, const QString &name,
                                            HistoryReader &reader) const
    {
        const QString path = historyPath(installation.roots.customRoot, name);
        const Result<FileStamp> stamp = context.dependencies().storage->stamp(path);
        if (!stamp)
            return tl::unexpected(stamp.error());
        if (m_limitOption->count() == 0) {
            if (stamp->size > largestWhole) {
                ErrorDetails details;
                details.path = path;
                details.kind = QStringLiteral("too-large");
                return fail(ErrorCode::Invalid,
                            QStringLiteral("The history %1 holds %2 bytes, too many to show at once. Ask for the newest records with --limit.")
                                .arg(path)
                                .arg(stamp->size),
                            details);
            }
            return reader.all(context.cancel());
        }
        Result<HistoryPage> page = reader.newest(m_limit, -1, context.cancel());
        if (!page)
            return tl::unexpected(page.error());
        QList<HistoryEntry> entries = page->entries;
        std::reverse(entries.begin(), entries.end());
        if (stamp->size <= largestWhole) {
            const Result<HistoryCount> count = reader.count(context.cancel());
            if (!count)
                return tl::unexpected(count.error());
            for (HistoryEntry &entry : entries) {
                if (entry.fromEnd < 0)
                    entry.index = count->records + entry.fromEnd;
            }
        } else {
            // Counting would take long; DeerFlow's negative index names the same record.
            for (HistoryEntry &entry : entries) {
                if (entry.fromEnd < 0)
                    entry.index = entry.fromEnd;
            }
        }
        return entries;
    }

    static Result<QByteArray> document(const QString &name, const QList<HistoryEntry> &entries, HistoryReader *reader, const CancelToken &cancel)
    {
        Json json;
        json["name"] = toJson(name);
        json["records"] = Json::array();
        for (const HistoryEntry &entry : entries) {
            if (cancel.isCancelled())
                return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled while reading the history."));
            std::optional<HistoryTexts> texts;
            if (entry.state == HistoryLineState::Record || entry.state == HistoryLineState::Glued) {
                const Result<HistoryTexts> read = reader->texts(entry);
                if (!read)
                    return tl::unexpected(read.error());
                texts = *read;
            }
            json["records"].push_back(recordJson(entry, texts));
        }
        return dumpPrettyJson(json);
    }

    static QString table(const QList<HistoryEntry> &entries, const Terminal &terminal)
    {
        Table table({QStringLiteral("INDEX"), QStringLiteral("ID"), QStringLiteral("WHEN"), QStringLiteral("ACTION"), QStringLiteral("AUTHOR"),
                     QStringLiteral("VERDICT"), QStringLiteral("CHANGE"), QStringLiteral("FILE"), QStringLiteral("NOTE")});
        table.alignRight(0);
        const HistoryChain chain = buildHistoryChain(entries, EntryOrder::OldestFirst);
        for (const HistoryEntry &entry : entries) {
            const bool isRecord = entry.state == HistoryLineState::Record || entry.state == HistoryLineState::Glued;
            for (const ChainNote &note : chain.notes) {
                if (note.newer >= 0 && chain.entries.at(note.newer).offset == entry.offset && note.isBreak())
                    table.addLine(QStringLiteral("    ") + note.message);
            }
            if (!isRecord) {
                table.addLine(QStringLiteral("    [%1] %2").arg(historyLineStateName(entry.state), entry.problem));
                continue;
            }
            QString who = entry.author;
            if (entry.hostUser && !entry.hostUser->isEmpty())
                who += QStringLiteral(" (%1)").arg(*entry.hostUser);
            table.addRow({entry.index ? QString::number(*entry.index) : QString(), entry.id.left(8), localTime(entry.ts), entry.action, who,
                          entry.decision, changeOf(entry), entry.filePath, entry.note.value_or(QString())});
            if (entry.state == HistoryLineState::Glued)
                table.addLine(QStringLiteral("    [glued] %1").arg(entry.problem));
        }
        return table.isEmpty() ? QStringLiteral("The history holds no records.\n") : table.text(terminal.width);
    }

    std::string m_name;
    int m_limit = 0;
    CLI::Option *m_limitOption = nullptr;
};

} // namespace

std::unique_ptr<Command> makeSkillsHistory()
{
    return std::make_unique<SkillsHistory>();
}

} // namespace verderer::ctl
