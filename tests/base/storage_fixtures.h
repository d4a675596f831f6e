// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QFile>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/// What the tests of storage share.
namespace verderer::test {

constexpr unsigned nobody = 65534;

inline QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
}

inline bool put(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(bytes) == bytes.size();
}

inline struct stat statOf(const QString &path)
{
    struct stat info = {};
    ::stat(QFile::encodeName(path).constData(), &info);
    return info;
}

/// Runs `work` in a child that has no more rights than nobody, and gives what it returns. Permissions mean nothing to root.
template<typename Work> int asNobody(Work work)
{
    const pid_t child = ::fork();
    if (child == 0) {
        if (::geteuid() == 0 && (::setgid(nobody) != 0 || ::setuid(nobody) != 0))
            ::_exit(111);
        ::_exit(work());
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 112;
}

constexpr int codeOf(ErrorCode code)
{
    return 1 + static_cast<int>(code);
}

template<typename T> int outcome(const Result<T> &result)
{
    return result ? 0 : codeOf(result.error().code);
}

} // namespace verderer::test
