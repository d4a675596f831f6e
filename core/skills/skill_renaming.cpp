// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/utf8.h"
#include "base/yaml.h"
#include "skills/document.h"
#include "skills/front_matter.h"
#include "skills/skill_form.h"

namespace verderer {

namespace {

tl::unexpected<Error> cannot()
{
    ErrorDetails details;
    details.kind = QStringLiteral("name-edit");
    return fail(
        ErrorCode::Invalid,
        QStringLiteral("The name in the front matter cannot be replaced safely. Copy the text by hand, and write its name on a line of its own."),
        details);
}

/// The byte at a place that yaml::load gave; -1 where the lines are counted otherwise.
qsizetype offsetOf(QByteArrayView block, const yaml::Mark &mark)
{
    qsizetype offset = 0;
    for (int line = 1; line < mark.line; ++line) {
        while (offset < block.size() && block[offset] != '\n' && block[offset] != '\r')
            ++offset;
        if (offset >= block.size())
            return -1;
        offset += block[offset] == '\r' && offset + 1 < block.size() && block[offset + 1] == '\n' ? 2 : 1;
    }
    for (int column = 1; column < mark.column; ++column) {
        if (offset >= block.size())
            return -1;
        ++offset;
        while (offset < block.size() && (static_cast<unsigned char>(block[offset]) & 0xC0U) == 0x80U)
            ++offset; // the rest of one character
    }
    return offset;
}

/// Where the scalar that begins at `begin` ends on its line; -1 for one that is written in another way than a name is.
qsizetype endOfScalar(QByteArrayView block, qsizetype begin)
{
    if (begin < 0 || begin >= block.size())
        return -1;
    const char first = block[begin];
    if (first == '"' || first == '\'') {
        const qsizetype close = block.indexOf(first, begin + 1);
        return close < 0 ? -1 : close + 1;
    }
    qsizetype end = begin;
    while (end < block.size() && ((block[end] >= 'a' && block[end] <= 'z') || (block[end] >= 'A' && block[end] <= 'Z') ||
                                  (block[end] >= '0' && block[end] <= '9') || block[end] == '-' || block[end] == '_' || block[end] == '.'))
        ++end;
    return end == begin ? -1 : end;
}

/// All but the name is what it was.
bool differsInNameAlone(const yaml::Value &before, const yaml::Value &after, const QString &name)
{
    const yaml::Value *renamed = after.find(u"name");
    if (!after.isMapping() || after.entries.size() != before.entries.size() || !renamed || !renamed->isString() || renamed->text != name)
        return false;
    for (qsizetype i = 0; i < before.entries.size(); ++i) {
        const auto &[oldKey, oldValue] = before.entries[i];
        const auto &[newKey, newValue] = after.entries[i];
        if (yaml::pythonStr(oldKey) != yaml::pythonStr(newKey) || oldKey.kind != newKey.kind)
            return false;
        const bool isName = oldKey.isString() && oldKey.text == u"name";
        if (!isName && (oldValue.kind != newValue.kind || yaml::pythonStr(oldValue) != yaml::pythonStr(newValue)))
            return false;
    }
    return true;
}

} // namespace

Result<QByteArray> renamedSkill(const QByteArray &bytes, const QString &name)
{
    const auto block = QByteArrayView(bytes).isValidUtf8() ? findFrontMatter(bytes) : std::nullopt;
    if (!block)
        return cannot();
    const QByteArray matter = bytes.sliced(block->begin, block->end - block->begin);
    const auto loaded = yaml::load(matter);
    const yaml::Value *declared = loaded && loaded->isMapping() ? loaded->find(u"name") : nullptr;
    if (!declared)
        return cannot();
    if (declared->isString() && declared->text == name)
        return bytes;
    const qsizetype begin = offsetOf(matter, declared->mark);
    const qsizetype end = endOfScalar(matter, begin);
    if (end < 0)
        return cannot();
    QByteArray renamed = matter;
    renamed.replace(begin, end - begin, quotedYamlScalar(name).toUtf8());
    const auto reloaded = yaml::load(renamed);
    if (!reloaded || !differsInNameAlone(*loaded, *reloaded, name))
        return cannot();
    return QByteArray(bytes.first(block->begin) + renamed + bytes.sliced(block->end));
}

} // namespace verderer
