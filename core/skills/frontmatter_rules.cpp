// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/frontmatter_rules.h"

#include "base/yaml_numbers.h"

#include <algorithm>
#include <array>

namespace verderer {

namespace {

using yaml::Kind;
using yaml::Mark;
using yaml::Value;

constexpr qsizetype maxDescriptionLength = 1024;

constexpr std::array<QStringView, 10> allowedKeys{
    u"name",     u"description",   u"license", u"allowed-tools", u"required-secrets", u"secrets-autonomous",
    u"metadata", u"compatibility", u"version", u"author"};

bool isHyphenCase(QStringView name)
{
    return !name.isEmpty() && std::ranges::all_of(name, [](QChar c) { return (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'-'; });
}

qsizetype codePoints(QStringView text)
{
    qsizetype count = 0;
    for (qsizetype i = 0; i < text.size(); ++i, ++count) {
        if (text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate())
            ++i;
    }
    return count;
}

/// "a bool (True)"
QString described(const Value &value)
{
    if (value.kind == Kind::Null)
        return QStringLiteral("nothing (null)");
    const QString type = yaml::pythonTypeName(value.kind);
    if (value.kind == Kind::Sequence || value.kind == Kind::Mapping || value.kind == Kind::Set)
        return QString(u"a " % type);
    return QString((type.startsWith(u'i') ? u"an " : u"a ") % type % u" (" % value.text.left(40) % u')');
}

/// Absent, null, or a list of texts that are not blank. Gives the value that is wrong.
const Value *wrongTools(const Value &meta)
{
    const Value *tools = meta.find(u"allowed-tools");
    if (!tools || tools->kind == Kind::Null)
        return nullptr;
    if (!tools->isSequence())
        return tools;
    for (const Value &item : tools->items) {
        if (!item.isString() || pythonStripped(item.text).isEmpty())
            return item.mark.line > 0 ? &item : tools;
    }
    return nullptr;
}

const Value *wrongSecrets(const Value &meta)
{
    const Value *secrets = meta.find(u"required-secrets");
    return secrets && secrets->kind != Kind::Null && !secrets->isSequence() ? secrets : nullptr;
}

class Checker {
public:
    Checker(const Value &meta, int firstLine) : m_meta(meta), m_firstLine(firstLine) {}

    std::optional<Problem> check(const QString &requested) const
    {
        if (auto problem = notAMapping())
            return problem;
        if (auto problem = unexpectedKeys())
            return problem;
        if (auto problem = missingKey(requested))
            return problem;
        const Value *name = m_meta.find(u"name");
        const Value *description = m_meta.find(u"description");
        if (auto problem = nameProblem(*name))
            return problem;
        if (auto problem = descriptionProblem(*description))
            return problem;
        if (auto problem = wrongLists())
            return problem;
        const Value *autonomous = m_meta.find(u"secrets-autonomous");
        if (autonomous && autonomous->kind != Kind::Null && autonomous->kind != Kind::Bool)
            return found(ProblemKind::SecretsAutonomous, autonomous->mark,
                         QStringLiteral("secrets-autonomous must be true or false, but it is %1").arg(described(*autonomous)));
        const QString declared = pythonStripped(name->text);
        if (!requested.isEmpty() && declared != requested)
            return found(ProblemKind::NameMismatch, name->mark,
                         QStringLiteral("the declared name '%1' must be '%2', as the skill is called").arg(declared, requested));
        // DeerFlow's validator lets it pass and its loader then drops the skill.
        if (pythonStripped(description->text).isEmpty())
            return found(
                ProblemKind::DescriptionBlank, description->mark,
                QStringLiteral("the description is blank; DeerFlow would store the skill and then list it no more, so write when to use it"));
        return {};
    }

    [[nodiscard]] std::optional<Problem> checkLoading() const
    {
        if (auto problem = notAMapping())
            return problem;
        if (auto problem = missingKey({}))
            return problem;
        const Value &name = *m_meta.find(u"name");
        const Value &description = *m_meta.find(u"description");
        if (!name.isString() || pythonStripped(name.text).isEmpty())
            return nameProblem(name);
        if (!description.isString())
            return descriptionProblem(description);
        if (pythonStripped(description.text).isEmpty())
            return found(ProblemKind::DescriptionBlank, description.mark,
                         QStringLiteral("the description is blank, so DeerFlow does not list the skill; write when to use it"));
        return wrongLists();
    }

private:
    std::optional<Problem> notAMapping() const
    {
        if (m_meta.isMapping())
            return {};
        return found(ProblemKind::NotAMapping, m_meta.mark,
                     m_meta.kind == Kind::Null
                         ? QStringLiteral("the front matter is empty; write name: and description:")
                         : QStringLiteral("the front matter must be lines of 'key: value', but it is %1").arg(described(m_meta)));
    }

    std::optional<Problem> missingKey(const QString &requested) const
    {
        if (!m_meta.find(u"name"))
            return found(
                ProblemKind::MissingName, m_meta.mark,
                QStringLiteral("the front matter has no name:; add 'name: %1'").arg(requested.isEmpty() ? QStringLiteral("my-skill") : requested));
        if (!m_meta.find(u"description"))
            return found(ProblemKind::MissingDescription, m_meta.mark,
                         QStringLiteral("the front matter has no description:; add a line that says when to use the skill"));
        return {};
    }

    std::optional<Problem> wrongLists() const
    {
        if (const Value *wrong = wrongTools(m_meta))
            return found(ProblemKind::AllowedTools, wrong->mark, QStringLiteral("allowed-tools must be a list of names, such as [bash, read_file]"));
        if (const Value *wrong = wrongSecrets(m_meta))
            return found(ProblemKind::RequiredSecrets, wrong->mark, QStringLiteral("required-secrets must be a list, such as [API_KEY]"));
        return {};
    }

    std::optional<Problem> found(ProblemKind kind, Mark mark, const QString &message) const
    {
        return problemAt(kind, m_firstLine + std::max(mark.line, 1) - 1, std::max(mark.column, 1), message);
    }

    std::optional<Problem> unexpectedKeys() const
    {
        QStringList names;
        Mark first;
        for (const auto &[key, value] : m_meta.entries) {
            const QString name = yaml::pythonStr(key);
            if (std::ranges::find(allowedKeys, QStringView(name)) != allowedKeys.end())
                continue;
            if (names.isEmpty())
                first = key.mark;
            names.append(name);
        }
        if (names.isEmpty())
            return {};
        std::ranges::sort(names);
        names.removeDuplicates();
        return found(ProblemKind::UnexpectedKey, first,
                     QStringLiteral("DeerFlow does not know the key%1 %2; remove %3, or put %3 below metadata:")
                         .arg(names.size() > 1 ? QStringLiteral("s") : QString(), names.join(u", "),
                              names.size() > 1 ? QStringLiteral("them") : QStringLiteral("it")));
    }

    std::optional<Problem> nameProblem(const Value &name) const
    {
        if (!name.isString())
            return found(ProblemKind::NameNotString, name.mark,
                         name.kind == Kind::Null ? QStringLiteral("name: must be a text, but it has no value; write the skill's name")
                                                 : QStringLiteral("name: must be a text, but YAML reads %1; put it in quotes").arg(described(name)));
        const QString text = pythonStripped(name.text);
        if (text.isEmpty())
            return found(ProblemKind::MissingName, name.mark, QStringLiteral("the name is blank; write the skill's name"));
        if (!isHyphenCase(text))
            return found(ProblemKind::NamePattern, name.mark,
                         QStringLiteral("the name '%1' may hold only the letters a to z, digits and hyphens").arg(text.left(80)));
        if (text.startsWith(u'-') || text.endsWith(u'-') || text.contains(u"--"))
            return found(ProblemKind::NameHyphens, name.mark,
                         QStringLiteral("the name '%1' may not begin or end with a hyphen, nor hold two in a row").arg(text));
        if (text.size() > maxSkillNameLength)
            return found(ProblemKind::NameTooLong, name.mark,
                         QStringLiteral("the name has %1 characters; at most %2 are allowed").arg(text.size()).arg(maxSkillNameLength));
        return {};
    }

    std::optional<Problem> descriptionProblem(const Value &description) const
    {
        if (!description.isString())
            return found(ProblemKind::DescriptionNotString, description.mark,
                         description.kind == Kind::Null
                             ? QStringLiteral("description: must be a text, but it has no value; write when to use the skill")
                             : QStringLiteral("description: must be a text, but YAML reads %1; put it in quotes").arg(described(description)));
        const QString text = pythonStripped(description.text);
        if (text.contains(u'<') || text.contains(u'>'))
            return found(ProblemKind::DescriptionAngleBrackets, description.mark,
                         QStringLiteral("the description may not hold '<' or '>'; say it in words"));
        if (const qsizetype length = codePoints(text); length > maxDescriptionLength)
            return found(ProblemKind::DescriptionTooLong, description.mark,
                         QStringLiteral("the description has %1 characters; at most %2 are allowed").arg(length).arg(maxDescriptionLength));
        return {};
    }

    const Value &m_meta;
    int m_firstLine;
};

} // namespace

Problem problemAt(ProblemKind kind, int line, int column, const QString &message)
{
    Problem problem;
    problem.kind = kind;
    problem.line = line;
    problem.column = column;
    problem.message = QStringLiteral("Line %1, column %2: %3.").arg(line).arg(column).arg(message);
    return problem;
}

QString pythonStripped(const QString &text)
{
    qsizetype begin = 0;
    qsizetype end = text.size();
    while (begin < end && yaml::detail::isPythonSpace(text[begin].unicode()))
        ++begin;
    while (end > begin && yaml::detail::isPythonSpace(text[end - 1].unicode()))
        --end;
    return text.mid(begin, end - begin);
}

std::optional<Problem> FrontMatterRules::refusal(const QString &name) const
{
    return Checker(meta, firstLine).check(name);
}

std::optional<Problem> FrontMatterRules::loadingRefusal() const
{
    return Checker(meta, firstLine).checkLoading();
}

QString FrontMatterRules::text(QStringView key) const
{
    const Value *value = meta.isMapping() ? meta.find(key) : nullptr;
    return value && value->isString() ? pythonStripped(value->text) : QString();
}

std::optional<QString> FrontMatterRules::license() const
{
    const Value *value = meta.isMapping() ? meta.find(u"license") : nullptr;
    if (!value || value->kind == Kind::Null)
        return {};
    const QString license = pythonStripped(yaml::pythonStr(*value));
    return license.isEmpty() ? std::nullopt : std::optional(license);
}

} // namespace verderer
