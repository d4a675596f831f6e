// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/storage.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace verderer::test {

/// One call of the storage seam.
struct StorageStep {
    int number = 0; ///< 1-based, counted over all steps of one GatedStorage
    QString name;   ///< "read", "stamp", "stage", "exchange", "replace", "move", "append", "truncate", "remove", "makeFolder", "setAttributes",
                    ///< "syncFolder", "write", "syncTree", "removeTree", "sync"; "stage", "append" and "makeFolder" are also
                    ///< those that are synced later
    QString path;   ///< the target where there are two, the first of those of sync
    const QByteArray *bytes = nullptr; ///< of stage, append and write
};

/// Storage that asks a test before and after each step: the test may let it pass, fail it, hold the thread, or end the process. Thread-safe as far as
/// the hooks are.
class GatedStorage final : public Storage {
public:
    using Before = std::function<std::optional<Error>(const StorageStep &)>; ///< an error fails the step without doing it
    using After = std::function<void(const StorageStep &)>;                  ///< only after a step that succeeded

    explicit GatedStorage(std::shared_ptr<Storage> inner);

    // Set before the first step.
    Before before;
    After after;
    bool withoutExchange = false; ///< plays a file system that cannot exchange

    [[nodiscard]] int steps() const { return m_steps; }

    Result<QByteArray> read(const QString &path, std::int64_t limit = -1) override;
    Result<FileStamp> stamp(const QString &path) override;
    Result<QString> stage(const QString &target, const QByteArray &bytes, const FileAttributes &attributes) override;
    Result<bool> exchange(const QString &staged, const QString &target) override;
    Result<void> replace(const QString &staged, const QString &target) override;
    Result<void> move(const QString &from, const QString &to) override;
    Result<void> append(const QString &path, const QByteArray &bytes, const FileAttributes &attributes) override;
    Result<void> truncate(const QString &path, std::int64_t size) override;
    Result<void> remove(const QString &path) override;
    Result<void> makeFolder(const QString &path, const FileAttributes &attributes) override;
    Result<void> setAttributes(const QString &path, const FileAttributes &attributes) override;
    Result<void> syncFolder(const QString &path) override;
    Result<QString> stageUnsynced(const QString &target, const QByteArray &bytes, const FileAttributes &attributes) override;
    Result<void> appendUnsynced(const QString &path, const QByteArray &bytes, const FileAttributes &attributes) override;
    Result<void> writeUnsynced(const QString &path, const QByteArray &bytes, const FileAttributes &attributes) override;
    Result<void> makeFolderUnsynced(const QString &path, const FileAttributes &attributes) override;
    Result<void> syncTree(const QString &path) override;
    Result<void> removeTree(const QString &path) override;
    Result<void> sync(const QStringList &paths) override;

private:
    template<typename Call> auto pass(const char *name, const QString &path, const QByteArray *bytes, Call call) -> decltype(call());

    std::shared_ptr<Storage> m_inner;
    std::atomic_int m_steps = 0;
};

} // namespace verderer::test
