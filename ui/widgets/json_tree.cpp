// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/json_tree.h"

#include "base/json.h"
#include "ui/widgets/metrics.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

/// More members of one object or list are named by their number only: a tree of a hundred thousand lines helps nobody.
constexpr std::size_t shownMembers = 2000;
constexpr int shownLength = 400;
enum ItemRole { PointerRole = Qt::UserRole + 1, FilledRole };

QString valueText(const Json &value)
{
    if (value.is_object()) {
        return value.empty() ? u"{}"_s : JsonTree::tr("%n key(s)", nullptr, int(value.size()));
    }
    if (value.is_array()) {
        return value.empty() ? u"[]"_s : JsonTree::tr("%n item(s)", nullptr, int(value.size()));
    }
    return QString::fromUtf8(dumpPythonJson(value, LineSeparators::Escaped));
}

} // namespace

struct JsonTree::Document {
    Json root;
};

JsonTree::JsonTree(const Theme *theme, QWidget *parent) : QTreeWidget(parent), m_theme(theme)
{
    setObjectName(u"jsonTree"_s);
    setFrameShape(QFrame::NoFrame);
    setColumnCount(3);
    setHeaderLabels({tr("Key"), tr("Value"), QString()});
    setUniformRowHeights(true);
    setAlternatingRowColors(false);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(0, QHeaderView::Interactive);
    header()->setSectionResizeMode(1, QHeaderView::Stretch);
    header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    header()->resizeSection(0, scaled(this, 220));
    connect(this, &QTreeWidget::itemExpanded, this, &JsonTree::fill);
    auto *copy = new QAction(tr("&Copy the value"), this);
    copy->setObjectName(u"copyJsonValue"_s);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    addAction(copy);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copy, &QAction::triggered, this, &JsonTree::copyValue);
    connect(theme, &Theme::changed, this, &JsonTree::applyColors);
}

bool JsonTree::setJson(const QByteArray &json)
{
    QStringList open;
    for (int i = 0; i < topLevelItemCount(); ++i) {
        if (topLevelItem(i)->isExpanded()) {
            open << topLevelItem(i)->text(0);
        }
    }
    const QString chosen = currentKey();
    clear();
    m_document.reset();
    auto parsed = parseJson(json);
    if (!parsed) {
        return false;
    }
    auto document = std::make_shared<Document>();
    // A value that is no object is shown as the one line of a tree.
    document->root = parsed->is_object() ? std::move(*parsed) : Json{{"", std::move(*parsed)}};
    m_document = document;
    auto *root = invisibleRootItem();
    root->setData(0, PointerRole, QVariant::fromValue(static_cast<const void *>(&m_document->root)));
    root->setData(0, FilledRole, false);
    fill(root);
    for (int i = 0; i < topLevelItemCount(); ++i) {
        QTreeWidgetItem *item = topLevelItem(i);
        if (open.contains(item->text(0))) {
            item->setExpanded(true);
        }
        if (!chosen.isEmpty() && item->text(0) == chosen) {
            setCurrentItem(item);
        }
    }
    applyColors();
    return true;
}

void JsonTree::fill(QTreeWidgetItem *item)
{
    const auto *value = static_cast<const Json *>(item->data(0, PointerRole).value<const void *>());
    if (!value || item->data(0, FilledRole).toBool() || !m_document) {
        return;
    }
    item->setData(0, FilledRole, true);
    std::size_t at = 0;
    QList<QTreeWidgetItem *> lines;
    const auto add = [&](const QString &key, const Json &member) {
        auto *line = new QTreeWidgetItem({key, valueText(member).left(shownLength)});
        line->setToolTip(1, line->text(1));
        line->setFont(1, Theme::textFont());
        line->setSizeHint(0, QSize(scaled(this, 80), scaled(this, 24)));
        line->setData(0, PointerRole, QVariant::fromValue(static_cast<const void *>(&member)));
        if (member.is_structured() && !member.empty()) {
            line->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
        }
        lines << line;
    };
    if (value->is_object()) {
        for (const auto &[key, member] : value->items()) {
            if (++at > shownMembers) {
                break;
            }
            add(QString::fromStdString(key), member);
        }
    } else if (value->is_array()) {
        for (const auto &member : *value) {
            if (++at > shownMembers) {
                break;
            }
            add(QString::number(at - 1), member);
        }
    }
    if (value->size() > shownMembers) {
        lines << new QTreeWidgetItem({u"…"_s, tr("%n more", nullptr, int(value->size() - shownMembers))});
    }
    item->addChildren(lines);
}

QString JsonTree::currentKey() const
{
    const QTreeWidgetItem *item = currentItem();
    while (item && item->parent()) {
        item = item->parent();
    }
    return item ? item->text(0) : QString();
}

void JsonTree::copyValue()
{
    const QTreeWidgetItem *item = currentItem();
    const auto *value = item ? static_cast<const Json *>(item->data(0, PointerRole).value<const void *>()) : nullptr;
    if (value) {
        QGuiApplication::clipboard()->setText(value->is_string() ? toQString(*value) : QString::fromUtf8(dumpPrettyJson(*value).trimmed()));
    }
}

void JsonTree::applyColors()
{
    for (int i = 0; i < topLevelItemCount(); ++i) {
        QTreeWidgetItem *item = topLevelItem(i);
        const QString label = m_labels.value(item->text(0));
        item->setText(2, label);
        item->setForeground(0, label.isEmpty() ? m_theme->colors().text : m_theme->colors().muted);
        item->setForeground(2, m_theme->colors().muted);
    }
}

} // namespace verderer
