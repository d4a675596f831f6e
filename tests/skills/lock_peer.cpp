// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/local_storage.h"
#include "skills/mutation_lock.h"
#include "skills/projection_lock.h"
#include "skills/skill_editor.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <fcntl.h>
#include <iostream>
#include <optional>
#include <string>
#include <sys/file.h>
#include <unistd.h>

// A second process for the tests of the locks. Reads one command a line and answers each with one line; ends with its standard input, or when killed.
//
//   flock PATH                       as DeerFlow does: opens or makes the file, waits for flock, answers "held"
//   acquire ROOT MILLISECONDS        the mutation lock; "waiting HOLDER" once after 300 ms, then "held" or "error CODE HOLDER"
//   project PATH MILLISECONDS        the projection lock
//   release                          gives back what it holds; "released"
//   count ROOT TIMES FILE            TIMES × (mutation lock, read the number in FILE, write it plus one); "counted"
//   deerflow-count SIDECAR TIMES FILE   the same with nothing but flock

namespace {

using namespace verderer;

void answer(const QString &text)
{
    std::cout << text.toStdString() << std::endl; // flushed: somebody waits for it
}

int lockAsDeerFlow(const QString &path)
{
    const int fd = ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0 || ::flock(fd, LOCK_EX) != 0)
        return -1;
    return fd;
}

void increment(const QString &path)
{
    QFile file(path);
    qint64 number = 0;
    if (file.open(QIODevice::ReadOnly)) {
        number = file.readAll().toLongLong();
        file.close();
    }
    if (file.open(QIODevice::WriteOnly | QIODevice::Truncate))
        file.write(QByteArray::number(number + 1));
}

class Peer {
public:
    void run(const QStringList &words)
    {
        const QString verb = words.value(0);
        if (verb == u"flock") {
            m_fd = lockAsDeerFlow(words.value(1));
            answer(m_fd >= 0 ? QStringLiteral("held") : QStringLiteral("error"));
        } else if (verb == u"acquire") {
            keep(MutationLock::acquire(words.value(1), m_queues, m_storage, QStringLiteral("lock_peer"), options(words.value(2))), m_lock);
        } else if (verb == u"project") {
            keep(ProjectionLock::acquire(words.value(1), m_queues, m_storage, options(words.value(2)).wait), m_projection);
        } else if (verb == u"release") {
            m_lock.reset();
            m_projection.reset();
            if (m_fd >= 0)
                ::close(std::exchange(m_fd, -1));
            answer(QStringLiteral("released"));
        } else if (verb == u"count") {
            for (int i = 0; i < words.value(2).toInt(); ++i) {
                const auto lock = MutationLock::acquire(words.value(1), m_queues, m_storage, QStringLiteral("lock_peer"), {});
                if (lock)
                    increment(words.value(3));
            }
            answer(QStringLiteral("counted"));
        } else if (verb == u"deerflow-count") {
            for (int i = 0; i < words.value(2).toInt(); ++i) {
                const int fd = lockAsDeerFlow(words.value(1));
                increment(words.value(3));
                ::close(fd);
            }
            answer(QStringLiteral("counted"));
        } else {
            answer(QStringLiteral("what?"));
        }
    }

private:
    static MutationOptions options(const QString &milliseconds)
    {
        MutationOptions options;
        options.wait.deadline = QDeadlineTimer(milliseconds.toInt());
        options.waiting = [](const LockHolder &holder) { answer(QStringLiteral("waiting ") + holder.describe()); };
        return options;
    }

    template<typename Lock> static void keep(Result<Lock> lock, std::optional<Lock> &place)
    {
        if (lock) {
            place.emplace(std::move(*lock));
            answer(QStringLiteral("held"));
        } else {
            answer(QStringLiteral("error %1 %2").arg(errorCodeName(lock.error().code), lock.error().details.holder));
        }
    }

    LocalStorage m_storage;
    MutationQueues m_queues;
    std::optional<MutationLock> m_lock;
    std::optional<ProjectionLock> m_projection;
    int m_fd = -1;
};

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    Peer peer;
    answer(QStringLiteral("ready"));
    std::string line;
    while (std::getline(std::cin, line))
        peer.run(QString::fromStdString(line).split(QLatin1Char('\t')));
    return 0;
}
