// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/skill_list_model.h"

#include "ui/skills/skill_badges.h"

#include <QLocale>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace verderer {

SkillListModel::SkillListModel(QObject *parent) : QAbstractListModel(parent)
{
}

QString SkillListModel::keyOf(const SkillEntry &entry)
{
    return skillCategoryName(entry.category) + u"/"_s + entry.directory;
}

void SkillListModel::setCatalog(const Catalog &catalog, const QString &userName)
{
    m_catalog = catalog;
    m_userName = userName;
    m_haystacks.clear();
    m_haystacks.reserve(size_t(catalog.entries.size()));
    m_entryByKey.clear();
    for (int i = 0; i < int(catalog.entries.size()); ++i) {
        const SkillEntry &entry = m_catalog.entries.at(i);
        const QString haystack = entry.name + u"\n"_s + entry.directory + u"\n"_s + entry.description;
        m_haystacks.push_back(haystack.toCaseFolded());
        m_entryByKey.insert(keyOf(entry), i);
    }
    rebuild(true);
}

void SkillListModel::setFilter(const QString &filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    rebuild(false);
}

void SkillListModel::setSearch(const QString &text)
{
    const QString folded = text.simplified().toCaseFolded();
    if (folded == m_search)
        return;
    m_search = folded;
    m_words = folded.split(u' ', Qt::SkipEmptyParts);
    const bool had = !m_contentMatches.isEmpty();
    m_contentMatches.clear();
    rebuild(had);
}

void SkillListModel::addContentMatches(const QHash<QString, QString> &lineByKey)
{
    m_contentMatches.insert(lineByKey);
    rebuild(true);
}

void SkillListModel::setUnsaved(const QString &key, bool unsaved)
{
    if (m_unsaved.value(key) == unsaved)
        return;
    if (unsaved)
        m_unsaved.insert(key, true);
    else
        m_unsaved.remove(key);
    if (const QModelIndex index = indexOf(key); index.isValid())
        Q_EMIT dataChanged(index, index);
}

SkillListModel::Group SkillListModel::groupOf(const SkillEntry &entry)
{
    if (willNotLoad(entry))
        return Group::WillNotLoad;
    switch (entry.category) {
    case SkillCategory::Custom:
        return Group::Custom;
    case SkillCategory::Integrations:
        return Group::Integrations;
    case SkillCategory::Public:
        return Group::Public;
    case SkillCategory::Legacy:
        break;
    }
    return Group::Legacy;
}

bool SkillListModel::passes(const SkillEntry &entry, const QString &filter)
{
    if (filter == "problems"_L1)
        return hasProblem(entry);
    if (const auto category = skillCategoryFromName(filter))
        return entry.category == *category;
    return true;
}

bool SkillListModel::matches(int entry) const
{
    if (m_words.isEmpty())
        return true;
    const QString &haystack = m_haystacks[size_t(entry)];
    if (std::all_of(m_words.cbegin(), m_words.cend(), [&](const QString &word) { return haystack.contains(word); }))
        return true;
    return m_contentMatches.contains(keyOf(m_catalog.entries.at(entry)));
}

int SkillListModel::countOf(const QString &filter) const
{
    return int(std::count_if(m_catalog.entries.cbegin(), m_catalog.entries.cend(), [&](const SkillEntry &entry) { return passes(entry, filter); }));
}

void SkillListModel::rebuild(bool contentChanged)
{
    std::array<std::vector<int>, 5> groups;
    int shown = 0;
    for (int i = 0; i < int(m_catalog.entries.size()); ++i) {
        const SkillEntry &entry = m_catalog.entries.at(i);
        if (passes(entry, m_filter) && matches(i)) {
            groups[size_t(groupOf(entry))].push_back(i);
            ++shown;
        }
    }
    std::vector<Row> rows;
    rows.reserve(size_t(shown) + groups.size());
    for (size_t group = 0; group < groups.size(); ++group) {
        if (groups[group].empty())
            continue;
        rows.push_back({-1, Group(group), u"\n"_s + QString::number(group)});
        for (int entry : groups[group])
            rows.push_back({entry, Group(group), keyOf(m_catalog.entries.at(entry))});
    }

    Q_EMIT aboutToRefresh();
    const auto same = [](const Row &a, const Row &b) { return a.key == b.key; };
    size_t head = 0;
    while (head < rows.size() && head < m_rows.size() && same(rows[head], m_rows[head]))
        ++head;
    size_t tail = 0;
    while (tail < rows.size() - head && tail < m_rows.size() - head && same(rows[rows.size() - 1 - tail], m_rows[m_rows.size() - 1 - tail]))
        ++tail;
    const size_t oldMiddle = m_rows.size() - head - tail;
    const size_t newMiddle = rows.size() - head - tail;
    // What stays shows the new catalog at once; only its indexes into it may have moved.
    for (size_t i = 0; i < head; ++i)
        m_rows[i] = rows[i];
    for (size_t i = 0; i < tail; ++i)
        m_rows[m_rows.size() - 1 - i] = rows[rows.size() - 1 - i];
    if (oldMiddle > 0) {
        beginRemoveRows({}, int(head), int(head + oldMiddle) - 1);
        m_rows.erase(m_rows.begin() + std::ptrdiff_t(head), m_rows.begin() + std::ptrdiff_t(head + oldMiddle));
        endRemoveRows();
    }
    if (newMiddle > 0) {
        beginInsertRows({}, int(head), int(head + newMiddle) - 1);
        m_rows = std::move(rows);
        endInsertRows();
    }
    m_shown = shown;
    if (contentChanged && !m_rows.empty())
        Q_EMIT dataChanged(index(0), index(int(m_rows.size()) - 1));
    Q_EMIT refreshed();
}

const SkillEntry *SkillListModel::entryAt(const QModelIndex &index) const
{
    if (!index.isValid() || index.row() >= int(m_rows.size()) || m_rows[size_t(index.row())].entry < 0)
        return nullptr;
    return &m_catalog.entries.at(m_rows[size_t(index.row())].entry);
}

const SkillEntry *SkillListModel::entryOf(const QString &key) const
{
    const auto found = m_entryByKey.constFind(key);
    return found == m_entryByKey.cend() ? nullptr : &m_catalog.entries.at(*found);
}

QModelIndex SkillListModel::indexOf(const QString &key) const
{
    for (size_t row = 0; row < m_rows.size(); ++row) {
        if (m_rows[row].entry >= 0 && m_rows[row].key == key)
            return index(int(row));
    }
    return {};
}

int SkillListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QString SkillListModel::headerText(Group group) const
{
    switch (group) {
    case Group::Custom:
        return tr("Custom");
    case Group::WillNotLoad:
        return tr("Will not load");
    case Group::Integrations:
        return tr("Integrations");
    case Group::Public:
        return tr("Public");
    case Group::Legacy:
        break;
    }
    return tr("Legacy");
}

QString SkillListModel::headerNote(Group group) const
{
    const auto members = std::count_if(m_rows.cbegin(), m_rows.cend(), [&](const Row &row) { return row.entry >= 0 && row.group == group; });
    QString number = QLocale().toString(qlonglong(members));
    switch (group) {
    case Group::Custom:
        return m_userName.isEmpty() ? number : m_userName;
    case Group::WillNotLoad:
        return number;
    default:
        return tr("%1 · read only").arg(number);
    }
}

QVariant SkillListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= int(m_rows.size()))
        return {};
    const Row &row = m_rows[size_t(index.row())];
    if (row.entry < 0) {
        switch (role) {
        case Qt::DisplayRole:
            return headerText(row.group);
        case HeaderRole:
            return true;
        case HeaderNoteRole:
            return headerNote(row.group);
        default:
            return {};
        }
    }
    const SkillEntry &entry = m_catalog.entries.at(row.entry);
    switch (role) {
    case Qt::DisplayRole:
        return entry.name;
    case Qt::ToolTipRole: {
        QStringList lines{entry.directory == entry.name ? entry.name : tr("%1, in the folder %2").arg(entry.name, entry.directory)};
        if (!entry.description.isEmpty())
            lines << entry.description;
        if (const QString reasons = skillReasons(entry); !reasons.isEmpty())
            lines << reasons;
        return lines.join(u'\n');
    }
    case Qt::AccessibleTextRole: {
        QStringList parts{entry.name};
        for (const SkillBadge &badge : skillBadges(entry))
            parts << badge.text;
        return parts.join(u", "_s);
    }
    case Qt::AccessibleDescriptionRole:
        return entry.description;
    case KeyRole:
        return row.key;
    case HeaderRole:
        return false;
    case DescriptionRole: {
        if (const QString line = m_contentMatches.value(row.key); !line.isEmpty())
            return line;
        if (willNotLoad(entry)) {
            for (const Problem &problem : entry.problems) {
                if (problem.severity == Severity::Error)
                    return problemSentence(problem);
            }
        }
        if (entry.description.isEmpty() && entry.deleted)
            return tr("deleted, its history is kept");
        return entry.description;
    }
    case UnsavedRole:
        return m_unsaved.value(row.key);
    default:
        return {};
    }
}

Qt::ItemFlags SkillListModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return entryAt(index) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren : Qt::ItemNeverHasChildren;
}

} // namespace verderer
