// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/skill_editor.h"
#include "ui/widgets/place_status.h"
#include "workspace/workspace.h"

#include <QAction>
#include <QVariantMap>
#include <QWidget>

#include <functional>

namespace verderer {

class DatabaseSource;
class JobRunner;
class Theme;

/// What every part of the window is handed: all of them outlive all widgets.
struct WindowServices {
    JobRunner *jobs = nullptr;
    const Theme *theme = nullptr;
    DatabaseSource *database = nullptr; ///< set by the window for its places
};

/// The installation and the user that the places show. A value.
struct OpenWorkspace {
    Workspace workspace;
    WorkspaceUser user;
    SkillEditor::Dependencies editing; ///< shared by everything in this process that changes something
    QString windowId;                  ///< Draft::window of this program instance
};

/// One place of the rail: a view with the controllers that fill it.
class Place : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// Shows another installation or user.
    virtual void open(const OpenWorkspace &workspace) = 0;
    /// F5.
    virtual void refresh() = 0;
    /// The place was chosen: what is expensive starts now, and the focus goes where the keys are wanted.
    virtual void activate() {}
    /// Shows one thing of this place by its id: a thread, a run. What is not there is told by the place itself.
    virtual void showItem(const QString &id) { Q_UNUSED(id) }
    /// Sizes, filters, last selection: kept from one start to the next. Values that QSettings can hold.
    [[nodiscard]] virtual QVariantMap saveState() const { return {}; }
    virtual void restoreState(const QVariantMap &state) { Q_UNUSED(state) }
    /// The window wants to close: texts that are only in memory are kept first, then `done` is called, from the event loop or at once.
    virtual void prepareToClose(const std::function<void()> &done) { done(); }

protected:
    /// A new action of this place, owned by it. Its key holds while the place is on view, wherever in the window the focus is.
    template<typename Slot> QAction *addKeyedAction(const QString &name, const QString &text, const QKeySequence &key, Slot slot)
    {
        auto *action = new QAction(text, this);
        action->setObjectName(name);
        action->setShortcut(key);
        addAction(action);
        connect(action, &QAction::triggered, this, slot);
        return action;
    }

Q_SIGNALS:
    void statusChanged(const verderer::PlaceStatus &status);
    /// The number over the place's icon; 0 hides it.
    void badgeChanged(int number);
    /// Asks for another place of the rail ("threads", "runs") and one thing in it; an empty id: only the place.
    void linkActivated(const QString &place, const QString &id);
};

} // namespace verderer
