// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/skill_file.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace verderer {

namespace {

class Descriptor {
public:
    explicit Descriptor(int fd) : m_fd(fd) {}
    ~Descriptor()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    Q_DISABLE_COPY_MOVE(Descriptor)
    [[nodiscard]] int get() const { return m_fd; }

private:
    int m_fd;
};

SkillFile::State stateOfFailure(int folder, const char *path, int error)
{
    struct stat link {};
    const bool isLink = ::fstatat(folder, path, &link, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(link.st_mode);
    if (isLink && (error == ENOENT || error == ELOOP || error == ENOTDIR))
        return SkillFile::State::LinkBroken;
    if (error == ENOENT || error == ENOTDIR)
        return SkillFile::State::Missing;
    // A socket, or a device without a driver, cannot be opened at all.
    if (error == ENXIO || error == ENODEV)
        return SkillFile::State::Special;
    return SkillFile::State::Failed;
}

} // namespace

SkillFile readSkillFile(int folder, const char *path, qint64 limit)
{
    SkillFile file;
    // O_NONBLOCK: opening a FIFO must not wait for a writer. It has no effect on regular files.
    const Descriptor descriptor(::openat(folder, path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (descriptor.get() < 0) {
        file.error = errno;
        file.state = stateOfFailure(folder, path, file.error);
        return file;
    }
    struct stat status {};
    if (::fstat(descriptor.get(), &status) != 0) {
        file.error = errno;
        file.state = SkillFile::State::Failed;
        return file;
    }
    if (S_ISDIR(status.st_mode)) {
        file.state = SkillFile::State::Folder;
        return file;
    }
    if (!S_ISREG(status.st_mode)) {
        file.state = SkillFile::State::Special;
        return file;
    }
    file.size = status.st_size;
    file.modifiedNs = static_cast<qint64>(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec;

    // One byte more than the size says: where nothing more comes, the file is whole without another look.
    const qint64 wanted = std::min<qint64>(file.size + 1, limit);
    file.bytes.resize(wanted);
    qint64 got = 0;
    while (got < limit) {
        if (got == file.bytes.size())
            file.bytes.resize(std::min<qint64>(limit, file.bytes.size() * 2 + 4096));
        const ssize_t count = ::read(descriptor.get(), file.bytes.data() + got, static_cast<std::size_t>(file.bytes.size() - got));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            file.error = errno;
            file.state = SkillFile::State::Failed;
            file.bytes.clear();
            return file;
        }
        got += count;
        // A regular file gives less than asked for only at its end.
        if (count == 0 || got < file.bytes.size())
            break;
    }
    file.bytes.truncate(got);
    file.complete = got < limit || file.size <= got;
    file.size = std::max(file.size, got);
    file.state = SkillFile::State::Read;
    return file;
}

} // namespace verderer
