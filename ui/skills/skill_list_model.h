// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/catalog.h"

#include <QAbstractListModel>
#include <QHash>

#include <vector>

namespace verderer {

/// The skills of a catalog as one list with group headers, filtered and searched. Holds values only and never waits. A refresh keeps the rows that
/// are the same, so that selection and scroll position stay. Window's thread only.
class SkillListModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        KeyRole = Qt::UserRole + 1, ///< QString; empty for a header
        HeaderRole,                 ///< bool
        HeaderNoteRole,             ///< QString at the right end of a header
        DescriptionRole,            ///< QString: second line
        UnsavedRole,                ///< bool: typed text that is not saved
    };

    explicit SkillListModel(QObject *parent = nullptr);

    /// What acts are addressed to: category and folder.
    static QString keyOf(const SkillEntry &entry);

    void setCatalog(const Catalog &catalog, const QString &userName);
    /// "all", "custom", "public", "integrations", "legacy", "problems"; an unknown one means "all".
    void setFilter(const QString &filter);
    /// Skills whose name, folder or description hold every word of `text` (case folded). Drops earlier content matches.
    void setSearch(const QString &text);
    [[nodiscard]] QString search() const { return m_search; }
    /// Skills found by their content, with the line that was found; they join those of setSearch().
    void addContentMatches(const QHash<QString, QString> &lineByKey);
    /// Skills with typed text that is not saved yet.
    void setUnsaved(const QString &key, bool unsaved);

    /// How many skills a filter would show without a search.
    [[nodiscard]] int countOf(const QString &filter) const;
    /// Skills shown now, headers not counted.
    [[nodiscard]] int shownSkills() const { return m_shown; }
    [[nodiscard]] const Catalog &catalog() const { return m_catalog; }

    /// Null for a header.
    [[nodiscard]] const SkillEntry *entryAt(const QModelIndex &index) const;
    [[nodiscard]] const SkillEntry *entryOf(const QString &key) const;
    /// Invalid where the key is not shown.
    [[nodiscard]] QModelIndex indexOf(const QString &key) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    /// Around every change of the rows that nobody asked for by selecting something.
    void aboutToRefresh();
    void refreshed();

private:
    enum class Group { Custom, WillNotLoad, Integrations, Public, Legacy };
    struct Row {
        int entry = -1; ///< index into the catalog; -1: a header
        Group group = Group::Custom;
        QString key; ///< of a header: one that no skill can have
    };

    static Group groupOf(const SkillEntry &entry);
    static bool passes(const SkillEntry &entry, const QString &filter);
    [[nodiscard]] bool matches(int entry) const;
    [[nodiscard]] QString headerText(Group group) const;
    [[nodiscard]] QString headerNote(Group group) const;
    void rebuild(bool contentChanged);

    Catalog m_catalog;
    std::vector<QString> m_haystacks;
    QHash<QString, int> m_entryByKey;
    QString m_userName;
    QString m_filter = QStringLiteral("all");
    QString m_search;
    QStringList m_words;
    QHash<QString, QString> m_contentMatches;
    QHash<QString, bool> m_unsaved;
    std::vector<Row> m_rows;
    int m_shown = 0;
};

} // namespace verderer
