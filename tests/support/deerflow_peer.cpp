// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/deerflow_peer.h"

#include "base/clock.h"
#include "base/json.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace verderer::test {

namespace {

void require(bool good, const char *what)
{
    if (!good)
        qFatal("DeerFlow-like peer: %s: %s", what, std::strerror(errno));
}

int openLock(const QString &path)
{
    const int fd = ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    require(fd >= 0, "open lock file");
    return fd;
}

void lockFile(int fd, const std::function<void()> &waiting)
{
    if (waiting && ::flock(fd, LOCK_EX | LOCK_NB) != 0) {
        require(errno == EWOULDBLOCK, "flock");
        waiting();
    }
    while (::flock(fd, LOCK_EX) != 0)
        require(errno == EINTR, "flock");
}

void writeAll(int fd, const QByteArray &bytes)
{
    qsizetype done = 0;
    while (done < bytes.size()) {
        const auto written = ::write(fd, bytes.constData() + done, static_cast<std::size_t>(bytes.size() - done));
        require(written > 0, "write");
        done += written;
    }
}

QByteArray withLf(QByteArray bytes)
{
    return bytes.replace("\r\n", "\n").replace('\r', '\n');
}

} // namespace

void DeerFlowPeer::edit(const QString &skill, const QByteArray &text) const
{
    int sidecar = -1;
    if (takesSidecar) {
        sidecar = openLock(QString(QFileInfo(customRoot).path() + QStringLiteral("/.custom.mutation.lock")));
        lockFile(sidecar, waiting);
    }

    const QString folder = QString(customRoot + u'/' + skill);
    const QString path = QString(folder + QStringLiteral("/SKILL.md"));
    QFile file(path);
    Json prev(nullptr);
    if (file.open(QIODevice::ReadOnly))
        prev = withLf(file.readAll()).toStdString();
    if (beforeWrite)
        beforeWrite();

    QByteArray temporary = QFile::encodeName(QString(folder + QStringLiteral("/tmpXXXXXX")));
    const int staged = ::mkstemp(temporary.data());
    require(staged >= 0, "make a temporary file");
    writeAll(staged, text);
    ::close(staged);
    const int projection = openLock(projectionLock);
    lockFile(projection, {});
    require(::rename(temporary.constData(), QFile::encodeName(path).constData()) == 0, "rename");
    require(::chmod(QFile::encodeName(path).constData(), 0644) == 0, "chmod");
    ::close(projection);
    if (beforeAppend)
        beforeAppend();

    if (records) {
        Json record = Json::object();
        record["ts"] = toJson(isoTimestamp(SystemClock().now()));
        record["action"] = "human_edit";
        record["author"] = "human";
        record["thread_id"] = nullptr;
        record["file_path"] = "SKILL.md";
        record["prev_content"] = prev;
        record["new_content"] = text.toStdString();
        record["scanner"] = {{"decision", "allow"}, {"reason", "No findings."}, {"static_findings", Json::array()}};
        QDir().mkpath(QString(customRoot + QStringLiteral("/.history")));
        const QByteArray history = QFile::encodeName(QString(customRoot + QStringLiteral("/.history/") + skill + QStringLiteral(".jsonl")));
        const int fd = ::open(history.constData(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
        require(fd >= 0, "open the history");
        writeAll(fd, dumpPythonJson(record));
        writeAll(fd, "\n");
        ::close(fd);
    }
    if (sidecar >= 0)
        ::close(sidecar);
}

} // namespace verderer::test
