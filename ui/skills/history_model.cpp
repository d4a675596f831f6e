// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/history_model.h"

#include "ui/widgets/text_format.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace verderer {

QString verdictText(const QString &decision)
{
    if (decision == "allow"_L1)
        return u"✓ "_s + QCoreApplication::translate("HistoryModel", "allow");
    if (decision == "warn"_L1)
        return u"! "_s + QCoreApplication::translate("HistoryModel", "warn");
    if (decision == "block"_L1)
        return u"✕ "_s + QCoreApplication::translate("HistoryModel", "block");
    return decision;
}

HistoryModel::HistoryModel(QObject *parent) : QAbstractTableModel(parent)
{
}

QString HistoryModel::Row::key() const
{
    if (kind == RowKind::Break)
        return u"note "_s + chainNoteKindName(note.kind) + note.expectedHash + note.foundHash + note.filePath;
    return entry.id + u"@"_s + QString::number(entry.offset);
}

void HistoryModel::clear()
{
    beginResetModel();
    m_rows.clear();
    m_more = m_asked = false;
    endResetModel();
}

QString HistoryModel::breakText(const ChainNote &note, const HistoryChain &chain)
{
    const QString when = note.older >= 0 && note.older < chain.entries.size() ? label(chain.entries.at(note.older)) : QString();
    switch (note.kind) {
    case ChainNoteKind::ChangedOutside:
        return tr("%1 was changed outside history after %2").arg(note.filePath, when);
    case ChainNoteKind::CreatedOutside:
        return tr("%1 was created outside history after %2").arg(note.filePath, when);
    case ChainNoteKind::RemovedOutside:
        return tr("%1 was removed outside history after %2").arg(note.filePath, when);
    case ChainNoteKind::Gap:
        return tr("%1 does not follow from %2; a line that cannot be read may tell why").arg(note.filePath, when);
    case ChainNoteKind::Late:
    case ChainNoteKind::NotApplied:
        break;
    }
    return note.message;
}

void HistoryModel::setChain(const HistoryChain &chain, bool more)
{
    std::vector<Row> rows;
    rows.reserve(size_t(chain.entries.size() + chain.notes.size()));
    const auto addBreaks = [&](qsizetype newer) {
        for (const ChainNote &note : chain.notes) {
            if (note.isBreak() && note.newer == newer)
                rows.push_back({RowKind::Break, {}, note, {}, breakText(note, chain)});
        }
    };
    addBreaks(-1);
    for (qsizetype i = chain.entries.size() - 1; i >= 0; --i) {
        const HistoryEntry &entry = chain.entries.at(i);
        const bool readable = entry.state == HistoryLineState::Record || entry.state == HistoryLineState::Glued;
        Row row{readable ? RowKind::Record : RowKind::Unreadable, entry, {}, {}, {}};
        for (const ChainNote &note : chain.notes) {
            if (!note.isBreak() && note.newer == i)
                row.remarks << note.message;
        }
        rows.push_back(std::move(row));
        addBreaks(i);
    }

    size_t head = 0;
    while (head < rows.size() && head < m_rows.size() && rows[head].key() == m_rows[head].key())
        ++head;
    size_t tail = 0;
    while (tail < rows.size() - head && tail < m_rows.size() - head && rows[rows.size() - 1 - tail].key() == m_rows[m_rows.size() - 1 - tail].key())
        ++tail;
    const size_t oldMiddle = m_rows.size() - head - tail;
    const size_t newMiddle = rows.size() - head - tail;
    if (oldMiddle > 0) {
        beginRemoveRows({}, int(head), int(head + oldMiddle) - 1);
        m_rows.erase(m_rows.begin() + std::ptrdiff_t(head), m_rows.begin() + std::ptrdiff_t(head + oldMiddle));
        endRemoveRows();
    }
    if (newMiddle > 0) {
        beginInsertRows({}, int(head), int(head + newMiddle) - 1);
        m_rows = std::move(rows);
        endInsertRows();
    } else {
        m_rows = std::move(rows);
    }
    m_more = more;
    m_asked = false;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(int(m_rows.size()) - 1, ColumnCount - 1));
}

const HistoryEntry *HistoryModel::entryAt(const QModelIndex &index) const
{
    if (!index.isValid() || index.row() >= int(m_rows.size()) || m_rows[size_t(index.row())].kind == RowKind::Break)
        return nullptr;
    return &m_rows[size_t(index.row())].entry;
}

const ChainNote *HistoryModel::noteAt(const QModelIndex &index) const
{
    if (!index.isValid() || index.row() >= int(m_rows.size()) || m_rows[size_t(index.row())].kind != RowKind::Break)
        return nullptr;
    return &m_rows[size_t(index.row())].note;
}

QModelIndex HistoryModel::indexOf(const QString &id, qint64 offset) const
{
    for (size_t row = 0; row < m_rows.size(); ++row) {
        if (m_rows[row].kind != RowKind::Break && m_rows[row].entry.id == id && (offset < 0 || m_rows[row].entry.offset == offset))
            return index(int(row), 0);
    }
    return {};
}

QList<HistoryEntry> HistoryModel::records() const
{
    QList<HistoryEntry> entries;
    for (const Row &row : m_rows) {
        if (row.kind == RowKind::Record)
            entries.append(row.entry);
    }
    return entries;
}

QString HistoryModel::label(const HistoryEntry &entry)
{
    QString time = humanTime(recordTime(entry.ts));
    if (!time.isEmpty())
        return time;
    return entry.ts.isEmpty() ? tr("no time") : entry.ts;
}

int HistoryModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int HistoryModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QString HistoryModel::recordText(const Row &row, int column) const
{
    const HistoryEntry &entry = row.entry;
    switch (column) {
    case When:
        return label(entry);
    case Action:
        return entry.action;
    case By: {
        QString by = entry.author;
        if (entry.threadId && !entry.threadId->isEmpty())
            by += u" · "_s + *entry.threadId;
        else if (entry.hostUser && !entry.hostUser->isEmpty())
            by += u" · "_s + *entry.hostUser;
        return by;
    }
    case Change:
        if (!entry.linesAdded || !entry.linesRemoved)
            return tr("too long to count");
        return u"+"_s + QLocale().toString(*entry.linesAdded) + u" −"_s + QLocale().toString(*entry.linesRemoved);
    case Verdict:
        return verdictText(entry.decision);
    case Note:
        return noteText(row);
    default:
        return {};
    }
}

QString HistoryModel::noteText(const Row &row) const
{
    const HistoryEntry &entry = row.entry;
    QStringList parts;
    if (entry.filePath != "SKILL.md"_L1)
        parts << entry.filePath;
    if (entry.action == "rollback"_L1 && entry.rollbackFromTs)
        parts << tr("to the text before %1").arg(humanTime(recordTime(*entry.rollbackFromTs)));
    if (entry.note && !entry.note->isEmpty())
        parts << *entry.note;
    if (entry.state == HistoryLineState::Glued)
        parts << tr("glued to its neighbour");
    parts << row.remarks;
    if (parts.isEmpty() && entry.findings > 0)
        parts << tr("%n finding(s)", nullptr, entry.findings);
    return parts.join(u" · "_s);
}

QString HistoryModel::toolTip(const Row &row, int column) const
{
    switch (column) {
    case When:
        return exactTime(recordTime(row.entry.ts));
    case Verdict:
        return row.entry.reason;
    case Note: {
        QStringList lines;
        if (const QString note = noteText(row); !note.isEmpty())
            lines << note;
        if (!row.entry.problem.isEmpty())
            lines << row.entry.problem;
        if (row.entry.trashed)
            lines << tr("The bytes it replaced are kept in %1").arg(*row.entry.trashed);
        return lines.join(u'\n');
    }
    default:
        return row.entry.problem;
    }
}

QVariant HistoryModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= int(m_rows.size()))
        return {};
    const Row &row = m_rows[size_t(index.row())];
    if (role == KindRole)
        return int(row.kind);
    if (row.kind == RowKind::Break) {
        if (role == Qt::DisplayRole && index.column() == When)
            return row.text;
        return role == Qt::ToolTipRole ? QVariant(row.note.message) : QVariant();
    }
    if (row.kind == RowKind::Unreadable) {
        if (role == Qt::DisplayRole && index.column() == When) {
            switch (row.entry.state) {
            case HistoryLineState::Torn:
                return tr("Torn line");
            case HistoryLineState::BeingWritten:
                return tr("Being written");
            default:
                return tr("Damaged line");
            }
        }
        if (role == Qt::DisplayRole && index.column() == Action)
            return row.entry.problem;
        return role == Qt::ToolTipRole ? QVariant(row.entry.problem) : QVariant();
    }
    switch (role) {
    case Qt::DisplayRole:
        return recordText(row, index.column());
    case Qt::ToolTipRole:
        return toolTip(row, index.column());
    case AddedRole:
        return row.entry.linesAdded ? QVariant(*row.entry.linesAdded) : QVariant();
    case RemovedRole:
        return row.entry.linesRemoved ? QVariant(*row.entry.linesRemoved) : QVariant();
    case DecisionRole:
        return row.entry.decision;
    default:
        return {};
    }
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case When:
        return tr("When");
    case Action:
        return tr("Action");
    case By:
        return tr("By");
    case Change:
        return tr("Change");
    case Verdict:
        return tr("Verdict");
    case Note:
        return tr("Note");
    default:
        return {};
    }
}

bool HistoryModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && m_more && !m_asked;
}

void HistoryModel::fetchMore(const QModelIndex &parent)
{
    if (!canFetchMore(parent))
        return;
    m_asked = true;
    Q_EMIT moreWanted();
}

} // namespace verderer
