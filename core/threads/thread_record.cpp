// SPDX-License-Identifier: GPL-3.0-or-later
#include "threads/thread_record.h"

#include "threads/thread_rules.h"

#include "base/json.h"

#include <QRegularExpression>

namespace verderer {

namespace {

tl::unexpected<Error> invalid(const QString &kind, const QString &message)
{
    ErrorDetails details;
    details.kind = kind;
    return fail(ErrorCode::Invalid, message, details);
}

bool holdsNul(const Json &value)
{
    if (value.is_string())
        return value.get_ref<const std::string &>().find('\0') != std::string::npos;
    if (value.is_object()) {
        for (const auto &[key, member] : value.items()) {
            if (key.find('\0') != std::string::npos || holdsNul(member))
                return true;
        }
    } else if (value.is_array()) {
        for (const auto &item : value) {
            if (holdsNul(item))
                return true;
        }
    }
    return false;
}

} // namespace

bool holdsHugeInteger(const QByteArray &json)
{
    bool inString = false;
    for (qsizetype i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
            continue;
        }
        if (c == '"') {
            inString = true;
        } else if (c == '-' || (c >= '0' && c <= '9')) {
            qsizetype end = i;
            bool isInteger = true;
            while (end < json.size() && QByteArrayView("+-.eE0123456789").contains(json[end])) {
                isInteger = isInteger && QByteArrayView(".eE").indexOf(json[end]) < 0;
                ++end;
            }
            const QByteArray token = json.mid(i, end - i);
            bool fits = false;
            if (token.startsWith('-'))
                token.toLongLong(&fits);
            else
                token.toULongLong(&fits);
            if (isInteger && !fits)
                return true;
            i = end - 1;
        }
    }
    return false;
}

Result<QString> checkThreadId(const QString &id)
{
    static const QRegularExpression form(QStringLiteral("\\A[A-Za-z0-9_-]{1,64}\\z"));
    if (form.match(id).hasMatch())
        return id;
    return invalid(QStringLiteral("thread-id"),
                   QStringLiteral("\"%1\" can be no thread id: use 1 to 64 letters, digits, _ and -.").arg(id.left(80).simplified()));
}

QString nobodysThreadWarning()
{
    return QStringLiteral("The thread has no owner, so it is in nobody's list.");
}

Result<QByteArray> normalizeThreadMetadata(const QByteArray &json, QList<IgnoredWish> *ignored)
{
    auto parsed = parseJson(json);
    if (!parsed) {
        Error error = parsed.error();
        error.code = ErrorCode::Invalid;
        error.message = QStringLiteral("The metadata is not valid JSON (line %1, column %2).").arg(error.details.line).arg(error.details.column);
        return tl::unexpected<Error>(std::move(error));
    }
    if (!parsed->is_object())
        return invalid(QStringLiteral("metadata-not-object"), QStringLiteral("The metadata must be a JSON object, like {\"source\": \"by hand\"}."));
    if (holdsHugeInteger(json))
        return invalid(QStringLiteral("metadata-number"),
                       QStringLiteral("The metadata holds a whole number beyond 64 bits, which cannot be kept exactly. Write it as a text."));
    if (holdsNul(*parsed))
        return invalid(QStringLiteral("metadata-nul"),
                       QStringLiteral("The metadata holds a NUL character, which PostgreSQL cannot compare. Leave it out."));
    for (const char *reserved : {"owner_id", "user_id"}) {
        const auto found = parsed->find(reserved);
        if (found == parsed->end())
            continue;
        if (ignored)
            ignored->append({QStringLiteral("metadata.") + QLatin1String(reserved), dumpPythonJson(*found), {}, QStringLiteral("reserved")});
        parsed->erase(found);
    }
    return dumpPythonJson(*parsed, LineSeparators::Raw);
}

Result<void> checkThreadLengths(const CreateThread &wish)
{
    // Code points, as PostgreSQL counts VARCHAR. SQLite enforces nothing, and a row that only fits there would be lost in a move.
    const auto check = [](const std::optional<QString> &text, int limit, const QString &what) -> Result<void> {
        const auto length = text ? text->toUcs4().size() : 0;
        if (length > limit)
            return invalid(QStringLiteral("too-long"), QStringLiteral("The %1 has %2 characters; at most %3 fit.").arg(what).arg(length).arg(limit));
        if (text && text->contains(QChar(QChar::Null)))
            return invalid(QStringLiteral("nul"), QStringLiteral("The %1 holds a NUL character. Leave it out.").arg(what));
        return {};
    };
    if (auto good = check(wish.assistantId, 128, QStringLiteral("assistant id")); !good)
        return good;
    if (auto good = check(wish.title, 256, QStringLiteral("title")); !good)
        return good;
    if (wish.owner && wish.owner->isEmpty())
        return invalid(QStringLiteral("owner"), QStringLiteral("The owner is empty. Name one, or leave it out for a thread without owner."));
    return check(wish.owner, 64, QStringLiteral("owner's id"));
}

} // namespace verderer
