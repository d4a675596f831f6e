// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/storage.h"
#include "scan/moderator.h"
#include "scan/scan_report.h"
#include "skills/catalog.h"
#include "skills/drafts.h"
#include "skills/history.h"

#include <QString>

#include <functional>
#include <memory>
#include <optional>

namespace verderer {

class MutationQueues; // skills/mutation_lock.h

/// Somebody who holds a lock that is waited for.
struct LockHolder {
    QString program; ///< empty where only the kernel knows
    qint64 pid = 0;
    QString host;
    QString describe() const; ///< "verdererctl, process 4711 on host a", or "another program (DeerFlow or a script)"
};

/// How a mutation is carried out. `wait` bounds the waiting for locks; once the intent is written it runs to its end.
struct MutationOptions {
    Wait wait;
    bool breakForeignLock = false;                   ///< remove a foreign owner note on a network file system
    bool acceptUnlocked = false;                     ///< go on where the file system has no kernel locks
    std::function<void(const LockHolder &)> waiting; ///< called once, from the calling thread, when 300 ms have gone by
};

struct EditRequest {
    QString directory; ///< folder below the custom root
    QString filePath = QStringLiteral("SKILL.md");
    QByteArray text;                 ///< the exact bytes to store
    std::optional<QString> baseHash; ///< SHA-256 of what the caller loaded; unset: last writer wins, the chain still whole
    std::optional<QString> note;
};

struct RollbackRequest {
    QString directory;
    QString record;                  ///< index or identity, as HistoryReader::find
    bool toNew = false;              ///< restore the record's new_content instead of its prev_content
    std::optional<QString> baseHash; ///< as above, of the file as previewed
    std::optional<QString> note;
};

/// What a rollback would do; the dry run's answer and the window's preview.
struct RollbackPreview {
    HistoryEntry record;
    QString filePath;                  ///< of the file that would change
    std::optional<QByteArray> present; ///< unset: the file does not exist now
    QString presentHash;               ///< empty where it does not exist
    QByteArray target;
    bool identical = false;              ///< nothing to do
    std::optional<SkillVerdict> verdict; ///< of the target, where it is a SKILL.md
    ScanReport scan;                     ///< of the target; a decision to block means that rollback() will refuse
};

struct MutationOutcome {
    bool changed = false; ///< false: already identical, nothing was written
    QString hash;         ///< SHA-256 of the file as it is now
    QString recordId;     ///< identity of the record that was appended; empty where none was
    QString recordTs;
    QString place;        ///< of a deletion: where the folder lies now, relative to the custom root
    ScanReport scan;      ///< of the text, as it stands in the record; for edit() and rollback()
    QStringList warnings; ///< sentences: ownership changed, a script wrote meanwhile, Gateways not kept out, recovered a predecessor …
};

/// The use cases that change texts of one user's custom skills, in the one order that design 3 describes. Blocking: run it off the window's thread.
/// Several threads may use one object, or several objects over one root; every call takes the whole mutation order. Owns nothing but what it was
/// handed.
class SkillEditor {
public:
    struct Dependencies {
        std::shared_ptr<Storage> storage;
        std::shared_ptr<Clock> clock;
        std::shared_ptr<MutationQueues> queues;
        std::shared_ptr<DraftStore> drafts;
        QString program;                           ///< for the owner note: "verderer", "verdererctl"
        QString hostUser;                          ///< the operating system's user, for records
        std::shared_ptr<Moderator> moderator = {}; ///< asked by edit() and rollback() about texts that the rules let pass; null: nobody is
    };

    SkillEditor(SkillRoots roots, Dependencies dependencies);
    ~SkillEditor();

    /// Validates, takes the order, compares with the base, writes, records. Errors: Invalid (problem's kind, line, column), Conflict (details carry
    /// the present text), Blocked (the scanner's rules and lines, or the moderation model's reason; nothing was written), Locked, Cancelled, NotFound
    /// (the skill does not exist), ReadOnly, Damaged, Unavailable (no kernel locks and not accepted). Unchanged text: changed = false and no record.
    Result<MutationOutcome> edit(const EditRequest &request, const MutationOptions &options);

    /// What rollback() would do, without any lock. NotFound for the record, Invalid where the record has no such text ("no previous content").
    Result<RollbackPreview> previewRollback(const RollbackRequest &request, const CancelToken &cancel = {});

    /// Restores a record's text to the file the record is about; Blocked as edit(). A deleted SKILL.md or support file comes back. Identical: changed
    /// = false.
    Result<MutationOutcome> rollback(const RollbackRequest &request, const MutationOptions &options);

    /// Finishes or undoes what a dead predecessor left, without changing anything else. Gives the sentences of what was done; empty: nothing to do.
    Result<QStringList> recover(const MutationOptions &options);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace verderer
