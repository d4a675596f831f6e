// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/enabled_state.h"

#include "base/json.h"
#include "skills/skill_file.h"

#include <QFile>
#include <QFileInfo>

#include <array>
#include <optional>

#include <fcntl.h>

namespace verderer {

namespace {

constexpr qint64 maxFileSize = 64LL * 1024 * 1024;

void add(QList<Problem> &problems, Severity severity, const QString &message)
{
    Problem problem;
    problem.kind = ProblemKind::Unreadable;
    problem.severity = severity;
    problem.message = message;
    problems.append(problem);
}

struct Loaded {
    std::optional<Json> json; ///< nothing where the file is missing or broken
    QString fault;            ///< one sentence where it is broken
    int line = 0;
    int column = 0;
};

Loaded load(const QString &path)
{
    Loaded loaded;
    if (path.isEmpty())
        return loaded;
    const SkillFile file = readSkillFile(AT_FDCWD, QFile::encodeName(path).constData(), maxFileSize);
    switch (file.state) {
    case SkillFile::State::Missing:
        return loaded;
    case SkillFile::State::Read:
        break;
    case SkillFile::State::Failed:
        loaded.fault = systemError(file.error, QStringLiteral("read"), path).message;
        return loaded;
    default:
        loaded.fault = QStringLiteral("%1 is no file that can be read; put a JSON file there.").arg(path);
        return loaded;
    }
    if (!file.complete) {
        loaded.fault = QStringLiteral("%1 is larger than 64 MiB; is it the right file?").arg(path);
        return loaded;
    }
    auto json = parseJson(file.bytes);
    if (!json) {
        loaded.line = json.error().details.line;
        loaded.column = json.error().details.column;
        loaded.fault = loaded.line > 0
                           ? QStringLiteral("%1 is not valid JSON (line %2, column %3); correct it.").arg(path).arg(loaded.line).arg(loaded.column)
                           : QStringLiteral("%1 is not valid JSON; correct it.").arg(path);
        return loaded;
    }
    loaded.json = std::move(*json);
    return loaded;
}

/// Reads `{"<name>": {"enabled": bool}}`. Gives the first name whose entry is something else.
std::optional<QString> takeStates(const Json &object, QHash<QString, bool> &states)
{
    std::optional<QString> odd;
    for (const auto &[key, entry] : object.items()) {
        const QString name = QString::fromStdString(key);
        if (!entry.is_object()) {
            odd = odd.value_or(name);
            continue;
        }
        const auto enabled = entry.find("enabled");
        if (enabled == entry.end())
            continue;
        if (const auto value = laxBool(*enabled))
            states.insert(name, *value);
        else
            odd = odd.value_or(name);
    }
    return odd;
}

QString shown(const QString &extensionsName)
{
    return extensionsName.isEmpty() ? QStringLiteral("the extensions file") : extensionsName;
}

} // namespace

std::optional<bool> laxBool(const Json &value)
{
    if (value.is_boolean())
        return value.get<bool>();
    if (value.is_number()) {
        const double number = value.get<double>();
        if (number == 0.0 || number == 1.0)
            return number == 1.0;
        return {};
    }
    if (!value.is_string())
        return {};
    const QString word = toQString(value).trimmed().toLower();
    for (const QStringView yes : {u"true", u"t", u"yes", u"y", u"on", u"1"}) {
        if (word == yes)
            return true;
    }
    for (const QStringView no : {u"false", u"f", u"no", u"n", u"off", u"0"}) {
        if (word == no)
            return false;
    }
    return {};
}

EnabledStates EnabledStates::read(const SkillRoots &roots, QList<Problem> &problems)
{
    EnabledStates states;

    const Loaded extensions = load(roots.extensionsFile);
    const QString listFails = QStringLiteral(" Until then DeerFlow's own list of skills fails (status 500).");
    if (!extensions.fault.isEmpty()) {
        states.m_extensionsFault = extensions.fault;
        add(problems, Severity::Error, QString(extensions.fault % listFails));
        problems.last().line = extensions.line;
        problems.last().column = extensions.column;
    } else if (extensions.json) {
        states.m_extensionsName = QFileInfo(roots.extensionsFile).fileName();
        const Json empty = Json::object();
        const auto skills = extensions.json->is_object() ? extensions.json->find("skills") : extensions.json->end();
        const Json &object = extensions.json->is_object() && skills == extensions.json->end() ? empty
                             : extensions.json->is_object()                                   ? *skills
                                                                                              : *extensions.json;
        if (!extensions.json->is_object() || !object.is_object()) {
            states.m_extensionsFault = QStringLiteral("%1 does not hold what DeerFlow expects; write {\"skills\": {…}}.").arg(roots.extensionsFile);
            add(problems, Severity::Error, QString(states.m_extensionsFault % listFails));
        } else if (const auto odd = takeStates(object, states.m_extensions)) {
            add(problems, Severity::Error,
                QString(QStringLiteral("%1: the entry of '%2' below skills must be {\"enabled\": true} or {\"enabled\": false}; correct it.")
                            .arg(roots.extensionsFile, *odd) %
                        listFails));
        }
    }

    const Loaded user = load(roots.userStatesFile);
    if (!user.fault.isEmpty())
        add(problems, Severity::Warning, QString(user.fault % u" Until then every skill counts as switched on for this user."));
    else if (user.json && !user.json->is_object())
        add(problems, Severity::Warning,
            QStringLiteral("%1 must hold {\"<name>\": {\"enabled\": …}}; until it is corrected every skill counts as switched on for this user.")
                .arg(roots.userStatesFile));
    else if (user.json) {
        if (const auto odd = takeStates(*user.json, states.m_user))
            add(problems, Severity::Warning,
                QStringLiteral("%1: the entry of '%2' must be {\"enabled\": true} or {\"enabled\": false}; it was left out.")
                    .arg(roots.userStatesFile, *odd));
    }
    const Said nothing{std::nullopt, std::nullopt, states.m_extensionsName};
    states.m_quietReason = merge(SkillCategory::Custom, nothing).reason;
    states.m_quietPublicReason = merge(SkillCategory::Public, nothing).reason;
    return states;
}

EnabledStates::State EnabledStates::merge(SkillCategory category, const Said &said)
{
    const QString file = shown(said.extensionsName);
    const bool isPublic = category == SkillCategory::Public;
    const std::optional<bool> user = isPublic ? std::nullopt : said.user;
    if (said.extensions == false)
        return {false, user.value_or(true) ? QStringLiteral("Off for everybody: %1 says so.").arg(file)
                                           : QStringLiteral("Off for everybody in %1, and for this user in _skill_states.json.").arg(file)};
    if (user == false)
        return {false, QStringLiteral("Off for this user: _skill_states.json says so.")};
    if (said.extensions && user)
        return {true, QStringLiteral("On: %1 and _skill_states.json say so.").arg(file)};
    if (said.extensions)
        return {true, QStringLiteral("On: %1 says so.").arg(file)};
    if (user)
        return {true, QStringLiteral("On: _skill_states.json says so.")};
    if (!isPublic)
        return {true, QStringLiteral("On: neither %1 nor _skill_states.json switches it off.").arg(file)};
    return {true, said.extensionsName.isEmpty() ? QStringLiteral("On: there is no extensions file that switches it off.")
                                                : QStringLiteral("On: %1 does not switch it off.").arg(file)};
}

EnabledStates::State EnabledStates::stateOf(SkillCategory category, const QString &name) const
{
    Said said;
    if (const auto found = m_extensions.constFind(name); found != m_extensions.constEnd())
        said.extensions = *found;
    if (const auto found = m_user.constFind(name); category != SkillCategory::Public && found != m_user.constEnd())
        said.user = *found;
    if (said.extensions.has_value() || said.user.has_value() || !m_extensionsFault.isEmpty()) {
        said.extensionsName = m_extensionsName;
        State state = merge(category, said);
        if (state.enabled && !m_extensionsFault.isEmpty())
            state.reason = QStringLiteral("On, because the extensions file cannot be read.");
        return state;
    }
    return {true, category == SkillCategory::Public ? m_quietPublicReason : m_quietReason};
}

} // namespace verderer
