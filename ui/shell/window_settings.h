// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QVariantMap>

namespace verderer {

/// What a window keeps from one start to the next. Handed in and asked back; only the program reads and writes it to disk.
struct WindowSettings {
    QByteArray geometry;
    QByteArray listSplitter;    ///< skills place: list and page
    QByteArray previewSplitter; ///< edit tab: text and preview
    QByteArray historySplitter; ///< history tab: table and diff
    QString installation;       ///< the place that was opened last; empty: found by DeerFlow's rules
    QString user;
    QString place; ///< id of the place of the rail
    QString skill; ///< key of the skill that was shown
    QString tab;   ///< "edit", "history"
    QString filter;
    bool preview = true;
    bool unifiedDiff = false;
    QHash<QString, QVariantMap> places; ///< Place::saveState() by id of the place
};

} // namespace verderer
