// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/catalog_builder.h"

#include "base/utf8.h"
#include "skills/catalog_history.h"
#include "skills/history.h"
#include "skills/judgement.h"

#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QThread>

#include <algorithm>
#include <cerrno>
#include <memory>

#include <fcntl.h>
#include <unistd.h>

namespace verderer {

namespace {

// A batch is worth handing to another thread; a few large files make one too.
constexpr std::size_t batchSize = 64;
constexpr qint64 batchBytes = 4LL * 1024 * 1024;
constexpr int maxThreads = 4;
constexpr int maxBatches = 8;

Problem problem(ProblemKind kind, Severity severity, const QString &message)
{
    Problem result;
    result.kind = kind;
    result.severity = severity;
    result.message = message;
    return result;
}

bool mayWriteFolder(int above, const QByteArray &path)
{
    return ::faccessat(above, path.constData(), W_OK | X_OK, AT_EACCESS) == 0;
}

/// The folder itself, or what of the way to it exists.
bool mayWriteNearest(QString path)
{
    while (!path.isEmpty() && !QFileInfo::exists(path)) {
        const QString parent = QFileInfo(path).path();
        if (parent == path)
            break;
        path = parent;
    }
    return mayWriteFolder(AT_FDCWD, QFile::encodeName(path));
}

int categoryOrder(SkillCategory category)
{
    switch (category) {
    case SkillCategory::Custom:
        return 0;
    case SkillCategory::Integrations:
        return 1;
    case SkillCategory::Public:
        return 2;
    case SkillCategory::Legacy:
        break;
    }
    return 3;
}

/// By code points, as Python sorts; QString compares UTF-16 units, of which those of a pair stand below the ones from U+E000 on.
int compareByCodePoints(QStringView a, QStringView b)
{
    const auto [here, there] = std::ranges::mismatch(a, b);
    if (here == a.end() || there == b.end())
        return a.size() == b.size() ? 0 : here == a.end() ? -1 : 1;
    if (here->isSurrogate() != there->isSurrogate())
        return here->isSurrogate() ? 1 : -1;
    return here->unicode() < there->unicode() ? -1 : 1;
}

QString lastPart(const QString &path)
{
    const qsizetype slash = path.lastIndexOf(u'/');
    return slash < 0 ? path : path.sliced(slash + 1);
}

QString fileFault(const SkillFile &file, const QString &path)
{
    switch (file.state) {
    case SkillFile::State::Folder:
        return QStringLiteral("SKILL.md is a folder where DeerFlow expects a file; move it away.");
    case SkillFile::State::Special:
        return QStringLiteral("SKILL.md is a pipe, socket or device; replace it by a file.");
    case SkillFile::State::LinkBroken:
        return file.error == ELOOP ? QStringLiteral("SKILL.md is a link that leads in a circle; replace it by a file.")
                                   : QStringLiteral("SKILL.md is a link that leads nowhere; restore what it points to, or replace it by a file.");
    default:
        return systemError(file.error, QStringLiteral("read"), path).message;
    }
}

QString megabytes(qint64 bytes)
{
    return QStringLiteral("%1 MiB").arg(static_cast<double>(bytes) / (1024.0 * 1024.0), 0, 'f', 1);
}

} // namespace

CatalogBuilder::CatalogBuilder(const SkillRoots &roots, const CancelToken &cancel)
    : m_roots(roots), m_cancel(cancel), m_states(EnabledStates::read(roots, m_catalog.problems)), m_batchesAllowed(maxBatches)
{
    m_pool.setMaxThreadCount(std::clamp(QThread::idealThreadCount(), 1, maxThreads));
    m_catalog.customWritable = mayWriteNearest(roots.customRoot);
    m_customFolder = ::open(QFile::encodeName(roots.customRoot).constData(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    m_histories = historyNames(roots.customRoot);
}

CatalogBuilder::~CatalogBuilder()
{
    m_pool.waitForDone();
    if (m_customFolder >= 0)
        ::close(m_customFolder);
}

void CatalogBuilder::walk(SkillCategory category, const QString &root)
{
    SkillWalkOptions options;
    options.belowSkills = category == SkillCategory::Integrations;
    options.cancel = m_cancel;
    Batch batch;
    bool alone = true; // a small root is judged at once
    const auto found = [&](FoundSkill &&skill) {
        const bool isFile = skill.file.state != SkillFile::State::Folder;
        m_hasCustomSkill = m_hasCustomSkill || (category == SkillCategory::Custom && isFile && !skill.passedOver);
        batch.bytes += skill.file.bytes.size();
        batch.skills.emplace_back(&m_candidates.emplace_back(), std::move(skill));
        if (batch.skills.size() >= batchSize || batch.bytes >= batchBytes) {
            judgeElsewhere(category, root, std::exchange(batch, {}));
            alone = false;
        }
    };
    m_catalog.problems.append(walkSkills(root, options, found));
    judgeBatch(category, root, batch);
    if (!alone)
        m_pool.waitForDone();
}

void CatalogBuilder::judgeElsewhere(SkillCategory category, const QString &root, Batch &&batch)
{
    m_batchesAllowed.acquire();
    m_pool.start([this, category, root, own = std::make_shared<Batch>(std::move(batch))] {
        judgeBatch(category, root, *own);
        m_batchesAllowed.release();
    });
}

void CatalogBuilder::judgeBatch(SkillCategory category, const QString &root, Batch &batch) const
{
    for (auto &[candidate, found] : batch.skills) {
        if (m_cancel.isCancelled())
            return;
        fill(*candidate, category, root, found);
        found.file.bytes = {};
    }
}

void CatalogBuilder::fill(Candidate &candidate, SkillCategory category, const QString &root, FoundSkill &found) const
{
    SkillEntry &entry = candidate.entry;
    const bool nameIsText = firstInvalidUtf8(found.directory) < 0;
    entry.category = category;
    entry.directory = QString::fromUtf8(found.directory);
    entry.path = found.directory == "." ? QString(root % u"/SKILL.md") : QString(root % u'/' % entry.directory % u"/SKILL.md");
    entry.size = found.file.size;
    entry.modifiedNs = found.file.modifiedNs;
    entry.name = found.directory == "." ? QFileInfo(root).fileName() : lastPart(entry.directory);

    judgeText(candidate, found);
    placeProblems(candidate, found, nameIsText);
    const EnabledStates::State state = m_states.stateOf(category, entry.name);
    entry.enabled = state.enabled;
    entry.enabledReason = state.reason;
    decideEditable(candidate, found, nameIsText);

    if (category == SkillCategory::Custom && m_histories.contains(entry.directory)) {
        const bool whole = found.file.state == SkillFile::State::Read && found.file.complete;
        const std::optional<QByteArray> text = whole ? std::optional(found.file.bytes) : std::nullopt;
        entry.problems.append(historyProblems(historyPath(m_roots.customRoot, entry.directory), text, m_cancel));
    }
}

void CatalogBuilder::judgeText(Candidate &candidate, FoundSkill &found) const
{
    SkillEntry &entry = candidate.entry;
    if (found.file.state != SkillFile::State::Read) {
        entry.problems.append(problem(ProblemKind::Unreadable, Severity::Error, fileFault(found.file, entry.path)));
        return;
    }
    const Judgement judgement = judge(found.file.bytes, {}, found.file.complete);
    const SkillVerdict &verdict = judgement.verdict;
    candidate.loads = verdict.listed;
    if (!judgement.declaredName.isEmpty())
        entry.name = judgement.declaredName;
    entry.description = judgement.declaredDescription;
    entry.license = verdict.license;

    if (!found.file.complete)
        entry.problems.append(problem(ProblemKind::TooLarge, Severity::Warning,
                                      QStringLiteral("SKILL.md has %1; only its first %2 were read here, so what stands behind them was not checked. "
                                                     "Move parts of it to files below references/.")
                                          .arg(megabytes(found.file.size), megabytes(found.file.bytes.size()))));
    // The note that names the encoding is the same fault in closer words.
    const bool namedByNote = std::ranges::any_of(
        verdict.notes, [](const Problem &note) { return note.kind == ProblemKind::ByteOrderMark || note.kind == ProblemKind::Utf16; });
    if (!verdict.listed && !namedByNote)
        entry.problems.append(judgement.loading);
    if (!verdict.valid && verdict.problem.kind != judgement.loading.kind) {
        // DeerFlow loads it all the same; only the next edit is refused.
        Problem onEdit = verdict.problem;
        onEdit.severity = Severity::Warning;
        onEdit.message += u" DeerFlow refuses to save the skill until then.";
        entry.problems.append(onEdit);
    }
    entry.problems.append(verdict.notes);
}

void CatalogBuilder::placeProblems(Candidate &candidate, const FoundSkill &found, bool nameIsText) const
{
    SkillEntry &entry = candidate.entry;
    if (!nameIsText)
        entry.problems.append(
            problem(ProblemKind::NotUtf8, Severity::Warning,
                    QStringLiteral("The folder's name is not UTF-8, so it can be neither shown nor addressed; rename the folder.")));
    if (found.passedOver) {
        candidate.loads = false;
        entry.problems.append(problem(
            ProblemKind::Hidden, Severity::Warning,
            QStringLiteral(
                "A SKILL.md lies directly in the root above it, so DeerFlow looks no further down; move that file into a folder of its own.")));
    }
    const bool declared = candidate.loads || !entry.description.isEmpty();
    if (entry.category != SkillCategory::Custom) {
        const QString folder = lastPart(entry.directory);
        if (declared && found.directory != "." && folder != entry.name)
            entry.problems.append(
                problem(ProblemKind::FolderMismatch, Severity::Note,
                        QStringLiteral("The folder is called '%1', but the skill declares the name '%2'; DeerFlow lists it as '%2'.")
                            .arg(folder, entry.name)));
        return;
    }
    if (found.directory == ".")
        entry.problems.append(problem(ProblemKind::FolderMismatch, Severity::Warning,
                                      QStringLiteral("SKILL.md lies directly in the root of the custom skills; move it into a folder of its own.")));
    else if (entry.directory.contains(u'/'))
        entry.problems.append(problem(
            ProblemKind::FolderMismatch, Severity::Warning,
            QStringLiteral("DeerFlow lists it as '%1', but reads, edits and deletes the folder custom/%1, not %2; move the folder up to change that.")
                .arg(entry.name, entry.directory)));
    else if (declared && entry.directory != entry.name)
        entry.problems.append(problem(ProblemKind::FolderMismatch, Severity::Warning,
                                      QStringLiteral("The folder is called '%1', but the skill declares the name '%2': DeerFlow lists '%2' and edits "
                                                     "only what is called '%1'; make the two equal.")
                                          .arg(entry.directory, entry.name)));
    else if (!isSkillName(entry.directory))
        entry.problems.append(
            problem(ProblemKind::SkillNamePattern, Severity::Warning,
                    QStringLiteral("DeerFlow cannot edit a skill in a folder called '%1'; rename it to letters a to z, digits and single hyphens.")
                        .arg(entry.directory)));
}

void CatalogBuilder::decideEditable(Candidate &candidate, const FoundSkill &found, bool nameIsText) const
{
    SkillEntry &entry = candidate.entry;
    const auto no = [&](const QString &reason) { entry.notEditableReason = reason; };
    switch (entry.category) {
    case SkillCategory::Public:
        return no(
            QStringLiteral("Public skills belong to the installation and are the same for everybody; make a custom skill of another name instead."));
    case SkillCategory::Integrations:
        return no(QStringLiteral("Skills of integrations are kept by their provider and would be overwritten."));
    case SkillCategory::Legacy:
        return no(QStringLiteral("Legacy skills are shared by all users and read-only; copy it to a custom skill to change it."));
    case SkillCategory::Custom:
        break;
    }
    if (found.directory == "." || entry.directory.contains(u'/') || !nameIsText || !isSkillName(entry.directory))
        return no(QStringLiteral("DeerFlow addresses custom skills by one folder name of letters a to z, digits and single hyphens directly below "
                                 "custom/; rename or move the folder."));
    if (found.file.state == SkillFile::State::Folder || found.file.state == SkillFile::State::Special ||
        found.file.state == SkillFile::State::LinkBroken)
        return no(QStringLiteral("There is no file to edit: what is called SKILL.md is something else."));
    if (!found.file.complete)
        return no(QStringLiteral("It is too large to be edited here; it is shown as an excerpt."));
    if (!m_catalog.customWritable)
        return no(QStringLiteral("The folder %1 is read-only for this account.").arg(m_roots.customRoot));
    if (!mayWriteFolder(m_customFolder, found.directory))
        return no(QStringLiteral("The folder of the skill is read-only for this account."));
    if (found.file.state != SkillFile::State::Read)
        return no(QStringLiteral("SKILL.md cannot be read by this account."));
    entry.editable = true;
}

void CatalogBuilder::hideLegacy()
{
    if (!m_hasCustomSkill)
        return;
    for (Candidate &candidate : m_candidates) {
        if (candidate.entry.category != SkillCategory::Legacy)
            continue;
        candidate.loads = false;
        candidate.entry.problems.append(
            problem(ProblemKind::Hidden, Severity::Warning,
                    QStringLiteral(
                        "Hidden: DeerFlow shows legacy skills only to users who have no custom skill; copy it to a custom skill to see it again.")));
    }
}

void CatalogBuilder::settleNames()
{
    QHash<QString, std::size_t> winners;
    for (std::size_t i = 0; i < m_candidates.size(); ++i) {
        if (m_candidates[i].loads)
            winners.insert(m_candidates[i].entry.name, i);
    }
    QHash<QString, QStringList> beaten; // folders of the winner's own category, by name
    for (std::size_t i = 0; i < m_candidates.size(); ++i) {
        Candidate &candidate = m_candidates[i];
        if (!candidate.loads)
            continue;
        const std::size_t winner = winners.value(candidate.entry.name);
        candidate.entry.listed = winner == i;
        if (winner == i)
            continue;
        const SkillEntry &other = m_candidates[winner].entry;
        if (other.category == candidate.entry.category) {
            beaten[other.name].append(candidate.entry.directory);
            candidate.entry.problems.append(problem(ProblemKind::Duplicate, Severity::Warning,
                                                    QStringLiteral("The folder '%1' declares the name '%2' too and comes later, so DeerFlow uses "
                                                                   "that one; edits go to the folder's name. Rename one of them.")
                                                        .arg(other.directory, other.name)));
        } else {
            candidate.entry.problems.append(
                problem(ProblemKind::ShadowedBy, Severity::Warning,
                        QStringLiteral("The %1 skill of the same name in '%2' wins, so DeerFlow does not list this one; rename one of them.")
                            .arg(skillCategoryName(other.category), other.directory)));
        }
    }
    for (auto it = beaten.cbegin(); it != beaten.cend(); ++it) {
        SkillEntry &entry = m_candidates[winners.value(it.key())].entry;
        entry.problems.append(problem(ProblemKind::Duplicate, Severity::Note,
                                      QStringLiteral("DeerFlow uses this one of the skills that declare the name '%1'; the others are in: %2.")
                                          .arg(it.key(), it.value().join(u", "))));
    }
}

void CatalogBuilder::addDeleted()
{
    QSet<QString> present;
    for (const Candidate &candidate : m_candidates) {
        if (candidate.entry.category == SkillCategory::Custom)
            present.insert(candidate.entry.directory);
    }
    for (const QString &name : std::as_const(m_histories)) {
        if (present.contains(name) || m_cancel.isCancelled())
            continue;
        Candidate candidate;
        SkillEntry &entry = candidate.entry;
        entry.category = SkillCategory::Custom;
        entry.directory = name;
        entry.name = name;
        entry.path = QString(m_roots.customRoot % u'/' % name % u"/SKILL.md");
        entry.deleted = true;
        const EnabledStates::State state = m_states.stateOf(entry.category, name);
        entry.enabled = state.enabled;
        entry.enabledReason = state.reason;
        entry.notEditableReason = QStringLiteral("It is deleted; roll back to one of its records to bring it back.");
        entry.problems.append(problem(ProblemKind::Deleted, Severity::Note,
                                      QStringLiteral("Deleted: only its history is left; roll back to one of its records to bring it back.")));
        entry.problems.append(historyProblems(historyPath(m_roots.customRoot, name), {}, m_cancel));
        m_candidates.push_back(std::move(candidate));
    }
}

Catalog CatalogBuilder::takeCatalog()
{
    // Places are sorted, not entries: those are large.
    std::vector<SkillEntry *> sorted;
    sorted.reserve(m_candidates.size());
    for (Candidate &candidate : m_candidates)
        sorted.push_back(&candidate.entry);
    std::ranges::stable_sort(sorted, [](const SkillEntry *a, const SkillEntry *b) {
        if (a->category != b->category)
            return categoryOrder(a->category) < categoryOrder(b->category);
        if (const int order = compareByCodePoints(a->name, b->name))
            return order < 0;
        return compareByCodePoints(a->directory, b->directory) < 0;
    });
    m_catalog.entries.reserve(static_cast<qsizetype>(sorted.size()));
    for (SkillEntry *entry : sorted)
        m_catalog.entries.append(std::move(*entry));
    m_candidates.clear();
    return std::move(m_catalog);
}

} // namespace verderer
