// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/skill_redaction.h"

#include "base/file_attributes.h"
#include "base/hash.h"
#include "skills/document.h"
#include "skills/drafts.h"
#include "skills/file_replacement.h"
#include "skills/mutation_context.h"
#include "skills/mutation_order.h"
#include "skills/skill_places.h"
#include "skills/text_redactor.h"

#include <QFileInfo>

#include <algorithm>

namespace verderer {

namespace {

constexpr qint64 largestRedactedFile = 2LL * 1024 * 1024 * 1024 - 1;

Result<void> checkRedactedText(const QString &text)
{
    ErrorDetails details;
    details.kind = text.isEmpty() ? QStringLiteral("empty-text") : QStringLiteral("short-text");
    if (text.isEmpty())
        return fail(ErrorCode::Invalid, QStringLiteral("Say which text to take out."), details);
    if (text.trimmed().size() < shortestRedactedText || QString::fromUtf8(redactionMarker()).contains(text)) {
        return fail(ErrorCode::Invalid,
                    QStringLiteral("The text is too short to be taken out everywhere: it needs %1 characters at least.").arg(shortestRedactedText),
                    details);
    }
    return {};
}

/// The act under the lock.
class Redaction {
public:
    Redaction(MutationContext &context, const RedactionRequest &request, const MutationOptions &options, const TextProgressHandler &progress)
        : m_context(context), m_request(request), m_options(options), m_progress(progress), m_redactor(request.text)
    {
    }

    Result<RedactionOutcome> run()
    {
        auto places = listSkillPlaces(m_context.customRoot, m_request.directories, m_outcome.warnings, m_options.wait.cancel);
        if (!places)
            return tl::unexpected(places.error());
        for (const SkillPlace &place : std::as_const(*places))
            m_state.total += place.size;
        if (auto done = forEachSkill(*places, [this](const QList<SkillPlace> &ofSkill) { return redactSkill(ofSkill); }); !done)
            return tl::unexpected(done.error());
        redactDrafts();
        if (!m_outcome.places.isEmpty())
            publishReset(m_context);
        m_outcome.warnings = m_context.warnings + m_outcome.warnings;
        return std::move(m_outcome);
    }

private:
    Storage &storage() { return m_context.storage(); }

    Result<void> redactSkill(const QList<SkillPlace> &places)
    {
        const QString &directory = places.first().directory;
        const qsizetype before = m_outcome.places.size();
        const SkillPlace *history = nullptr;
        for (const SkillPlace &place : places) {
            if (m_options.wait.cancel.isCancelled())
                return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled; what was redacted so far stays so. Do it again to finish."));
            if (place.kind == SkillPlace::Kind::History) {
                history = &place;
                continue;
            }
            tell(place);
            soften(redactFile(place));
        }
        if (directory.isEmpty()) // nobody's history can tell of it
            return {};
        if (history)
            tell(*history);
        soften(redactHistory(directory, history, m_outcome.places.size() > before));
        return {};
    }

    /// One file that cannot be changed must not keep the secret in all others.
    void soften(const Result<void> &done)
    {
        if (!done)
            m_outcome.warnings += done.error().message;
    }

    void tell(const SkillPlace &place)
    {
        if (!m_progress)
            return;
        m_state.path = relative(place);
        m_progress(m_state);
        m_state.done += place.size;
    }

    static QString relative(const SkillPlace &place)
    {
        return place.kind == SkillPlace::Kind::SkillFile ? QString(place.directory + u'/' + place.filePath) : place.filePath;
    }

    Result<void> redactFile(const SkillPlace &place)
    {
        const auto bytes = storage().read(place.path, largestRedactedFile);
        if (!bytes)
            return bytes.error().code == ErrorCode::NotFound ? Result<void>() : Result<void>(tl::unexpected(bytes.error()));
        QByteArray after = m_redactor.file(*bytes);
        // What programs leave behind may be a half written history, or an intent that quotes one.
        if (place.kind != SkillPlace::Kind::SkillFile)
            after = lines(after);
        const qint64 count = m_redactor.takeCount();
        if (after == *bytes)
            return {};
        const bool isSkillText = place.kind == SkillPlace::Kind::SkillFile && place.filePath == u"SKILL.md";
        std::optional<ProjectionLock> projection;
        if (place.kind == SkillPlace::Kind::SkillFile) {
            auto lock = lockProjection(m_context, m_options, m_options.wait);
            if (!lock)
                return tl::unexpected(lock.error());
            projection.emplace(std::move(*lock));
        }
        if (auto put = replace(place.path, *bytes, after); !put)
            return put;
        m_outcome.places += RedactedPlace{place.directory, relative(place), count};
        if (isSkillText && judgeSkill(*bytes, place.directory).valid && !judgeSkill(after, place.directory).valid) {
            m_outcome.warnings += QStringLiteral("Without the text DeerFlow no longer accepts %1: %2")
                                      .arg(place.path, judgeSkill(after, place.directory).problem.message);
        }
        return {};
    }

    QByteArray lines(const QByteArray &bytes)
    {
        QByteArray out;
        for (qsizetype at = 0; at < bytes.size();) {
            const qsizetype newline = bytes.indexOf('\n', at);
            const qsizetype end = newline < 0 ? bytes.size() : newline;
            out += m_redactor.line(bytes.mid(at, end - at));
            if (newline >= 0)
                out += '\n';
            at = end + 1;
        }
        return out;
    }

    /// The history last: its new record is there if and only if all of it is done.
    Result<void> redactHistory(const QString &directory, const SkillPlace *history, bool wasChanged)
    {
        QByteArray bytes;
        if (history) {
            auto read = storage().read(history->path, largestRedactedFile);
            if (!read)
                return tl::unexpected(read.error());
            bytes = std::move(*read);
        }
        QByteArray after = lines(bytes);
        const qint64 count = m_redactor.takeCount();
        if (after == bytes && !wasChanged)
            return {};
        if (!isSkillName(directory)) { // DeerFlow keeps no history of such a folder
            m_outcome.warnings += QStringLiteral("No record can tell of the change in %1.").arg(directory);
            return {};
        }
        const auto target = resolveTarget(storage(), m_context.customRoot, directory, QStringLiteral("SKILL.md"), TargetRule::Restore);
        if (!target)
            return tl::unexpected(target.error());
        const auto line = recordLine(*target, count);
        if (!line)
            return tl::unexpected(line.error());
        if (!after.isEmpty() && !after.endsWith('\n'))
            after += '\n';
        after += *line + '\n';
        if (history) {
            if (auto put = replace(history->path, bytes, after); !put)
                return put;
        } else if (auto appended = appendRecord(m_context, *target, *line); !appended) {
            return appended;
        }
        if (count > 0)
            m_outcome.places += RedactedPlace{directory, history->filePath, count};
        m_outcome.recordIds += sha256Hex(*line);
        return {};
    }

    Result<QByteArray> recordLine(const MutationTarget &target, qint64 inHistory)
    {
        qint64 elsewhere = 0;
        for (const RedactedPlace &place : std::as_const(m_outcome.places))
            elsewhere += place.directory == target.directory ? place.count : 0;
        const QString told = QStringLiteral("A text was redacted: %1 times in the files of the skill and in its trash, %2 times in its history.")
                                 .arg(elsewhere)
                                 .arg(inHistory);
        const QString note = m_request.note ? QString(*m_request.note + u' ' + told) : told;
        NewHistoryRecord record = newRecord(m_context, target, QStringLiteral("human_edit"), note);
        const auto present = readIfThere(storage(), target.path, maxSkillTextBytes);
        if (!present)
            return tl::unexpected(present.error());
        if (*present && QByteArrayView(**present).isValidUtf8())
            record.prev = record.next = **present;
        return historyLine(record);
    }

    Result<void> replace(const QString &path, const QByteArray &before, const QByteArray &after)
    {
        const auto attributes = attributesFor(storage(), path);
        if (!attributes)
            return tl::unexpected(attributes.error());
        FileReplacement replacement(storage(), path, before, after);
        if (auto staged = replacement.stage(*attributes); !staged)
            return staged;
        if (auto synced = storage().sync({replacement.stagedPath()}); !synced)
            return leave(replacement, synced.error());
        const auto placed = replacement.put();
        if (!placed)
            return leave(replacement, placed.error());
        if (placed->surprise || placed->recordFirst) {
            if (replacement.isPlaced()) {
                if (auto back = replacement.takeBack(); !back)
                    return back;
            }
            return leave(replacement,
                         Error{ErrorCode::Conflict,
                               QStringLiteral("Another program wrote %1 meanwhile, so that it was left as it is. Do it again.").arg(path),
                               {}});
        }
        // What came out holds the secret: it must go, and its going must last.
        if (auto discarded = replacement.discard(); !discarded)
            return discarded;
        return storage().syncFolder(QFileInfo(path).path());
    }

    static Result<void> leave(FileReplacement &replacement, Error error)
    {
        if (const auto discarded = replacement.discard(); !discarded)
            error.message += u' ' + discarded.error().message;
        return tl::unexpected(std::move(error));
    }

    void redactDrafts()
    {
        if (!m_context.dependencies.drafts)
            return;
        DraftStore &store = *m_context.dependencies.drafts;
        const auto drafts = store.list(&m_outcome.warnings);
        if (!drafts) {
            m_outcome.warnings += drafts.error().message;
            return;
        }
        for (Draft draft : *drafts) {
            const bool isMeant =
                draft.customRoot == m_context.customRoot && (m_request.directories.isEmpty() || m_request.directories.contains(draft.directory));
            if (!isMeant)
                continue;
            draft.text = m_redactor.file(draft.text);
            if (draft.hasBase) {
                draft.base = m_redactor.file(draft.base);
                draft.baseHash = draft.baseHash ? std::optional(sha256Hex(draft.base)) : std::nullopt;
            }
            if (m_redactor.takeCount() == 0)
                continue;
            if (const auto saved = store.save(draft))
                ++m_outcome.drafts;
            else
                m_outcome.warnings += saved.error().message;
        }
    }

    MutationContext &m_context;
    const RedactionRequest &m_request;
    const MutationOptions &m_options;
    const TextProgressHandler &m_progress;
    TextRedactor m_redactor;
    RedactionOutcome m_outcome;
    TextProgress m_state;
};

} // namespace

qint64 RedactionOutcome::count() const
{
    qint64 all = 0;
    for (const RedactedPlace &place : places)
        all += place.count;
    return all;
}

bool RedactionOutcome::isComplete() const
{
    return !remains.isFound() && remains.problems.isEmpty();
}

SkillRedaction::SkillRedaction(SkillRoots roots, SkillEditor::Dependencies dependencies)
    : m_roots(std::move(roots)), m_dependencies(std::move(dependencies))
{
}

Result<TextSearchReport> SkillRedaction::find(const RedactionRequest &request, const TextProgressHandler &progress, const CancelToken &cancel) const
{
    if (const auto checked = checkRedactedText(request.text); !checked)
        return tl::unexpected(checked.error());
    return searchTexts(m_roots, {request.text, false, request.directories}, progress, cancel);
}

Result<RedactionOutcome> SkillRedaction::redact(const RedactionRequest &request, const MutationOptions &options, const TextProgressHandler &progress)
{
    if (const auto checked = checkRedactedText(request.text); !checked)
        return tl::unexpected(checked.error());
    const auto customRoot = resolveCustomRoot(m_roots);
    if (!customRoot)
        return tl::unexpected(customRoot.error());
    return inMutationOrder<RedactionOutcome>(
        m_roots, m_dependencies, *customRoot, options, [&](MutationContext &context, const QStringList &recovered) -> Result<RedactionOutcome> {
            context.addWarnings(recovered);
            auto outcome = Redaction(context, request, options, progress).run();
            if (!outcome)
                return outcome;
            auto remains = searchTexts(m_roots, {request.text, false, request.directories}, {}, options.wait.cancel);
            if (!remains)
                return tl::unexpected(remains.error());
            outcome->remains = std::move(*remains);
            return outcome;
        });
}

} // namespace verderer
