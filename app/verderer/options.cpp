// SPDX-License-Identifier: GPL-3.0-or-later
#include "options.h"

#include <QCommandLineParser>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

std::optional<QSize> parseSize(const QString &text)
{
    const QStringList parts = text.toLower().split(u'x');
    if (parts.size() != 2)
        return {};
    bool okWidth = false;
    bool okHeight = false;
    const QSize size(parts.at(0).toInt(&okWidth), parts.at(1).toInt(&okHeight));
    if (!okWidth || !okHeight || size.width() < 320 || size.height() < 240 || size.width() > 16384 || size.height() > 16384)
        return {};
    return size;
}

/// English, or Chinese as it is written in mainland China: the languages the window speaks. In any spelling of those ("zh", "zh-CN", "en_GB").
bool isKnownLanguage(const QString &name)
{
    const QLocale locale(name);
    return locale.language() == QLocale::English || (locale.language() == QLocale::Chinese && locale.script() == QLocale::SimplifiedHanScript);
}

} // namespace

Options parseOptions(const QStringList &arguments, const WorkspaceRequest &base)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(u"Browse, edit, compare and roll back the custom skills of a DeerFlow installation."_s);
    const QCommandLineOption help({u"h"_s, u"help"_s}, u"Show this help."_s);
    const QCommandLineOption version({u"v"_s, u"version"_s}, u"Show the version."_s);
    const QCommandLineOption home(u"home"_s, u"DeerFlow's home folder (.deer-flow)."_s, u"DIR"_s);
    const QCommandLineOption config(u"config"_s, u"DeerFlow's config.yaml."_s, u"FILE"_s);
    const QCommandLineOption skillsRoot(u"skills-root"_s, u"The folder of the shared skills."_s, u"DIR"_s);
    const QCommandLineOption database(u"database"_s, u"sqlite:///PATH or postgresql://…"_s, u"URL"_s);
    const QCommandLineOption user(u"user"_s, u"Whose skills are shown: an id or an e-mail address."_s, u"UID"_s);
    const QCommandLineOption language(u"language"_s, u"Language of the window: en or zh_CN. Default: the system's."_s, u"L"_s);
    const QCommandLineOption theme(u"theme"_s, u"light, dark or high-contrast. Default: the system's."_s, u"NAME"_s);
    const QCommandLineOption render(u"render"_s, u"Paint a view into a PNG file without a display, and end."_s, u"FILE"_s);
    const QCommandLineOption view(u"view"_s, u"With --render: overview, skills, threads, runs or doctor."_s, u"VIEW"_s);
    const QCommandLineOption select(u"select"_s, u"With --render: the skill (name or folder), thread or run (id) that is shown."_s, u"NAME"_s);
    const QCommandLineOption tab(
        u"tab"_s,
        u"With --render: edit, history, files or verdict; metadata, runs or transcript; timeline, transcript, files, tokens, input or raw."_s,
        u"TAB"_s);
    const QCommandLineOption dialog(
        u"dialog"_s,
        u"With --render: save, rollback, difference, changed, conflict, new, copy, copy-users, delete or trash; new, rename or delete."_s, u"NAME"_s);
    const QCommandLineOption size(u"size"_s, u"With --render: size of the picture in pixels, for instance 1440x900."_s, u"WxH"_s);
    QCommandLineOption measure(u"measure-start"_s, u"Print how long the first list took and how much memory is used, and end."_s);
    measure.setFlags(QCommandLineOption::HiddenFromHelp);
    parser.addOptions({help, version, home, config, skillsRoot, database, user, language, theme, render, view, select, tab, dialog, size, measure});
    parser.addPositionalArgument(
        u"place"_s, u"A repository folder of DeerFlow, its home, or a config.yaml. Default: found by DeerFlow's own rules."_s, u"[place]"_s);

    Options options;
    options.workspace = base;
    const bool parsed = parser.parse(arguments);
    options.helpText = parser.helpText();
    if (!parsed) {
        options.error = parser.errorText();
        return options;
    }
    options.showHelp = parser.isSet(help);
    options.showVersion = parser.isSet(version);
    if (parser.positionalArguments().size() > 1) {
        options.error = u"Only one place can be opened; “%1” is too many."_s.arg(parser.positionalArguments().at(1));
        return options;
    }
    options.workspace.place = parser.positionalArguments().value(0);
    options.workspace.home = parser.value(home);
    options.workspace.config = parser.value(config);
    options.workspace.skillsRoot = parser.value(skillsRoot);
    options.workspace.database = parser.value(database);
    options.user = parser.value(user);
    options.language = parser.value(language);
    if (parser.isSet(language) && !isKnownLanguage(options.language))
        options.error = u"There is no language “%1”; use en or zh_CN."_s.arg(options.language);
    options.measureStart = parser.isSet(measure);
    if (parser.isSet(theme)) {
        options.theme = themeKindFromName(parser.value(theme));
        if (!options.theme)
            options.error = u"There is no theme “%1”; use light, dark or high-contrast."_s.arg(parser.value(theme));
    }
    if (parser.isSet(render)) {
        RenderRequest request;
        request.file = parser.value(render);
        if (parser.isSet(view))
            request.view = parser.value(view);
        request.select = parser.value(select);
        if (parser.isSet(tab))
            request.tab = parser.value(tab);
        request.dialog = parser.value(dialog);
        if (parser.isSet(size)) {
            const auto parsedSize = parseSize(parser.value(size));
            if (!parsedSize)
                options.error = u"“%1” is no size; write it like 1440x900, from 320x240 on."_s.arg(parser.value(size));
            request.size = parsedSize.value_or(request.size);
        }
        const auto check = [&](const QString &value, const QStringList &known, const QString &what) {
            if (!value.isEmpty() && !known.contains(value))
                options.error = known.isEmpty() ? u"This view has no %1 “%2”."_s.arg(what, value)
                                                : u"There is no %1 “%2”; use one of: %3."_s.arg(what, value, known.join(u", "_s));
        };
        const QHash<QString, QStringList> tabs{{u"skills"_s, {u"edit"_s, u"history"_s, u"files"_s, u"verdict"_s}},
                                               {u"threads"_s, {u"metadata"_s, u"runs"_s, u"transcript"_s}},
                                               {u"runs"_s, {u"timeline"_s, u"transcript"_s, u"files"_s, u"tokens"_s, u"input"_s, u"raw"_s}}};
        const QHash<QString, QStringList> dialogs{
            {u"skills"_s,
             {u"save"_s, u"rollback"_s, u"difference"_s, u"changed"_s, u"conflict"_s, u"new"_s, u"copy"_s, u"copy-users"_s, u"delete"_s, u"trash"_s}},
            {u"threads"_s, {u"new"_s, u"rename"_s, u"delete"_s}}};
        check(request.tab, tabs.value(request.view), u"tab"_s);
        check(request.dialog, dialogs.value(request.view), u"dialog"_s);
        check(request.view, {u"overview"_s, u"skills"_s, u"threads"_s, u"runs"_s, u"doctor"_s}, u"view"_s);
        options.render = request;
    }
    return options;
}

} // namespace verderer
