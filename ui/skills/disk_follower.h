// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/skills/disk_watcher.h"
#include "ui/skills/skill_text.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace verderer {

/// Follows one file on disk: its folder is watched, and every few seconds it is looked at anyway, since events can be lost. Told is what the file
/// holds, by hash; a touch that changes nothing is not told. Reading happens off the window's thread.
class DiskFollower : public QObject {
    Q_OBJECT
public:
    DiskFollower(const WindowServices &services, QObject *parent = nullptr);

    /// Follows this file, which held `known` when it was read last.
    void follow(const QString &path, std::shared_ptr<Storage> storage, const SkillText &known);
    void stop();
    /// What the file holds is known already: our own save.
    void setKnown(const QString &hash);
    /// Looks now.
    void look();

Q_SIGNALS:
    void changed(const verderer::SkillText &text);
    void gone();

private:
    WindowServices m_services;
    QString m_path;
    std::shared_ptr<Storage> m_storage;
    QString m_knownHash;
    FileStamp m_knownStamp;
    DiskWatcher m_watcher;
    QTimer m_poll;
    JobSlot m_job;
    bool m_again = false;
};

} // namespace verderer
