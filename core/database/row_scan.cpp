// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/row_scan.h"

#include "database/database_connection.h"
#include "database/sqlite_waiting.h"

#include <QSqlError>

#include <sqlite3.h>

#include <memory>

namespace verderer {

namespace {

/// A row of Qt's, for engines that are not read directly.
class VariantRow final : public ScannedRow {
public:
    void set(const DatabaseRow &row)
    {
        m_row = &row;
        m_texts.resize(row.size());
    }
    [[nodiscard]] Type type(int column) const override
    {
        const QVariant &value = (*m_row)[column];
        if (value.isNull()) {
            return Type::Null;
        }
        switch (value.typeId()) {
        case QMetaType::Bool:
        case QMetaType::Int:
        case QMetaType::UInt:
        case QMetaType::LongLong:
        case QMetaType::ULongLong:
            return Type::Integer;
        case QMetaType::Double:
        case QMetaType::Float:
            return Type::Real;
        case QMetaType::QByteArray:
            return Type::Blob;
        default:
            return Type::Text;
        }
    }
    [[nodiscard]] qint64 integer(int column) const override { return (*m_row)[column].toLongLong(); }
    [[nodiscard]] double real(int column) const override { return (*m_row)[column].toDouble(); }
    [[nodiscard]] std::string_view text(int column) const override
    {
        const QVariant &value = (*m_row)[column];
        QByteArray &bytes = m_texts[column];
        bytes = value.typeId() == QMetaType::QByteArray ? value.toByteArray() : value.toString().toUtf8();
        return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
    }

private:
    const DatabaseRow *m_row = nullptr;
    mutable QList<QByteArray> m_texts; ///< keeps what text() gave alive until the next row
};

class SqliteRow final : public ScannedRow {
public:
    explicit SqliteRow(sqlite3_stmt *statement) : m_statement(statement) {}
    [[nodiscard]] Type type(int column) const override
    {
        switch (sqlite3_column_type(m_statement, column)) {
        case SQLITE_INTEGER:
            return Type::Integer;
        case SQLITE_FLOAT:
            return Type::Real;
        case SQLITE_TEXT:
            return Type::Text;
        case SQLITE_BLOB:
            return Type::Blob;
        default:
            return Type::Null;
        }
    }
    [[nodiscard]] qint64 integer(int column) const override { return sqlite3_column_int64(m_statement, column); }
    [[nodiscard]] double real(int column) const override { return sqlite3_column_double(m_statement, column); }
    [[nodiscard]] std::string_view text(int column) const override
    {
        const auto *bytes = reinterpret_cast<const char *>(sqlite3_column_text(m_statement, column));
        return bytes ? std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))) : std::string_view();
    }

private:
    sqlite3_stmt *m_statement;
};

struct Finalize {
    void operator()(sqlite3_stmt *statement) const { sqlite3_finalize(statement); }
};

int bind(sqlite3_stmt *statement, int position, const QVariant &value)
{
    if (value.isNull()) {
        return sqlite3_bind_null(statement, position);
    }
    switch (value.typeId()) {
    case QMetaType::Bool:
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
        return sqlite3_bind_int64(statement, position, value.toLongLong());
    case QMetaType::Double:
        return sqlite3_bind_double(statement, position, value.toDouble());
    default: {
        const QByteArray text = value.toString().toUtf8();
        return sqlite3_bind_text64(statement, position, text.constData(), static_cast<sqlite3_uint64>(text.size()), SQLITE_TRANSIENT, SQLITE_UTF8);
    }
    }
}

} // namespace

Result<void> DatabaseSession::scan(const QString &sql, const QList<QVariant> &values, const std::function<bool(const ScannedRow &)> &row)
{
    VariantRow scanned;
    return forEach(sql, values, [&](const DatabaseRow &given) {
        scanned.set(given);
        return row(scanned);
    });
}

Result<void> DatabaseConnection::scan(const QString &sql, const QList<QVariant> &values, const std::function<bool(const ScannedRow &)> &row)
{
    sqlite3 *handle = sqliteHandle(m_database);
    if (!handle) {
        return DatabaseSession::scan(sql, values, row);
    }
    if (m_observer) {
        if (auto allowed = m_observer(sql); !allowed) {
            return tl::unexpected<Error>(allowed.error());
        }
    }
    const auto failure = [&](int code) -> Result<void> {
        const QSqlError error(QString(), QString::fromUtf8(sqlite3_errmsg(handle)), QSqlError::StatementError, QString::number(code));
        return tl::unexpected<Error>(errorOf(error, QStringLiteral("ask")));
    };
    const QByteArray text = sql.toUtf8();
    sqlite3_stmt *prepared = nullptr;
    if (sqlite3_prepare_v2(handle, text.constData(), static_cast<int>(text.size()), &prepared, nullptr) != SQLITE_OK) {
        return failure(sqlite3_extended_errcode(handle));
    }
    const std::unique_ptr<sqlite3_stmt, Finalize> statement(prepared);
    for (qsizetype i = 0; i < values.size(); ++i) {
        if (bind(prepared, static_cast<int>(i) + 1, values[i]) != SQLITE_OK) {
            return failure(sqlite3_extended_errcode(handle));
        }
    }
    const SqliteRow scanned(prepared);
    for (;;) {
        const int step = sqlite3_step(prepared);
        if (step == SQLITE_DONE) {
            return {};
        }
        if (step != SQLITE_ROW) {
            return failure(sqlite3_extended_errcode(handle));
        }
        if (m_wait.cancel.isCancelled()) {
            return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled; the database was left as it was."));
        }
        if (!row(scanned)) {
            return {};
        }
    }
}

} // namespace verderer
