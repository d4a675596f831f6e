// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/document.h"

#include "base/hash.h"
#include "base/yaml.h"
#include "skills/front_matter.h"
#include "skills/judgement.h"
#include "skills/text_encoding.h"

#include <QStringList>

namespace verderer {

namespace {

constexpr QByteArrayView byteOrderMark = "\xEF\xBB\xBF";

/// One line of the front matter: where it lies in the file, without its line break.
struct Line {
    qsizetype begin = 0;
    qsizetype end = 0;
};

QList<Line> linesOf(QByteArrayView bytes, const FrontMatterBlock &block)
{
    QList<Line> lines;
    qsizetype begin = block.begin;
    for (qsizetype i = block.begin; i <= block.end; ++i) {
        const bool atEnd = i == block.end;
        if (!atEnd && bytes[i] != '\n' && bytes[i] != '\r')
            continue;
        lines.append({begin, i});
        if (!atEnd && bytes[i] == '\r' && i + 1 < block.end && bytes[i + 1] == '\n')
            ++i;
        begin = i + 1;
    }
    return lines;
}

qsizetype indentOf(QByteArrayView line)
{
    qsizetype indent = 0;
    while (indent < line.size() && line[indent] == ' ')
        ++indent;
    return indent;
}

bool isKeyCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

/// `key: value` on one line: where the value begins, -1 where the line is none or has no value.
qsizetype valueBegin(QByteArrayView line)
{
    qsizetype i = indentOf(line);
    const qsizetype key = i;
    while (i < line.size() && isKeyCharacter(line[i]))
        ++i;
    if (i == key || i >= line.size() || line[i] != ':')
        return -1;
    ++i;
    const qsizetype colon = i;
    while (i < line.size() && (line[i] == ' ' || line[i] == '\t'))
        ++i;
    return i == colon || i == line.size() ? -1 : i;
}

/// Whether the text is better off: the problem is gone, or another one stands further down.
bool isMended(const QByteArray &text, const Problem &problem)
{
    const SkillVerdict verdict = judgeSkill(text, {});
    if (verdict.problem.kind == ProblemKind::NoFrontmatter || verdict.problem.kind == ProblemKind::NotUtf8)
        return false;
    return verdict.problem.kind != problem.kind || verdict.problem.line > problem.line;
}

class ValueQuoter {
public:
    ValueQuoter(const QByteArray &bytes, const FrontMatterBlock &block, const Problem &problem)
        : m_bytes(bytes), m_block(block), m_problem(problem), m_lines(linesOf(bytes, block))
    {
    }

    std::optional<QByteArray> repaired() const
    {
        // The value that is wrong stands on the problem's line, or began on a line above.
        for (qsizetype i = std::min<qsizetype>(m_problem.line - m_block.firstLine, m_lines.size() - 1); i >= 0; --i) {
            const QByteArrayView line = textOf(i);
            const qsizetype value = valueBegin(line);
            if (value < 0)
                continue;
            if (auto text = quoted(i, value))
                return text;
            if (indentOf(line) == 0)
                break;
        }
        return {};
    }

private:
    QByteArrayView textOf(qsizetype line) const
    {
        return QByteArrayView(m_bytes).sliced(m_lines[line].begin, m_lines[line].end - m_lines[line].begin);
    }

    std::optional<QByteArray> quoted(qsizetype index, qsizetype valueOffset) const
    {
        const QByteArrayView line = textOf(index);
        QString value = QString::fromUtf8(line.sliced(valueOffset)).trimmed();
        if (value.startsWith(u'|') || value.startsWith(u'>'))
            return {};
        // A quote that is opened and never closed wants its end.
        if (value.size() > 1 && (value[0] == u'"' || value[0] == u'\'') && value.indexOf(value[0], 1) < 0) {
            if (auto text = mended(index, index, valueOffset, QString(value % value[0])))
                return text;
        }
        QString comment;
        if (m_problem.kind != ProblemKind::YamlError) {
            if (const qsizetype hash = value.indexOf(u" #"); hash > 0) {
                comment = value.sliced(hash);
                value = value.left(hash).trimmed();
            }
        }
        // A plain value may go on in the lines below that are indented further.
        qsizetype last = index;
        QStringList parts{value};
        while (last + 1 < m_lines.size() && !textOf(last + 1).trimmed().isEmpty() && indentOf(textOf(last + 1)) > indentOf(line)) {
            ++last;
            parts.append(QString::fromUtf8(textOf(last)).trimmed());
        }
        if (last > index) {
            if (auto text = mended(index, last, valueOffset, inQuotes(parts.join(u' '))))
                return text;
        }
        return mended(index, index, valueOffset, QString(inQuotes(value) % comment));
    }

    static QString inQuotes(const QString &value)
    {
        const QString scalar = quotedYamlScalar(value);
        return scalar == value ? QString(u'"' % value % u'"') : scalar;
    }

    std::optional<QByteArray> mended(qsizetype first, qsizetype last, qsizetype valueOffset, const QString &scalar) const
    {
        QByteArray text = m_bytes;
        const qsizetype begin = m_lines[first].begin + valueOffset;
        text.replace(begin, m_lines[last].end - begin, scalar.toUtf8());
        return isMended(text, m_problem) ? std::optional(text) : std::nullopt;
    }

    const QByteArray &m_bytes;
    const FrontMatterBlock &m_block;
    const Problem &m_problem;
    QList<Line> m_lines;
};

/// `allowed-tools: a, b` becomes `allowed-tools: [a, b]`.
std::optional<QByteArray> toolsAsList(const QByteArray &bytes, const FrontMatterBlock &block, const Problem &problem)
{
    const QList<Line> lines = linesOf(bytes, block);
    const qsizetype index = problem.line - block.firstLine;
    if (index < 0 || index >= lines.size())
        return {};
    const QByteArrayView line = QByteArrayView(bytes).sliced(lines[index].begin, lines[index].end - lines[index].begin);
    const qsizetype value = valueBegin(line);
    if (value < 0 || !line.trimmed().startsWith("allowed-tools:"))
        return {};
    const QString names = QString::fromUtf8(line.sliced(value)).trimmed();
    if (names.contains(u'[') || names.contains(u'#') || names.contains(u'"') || names.contains(u'\''))
        return {};
    QStringList items;
    const QStringList parts = names.split(u',', Qt::SkipEmptyParts);
    for (const QString &part : parts)
        items.append(part.trimmed());
    QByteArray text = bytes;
    text.replace(lines[index].begin + value, line.size() - value, QString(u'[' % items.join(u", ") % u']').toUtf8());
    return isMended(text, problem) ? std::optional(text) : std::nullopt;
}

std::optional<QByteArray> withoutLeadingSpace(const QByteArray &bytes)
{
    qsizetype begin = 0;
    while (begin < bytes.size() && (bytes[begin] == '\n' || bytes[begin] == '\r' || bytes[begin] == ' ' || bytes[begin] == '\t'))
        ++begin;
    const QByteArray text = bytes.mid(begin);
    return begin > 0 && findFrontMatter(text) ? std::optional(text) : std::nullopt;
}

} // namespace

std::optional<QByteArray> suggestedRepair(const QByteArray &bytes, const Problem &problem)
{
    switch (problem.kind) {
    case ProblemKind::Utf16:
    case ProblemKind::NotUtf8:
    case ProblemKind::ByteOrderMark:
    case ProblemKind::NoFrontmatter:
        if (const auto wide = guessWideEncoding(bytes))
            return convertedToUtf8(bytes, *wide);
        if (problem.kind != ProblemKind::NotUtf8 && bytes.startsWith(byteOrderMark))
            return bytes.mid(byteOrderMark.size());
        return problem.kind == ProblemKind::NoFrontmatter ? withoutLeadingSpace(bytes) : std::nullopt;
    case ProblemKind::YamlError:
    case ProblemKind::NameNotString:
    case ProblemKind::DescriptionNotString:
        if (const auto block = findFrontMatter(bytes))
            return ValueQuoter(bytes, *block, problem).repaired();
        return {};
    case ProblemKind::AllowedTools:
        if (const auto block = findFrontMatter(bytes))
            return toolsAsList(bytes, *block, problem);
        return {};
    default:
        return {};
    }
}

} // namespace verderer
