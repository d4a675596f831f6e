// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/skill_list_view.h"

#include "ui/skills/skill_list_delegate.h"
#include "ui/skills/skill_list_model.h"

#include <QKeyEvent>
#include <QScrollBar>

using namespace Qt::StringLiterals;

namespace verderer {

SkillListView::SkillListView(const Theme *theme, SkillListModel *model, QWidget *parent) : QListView(parent), m_model(model)
{
    setObjectName(u"skillList"_s);
    setAccessibleName(tr("Skills"));
    setModel(model);
    setItemDelegate(new SkillListDelegate(theme, this));
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_Hover);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setResizeMode(Adjust);
    setTextElideMode(Qt::ElideRight);
    connect(theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
    // A click makes a row current first and selects it then; keys do it the other way round.
    const auto tell = [this] {
        const QModelIndex current = currentIndex();
        const QString key = current.data(SkillListModel::KeyRole).toString();
        if (m_refreshing || key.isEmpty() || key == m_lastKey || !selectionModel()->isSelected(current))
            return;
        m_lastKey = key;
        Q_EMIT currentKeyChanged(key);
    };
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, tell);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, tell);
    // A row that a search or a refresh takes away is no wish to see its neighbour.
    connect(model, &SkillListModel::aboutToRefresh, this, [this] { m_refreshing = true; });
    connect(model, &SkillListModel::refreshed, this, [this] {
        const QModelIndex index = m_model->indexOf(m_lastKey);
        if (!index.isValid())
            selectionModel()->clear();
        else if (currentIndex() != index || !selectionModel()->isSelected(index))
            selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
        m_refreshing = false;
    });
    connect(this, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex &index) {
        if (m_model->entryAt(index))
            Q_EMIT opened();
    });
}

QString SkillListView::currentKey() const
{
    return m_lastKey;
}

bool SkillListView::setCurrentKey(const QString &key)
{
    if (key.isEmpty()) {
        m_lastKey.clear();
        selectionModel()->clear();
        return true;
    }
    const QModelIndex index = m_model->indexOf(key);
    if (!index.isValid())
        return false;
    if (currentIndex() != index || !selectionModel()->isSelected(index))
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
    scrollTo(index);
    return true;
}

void SkillListView::keyPressEvent(QKeyEvent *event)
{
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && event->modifiers() == Qt::NoModifier &&
        m_model->entryAt(currentIndex())) {
        Q_EMIT opened();
        event->accept();
        return;
    }
    QListView::keyPressEvent(event);
}

void SkillListView::focusInEvent(QFocusEvent *event)
{
    QListView::focusInEvent(event);
    // Qt makes the first row current when the focus comes; nobody asked for that skill yet.
    if (!selectionModel()->hasSelection())
        selectionModel()->clearCurrentIndex();
}

void SkillListView::paintEvent(QPaintEvent *event)
{
    QListView::paintEvent(event);
    if (!m_painted && m_model->shownSkills() > 0) {
        m_painted = true;
        Q_EMIT firstPainted();
    }
}

} // namespace verderer
