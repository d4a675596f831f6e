// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/list_options.h"

#include "base/json.h"
#include "verdererctl/moments.h"
#include "verdererctl/usage.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

constexpr int longestPage = 1'000'000;

QStringList texts(const std::vector<std::string> &words)
{
    QStringList list;
    for (const std::string &word : words) {
        list.append(QString::fromStdString(word));
    }
    return list;
}

/// `--owner`, `--no-owner`: an empty text is nobody, none is everybody.
Result<std::optional<QString>> ownerOf(const Context &context, const Workspace &workspace, const std::string &owner, bool nobodys)
{
    if (nobodys && !owner.empty()) {
        return usageError(QStringLiteral("--owner and --no-owner exclude each other."));
    }
    if (nobodys) {
        return std::optional<QString>(QString());
    }
    if (owner.empty()) {
        return std::optional<QString>();
    }
    const Result<QString> id = userIdOf(context, workspace, QString::fromStdString(owner));
    if (!id) {
        return tl::unexpected<Error>(id.error());
    }
    return std::optional<QString>(*id);
}

Result<std::optional<Microseconds>> momentOf(const Context &context, const char *option, const std::string &text)
{
    if (text.empty()) {
        return std::optional<Microseconds>();
    }
    const Result<Microseconds> moment = momentOption(QString::fromLatin1(option), QString::fromStdString(text), context.dependencies().clock->now());
    if (!moment) {
        return tl::unexpected<Error>(moment.error());
    }
    return std::optional<Microseconds>(*moment);
}

/// `KEY=VALUE`: the value is JSON where it can be read as such, else a text.
Result<std::pair<QString, QByteArray>> metadataOf(const std::string &option)
{
    const QString text = QString::fromStdString(option);
    const qsizetype at = text.indexOf(u'=');
    if (at < 1) {
        return usageError(QStringLiteral("--metadata takes KEY=VALUE, for instance source=web, ticket=41 or urgent=true; \"%1\" is none.").arg(text));
    }
    const QByteArray value = text.mid(at + 1).toUtf8();
    return std::pair(text.left(at), parseJson(value) ? value : dumpPythonJson(toJson(text.mid(at + 1)), LineSeparators::Raw));
}

} // namespace

void PageOptions::declare(CLI::App &app, const char *what)
{
    app.add_option("--limit", limit, std::string("At most N ") + what + " (50)")->type_name("N")->check(CLI::Range(1, longestPage));
    app.add_option("--after", after, "Go on behind a page: the cursor that it gave as \"next\"")->type_name("CURSOR");
}

void ThreadFilterOptions::declare(CLI::App &app)
{
    app.add_option("--owner", m_owner, "Only threads of this user (id or e-mail)")->type_name("USER");
    app.add_flag("--no-owner", m_nobodys, "Only threads that belong to nobody");
    app.add_option("--status", m_statuses, "Only this status; may be repeated")->type_name("STATUS")->expected(1)->take_all();
    app.add_option("--text", m_text, "Only threads with this in title or id")->type_name("TEXT");
    app.add_option("--since", m_since, "Only threads changed since (2026-11-30, \"2026-11-30 14:05\", 3d, 12h)")->type_name("TIME");
    app.add_option("--before", m_before, "Only threads changed before")->type_name("TIME");
    app.add_option("--metadata", m_metadata, "Only threads whose metadata holds this; may be repeated")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->take_all();
}

Result<ThreadFilter> ThreadFilterOptions::filter(const Context &context, const Workspace &workspace) const
{
    ThreadFilter filter;
    const auto owner = ownerOf(context, workspace, m_owner, m_nobodys);
    if (!owner) {
        return tl::unexpected<Error>(owner.error());
    }
    filter.owner = *owner;
    filter.statuses = texts(m_statuses);
    filter.text = QString::fromStdString(m_text);
    const auto since = momentOf(context, "--since", m_since);
    const auto before = momentOf(context, "--before", m_before);
    if (!since || !before) {
        return tl::unexpected<Error>(!since ? since.error() : before.error());
    }
    filter.updatedFrom = *since;
    filter.updatedBefore = *before;
    for (const std::string &option : m_metadata) {
        const auto wanted = metadataOf(option);
        if (!wanted) {
            return tl::unexpected<Error>(wanted.error());
        }
        filter.metadata.append(*wanted);
    }
    return filter;
}

bool ThreadFilterOptions::given() const
{
    return m_nobodys || !m_statuses.empty() || !m_metadata.empty() || !(m_owner + m_text + m_since + m_before).empty();
}

void RunFilterOptions::declare(CLI::App &app)
{
    app.add_option("--thread", m_thread, "Only runs of this thread")->type_name("ID");
    app.add_option("--owner", m_owner, "Only runs of this user (id or e-mail)")->type_name("USER");
    app.add_flag("--no-owner", m_nobodys, "Only runs that belong to nobody");
    app.add_option("--status", m_statuses, "pending, running, success, error, timeout or interrupted; may be repeated")
        ->type_name("STATUS")
        ->expected(1)
        ->take_all();
    app.add_option("--model", m_model, "Only runs of this model")->type_name("NAME");
    app.add_option("--text", m_text, "Only runs with this in id, thread, title, first message or error")->type_name("TEXT");
    app.add_option("--since", m_since, "Only runs begun since (2026-11-30, \"2026-11-30 14:05\", 3d, 12h)")->type_name("TIME");
    app.add_option("--before", m_before, "Only runs begun before")->type_name("TIME");
    app.add_flag("--orphans", m_orphans, "Only runs whose thread does not exist");
    app.add_option("--active-longer-than", m_activeLongerThan, "Only runs that claim to be at work for longer (10m, 2h, 3d)")->type_name("TIME");
}

Result<RunFilter> RunFilterOptions::filter(const Context &context, const Workspace &workspace) const
{
    RunFilter filter;
    const auto owner = ownerOf(context, workspace, m_owner, m_nobodys);
    if (!owner) {
        return tl::unexpected<Error>(owner.error());
    }
    filter.owner = *owner;
    filter.statuses = texts(m_statuses);
    if (!m_thread.empty()) {
        filter.threadId = QString::fromStdString(m_thread);
    }
    if (!m_model.empty()) {
        filter.model = QString::fromStdString(m_model);
    }
    filter.text = QString::fromStdString(m_text);
    const auto since = momentOf(context, "--since", m_since);
    const auto before = momentOf(context, "--before", m_before);
    if (!since || !before) {
        return tl::unexpected<Error>(!since ? since.error() : before.error());
    }
    filter.createdFrom = *since;
    filter.createdBefore = *before;
    filter.orphansOnly = m_orphans;
    if (!m_activeLongerThan.empty()) {
        const Result<Microseconds> length = durationOption(QStringLiteral("--active-longer-than"), QString::fromStdString(m_activeLongerThan));
        if (!length) {
            return tl::unexpected<Error>(length.error());
        }
        filter.activeLongerThan = context.dependencies().clock->now() - *length;
    }
    return filter;
}

bool RunFilterOptions::given() const
{
    return m_nobodys || m_orphans || !m_statuses.empty() ||
           !(m_thread + m_owner + m_model + m_text + m_since + m_before + m_activeLongerThan).empty();
}

void noteUserOption(const Context &context, Output *output)
{
    if (!context.options().user.isEmpty()) {
        output->notes.append(QStringLiteral("--user does not narrow this list; --owner does."));
    }
}

} // namespace verderer::ctl
