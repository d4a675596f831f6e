// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "threads/thread_json.h"
#include "verdererctl/command.h"
#include "verdererctl/database_use.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

QString valueOf(const QByteArray &json)
{
    return json.isEmpty() ? QStringLiteral("nothing") : QString::fromUtf8(json);
}

QString sheet(const CreateThreadAnswer &answer)
{
    const ThreadRecord &thread = answer.record;
    const QString id = printable(thread.threadId);
    const QString owner = thread.owner ? QStringLiteral("owner %1").arg(printable(*thread.owner)) : QStringLiteral("no owner");
    QString text = answer.created ? QStringLiteral("Created thread %1 (%2).\n").arg(id, owner)
                                  : QStringLiteral("Thread %1 was already there (%2); nothing was made.\n").arg(id, owner);
    if (answer.claimed) {
        text += QStringLiteral("It belonged to nobody and has this owner now.\n");
    }
    if (!answer.ignored.isEmpty()) {
        Table table({QStringLiteral("NOT FOLLOWED"), QStringLiteral("WISHED"), QStringLiteral("STORED"), QStringLiteral("WHY")});
        for (const IgnoredWish &wish : answer.ignored) {
            table.addRow({wish.field, valueOf(wish.wished), valueOf(wish.stored),
                          wish.reason == u"reserved" ? QStringLiteral("DeerFlow keeps this key for itself") : QStringLiteral("the thread exists")});
        }
        text += u'\n' + table.text(0);
    }
    return text;
}

class ThreadsCreate final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("create", "Create a thread, once: an id that is there already is answered with its row");
        m_idOption = app->add_option("--id", m_id, "Letters, digits, _ and -, at most 64; without it a new UUID")->type_name("ID");
        m_ownerOption =
            app->add_option("--owner", m_owner, "Whose it is (id or e-mail); without it --user, \"default\" or the only user. '' is nobody")
                ->type_name("USER");
        m_assistantOption = app->add_option("--assistant", m_assistant, "Assistant id")->type_name("ID");
        m_titleOption = app->add_option("--title", m_title, "Title; DeerFlow may put another in its place after the next run")->type_name("TEXT");
        app->add_option("--metadata", m_metadata, "A JSON object")->type_name("JSON");
        app->add_flag("--claim", m_claim, "If the thread is there and belongs to nobody, give it to the owner");
        app->footer("Running it twice, or beside a Gateway that is making the same thread, gives one row: the second one\n"
                    "is shown what is stored and which of its wishes differ. An id that belongs to somebody else is a\n"
                    "conflict. user_id and owner_id in metadata are DeerFlow's own and are left out. With --json:\n"
                    "{\"created\", \"thread\", \"ignored\": {FIELD: {\"wished\", \"stored\", \"reason\"}}, \"warnings\"}.\n\n"
                    "Examples:\n"
                    "  verdererctl threads create --owner research@example.org --title 'Reading group'\n"
                    "  verdererctl threads create --id ticket-4711 --metadata '{\"ticket\": 4711}'\n"
                    "  verdererctl --json threads create --id ticket-4711 | jq .created");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<DatabaseUse> use = openDatabaseOf(context);
        if (!use) {
            return tl::unexpected<Error>(use.error());
        }
        CreateThread wish;
        if (m_idOption->count() > 0) {
            const Result<QString> id = checkThreadId(QString::fromStdString(m_id));
            if (!id) {
                return tl::unexpected<Error>(id.error());
            }
            wish.id = *id;
        }
        const Result<std::optional<QString>> owner =
            newOwner(context, use->workspace, m_ownerOption->count() > 0 ? std::optional(QString::fromStdString(m_owner)) : std::optional<QString>());
        if (!owner) {
            return tl::unexpected<Error>(owner.error());
        }
        wish.owner = *owner;
        if (m_assistantOption->count() > 0) {
            wish.assistantId = QString::fromStdString(m_assistant);
        }
        if (m_titleOption->count() > 0) {
            wish.title = QString::fromStdString(m_title);
        }
        if (!m_metadata.empty()) {
            wish.metadataJson = QByteArray::fromStdString(m_metadata);
        }
        wish.claimUnowned = m_claim;
        Result<CreateThreadAnswer> answer = use->access.threads->create(wish, databaseWait(context));
        if (!answer) {
            return tl::unexpected<Error>(answer.error());
        }
        if (const qsizetype nobodys = answer->warnings.indexOf(nobodysThreadWarning()); nobodys >= 0) {
            answer->warnings[nobodys] += QStringLiteral(" Claim it with --claim.");
        }
        if (answer->created) {
            if (const QString warning = unknownOwnerWarning(context, use->workspace, wish.owner); !warning.isEmpty()) {
                answer->warnings.append(warning);
            }
        }
        Output output;
        if (answer->created || answer->claimed) {
            output.done = QStringLiteral("Thread %1 is in the database.").arg(answer->record.threadId);
        }
        output.notes = use->access.warnings + answer->warnings;
        if (context.options().json) {
            output.json = dumpPrettyJson(createAnswerToJson(*answer));
        } else {
            output.text = sheet(*answer).toUtf8();
        }
        return output;
    }

private:
    std::string m_id, m_owner, m_assistant, m_title, m_metadata;
    bool m_claim = false;
    CLI::Option *m_idOption = nullptr;
    CLI::Option *m_ownerOption = nullptr;
    CLI::Option *m_assistantOption = nullptr;
    CLI::Option *m_titleOption = nullptr;
};

} // namespace

std::unique_ptr<Command> makeThreadsCreate()
{
    return std::make_unique<ThreadsCreate>();
}

} // namespace verderer::ctl
