// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/disk_follower.h"

#include <QFileInfo>

namespace verderer {

DiskFollower::DiskFollower(const WindowServices &services, QObject *parent) : QObject(parent), m_services(services), m_watcher(60)
{
    m_poll.setInterval(4000);
    connect(&m_poll, &QTimer::timeout, this, &DiskFollower::look);
    connect(&m_watcher, &DiskWatcher::changed, this, &DiskFollower::look);
}

void DiskFollower::follow(const QString &path, std::shared_ptr<Storage> storage, const SkillText &known)
{
    m_job.abandon();
    m_again = false;
    m_path = path;
    m_storage = std::move(storage);
    m_knownHash = known.hash;
    m_knownStamp = known.stamp;
    m_watcher.watch({QFileInfo(path).path(), path});
    m_poll.start();
}

void DiskFollower::stop()
{
    m_job.abandon();
    m_poll.stop();
    m_watcher.watch({});
    m_path.clear();
}

void DiskFollower::setKnown(const QString &hash)
{
    m_knownHash = hash;
    m_knownStamp = {};
    // A look that began before our save would tell what the file held then.
    if (m_job.isRunning()) {
        m_job.abandon();
        look();
    }
}

void DiskFollower::look()
{
    if (m_path.isEmpty())
        return;
    if (m_job.isRunning()) {
        m_again = true;
        return;
    }
    struct Look {
        FileStamp stamp;
        Result<SkillText> text;
        bool same = false;
    };
    m_job = m_services.jobs->run(
        this,
        [path = m_path, storage = m_storage, known = m_knownStamp](const JobContext &) {
            Look look{{}, SkillText{}, false};
            const auto stamp = storage->stamp(path);
            if (stamp && *stamp == known) {
                look.same = true;
                return look;
            }
            look.text = loadSkillText(*storage, path);
            if (look.text)
                look.stamp = look.text->stamp;
            return look;
        },
        [this](const Look &look) {
            const bool again = std::exchange(m_again, false);
            if (!look.same && !look.text && look.text.error().code == ErrorCode::NotFound) {
                if (m_knownStamp.exists || !m_knownHash.isEmpty()) {
                    m_knownStamp = {};
                    m_knownHash.clear();
                    Q_EMIT gone();
                }
            } else if (!look.same && look.text) {
                m_knownStamp = look.stamp;
                if (look.text->hash != m_knownHash) {
                    m_knownHash = look.text->hash;
                    Q_EMIT changed(*look.text);
                }
            }
            if (again)
                this->look();
        });
}

} // namespace verderer
