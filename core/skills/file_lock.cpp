// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/file_lock.h"

#include "base/file_attributes.h"
#include "skills/mutation_queues.h"

namespace verderer {

struct FileLock::Private {
    posix::UniqueFd file;
};

Result<FileLock> FileLock::acquire(const QString &path, const QString &what, MutationQueues &queues, Storage &storage, const Wait &wait,
                                   bool acceptUnlocked)
{
    const auto attributes = attributesFor(storage, path);
    if (!attributes)
        return tl::unexpected(attributes.error());
    LockWait waiting(wait, {}, queues.d->seams.clock);
    auto file = lockFile(path, *attributes, queues.d->seams.kernel, queues.d->strays, waiting, what);
    if (!file) {
        if (file.error().code != ErrorCode::Unavailable || !acceptUnlocked)
            return tl::unexpected(file.error());
        file = posix::UniqueFd();
    }
    return FileLock(std::make_unique<Private>(Private{std::move(*file)}));
}

FileLock::FileLock(std::unique_ptr<Private> given) : d(std::move(given))
{
}
FileLock::FileLock(FileLock &&) noexcept = default;
FileLock &FileLock::operator=(FileLock &&) noexcept = default;
FileLock::~FileLock() = default;

bool FileLock::isHeld() const
{
    return d && d->file.isValid();
}

} // namespace verderer
