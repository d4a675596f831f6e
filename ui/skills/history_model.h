// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/history.h"
#include "skills/history_chain.h"

#include <QAbstractTableModel>

#include <vector>

namespace verderer {

/// The records of a skill, newest first, with what is worth knowing between them as rows of their own. Grows at its end as older pages arrive. Holds
/// values only. Window's thread only.
class HistoryModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { When, Action, By, Change, Verdict, Note, ColumnCount };
    enum Role {
        KindRole = Qt::UserRole + 1, ///< RowKind
        AddedRole,                   ///< int, or invalid where not counted
        RemovedRole,
        DecisionRole, ///< QString
    };
    enum class RowKind { Record, Unreadable, Break };

    explicit HistoryModel(QObject *parent = nullptr);

    void clear();
    /// All that was read so far. `more`: older records are still to be read; fetchMore() asks for them.
    void setChain(const HistoryChain &chain, bool more);

    /// Null where the row is no line of the file.
    [[nodiscard]] const HistoryEntry *entryAt(const QModelIndex &index) const;
    /// Null where the row is no break.
    [[nodiscard]] const ChainNote *noteAt(const QModelIndex &index) const;
    /// By identity and place; invalid where it is not loaded.
    [[nodiscard]] QModelIndex indexOf(const QString &id, qint64 offset) const;
    /// Entries that parse, newest first.
    [[nodiscard]] QList<HistoryEntry> records() const;
    /// "28 Nov 16:40", or what stands for it.
    static QString label(const HistoryEntry &entry);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;

Q_SIGNALS:
    void moreWanted();

private:
    struct Row {
        RowKind kind = RowKind::Record;
        HistoryEntry entry;
        ChainNote note;
        QStringList remarks; ///< information about this record from the chain
        QString text;        ///< of a break: what it says
        [[nodiscard]] QString key() const;
    };
    static QString breakText(const ChainNote &note, const HistoryChain &chain);
    [[nodiscard]] QString recordText(const Row &row, int column) const;
    [[nodiscard]] QString noteText(const Row &row) const;
    [[nodiscard]] QString toolTip(const Row &row, int column) const;

    std::vector<Row> m_rows;
    bool m_more = false;
    bool m_asked = false;
};

/// The verdict as a sign and a word: "✓ allow".
QString verdictText(const QString &decision);

} // namespace verderer
