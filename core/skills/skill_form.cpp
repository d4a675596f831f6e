// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/skill_form.h"

#include "base/yaml.h"
#include "skills/document.h"
#include "skills/front_matter.h"

#include <algorithm>

namespace verderer {

namespace {

QString lineOf(const QString &key, const QString &value)
{
    return QString(key % u": " % quotedYamlScalar(value) % u'\n');
}

QString listOf(const QString &key, const QStringList &values)
{
    if (values.isEmpty())
        return QString(key % u": []\n");
    QString lines = QString(key % u":\n");
    for (const QString &value : values)
        lines += QString(u"  - " % quotedYamlScalar(value) % u'\n');
    return lines;
}

QString frontMatterOf(const SkillForm &form)
{
    QString yaml = lineOf(QStringLiteral("name"), form.name) + lineOf(QStringLiteral("description"), form.description);
    const auto add = [&](const QString &key, const std::optional<QString> &value) {
        if (value)
            yaml += lineOf(key, *value);
    };
    add(QStringLiteral("license"), form.license);
    if (form.allowedTools)
        yaml += listOf(QStringLiteral("allowed-tools"), *form.allowedTools);
    if (form.requiredSecrets)
        yaml += listOf(QStringLiteral("required-secrets"), *form.requiredSecrets);
    if (form.secretsAutonomous)
        yaml += *form.secretsAutonomous ? QStringLiteral("secrets-autonomous: true\n") : QStringLiteral("secrets-autonomous: false\n");
    add(QStringLiteral("compatibility"), form.compatibility);
    add(QStringLiteral("version"), form.version);
    add(QStringLiteral("author"), form.author);
    if (!form.metadata.isEmpty()) {
        yaml += QStringLiteral("metadata:\n");
        for (const auto &[key, value] : form.metadata)
            yaml += QString(u"  " % quotedYamlScalar(key) % u": " % quotedYamlScalar(value) % u'\n');
    }
    return yaml;
}

bool readsAs(const yaml::Value &loaded, QStringView key, const std::optional<QString> &text)
{
    const yaml::Value *value = loaded.find(key);
    return text ? value && value->isString() && value->text == *text : !value;
}

bool readsAs(const yaml::Value &loaded, QStringView key, const std::optional<QStringList> &texts)
{
    const yaml::Value *value = loaded.find(key);
    if (!texts || !value)
        return !texts && !value;
    if (!value->isSequence() || value->items.size() != texts->size())
        return false;
    for (qsizetype i = 0; i < texts->size(); ++i) {
        if (!value->items[i].isString() || value->items[i].text != texts->at(i))
            return false;
    }
    return true;
}

bool metadataReadsBack(const yaml::Value &loaded, const SkillForm &form)
{
    const yaml::Value *metadata = loaded.find(u"metadata");
    if (form.metadata.isEmpty() || !metadata)
        return form.metadata.isEmpty() && !metadata;
    if (!metadata->isMapping() || metadata->entries.size() != form.metadata.size())
        return false;
    for (qsizetype i = 0; i < form.metadata.size(); ++i) {
        const auto &[key, value] = metadata->entries[i];
        if (!key.isString() || key.text != form.metadata[i].first || !value.isString() || value.text != form.metadata[i].second)
            return false;
    }
    return true;
}

/// Half a character passes YAML as an escape, and then neither a record nor DeerFlow's answers can hold it.
bool isWholeText(const SkillForm &form)
{
    QStringList texts{form.name, form.description};
    for (const std::optional<QString> &text : {form.license, form.compatibility, form.version, form.author})
        texts += text.value_or(QString());
    texts += form.allowedTools.value_or(QStringList()) + form.requiredSecrets.value_or(QStringList());
    for (const auto &[key, value] : form.metadata)
        texts << key << value;
    return std::all_of(texts.cbegin(), texts.cend(), [](const QString &text) { return text.isValidUtf16(); });
}

bool readsBack(const QByteArray &text, const SkillForm &form)
{
    if (!isWholeText(form))
        return false;
    const auto block = findFrontMatter(text);
    if (!block)
        return false;
    const auto loaded = yaml::load(text.sliced(block->begin, block->end - block->begin));
    if (!loaded || !loaded->isMapping())
        return false;
    const yaml::Value *autonomous = loaded->find(u"secrets-autonomous");
    const bool sameSwitch = form.secretsAutonomous
                                ? autonomous && autonomous->kind == yaml::Kind::Bool && (autonomous->text == u"True") == *form.secretsAutonomous
                                : !autonomous;
    return readsAs(*loaded, u"name", std::optional(form.name)) && readsAs(*loaded, u"description", std::optional(form.description)) &&
           readsAs(*loaded, u"license", form.license) && readsAs(*loaded, u"allowed-tools", form.allowedTools) &&
           readsAs(*loaded, u"required-secrets", form.requiredSecrets) && readsAs(*loaded, u"compatibility", form.compatibility) &&
           readsAs(*loaded, u"version", form.version) && readsAs(*loaded, u"author", form.author) && sameSwitch && metadataReadsBack(*loaded, form);
}

QByteArray beginningOf(const SkillForm &form)
{
    return QStringLiteral("\n# %1\n\n## When to use\n\n\n## Steps\n\n1. \n").arg(form.name).toUtf8();
}

} // namespace

Result<QByteArray> skillTextOf(const SkillForm &form)
{
    QByteArray text = "---\n" + frontMatterOf(form).toUtf8() + "---\n" + (form.body.isEmpty() ? beginningOf(form) : form.body);
    const SkillVerdict verdict = judgeSkill(text, form.name);
    ErrorDetails details;
    if (!verdict.valid) {
        details.kind = problemKindName(verdict.problem.kind);
        return fail(ErrorCode::Invalid, verdict.problem.message, details);
    }
    if (!readsBack(text, form)) {
        details.kind = QStringLiteral("form-value");
        return fail(
            ErrorCode::Invalid,
            QStringLiteral("One of the values cannot be written into a front matter so that it is read back unchanged: half a character, or a "
                           "key of the metadata that is there twice."),
            details);
    }
    return text;
}

} // namespace verderer
