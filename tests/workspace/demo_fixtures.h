// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "base/local_storage.h"

#include <QDateTime>
#include <QDir>
#include <QFile>

#include <cerrno>

namespace verderer::test {

/// It is always this moment.
class FixedClock final : public Clock {
public:
    explicit FixedClock(const QDateTime &time) : m_now(time.toMSecsSinceEpoch() * 1000) {}
    [[nodiscard]] Microseconds now() const override { return m_now; }

private:
    Microseconds m_now;
};

/// Writes without fsync, since the demo is written some hundred times here; on wish it fails one of its steps as a full disk would.
class QuickStorage final : public Storage {
public:
    explicit QuickStorage(int failing = -1) : m_failing(failing) {}
    [[nodiscard]] bool reached() const { return m_failing < 0; }

    Result<QByteArray> read(const QString &path, std::int64_t limit) override { return m_real.read(path, limit); }
    Result<FileStamp> stamp(const QString &path) override { return m_real.stamp(path); }
    Result<QString> stage(const QString &target, const QByteArray &bytes, const FileAttributes &attributes) override
    {
        return m_real.stage(target, bytes, attributes);
    }
    Result<bool> exchange(const QString &staged, const QString &target) override { return m_real.exchange(staged, target); }
    Result<void> replace(const QString &staged, const QString &target) override { return m_real.replace(staged, target); }
    Result<void> move(const QString &from, const QString &to) override { return m_real.move(from, to); }
    Result<void> append(const QString &path, const QByteArray &bytes, const FileAttributes &attributes) override
    {
        const bool failing = fails();
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly | QIODevice::Append) || file.write(failing ? bytes.left(bytes.size() / 2) : bytes) < 0) {
            return tl::unexpected<Error>(systemError(EIO, QStringLiteral("write"), path));
        }
        return failing || attributes.mode != 0644 ? full(path) : Result<void>();
    }
    Result<void> truncate(const QString &path, std::int64_t size) override { return m_real.truncate(path, size); }
    Result<void> remove(const QString &path) override { return fails() ? full(path) : m_real.remove(path); }
    Result<void> makeFolder(const QString &path, const FileAttributes &attributes) override
    {
        if (fails()) {
            return full(path);
        }
        return QDir().mkpath(path) ? Result<void>() : m_real.makeFolder(path, attributes);
    }
    Result<void> setAttributes(const QString &path, const FileAttributes &attributes) override
    {
        return fails() ? full(path) : m_real.setAttributes(path, attributes);
    }
    Result<void> syncFolder(const QString &path) override { return m_real.syncFolder(path); }

private:
    bool fails() { return m_failing-- == 0; }
    static Result<void> full(const QString &path) { return tl::unexpected<Error>(systemError(ENOSPC, QStringLiteral("write"), path)); }

    LocalStorage m_real;
    int m_failing;
};

} // namespace verderer::test
