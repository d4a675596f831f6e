// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of the extensions file, and of a user's states: an edit changes one boolean and nothing else.
#include "fuzz/fuzz.h"

#include "base/json.h"
#include "base/json_equality.h"
#include "skills/enabled_edit.h"

using namespace verderer;
using namespace verderer::fuzz;
using namespace Qt::StringLiterals;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    Parts parts(data, size);
    const std::uint8_t wish = parts.byte();
    const bool enabled = (wish & 1) != 0;
    const EnabledFile kind = (wish & 2) != 0 ? EnabledFile::User : EnabledFile::Extensions;
    const QByteArray bytes = parts.rest();
    const QString name = u"alpha"_s;
    const QString path = u"/extensions_config.json"_s;
    const auto said = enabledIn(kind, bytes, name, path);
    const auto edited = withEnabled(kind, bytes, name, enabled, path);
    require(said.has_value() == edited.has_value(), "what can be read can be edited, and nothing else");
    if (!edited) {
        require(edited.error().message.contains(path), "a damaged file is named");
        return 0;
    }
    require(edited->before == *said, "both say the same of what was there");
    require(edited->changed == (edited->text != bytes), "a change is called a change");
    const auto now = enabledIn(kind, edited->text, name, path);
    require(now && now->value_or(true) == enabled, "afterwards it says what was wished");
    const auto twice = withEnabled(kind, edited->text, name, enabled, path);
    require(twice && !twice->changed, "the same wish again changes nothing");
    for (const QString &other : {u"beta"_s, u"alpha-2"_s}) {
        const auto before = enabledIn(kind, bytes, other, path);
        const auto after = enabledIn(kind, edited->text, other, path);
        require(before.has_value() == after.has_value() && (!before || *before == *after), "other skills are as they were");
    }
    if (edited->changed && edited->before) {
        // An entry that was there: "true" and "false" are all that differ.
        qsizetype begin = 0;
        while (begin < bytes.size() && begin < edited->text.size() && bytes[begin] == edited->text[begin]) {
            ++begin;
        }
        qsizetype tail = 0;
        while (tail < bytes.size() - begin && tail < edited->text.size() - begin &&
               bytes[bytes.size() - 1 - tail] == edited->text[edited->text.size() - 1 - tail]) {
            ++tail;
        }
        require(edited->text.size() - begin - tail <= 5, "one boolean is all that differs");
    }
    return 0;
}
