// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/gated_storage.h"

namespace verderer::test {

GatedStorage::GatedStorage(std::shared_ptr<Storage> inner) : m_inner(std::move(inner))
{
}

template<typename Call> auto GatedStorage::pass(const char *name, const QString &path, const QByteArray *bytes, Call call) -> decltype(call())
{
    const StorageStep step{++m_steps, QString::fromLatin1(name), path, bytes};
    if (before) {
        if (auto error = before(step))
            return tl::unexpected(std::move(*error));
    }
    auto result = call();
    if (result && after)
        after(step);
    return result;
}

Result<QByteArray> GatedStorage::read(const QString &path, std::int64_t limit)
{
    return pass("read", path, nullptr, [&] { return m_inner->read(path, limit); });
}

Result<FileStamp> GatedStorage::stamp(const QString &path)
{
    return pass("stamp", path, nullptr, [&] { return m_inner->stamp(path); });
}

Result<QString> GatedStorage::stage(const QString &target, const QByteArray &bytes, const FileAttributes &attributes)
{
    return pass("stage", target, &bytes, [&] { return m_inner->stage(target, bytes, attributes); });
}

Result<bool> GatedStorage::exchange(const QString &staged, const QString &target)
{
    return pass("exchange", target, nullptr, [&]() -> Result<bool> {
        if (withoutExchange)
            return fail(ErrorCode::Unavailable, QStringLiteral("This file system cannot exchange."));
        return m_inner->exchange(staged, target);
    });
}

Result<void> GatedStorage::replace(const QString &staged, const QString &target)
{
    return pass("replace", target, nullptr, [&] { return m_inner->replace(staged, target); });
}

Result<void> GatedStorage::move(const QString &from, const QString &to)
{
    return pass("move", to, nullptr, [&] { return m_inner->move(from, to); });
}

Result<void> GatedStorage::append(const QString &path, const QByteArray &bytes, const FileAttributes &attributes)
{
    return pass("append", path, &bytes, [&] { return m_inner->append(path, bytes, attributes); });
}

Result<void> GatedStorage::truncate(const QString &path, std::int64_t size)
{
    return pass("truncate", path, nullptr, [&] { return m_inner->truncate(path, size); });
}

Result<void> GatedStorage::remove(const QString &path)
{
    return pass("remove", path, nullptr, [&] { return m_inner->remove(path); });
}

Result<void> GatedStorage::makeFolder(const QString &path, const FileAttributes &attributes)
{
    return pass("makeFolder", path, nullptr, [&] { return m_inner->makeFolder(path, attributes); });
}

Result<void> GatedStorage::setAttributes(const QString &path, const FileAttributes &attributes)
{
    return pass("setAttributes", path, nullptr, [&] { return m_inner->setAttributes(path, attributes); });
}

Result<void> GatedStorage::syncFolder(const QString &path)
{
    return pass("syncFolder", path, nullptr, [&] { return m_inner->syncFolder(path); });
}

Result<QString> GatedStorage::stageUnsynced(const QString &target, const QByteArray &bytes, const FileAttributes &attributes)
{
    return pass("stage", target, &bytes, [&] { return m_inner->stageUnsynced(target, bytes, attributes); });
}

Result<void> GatedStorage::appendUnsynced(const QString &path, const QByteArray &bytes, const FileAttributes &attributes)
{
    return pass("append", path, &bytes, [&] { return m_inner->appendUnsynced(path, bytes, attributes); });
}

Result<void> GatedStorage::writeUnsynced(const QString &path, const QByteArray &bytes, const FileAttributes &attributes)
{
    return pass("write", path, &bytes, [&] { return m_inner->writeUnsynced(path, bytes, attributes); });
}

Result<void> GatedStorage::makeFolderUnsynced(const QString &path, const FileAttributes &attributes)
{
    return pass("makeFolder", path, nullptr, [&] { return m_inner->makeFolderUnsynced(path, attributes); });
}

Result<void> GatedStorage::syncTree(const QString &path)
{
    return pass("syncTree", path, nullptr, [&] { return m_inner->syncTree(path); });
}

Result<void> GatedStorage::removeTree(const QString &path)
{
    return pass("removeTree", path, nullptr, [&] { return m_inner->removeTree(path); });
}

Result<void> GatedStorage::sync(const QStringList &paths)
{
    return pass("sync", paths.value(0), nullptr, [&] { return m_inner->sync(paths); });
}

} // namespace verderer::test
