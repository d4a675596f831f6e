// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "skills/history.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

/// Histories for tests, made as DeerFlow would write them.
namespace verderer::fixtures {

struct RecordOf {
    QString ts = QStringLiteral("2026-11-30T19:29:36.976169+00:00");
    QString action = QStringLiteral("human_edit");
    QString filePath = QStringLiteral("SKILL.md");
    std::optional<QByteArray> prev = std::nullopt;
    std::optional<QByteArray> next = std::nullopt;
    QString decision = QStringLiteral("allow");
};

/// One record as a line without its newline.
inline QByteArray recordLine(const RecordOf &of)
{
    NewHistoryRecord record;
    record.ts = of.ts;
    record.action = of.action;
    record.filePath = of.filePath;
    record.prev = of.prev;
    record.next = of.next;
    record.decision = of.decision;
    record.reason = QStringLiteral("Read and found harmless.");
    const Result<QByteArray> line = historyLine(record);
    return line ? *line : QByteArray();
}

/// A simple record: `ts` and the text after the change.
inline QByteArray simpleLine(int number)
{
    return recordLine({.ts = QStringLiteral("2026-01-01T00:00:%1+00:00").arg(number, 2, 10, QLatin1Char('0')),
                       .prev = "text " + QByteArray::number(number - 1) + "\n",
                       .next = "text " + QByteArray::number(number) + "\n"});
}

/// A folder of its own with one history in it.
class HistoryFolder {
public:
    explicit HistoryFolder(const QByteArray &bytes = {}) { write(bytes); }

    [[nodiscard]] QString path() const { return m_folder.filePath(QStringLiteral("demo.jsonl")); }
    [[nodiscard]] QString folder() const { return m_folder.path(); }

    void write(const QByteArray &bytes) const
    {
        QFile file(path());
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
            qFatal("cannot write the fixture");
        }
    }

    void append(const QByteArray &bytes) const
    {
        QFile file(path());
        if (!file.open(QIODevice::Append) || file.write(bytes) != bytes.size()) {
            qFatal("cannot append to the fixture");
        }
    }

    [[nodiscard]] QByteArray bytes() const
    {
        QFile file(path());
        if (!file.open(QIODevice::ReadOnly)) {
            qFatal("cannot read the fixture");
        }
        return file.readAll();
    }

private:
    QTemporaryDir m_folder;
};

/// The names of the states, newest first: "record glued torn".
inline QString states(const QList<HistoryEntry> &entries)
{
    QStringList names;
    for (const HistoryEntry &entry : entries) {
        names.append(historyLineStateName(entry.state));
    }
    return names.join(u' ');
}

inline QString messageOf(const Error &error)
{
    return errorCodeName(error.code) + QStringLiteral(": ") + error.message;
}

} // namespace verderer::fixtures

/// The value of a result that must be there.
#define GET(type, name, expression)                                                                                                                  \
    auto name##Result = (expression);                                                                                                                \
    QVERIFY2(name##Result.has_value(), qPrintable(name##Result ? QString() : verderer::fixtures::messageOf(name##Result.error())));                  \
    type name = std::move(*name##Result)

/// The error of a result that must have failed.
#define GET_ERROR(name, expression)                                                                                                                  \
    const auto name##Result = (expression);                                                                                                          \
    QVERIFY(!name##Result.has_value());                                                                                                              \
    const verderer::Error name = name##Result.error()
