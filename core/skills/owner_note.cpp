// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/owner_note.h"

#include <QDir>
#include <QDirIterator>
#include <QRandomGenerator>
#include <QSysInfo>

#include <fcntl.h>
#include <sys/stat.h>

namespace verderer {

using posix::native;
using posix::parentOf;
using posix::retrying;
using posix::UniqueFd;

namespace {

constexpr qint64 noteLimit = 4096; // a note is some 120 bytes; whatever is larger is none

constexpr std::chrono::seconds keepFor{1};    // how long a note waits for the next edit of a burst
constexpr int burst = 4;                      // locks, none later than that after the one before: single edits leave nothing behind at all
constexpr std::chrono::seconds sweepEvery{5}; // what the dead left beside the place hurts nobody meanwhile

bool isSameFile(const QString &path, int fd)
{
    struct stat there = {};
    struct stat ours = {};
    return ::lstat(native(path).constData(), &there) == 0 && ::fstat(fd, &ours) == 0 && there.st_ino == ours.st_ino && there.st_dev == ours.st_dev;
}

QString ownName(const QString &path)
{
    return QStringLiteral("%1.%2").arg(path).arg(QRandomGenerator::system()->generate64(), 16, 16, QLatin1Char('0'));
}

} // namespace

bool OwnerNoteText::isOfThisHost() const
{
    return readable && holder.host == QSysInfo::machineHostName();
}

bool OwnerNoteText::isOfThisHostAndBoot() const
{
    return isOfThisHost() && !bootId.isEmpty() && bootId == QSysInfo::bootUniqueId();
}

OwnerNoteText readOwnerNote(const QString &path, KernelLock &kernel)
{
    OwnerNoteText note;
    struct stat info = {};
    if (::lstat(native(path).constData(), &info) != 0)
        return note;
    note.exists = true;
    note.inode = info.st_ino;
    note.modifiedNs = static_cast<std::int64_t>(info.st_mtim.tv_sec) * 1'000'000'000 + info.st_mtim.tv_nsec;
    note.isFile = S_ISREG(info.st_mode);
    if (!note.isFile)
        return note;
    const UniqueFd fd(retrying([&] { return ::open(native(path).constData(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC); }));
    if (!fd.isValid())
        return note;
    QByteArray bytes(noteLimit, Qt::Uninitialized);
    const auto size = retrying([&] { return ::read(fd.get(), bytes.data(), static_cast<std::size_t>(noteLimit)); });
    bytes.resize(std::max<qsizetype>(size, 0));

    const QList<QByteArray> lines = bytes.split('\n');
    bool isNumber = false;
    note.holder.pid = lines.value(0).toLongLong(&isNumber);
    note.readable = isNumber && note.holder.pid > 0;
    if (!note.readable) {
        note.holder = {};
        return note;
    }
    note.holder.program = QString::fromUtf8(lines.value(1));
    note.holder.host = QString::fromUtf8(lines.value(2));
    note.machineId = lines.value(3);
    note.bootId = lines.value(4);
    // QLockFile locks first and writes then. Asked any earlier, the question itself could get in the way of the maker's lock.
    if (!note.bootId.isEmpty())
        note.nativelyLocked = kernel.probe(fd.get()) == EWOULDBLOCK;
    return note;
}

NoteKeeper::NoteKeeper(std::chrono::milliseconds period) : m_period(period)
{
}

NoteKeeper::~NoteKeeper()
{
    close();
    {
        const std::lock_guard guard(m_mutex);
        m_stop = true;
    }
    m_changed.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

void NoteKeeper::add(int fd)
{
    const std::lock_guard guard(m_mutex);
    m_fds.push_back(fd);
    wakeThread();
}

void NoteKeeper::wakeThread()
{
    if (!m_thread.joinable())
        m_thread = std::thread([this] { run(); });
    else if (m_idle)
        m_changed.notify_all(); // one edit after the other need not wake it each time
}

void NoteKeeper::remove(int fd)
{
    const std::lock_guard guard(m_mutex);
    m_fds.remove(fd);
}

void NoteKeeper::giveBack(std::unique_ptr<OwnerNote> note)
{
    if (!note->takeAway())
        return; // and so it ends
    std::unique_ptr<OwnerNote> surplus;
    const std::lock_guard guard(m_mutex);
    const Time now = std::chrono::steady_clock::now();
    Place &place = m_places[note->path()];
    place.locks = now - place.lastGivenBack < keepFor ? place.locks + 1 : 1;
    place.lastGivenBack = now;
    if (m_closed || place.locks < burst) {
        surplus = std::move(note);
        return;
    }
    surplus = std::exchange(place.spare, std::move(note));
    if (!m_thread.joinable())
        wakeThread();
}

std::unique_ptr<OwnerNote> NoteKeeper::takeSpare(const QString &path)
{
    std::unique_ptr<OwnerNote> note;
    {
        const std::lock_guard guard(m_mutex);
        if (const auto found = m_places.find(path); found != m_places.end())
            note = std::move(found->second.spare);
    }
    return note && note->isWhole() ? std::move(note) : nullptr;
}

void NoteKeeper::close()
{
    std::map<QString, Place> ended; // what is kept is removed outside the mutex
    const std::lock_guard guard(m_mutex);
    m_closed = true;
    ended.swap(m_places);
}

bool NoteKeeper::sweepIsDue(const QString &path)
{
    const std::lock_guard guard(m_mutex);
    const Time now = std::chrono::steady_clock::now();
    Place &place = m_places[path];
    if (place.lastSwept && now - *place.lastSwept < sweepEvery)
        return false;
    place.lastSwept = now;
    return true;
}

std::optional<NoteKeeper::Time> NoteKeeper::nextExpiry() const
{
    std::optional<Time> next;
    for (const auto &[path, place] : m_places) {
        if (place.spare && (!next || place.lastGivenBack + keepFor < *next))
            next = place.lastGivenBack + keepFor;
    }
    return next;
}

std::vector<std::unique_ptr<OwnerNote>> NoteKeeper::takeExpired(Time now)
{
    std::vector<std::unique_ptr<OwnerNote>> expired;
    for (auto &[path, place] : m_places) {
        if (place.spare && now >= place.lastGivenBack + keepFor)
            expired.push_back(std::move(place.spare));
    }
    return expired;
}

void NoteKeeper::run()
{
    std::unique_lock lock(m_mutex);
    Time nextTouch = std::chrono::steady_clock::now() + m_period;
    while (!m_stop) {
        const auto expiry = nextExpiry();
        if (m_fds.empty() && !expiry) {
            m_idle = true;
            m_changed.wait(lock, [this] { return m_stop || !m_fds.empty() || nextExpiry(); });
            m_idle = false;
            nextTouch = std::chrono::steady_clock::now() + m_period;
            continue;
        }
        // Woken early only to stop: a lock that was given back and taken again meanwhile is touched a little sooner than it had to be.
        m_changed.wait_until(lock, expiry ? std::min(nextTouch, *expiry) : nextTouch, [this] { return m_stop; });
        const Time now = std::chrono::steady_clock::now();
        if (now >= nextTouch) {
            for (const int fd : m_fds)
                static_cast<void>(::futimens(fd, nullptr) == 0); // a failure leaves the note old, which nobody who holds the kernel lock minds
            nextTouch = now + m_period;
        }
        if (auto expired = takeExpired(now); !expired.empty()) {
            lock.unlock();
            expired.clear();
            lock.lock();
        }
    }
}

OwnerNote::OwnerNote(QString path, QString ownPath) : m_path(std::move(path)), m_ownPath(std::move(ownPath)), m_file(m_ownPath)
{
    m_file.setStaleLockTime(0);
}

Result<std::unique_ptr<OwnerNote>> OwnerNote::prepare(const QString &path, const FileAttributes &attributes)
{
    std::unique_ptr<OwnerNote> note(new OwnerNote(path, ownName(path)));
    const QByteArray own = native(note->m_ownPath);
    if (!note->m_file.tryLock(0)) {
        // QLockFile keeps the reason to itself; a folder that can be written but holds no new file is full.
        const QByteArray folder = native(parentOf(path));
        const int reason = ::access(folder.constData(), W_OK | X_OK) == 0 ? ENOSPC : errno;
        return tl::unexpected(systemError(reason, QStringLiteral("write the owner note"), path));
    }
    note->m_fd = UniqueFd(retrying([&] { return ::open(own.constData(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC); }));
    if (!note->m_fd.isValid())
        return tl::unexpected(systemError(errno, QStringLiteral("read the owner note"), note->m_ownPath));
    const int fd = note->m_fd.get();
    static_cast<void>(::fchown(fd, attributes.owner.value_or(static_cast<uid_t>(-1)), attributes.group.value_or(static_cast<gid_t>(-1))) == 0);
    static_cast<void>(::fchmod(fd, static_cast<mode_t>(attributes.mode)) == 0);
    return note;
}

Result<bool> OwnerNote::place(Storage &storage, NoteKeeper &keeper)
{
    static_cast<void>(::futimens(m_fd.get(), nullptr) == 0); // it may have waited long
    const auto moved = storage.move(m_ownPath, m_path);
    if (!moved) {
        if (moved.error().code == ErrorCode::AlreadyExists)
            return false;
        return tl::unexpected(moved.error());
    }
    m_keeper = &keeper;
    m_keeper->add(m_fd.get());
    return true;
}

bool OwnerNote::takeAway()
{
    std::exchange(m_keeper, nullptr)->remove(m_fd.get());
    // Away from its place in one step, if it is still ours.
    if (isSameFile(m_path, m_fd.get()) && ::rename(native(m_path).constData(), native(m_ownPath).constData()) == 0)
        return true;
    return false;
}

bool OwnerNote::isWhole() const
{
    return isSameFile(m_ownPath, m_fd.get());
}

OwnerNote::~OwnerNote()
{
    if (m_keeper)
        static_cast<void>(takeAway());
    if (m_file.isLocked() && !isWhole()) {
        // Somebody broke our note. Give QLockFile something to remove, lest it complain about what is none of its faults.
        const UniqueFd placeholder(retrying([&] { return ::open(native(m_ownPath).constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600); }));
    }
    m_file.unlock(); // which removes it under its own name
}

Result<bool> removeOwnerNote(const QString &path, const OwnerNoteText &seen, Storage &storage)
{
    // Taken aside first and looked at there: what stands in the place may have changed since it was read.
    const QString aside = ownName(path);
    if (auto moved = storage.move(path, aside); !moved) {
        if (moved.error().code == ErrorCode::NotFound)
            return true;
        return tl::unexpected(moved.error());
    }
    const auto there = storage.stamp(aside);
    if (there && there->exists && there->inode != seen.inode) {
        if (auto back = storage.move(aside, path); !back)
            return tl::unexpected(back.error());
        return false;
    }
    if (auto removed = storage.remove(aside); !removed && removed.error().code != ErrorCode::NotFound)
        return tl::unexpected(removed.error());
    return true;
}

void sweepOwnerNotes(const QString &path, KernelLock &kernel)
{
    const QString folder = parentOf(path);
    const QString prefix = path.mid(folder.size() + 1) + QLatin1Char('.');
    QDirIterator entries(folder, {prefix + QLatin1Char('*')}, QDir::Files | QDir::Hidden | QDir::System);
    while (entries.hasNext()) {
        const QString left = entries.next();
        const OwnerNoteText note = readOwnerNote(left, kernel);
        if (note.isOfThisHostAndBoot() && !note.nativelyLocked)
            ::unlink(native(left).constData());
    }
}

} // namespace verderer
