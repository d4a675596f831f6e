// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/text_redactor.h"

#include "base/hash.h"
#include "base/json.h"
#include "skills/history_fields.h"
#include "skills/history_line.h"

namespace verderer {

namespace {

/// Python's ensure_ascii, without the quotes.
QByteArray asciiEscaped(const QString &text)
{
    QByteArray escaped;
    for (const QChar character : text) {
        if (character.unicode() < 0x80) {
            const QByteArray one = dumpPythonJson(toJson(QString(character)));
            escaped += one.sliced(1, one.size() - 2);
        } else {
            escaped += "\\u" + QByteArray::number(character.unicode(), 16).rightJustified(4, '0');
        }
    }
    return escaped;
}

QByteArray rawEscaped(const QString &text)
{
    const QByteArray quoted = dumpPythonJson(toJson(text));
    return quoted.sliced(1, quoted.size() - 2);
}

} // namespace

QByteArray redactionMarker()
{
    return QByteArrayLiteral("__REDACTED__");
}

TextRedactor::TextRedactor(const QString &text)
{
    QString plain = text;
    plain.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
    plain.replace(u'\r', u'\n');
    m_text = plain.toUtf8();
    for (const QString &newline : {QStringLiteral("\n"), QStringLiteral("\r\n"), QStringLiteral("\r")}) {
        const QString variant = QString(plain).replace(u'\n', newline);
        for (const QByteArray &form : {rawEscaped(variant), asciiEscaped(variant)}) {
            if (!m_escaped.contains(form))
                m_escaped += form;
        }
    }
}

qsizetype TextRedactor::matchEnd(const QByteArray &bytes, qsizetype at, const QByteArray &wanted, bool newlinesAreOne) const
{
    for (const char byte : wanted) {
        if (at >= bytes.size())
            return -1;
        if (bytes[at] == byte) {
            ++at;
        } else if (newlinesAreOne && byte == '\n' && bytes[at] == '\r') {
            at += at + 1 < bytes.size() && bytes[at + 1] == '\n' ? 2 : 1;
        } else {
            return -1;
        }
    }
    return at;
}

QByteArray TextRedactor::without(const QByteArray &bytes, const QByteArray &wanted, bool newlinesAreOne)
{
    if (wanted.isEmpty())
        return bytes;
    const bool anyNewline = newlinesAreOne && wanted.contains('\n');
    if (!anyNewline && !bytes.contains(wanted))
        return bytes;
    QByteArray out;
    qsizetype kept = 0;
    for (qsizetype at = 0; at < bytes.size();) {
        if (!anyNewline || wanted.front() != '\n') {
            at = bytes.indexOf(wanted.front(), at);
            if (at < 0)
                break;
        }
        const qsizetype end = matchEnd(bytes, at, wanted, newlinesAreOne);
        if (end < 0) {
            ++at;
            continue;
        }
        out += bytes.mid(kept, at - kept) + redactionMarker();
        ++m_count;
        kept = at = end;
    }
    if (kept == 0 && out.isEmpty())
        return bytes;
    return out + bytes.mid(kept);
}

QByteArray TextRedactor::file(const QByteArray &bytes)
{
    return without(bytes, m_text, true);
}

QByteArray TextRedactor::token(const QByteArray &quoted)
{
    const QByteArray inner = quoted.sliced(1, quoted.size() - 2);
    if (!inner.contains('\\')) {
        if (const auto moved = m_moved.constFind(inner); moved != m_moved.cend())
            return '"' + *moved + '"';
        // What needs no escape is written as it is; a text with a newline would need one.
        return m_text.contains('\n') ? quoted : QByteArray('"' + without(inner, m_text, false) + '"');
    }
    const Result<Json> value = parseJson(quoted);
    if (!value || !value->is_string())
        return noRecord(quoted);
    const std::string &text = value->get_ref<const std::string &>();
    const QByteArray before(text.data(), static_cast<qsizetype>(text.size()));
    const QByteArray after = without(before, m_text, true);
    return after == before ? quoted : dumpPythonJson(Json(after.toStdString()));
}

QByteArray TextRedactor::record(const QByteArray &bytes)
{
    QByteArray out;
    qsizetype at = 0;
    while (at < bytes.size()) {
        const qsizetype begin = bytes.indexOf('"', at);
        if (begin < 0)
            break;
        qsizetype end = begin + 1;
        while (end < bytes.size() && bytes[end] != '"')
            end += bytes[end] == '\\' ? 2 : 1;
        if (end >= bytes.size())
            break; // no record has such an end
        out += bytes.mid(at, begin - at) + token(bytes.mid(begin, end + 1 - begin));
        at = end + 1;
    }
    out += bytes.mid(at);
    if (out != bytes)
        m_moved.insert(sha256Hex(bytes).toLatin1(), sha256Hex(out).toLatin1());
    return out;
}

QByteArray TextRedactor::noRecord(const QByteArray &bytes)
{
    QByteArray out = without(bytes, m_text, true);
    for (const QByteArray &form : std::as_const(m_escaped))
        out = without(out, form, false);
    return out;
}

QByteArray TextRedactor::line(const QByteArray &bytes)
{
    HistoryPhysicalLine physical;
    physical.bytes = bytes;
    physical.length = bytes.size();
    QByteArray out;
    qsizetype at = 0;
    const QList<HistoryEntry> entries = parseHistoryLine(physical, HistoryDetail::Bounds, false);
    for (const HistoryEntry &entry : entries) {
        out += noRecord(bytes.mid(at, entry.offset - at));
        const QByteArray part = bytes.mid(entry.offset, entry.length);
        out += isRecord(entry) ? record(part) : noRecord(part);
        at = entry.offset + entry.length;
    }
    return out + noRecord(bytes.mid(at));
}

} // namespace verderer
