// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/skill_list_delegate.h"

#include "ui/skills/skill_badges.h"
#include "ui/skills/skill_list_model.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"

#include <QPainter>

namespace verderer {

SkillListDelegate::SkillListDelegate(const Theme *theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme)
{
}

QSize SkillListDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const bool header = index.data(SkillListModel::HeaderRole).toBool();
    return {scaled(option.fontMetrics, 120), scaled(option.fontMetrics, header ? 32 : 46)};
}

void SkillListDelegate::paintHeader(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const int margin = scaled(option.fontMetrics, 14);
    const QRect rect = option.rect.adjusted(margin, scaled(option.fontMetrics, 8), -margin, 0);
    QFont font = option.font;
    font.setPointSizeF(font.pointSizeF() * 0.85);
    font.setBold(true);
    font.setCapitalization(QFont::AllUppercase);
    font.setLetterSpacing(QFont::PercentageSpacing, 104);
    painter->setFont(font);
    painter->setPen(m_theme->colors().muted);
    const QFontMetrics metrics(font);
    const QString title = index.data(Qt::DisplayRole).toString();
    const QString note = index.data(SkillListModel::HeaderNoteRole).toString();
    painter->drawText(rect, Qt::AlignVCenter | Qt::AlignLeft, title);
    const int room = rect.width() - metrics.horizontalAdvance(title.toUpper()) - margin;
    painter->drawText(rect, Qt::AlignVCenter | Qt::AlignRight, metrics.elidedText(note, Qt::ElideRight, room));
}

void SkillListDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    if (index.data(SkillListModel::HeaderRole).toBool()) {
        paintHeader(painter, option, index);
        painter->restore();
        return;
    }
    const ThemeColors &c = m_theme->colors();
    const auto *model = qobject_cast<const SkillListModel *>(index.model());
    const SkillEntry *entry = model ? model->entryAt(index) : nullptr;
    if (!entry) {
        painter->restore();
        return;
    }
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    if (selected) {
        paintSelectedRow(painter, option.rect, c);
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), c.accent);
    } else if (option.state.testFlag(QStyle::State_MouseOver)) {
        painter->fillRect(option.rect, c.window);
    }
    const int margin = scaled(option.fontMetrics, 16);
    const QRect rect = option.rect.adjusted(margin, scaled(option.fontMetrics, 5), -scaled(option.fontMetrics, 14), -scaled(option.fontMetrics, 5));
    const QRect top(rect.left(), rect.top(), rect.width(), rect.height() / 2);
    const QRect bottom(rect.left(), rect.top() + rect.height() / 2, rect.width(), rect.height() - rect.height() / 2);

    int right = top.right();
    const QList<SkillBadge> badges = skillBadges(*entry);
    if (!badges.isEmpty()) {
        painter->setFont(option.font);
        right = paintBadge(painter, top, Qt::AlignRight, badges.first().text, badges.first().tone, c).left() - scaled(option.fontMetrics, 6);
    }
    QFont bold = option.font;
    bold.setBold(true);
    painter->setFont(bold);
    painter->setPen(entry->deleted ? c.muted : c.text);
    QString name = entry->name;
    if (index.data(SkillListModel::UnsavedRole).toBool())
        name.prepend(QStringLiteral("● "));
    painter->drawText(QRect(top.left(), top.top(), right - top.left(), top.height()), Qt::AlignVCenter | Qt::AlignLeft,
                      QFontMetrics(bold).elidedText(name, Qt::ElideRight, right - top.left()));
    painter->setFont(option.font);
    painter->setPen(c.muted);
    QString second = index.data(SkillListModel::DescriptionRole).toString();
    second.replace(u'\n', u' ');
    painter->drawText(bottom, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                      option.fontMetrics.elidedText(second.left(400), Qt::ElideRight, bottom.width()));
    painter->restore();
}

} // namespace verderer
