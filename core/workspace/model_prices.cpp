// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/model_prices.h"

#include "workspace/config_yaml.h"

#include <cmath>

namespace verderer {

namespace {

class Reader {
public:
    Reader(QString path, const QProcessEnvironment &environment) : m_path(std::move(path)), m_environment(environment) {}

    ModelPrices read(const yaml::Value &root)
    {
        const yaml::Value *models = root.isMapping() ? root.find(u"models") : nullptr;
        if (models && models->isSequence()) {
            for (const yaml::Value &model : models->items) {
                const yaml::Value *pricing = model.isMapping() ? model.find(u"pricing") : nullptr;
                if (pricing && pricing->kind != yaml::Kind::Null) {
                    readModel(model, *pricing);
                }
            }
        }
        return std::move(m_found);
    }

private:
    void warn(const yaml::Value &at, const QString &what)
    {
        m_found.warnings.append(QStringLiteral("%1 at line %2, column %3: %4").arg(m_path).arg(at.mark.line).arg(at.mark.column).arg(what));
    }

    /// A text of the file, by DeerFlow's `$NAME` rule.
    [[nodiscard]] QString text(const yaml::Value &mapping, QStringView key) const
    {
        const yaml::Value *value = mapping.find(key);
        if (!value || !value->isString()) {
            return {};
        }
        return value->text.startsWith(u'$') ? m_environment.value(value->text.mid(1)) : value->text;
    }

    std::optional<double> price(const yaml::Value &pricing, QStringView key, const QString &model)
    {
        const yaml::Value *value = pricing.find(key);
        if (!value || value->kind == yaml::Kind::Null) {
            return std::nullopt;
        }
        bool isNumber = value->kind == yaml::Kind::Int || value->kind == yaml::Kind::Float;
        const double number = isNumber ? value->text.toDouble(&isNumber) : 0;
        if (!isNumber || !std::isfinite(number) || number < 0) {
            warn(
                *value,
                QStringLiteral("%1 of the model \"%2\" must be a number that is not negative; the model counts as having no price.").arg(key, model));
            m_bad = true;
            return std::nullopt;
        }
        return number;
    }

    void readModel(const yaml::Value &model, const yaml::Value &pricing)
    {
        const QString name = text(model, u"name");
        if (!pricing.isMapping()) {
            warn(pricing, QStringLiteral("the pricing of the model \"%1\" must hold settings; the model counts as having no price.").arg(name));
            return;
        }
        m_bad = false;
        const auto input = price(pricing, u"input_per_million", name);
        const auto output = price(pricing, u"output_per_million", name);
        const auto cacheHit = price(pricing, u"input_cache_hit_per_million", name);
        if (m_bad) {
            return;
        }
        if (!input || !output) {
            warn(pricing,
                 QStringLiteral("the pricing of the model \"%1\" lacks input_per_million or output_per_million; the model counts as having no "
                                "price.")
                     .arg(name));
            return;
        }
        ModelPrice found;
        found.name = name;
        found.provider = text(model, u"model");
        found.currency = text(pricing, u"currency");
        found.input = *input;
        found.output = *output;
        found.inputCacheHit = cacheHit;
        m_found.prices.append(found);
    }

    QString m_path;
    const QProcessEnvironment &m_environment;
    ModelPrices m_found;
    bool m_bad = false;
};

} // namespace

Result<ModelPrices> readModelPrices(const QString &path, const QProcessEnvironment &environment)
{
    const auto root = loadConfigYaml(path);
    if (!root) {
        return tl::unexpected<Error>(root.error());
    }
    return Reader(path, environment).read(*root);
}

} // namespace verderer
