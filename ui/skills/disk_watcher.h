// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <QThread>
#include <QTimer>

#include <memory>

namespace verderer {

/// Tells that something changed below a set of paths. QFileSystemWatcher below, on a thread of its own, because adding paths to it touches the disk.
/// Changes that come close together are told once. Window's thread only.
class DiskWatcher : public QObject {
    Q_OBJECT
public:
    /// `settleMs`: how long it must be quiet before changed() is told.
    explicit DiskWatcher(int settleMs = 200, QObject *parent = nullptr);
    ~DiskWatcher() override;

    /// Watches exactly these files and folders from now on; missing ones are left out.
    void watch(const QStringList &paths);

Q_SIGNALS:
    /// Something changed; which one is for the receiver to find out, since events can be lost.
    void changed();
    /// The paths given last are watched now.
    void ready();

private:
    class Worker;
    struct ThreadEnd {
        void operator()(QThread *thread) const;
    };
    std::unique_ptr<QThread, ThreadEnd> m_thread;
    Worker *m_worker;
    QTimer m_settle;
    QStringList m_paths;
};

} // namespace verderer
