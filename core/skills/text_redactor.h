// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

namespace verderer {

/// What stands where a text was redacted: letters and underscores alone, so that it is a plain scalar in YAML and a plain string in JSON.
QByteArray redactionMarker();

/// Takes one text out of bytes. Pure; one thread at a time.
class TextRedactor {
public:
    /// `text` is taken literally; newlines of any kind are the same.
    explicit TextRedactor(const QString &text);

    /// The bytes of a file with a marker in each of the text's places.
    [[nodiscard]] QByteArray file(const QByteArray &bytes);

    /// One line of a history, without its newline: in every text of its records, however their JSON writes it; every other byte, the keys and their
    /// order stay. In stretches that are no record, as they stand and as JSON would write them. Identities of records that changed by this are
    /// followed where a later one names them (`late_for`), so lines come in the order of the file.
    [[nodiscard]] QByteArray line(const QByteArray &bytes);

    /// Places found since the last call.
    qint64 takeCount() { return std::exchange(m_count, 0); }

private:
    [[nodiscard]] QByteArray without(const QByteArray &bytes, const QByteArray &wanted, bool newlinesAreOne);
    [[nodiscard]] qsizetype matchEnd(const QByteArray &bytes, qsizetype at, const QByteArray &wanted, bool newlinesAreOne) const;
    [[nodiscard]] QByteArray record(const QByteArray &bytes);
    [[nodiscard]] QByteArray token(const QByteArray &quoted);
    [[nodiscard]] QByteArray noRecord(const QByteArray &bytes);

    QByteArray m_text;                     ///< with LF alone
    QList<QByteArray> m_escaped;           ///< as JSON writes it, without quotes
    QHash<QByteArray, QByteArray> m_moved; ///< old identity of a rewritten record → the new one
    qint64 m_count = 0;
};

} // namespace verderer
