// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/posix_file.h"
#include "base/storage.h"
#include "skills/lock_seams.h"
#include "skills/skill_editor.h"

#include <QLockFile>

#include <condition_variable>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

/// The owner note `.custom.mutation.owner`: who holds the mutation lock, in QLockFile's own format, so that people and other programs can read it,
/// and an order among hosts whose kernel locks do not meet (design 3).
namespace verderer {

/// What a note says: five lines, process id, program, host, machine id, boot id. Notes of before Qt 5.10, or made by hand, lack the last two.
struct OwnerNoteText {
    bool exists = false;
    bool isFile = false;   ///< not a folder, link or pipe
    bool readable = false; ///< begins with a process id
    LockHolder holder;
    QByteArray machineId;
    QByteArray bootId;
    std::int64_t modifiedNs = 0;
    std::uint64_t inode = 0;
    bool nativelyLocked = false; ///< a live QLockFile of this kernel holds its descriptor

    [[nodiscard]] bool isOfThisHost() const;
    [[nodiscard]] bool isOfThisHostAndBoot() const;
};

/// Reads the note, and asks the kernel whether its maker lives. A missing note is no failure, an unreadable one neither.
OwnerNoteText readOwnerNote(const QString &path, KernelLock &kernel);

class OwnerNote;

/// Keeps the notes of all locks that a process holds fresh, and those of a burst of edits ready for the next edit, on one thread that exists only
/// once there is something to keep. Thread-safe.
class NoteKeeper {
public:
    explicit NoteKeeper(std::chrono::milliseconds period);
    NoteKeeper(const NoteKeeper &) = delete;
    NoteKeeper &operator=(const NoteKeeper &) = delete;
    ~NoteKeeper();

    void add(int fd);
    void remove(int fd); ///< when this returns the descriptor is not touched any more

    /// Takes a note back from a lock that is being given back, which happens here, before this returns. After a few locks on one place in quick
    /// succession the note is kept under its own name for the next of them, which spares each a file and its sync; unused for a second it is removed.
    void giveBack(std::unique_ptr<OwnerNote> note);
    /// The note that is kept for that place and still stands on the disk, or null.
    std::unique_ptr<OwnerNote> takeSpare(const QString &path);
    /// Removes what is kept, and keeps nothing more.
    void close();
    /// Whether to look for what the dead left beside that place: at the first lock, and then only every few seconds.
    bool sweepIsDue(const QString &path);

private:
    using Time = std::chrono::steady_clock::time_point;
    struct Place {
        int locks = 0; ///< in quick succession
        Time lastGivenBack;
        std::optional<Time> lastSwept;
        std::unique_ptr<OwnerNote> spare;
    };

    void run();
    void wakeThread();
    [[nodiscard]] std::optional<Time> nextExpiry() const;
    std::vector<std::unique_ptr<OwnerNote>> takeExpired(Time now);

    std::chrono::milliseconds m_period;
    std::mutex m_mutex; // guards all below
    std::condition_variable m_changed;
    std::list<int> m_fds;
    std::map<QString, Place> m_places;
    bool m_closed = false;
    bool m_stop = false;
    bool m_idle = false; ///< the thread waits for something to touch
    std::thread m_thread;
};

/// A note of ours. Made under a name of its own before the kernel lock is waited for (that costs an fsync, which nobody has to wait for then), moved
/// to its place once the lock is held, and moved away again before the lock is given back: so the place never holds half a note, and a note that is
/// not ours is never removed. Not thread-safe.
class OwnerNote {
public:
    /// ReadOnly where no file may be made beside the sidecar, NotFound where that folder is missing.
    static Result<std::unique_ptr<OwnerNote>> prepare(const QString &path, const FileAttributes &attributes);
    OwnerNote(const OwnerNote &) = delete;
    OwnerNote &operator=(const OwnerNote &) = delete;
    ~OwnerNote();

    /// False where another note stands there. `keeper` must outlive the note.
    Result<bool> place(Storage &storage, NoteKeeper &keeper);
    /// Moves the note away from its place, back under its own name. False where it is not ours any more: then it can only be thrown away.
    bool takeAway();
    /// Whether the note under its own name is still the one that was made.
    [[nodiscard]] bool isWhole() const;
    [[nodiscard]] QString path() const { return m_path; }

private:
    OwnerNote(QString path, QString ownPath);

    QString m_path;
    QString m_ownPath;
    QLockFile m_file;
    posix::UniqueFd m_fd; // to touch the note, and to know it again
    NoteKeeper *m_keeper = nullptr;
};

/// Removes a note that was read as `seen`, and only that one. False where another one stands there by now.
Result<bool> removeOwnerNote(const QString &path, const OwnerNoteText &seen, Storage &storage);

/// Removes what processes of this host left that died while they waited: notes under names of their own that no live process holds.
void sweepOwnerNotes(const QString &path, KernelLock &kernel);

} // namespace verderer
