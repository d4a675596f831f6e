// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/theme.h"

#include <QByteArray>
#include <QSet>
#include <QTreeWidget>

namespace verderer {

/// A JSON document as a tree of keys and values, in the order they are stored. Read-only; values can be copied. Keys of the top level can carry a
/// label. Objects are filled when they are opened. Window's thread only.
class JsonTree : public QTreeWidget {
    Q_OBJECT
public:
    explicit JsonTree(const Theme *theme, QWidget *parent = nullptr);

    /// Gives a top level key a label in the third column ("set by DeerFlow"); the keys are muted then.
    void setLabels(const QHash<QString, QString> &labels) { m_labels = labels; }

    /// Shows a document; opened branches and the current key stay. False where the text is no JSON: the tree is empty then.
    bool setJson(const QByteArray &json);

    /// The top level key of the current line; empty where none is chosen.
    [[nodiscard]] QString currentKey() const;

private:
    struct Document;
    void fill(QTreeWidgetItem *item);
    void copyValue();
    void applyColors();

    const Theme *m_theme;
    std::shared_ptr<const Document> m_document;
    QHash<QString, QString> m_labels;
};

} // namespace verderer
