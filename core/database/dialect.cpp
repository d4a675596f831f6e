// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/dialect.h"

#include "base/json.h"

#include <QRegularExpression>

namespace verderer {

namespace {

Result<Json> filterValue(const QString &key, const QByteArray &jsonValue)
{
    ErrorDetails details;
    details.kind = QStringLiteral("metadata-filter");
    static const QRegularExpression safeKey(QStringLiteral("\\A[A-Za-z0-9_-]+\\z"));
    if (!safeKey.match(key).hasMatch())
        return fail(ErrorCode::Invalid, QStringLiteral("\"%1\" cannot be filtered by: use letters, digits, _ and - only, as DeerFlow does.").arg(key),
                    details);
    auto value = parseJson(jsonValue);
    if (!value)
        return fail(
            ErrorCode::Invalid,
            QStringLiteral("The value to compare \"%1\" with is not JSON. Write \"text\" in double quotes, a number, true, false or null.").arg(key),
            details);
    if (value->is_structured())
        return fail(ErrorCode::Invalid, QStringLiteral("\"%1\" can be compared with one value, not with a list or an object.").arg(key), details);
    if (value->is_number_unsigned() && value->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
        return fail(ErrorCode::Invalid, QStringLiteral("The number for \"%1\" does not fit into 64 bits.").arg(key), details);
    return value;
}

class SqliteDialect final : public Dialect {
public:
    [[nodiscard]] DatabaseKind kind() const override { return DatabaseKind::Sqlite; }

    // instr() rejects nearly every row for the price of a byte search; json_valid() guards json_type(), which fails the whole query on damaged text.
    [[nodiscard]] QString pinnedExpression(const QString &column) const override
    {
        return QStringLiteral("(CASE WHEN instr(%1, 'deerflow_pinned') > 0 AND json_valid(%1) AND json_type(%1, '$.\"deerflow_pinned\"') = 'true' "
                              "THEN 1 ELSE 0 END)")
            .arg(column);
    }

    Result<QString> metadataEquals(const QString &column, const QString &key, const QByteArray &jsonValue, QList<QVariant> *values) const override
    {
        const auto value = filterValue(key, jsonValue);
        if (!value)
            return tl::unexpected<Error>(value.error());
        const QString path = QStringLiteral("'$.\"%1\"'").arg(key);
        const QString type = QStringLiteral("json_type(%1, %2)").arg(column, path);
        const QString extract = QStringLiteral("json_extract(%1, %2)").arg(column, path);
        QString test;
        if (value->is_null()) {
            test = QStringLiteral("%1 = 'null'").arg(type);
        } else if (value->is_boolean()) {
            test = QStringLiteral("%1 = '%2'").arg(type, value->get<bool>() ? QStringLiteral("true") : QStringLiteral("false"));
        } else if (value->is_number_integer()) {
            test = QStringLiteral("%1 = 'integer' AND %2 = ?").arg(type, extract);
            values->append(QVariant::fromValue<qlonglong>(value->get<std::int64_t>()));
        } else if (value->is_number_float()) {
            test = QStringLiteral("%1 IN ('integer', 'real') AND %2 = ?").arg(type, extract);
            values->append(value->get<double>());
        } else {
            test = QStringLiteral("%1 = 'text' AND %2 = ?").arg(type, extract);
            values->append(toQString(*value));
        }
        return QStringLiteral("(CASE WHEN json_valid(%1) THEN (%2) ELSE 0 END)").arg(column, test);
    }

    [[nodiscard]] QString timeText(const QString &column) const override { return column; }
    // The first branch is what DeerFlow writes, told by its length and its blank; strftime() is asked for the rest only. It knows milliseconds, no
    // more.
    [[nodiscard]] QString timeValue(const QString &column) const override
    {
        return QStringLiteral("(CASE WHEN length(%1) = 26 AND substr(%1, 11, 1) = ' ' THEN %1 WHEN typeof(%1) = 'integer' THEN "
                              "strftime('%Y-%m-%d %H:%M:%f', %1, 'unixepoch') || '000' ELSE strftime('%Y-%m-%d %H:%M:%f', %1) || '000' END)")
            .replace(QLatin1String("%1"), column);
    }
    [[nodiscard]] QString timePlaceholder() const override { return QStringLiteral("?"); }
    [[nodiscard]] QString jsonPlaceholder() const override { return QStringLiteral("?"); }
    [[nodiscard]] QString jsonText(const QString &column) const override { return column; }
    [[nodiscard]] QString contains(const QString &column) const override { return QStringLiteral("%1 LIKE ? ESCAPE '\\'").arg(column); }
};

class PostgresDialect final : public Dialect {
public:
    [[nodiscard]] DatabaseKind kind() const override { return DatabaseKind::Postgres; }

    // The server checks that a json column holds JSON, but not that every escape in it stands for a character: \\u0000 and half a surrogate pair make
    // the operators fail, and with them the query for every row. Such a row is looked at as text.
    [[nodiscard]] QString pinnedExpression(const QString &column) const override
    {
        return QStringLiteral("(CASE WHEN strpos(CAST(%1 AS text), 'deerflow_pinned') = 0 THEN 0 "
                              "WHEN %2 THEN (CASE WHEN CAST(%1 AS text) ~ '\"deerflow_pinned\"[[:space:]]*:[[:space:]]*true' THEN 1 ELSE 0 END) "
                              "WHEN json_typeof(%1->'deerflow_pinned') = 'boolean' AND %1->>'deerflow_pinned' = 'true' THEN 1 ELSE 0 END)")
            .arg(column, unreadable(column));
    }

    Result<QString> metadataEquals(const QString &column, const QString &key, const QByteArray &jsonValue, QList<QVariant> *values) const override
    {
        const auto value = filterValue(key, jsonValue);
        if (!value) {
            return tl::unexpected<Error>(value.error());
        }
        // CASE keeps what could fail away from what it would fail on; AND does not promise an order.
        const QString test = comparison(column, key, *value, values);
        return QStringLiteral("(CASE WHEN %1 THEN false WHEN %2 THEN true ELSE false END)").arg(unreadable(column), test);
    }

    [[nodiscard]] QString timeText(const QString &column) const override
    {
        return QStringLiteral("to_char(%1 AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')").arg(column);
    }
    [[nodiscard]] QString timeValue(const QString &column) const override { return column; }
    [[nodiscard]] QString timePlaceholder() const override { return QStringLiteral("(CAST(? AS timestamp) AT TIME ZONE 'UTC')"); }
    [[nodiscard]] QString jsonPlaceholder() const override { return QStringLiteral("CAST(? AS json)"); }
    [[nodiscard]] QString jsonText(const QString &column) const override { return QStringLiteral("CAST(%1 AS text)").arg(column); }
    [[nodiscard]] QString contains(const QString &column) const override { return QStringLiteral("%1 ILIKE ?").arg(column); }

private:
    static QString unreadable(const QString &column)
    {
        return QStringLiteral("(strpos(CAST(%1 AS text), '\\u') > 0 AND regexp_replace(CAST(%1 AS text), "
                              "'\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g') ~ '\\\\u(0000|[dD][89a-fA-F])')")
            .arg(column);
    }

    static QString comparison(const QString &column, const QString &key, const Json &value, QList<QVariant> *values)
    {
        const QString type = QStringLiteral("json_typeof(%1->'%2')").arg(column, key);
        const QString text = QStringLiteral("%1->>'%2'").arg(column, key);
        if (value.is_null()) {
            return QStringLiteral("%1 = 'null'").arg(type);
        }
        if (value.is_boolean()) {
            return QStringLiteral("%1 = 'boolean' AND %2 = '%3'")
                .arg(type, text, value.get<bool>() ? QStringLiteral("true") : QStringLiteral("false"));
        }
        if (value.is_number_integer()) {
            values->append(QString::number(value.get<std::int64_t>()));
            return QStringLiteral("CASE WHEN %1 = 'number' AND %2 ~ '^-{0,1}[0-9]+$' THEN CAST(%2 AS numeric) = CAST(? AS numeric) ELSE false END")
                .arg(type, text);
        }
        if (value.is_number_float()) {
            // JSON holds numbers that no double can: a cast of 1e999 would fail for every row.
            values->append(QString::number(value.get<double>(), 'g', 17));
            return QStringLiteral("CASE WHEN %1 <> 'number' OR %2 ~ '[eE][+-]{0,1}[0-9]{4,}' THEN false "
                                  "WHEN CAST(%2 AS numeric) = 0 OR abs(CAST(%2 AS numeric)) BETWEEN 1e-307 AND 1e308 "
                                  "THEN CAST(%2 AS double precision) = CAST(? AS double precision) ELSE false END")
                .arg(type, text);
        }
        values->append(toQString(value));
        return QStringLiteral("%1 = 'string' AND %2 = ?").arg(type, text);
    }
};

} // namespace

QString likePattern(const QString &text)
{
    QString escaped = text;
    escaped.replace(QLatin1Char('\\'), QLatin1String("\\\\"))
        .replace(QLatin1Char('%'), QLatin1String("\\%"))
        .replace(QLatin1Char('_'), QLatin1String("\\_"));
    return QLatin1Char('%') + escaped + QLatin1Char('%');
}

std::shared_ptr<const Dialect> makeDialect(DatabaseKind kind)
{
    if (kind == DatabaseKind::Sqlite)
        return std::make_shared<const SqliteDialect>();
    return std::make_shared<const PostgresDialect>();
}

} // namespace verderer
