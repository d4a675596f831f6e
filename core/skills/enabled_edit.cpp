// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/enabled_edit.h"

#include "base/json.h"
#include "base/json_text.h"
#include "skills/enabled_state.h"

namespace verderer {

namespace {

QByteArray word(bool enabled)
{
    return enabled ? QByteArrayLiteral("true") : QByteArrayLiteral("false");
}

/// A key as both files hold it, in ASCII.
QByteArray quoted(const QString &name)
{
    return QByteArray::fromStdString(toJson(name).dump(-1, ' ', true));
}

/// How a document puts white space, as far as its own text shows.
struct Style {
    QByteArray newline; ///< empty: the document is written on one line
    QByteArray unit;    ///< of indentation
    QByteArray colon;   ///< between key and value
};

class Editor {
public:
    Editor(EnabledFile kind, JsonText text, const QString &name, const QString &path)
        : m_kind(kind), m_text(std::move(text)), m_name(name), m_path(path)
    {
    }

    /// Walks down as far as there is something.
    Result<void> locate()
    {
        m_root = m_text.root();
        if (!m_text.isObject(m_root))
            return odd(m_root, QStringLiteral("it must hold an object"));
        m_states = m_root;
        if (m_kind == EnabledFile::Extensions) {
            const QList<JsonMember> members = m_text.members(m_root);
            const JsonMember *skills = m_text.find(members, "skills");
            m_states = skills ? skills->valueBegin : -1;
            if (skills && !m_text.isObject(m_states))
                return odd(m_states, QStringLiteral("\"skills\" must be an object"));
        }
        if (m_states < 0)
            return {};
        m_entries = m_text.members(m_states);
        const JsonMember *entry = m_text.find(m_entries, m_name.toUtf8());
        if (!entry)
            return {};
        m_entry = entry->valueBegin;
        if (!m_text.isObject(m_entry))
            return odd(m_entry, shape());
        const QList<JsonMember> parts = m_text.members(m_entry);
        const JsonMember *enabled = m_text.find(parts, "enabled");
        if (!enabled)
            return {};
        m_value = *enabled;
        const auto value = parseJson(m_text.part(enabled->valueBegin, enabled->valueEnd).toByteArray());
        m_before = value ? laxBool(*value) : std::nullopt;
        return m_before ? Result<void>() : odd(enabled->valueBegin, shape());
    }

    [[nodiscard]] std::optional<bool> before() const { return m_before; }

    [[nodiscard]] QByteArray changed(bool enabled) const
    {
        if (m_value) {
            QByteArray text = m_text.bytes();
            return text.replace(m_value->valueBegin, m_value->valueEnd - m_value->valueBegin, word(enabled));
        }
        if (m_entry >= 0)
            return withMember(m_entry, "\"enabled\"", [&](const QByteArray &, const Style &) { return word(enabled); });
        const auto entry = [&](const QByteArray &indent, const Style &style) { return newEntry(indent, style, enabled); };
        if (m_states >= 0)
            return withMember(m_states, quoted(m_name), entry);
        return withMember(m_root, "\"skills\"", [&](const QByteArray &indent, const Style &style) {
            return object(indent, style, quoted(m_name), entry(indent + style.unit, style));
        });
    }

private:
    [[nodiscard]] QString shape() const
    {
        return QStringLiteral("the entry of \"%1\" must be {\"enabled\": true} or {\"enabled\": false}").arg(m_name);
    }

    [[nodiscard]] tl::unexpected<Error> odd(qsizetype offset, const QString &why) const
    {
        const JsonText::Place place = m_text.placeOf(offset);
        ErrorDetails details;
        details.path = m_path;
        details.kind = QStringLiteral("states-shape");
        details.line = place.line;
        details.column = place.column;
        return fail(ErrorCode::Damaged,
                    QStringLiteral("%1, line %2, column %3: %4. Correct it first; nothing was changed.")
                        .arg(m_path)
                        .arg(place.line)
                        .arg(place.column)
                        .arg(why),
                    details);
    }

    /// White space between the token before `begin` and `begin`.
    [[nodiscard]] QByteArray spaceBefore(qsizetype begin) const
    {
        const QByteArray &bytes = m_text.bytes();
        qsizetype from = begin;
        while (from > 0 && QByteArrayView(" \t\r\n").contains(bytes[from - 1]))
            --from;
        return bytes.mid(from, begin - from);
    }

    /// What stands before the first other character of the line that holds `offset`.
    [[nodiscard]] QByteArray indentOf(qsizetype offset) const
    {
        const QByteArray &bytes = m_text.bytes();
        const qsizetype line = offset > 0 ? bytes.lastIndexOf('\n', offset - 1) + 1 : 0;
        qsizetype end = line;
        while (end < bytes.size() && (bytes[end] == ' ' || bytes[end] == '\t'))
            ++end;
        return bytes.mid(line, end - line);
    }

    [[nodiscard]] Style style() const
    {
        Style style{{}, {}, ": "};
        const QList<JsonMember> members = m_text.members(m_root);
        if (members.isEmpty())
            return style;
        const JsonMember &first = members.first();
        style.colon = m_text.part(first.keyEnd, first.valueBegin).toByteArray();
        const QByteArray space = spaceBefore(first.keyBegin);
        const qsizetype end = space.lastIndexOf('\n');
        if (end < 0)
            return style;
        style.newline = end > 0 && space[end - 1] == '\r' ? QByteArrayLiteral("\r\n") : QByteArrayLiteral("\n");
        style.unit = space.mid(end + 1);
        return style;
    }

    static QByteArray object(const QByteArray &indent, const Style &style, const QByteArray &key, const QByteArray &value)
    {
        const QByteArray member = key + style.colon + value;
        if (style.newline.isEmpty())
            return '{' + member + '}';
        return '{' + style.newline + indent + style.unit + member + style.newline + indent + '}';
    }

    /// The value for a name that has none yet: as the last one of the others is written, where there is one.
    [[nodiscard]] QByteArray newEntry(const QByteArray &indent, const Style &style, bool enabled) const
    {
        if (!m_entries.isEmpty()) {
            const JsonMember &last = m_entries.last();
            const QList<JsonMember> parts = m_text.isObject(last.valueBegin) ? m_text.members(last.valueBegin) : QList<JsonMember>();
            if (!parts.isEmpty()) {
                const JsonMember &part = parts.first();
                return '{' + spaceBefore(part.keyBegin) + "\"enabled\"" + m_text.part(part.keyEnd, part.valueBegin).toByteArray() + word(enabled) +
                       spaceBefore(last.valueEnd - 1) + '}';
            }
        }
        return object(indent, style, "\"enabled\"", word(enabled));
    }

    /// The text with one more member at the end of an object. `value` is given the new member's indentation.
    template<typename Value> [[nodiscard]] QByteArray withMember(qsizetype objectBegin, const QByteArray &key, Value value) const
    {
        const QList<JsonMember> members = m_text.members(objectBegin);
        QByteArray text = m_text.bytes();
        Style wanted = style();
        if (members.isEmpty()) {
            const QByteArray indent = wanted.newline.isEmpty() ? QByteArray() : indentOf(objectBegin);
            const QByteArray inner = indent + wanted.unit;
            QByteArray member = key + wanted.colon + value(inner, wanted);
            if (!wanted.newline.isEmpty()) {
                const qsizetype close = m_text.endOf(objectBegin) - 1;
                const bool closeHasLine = spaceBefore(close).contains('\n');
                member = wanted.newline + inner + member + (closeHasLine ? QByteArray() : wanted.newline + indent);
            }
            return text.insert(objectBegin + 1, member);
        }
        const JsonMember &last = members.last();
        QByteArray space = spaceBefore(last.keyBegin);
        if (!space.contains('\n')) {
            wanted.newline.clear(); // an object on one line stays there
            if (members.size() == 1 && m_text.part(last.keyEnd, last.valueBegin).contains(' '))
                space = " "; // behind a comma, where there was none yet
        }
        const QByteArray indent = space.mid(space.lastIndexOf('\n') + 1);
        wanted.colon = m_text.part(last.keyEnd, last.valueBegin).toByteArray();
        return text.insert(last.valueEnd, ',' + space + key + wanted.colon + value(indent, wanted));
    }

    EnabledFile m_kind;
    JsonText m_text;
    QString m_name;
    QString m_path;
    qsizetype m_root = -1;
    qsizetype m_states = -1; // of the object whose keys are names; -1 where there is none, and likewise below
    qsizetype m_entry = -1;
    QList<JsonMember> m_entries;
    std::optional<JsonMember> m_value;
    std::optional<bool> m_before;
};

Result<Editor> located(EnabledFile kind, const QByteArray &bytes, const QString &name, const QString &path)
{
    auto text = JsonText::scan(bytes);
    if (!text) {
        Error error = text.error();
        error.details.path = path;
        error.message = QStringLiteral("%1 is not valid JSON (line %2, column %3): %4. Correct it first; nothing was changed.")
                            .arg(path)
                            .arg(error.details.line)
                            .arg(error.details.column)
                            .arg(error.message);
        return tl::unexpected(error);
    }
    Editor editor(kind, std::move(*text), name, path);
    if (const auto found = editor.locate(); !found)
        return tl::unexpected(found.error());
    return editor;
}

} // namespace

Result<std::optional<bool>> enabledIn(EnabledFile kind, const QByteArray &bytes, const QString &name, const QString &path)
{
    const auto editor = located(kind, bytes, name, path);
    if (!editor)
        return tl::unexpected(editor.error());
    return editor->before();
}

Result<EnabledEdit> withEnabled(EnabledFile kind, const QByteArray &bytes, const QString &name, bool enabled, const QString &path)
{
    const auto editor = located(kind, bytes, name, path);
    if (!editor)
        return tl::unexpected(editor.error());
    EnabledEdit edit{editor->before(), false, bytes};
    edit.changed = edit.before.value_or(true) != enabled;
    if (edit.changed)
        edit.text = editor->changed(enabled);
    return edit;
}

QByteArray newUserStates(const QString &name, bool enabled)
{
    return "{\n  " + quoted(name) + ": {\n    \"enabled\": " + word(enabled) + "\n  }\n}";
}

} // namespace verderer
