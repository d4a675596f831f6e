// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/moderation_config.h"

#include "workspace/config_yaml.h"

namespace verderer {

namespace {

/// A text of the file, by DeerFlow's `$NAME` rule; unset: it is missing, or its variable is.
std::optional<QString> configText(const yaml::Value &mapping, QStringView key, const QProcessEnvironment &environment)
{
    const yaml::Value *value = mapping.find(key);
    if (!value || !value->isString())
        return std::nullopt;
    if (!value->text.startsWith(u'$'))
        return value->text;
    const QString name = value->text.mid(1);
    return environment.contains(name) ? std::optional(environment.value(name)) : std::nullopt;
}

tl::unexpected<Error> missing(const QString &path, const QString &what)
{
    ErrorDetails details;
    details.path = path;
    details.kind = QStringLiteral("moderation-config");
    return fail(ErrorCode::NotFound, QStringLiteral("%1 %2 No moderation model can be asked.").arg(path, what), details);
}

} // namespace

Result<ModerationSettings> readModerationSettings(const QString &path, const QProcessEnvironment &environment)
{
    const auto root = loadConfigYaml(path);
    if (!root)
        return tl::unexpected<Error>(root.error());
    const yaml::Value *section = root->isMapping() ? root->find(u"skill_evolution") : nullptr;
    const auto name = section && section->isMapping() ? configText(*section, u"moderation_model_name", environment) : std::nullopt;
    if (!name || name->isEmpty())
        return missing(path, QStringLiteral("has no skill_evolution.moderation_model_name."));
    ModerationSettings settings;
    if (const yaml::Value *closed = section->find(u"security_fail_closed"))
        settings.failClosed = !(closed->kind == yaml::Kind::Bool && closed->text == u"False");

    const yaml::Value *models = root->find(u"models");
    if (models && models->isSequence()) {
        for (const yaml::Value &model : models->items) {
            if (!model.isMapping() || configText(model, u"name", environment) != name)
                continue;
            settings.model = configText(model, u"model", environment).value_or(*name);
            settings.baseUrl = QUrl(configText(model, u"base_url", environment).value_or(QStringLiteral("https://api.openai.com/v1")));
            const auto key = configText(model, u"api_key", environment);
            if (!key && model.find(u"api_key"))
                return missing(path, QStringLiteral("takes the key of the model \"%1\" from a variable that is not set.").arg(*name));
            settings.apiKey = key.value_or(QString()).toUtf8();
            return settings;
        }
    }
    return missing(path, QStringLiteral("names the moderation model \"%1\", which is none of its models.").arg(*name));
}

} // namespace verderer
