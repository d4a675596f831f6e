// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/disk_watcher.h"

#include <QFileInfo>
#include <QFileSystemWatcher>

namespace verderer {

/// Lives on the watcher's thread.
class DiskWatcher::Worker : public QObject {
public:
    explicit Worker(DiskWatcher *owner) : m_owner(owner) {}

    void watch(const QStringList &paths)
    {
        // Made here, so that it belongs to this thread.
        if (!m_watcher) {
            m_watcher = std::make_unique<QFileSystemWatcher>();
            connect(m_watcher.get(), &QFileSystemWatcher::directoryChanged, this, &Worker::tell);
            connect(m_watcher.get(), &QFileSystemWatcher::fileChanged, this, [this](const QString &path) {
                // A file that was replaced by a rename is no longer watched.
                if (!m_watcher->files().contains(path) && QFileInfo::exists(path))
                    m_watcher->addPath(path);
                tell();
            });
        }
        const QStringList old = m_watcher->files() + m_watcher->directories();
        const QSet<QString> wanted(paths.cbegin(), paths.cend());
        const QSet<QString> have(old.cbegin(), old.cend());
        const QStringList gone = (have - wanted).values();
        QStringList added;
        for (const QString &path : wanted - have) {
            if (QFileInfo::exists(path))
                added << path;
        }
        if (!gone.isEmpty())
            m_watcher->removePaths(gone);
        if (!added.isEmpty())
            m_watcher->addPaths(added);
        QMetaObject::invokeMethod(m_owner, &DiskWatcher::ready, Qt::QueuedConnection);
    }

private:
    void tell()
    {
        QMetaObject::invokeMethod(
            m_owner, [owner = m_owner] { owner->m_settle.start(); }, Qt::QueuedConnection);
    }

    DiskWatcher *m_owner;
    std::unique_ptr<QFileSystemWatcher> m_watcher;
};

void DiskWatcher::ThreadEnd::operator()(QThread *thread) const
{
    thread->quit();
    thread->wait();
    delete thread;
}

DiskWatcher::DiskWatcher(int settleMs, QObject *parent) : QObject(parent), m_thread(new QThread), m_worker(new Worker(this))
{
    m_thread->setObjectName(QStringLiteral("disk watcher"));
    m_worker->moveToThread(m_thread.get());
    connect(m_thread.get(), &QThread::finished, m_worker, &QObject::deleteLater);
    m_settle.setSingleShot(true);
    m_settle.setInterval(settleMs);
    connect(&m_settle, &QTimer::timeout, this, &DiskWatcher::changed);
    m_thread->start(QThread::LowPriority);
}

DiskWatcher::~DiskWatcher() = default;

void DiskWatcher::watch(const QStringList &paths)
{
    if (paths == m_paths)
        return;
    m_paths = paths;
    QMetaObject::invokeMethod(
        m_worker, [worker = m_worker, paths] { worker->watch(paths); }, Qt::QueuedConnection);
}

} // namespace verderer
