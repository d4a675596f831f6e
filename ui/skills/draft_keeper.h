// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/skills/skill_services.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include <QDateTime>
#include <QHash>
#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

namespace verderer {

/// Keeps typed text as a draft until it is saved or given up: about a second after typing, off the window's thread. Drafts of several skills may be
/// kept at once; each is addressed by the skill's key.
class DraftKeeper : public QObject {
    Q_OBJECT
public:
    DraftKeeper(const WindowServices &services, QObject *parent = nullptr);

    void setSession(const SkillSession &session);

    /// The text of `key` changed; `make` gives the draft as it is when the second is over.
    void touch(const QString &key, std::function<Draft()> make);
    /// Keeps this text at once.
    void keep(const QString &key, const Draft &draft);
    /// The text was saved or given up: its draft goes away, also one that is being written now.
    void discard(const QString &key);
    /// This draft belongs to the text of `key` from now on.
    void adopt(const QString &key, const QString &id);
    /// Writes what is still to be written, leaves every draft to whoever comes next, then calls `done`.
    void release(std::function<void()> done);

    /// Empty where none is kept.
    [[nodiscard]] QString idOf(const QString &key) const;
    [[nodiscard]] QDateTime keptAt(const QString &key) const;

Q_SIGNALS:
    void kept(const QString &key);
    void failed(const verderer::Error &error);

private:
    struct Item {
        QString id;
        QDateTime keptAt;
        bool saving = false;
        bool discarded = false;
        std::optional<Draft> next; ///< to be saved when the save under way has ended
        Draft last;
    };
    void save(const QString &key);
    void onSaved(const QString &key, const Result<QString> &id);
    void remove(const QString &id);
    void finishRelease();

    WindowServices m_services;
    SkillSession m_session;
    QTimer m_timer;
    QString m_touchedKey;
    std::function<Draft()> m_make;
    QHash<QString, Item> m_items;
    std::function<void()> m_released;
};

} // namespace verderer
