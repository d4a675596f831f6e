// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/text_search.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/local_storage.h"
#include "skills/history_file.h"
#include "skills/mutation_context.h"
#include "skills/skill_places.h"

#include <QMap>

#include <algorithm>
#include <string_view>

namespace verderer {

namespace {

tl::unexpected<Error> searchCancelled()
{
    return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled."));
}

/// What is looked for, in a text and in the bytes of a line of JSON.
class Needle {
public:
    explicit Needle(const TextQuery &query)
        : m_text(QString::fromUtf8(normalizedNewlines(query.text.toUtf8()))), m_bytes(m_text.toUtf8()), m_ignoreCase(query.ignoreCase)
    {
        const QByteArray quoted = dumpPythonJson(toJson(m_text));
        m_escaped = quoted.sliced(1, quoted.size() - 2);
    }

    [[nodiscard]] bool isIn(std::string_view text) const
    {
        const bool hasOtherNewlines = m_bytes.contains('\n') && text.find('\r') != std::string_view::npos;
        if (hasOtherNewlines)
            return isPlainlyIn(normalizedNewlines(QByteArray(text.data(), static_cast<qsizetype>(text.size()))), m_bytes);
        return isPlainlyIn(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())), m_bytes);
    }
    [[nodiscard]] bool isIn(const std::optional<std::string> &text) const { return text && isIn(std::string_view(*text)); }
    [[nodiscard]] bool isInFile(const QByteArray &bytes) const
    {
        return isIn(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    }
    /// In the bytes of a line, as its JSON writes it, or, where it is damaged, as it is.
    [[nodiscard]] bool isInLine(QByteArrayView line) const { return isPlainlyIn(line, m_escaped) || isPlainlyIn(line, m_bytes); }

private:
    [[nodiscard]] bool isPlainlyIn(QByteArrayView bytes, const QByteArray &wanted) const
    {
        if (m_ignoreCase)
            return QString::fromUtf8(bytes).contains(QString::fromUtf8(wanted), Qt::CaseInsensitive);
        return std::string_view(bytes.data(), static_cast<std::size_t>(bytes.size()))
                   .find(std::string_view(wanted.constData(), static_cast<std::size_t>(wanted.size()))) != std::string_view::npos;
    }

    QString m_text;
    QByteArray m_bytes;
    QByteArray m_escaped;
    bool m_ignoreCase;
};

/// What the records so far say about one file.
struct FileState {
    TextTrace trace;
    std::optional<bool> holds; ///< after the last record
};

/// The traces of one skill.
class SkillTraces {
public:
    explicit SkillTraces(const Needle &needle) : m_needle(needle) {}

    void add(const HistoryFields &fields, QByteArrayView bytes)
    {
        const QString filePath = fields.filePath ? QString::fromStdString(*fields.filePath) : QStringLiteral("SKILL.md");
        const bool before = m_needle.isIn(fields.prev);
        const bool after = m_needle.isIn(fields.next);
        // A rollback that the scanner refused never reached the file (deerflow-format 3).
        const bool isApplied = !(fields.action == "rollback" && fields.decision == "block");
        const bool isDeletion = filePath == u"SKILL.md" && !fields.next && (fields.action == "human_delete" || fields.action == "delete");
        FileState &state = m_states[filePath];
        const bool knowsBefore = fields.prev || isApplied;
        TextMoment moment;
        const auto describe = [&] {
            if (moment.id.isEmpty()) {
                moment = {false, false, sha256Hex(bytes.toByteArray()), textOf(fields.ts), textOf(fields.action), textOf(fields.author)};
            }
        };
        if (knowsBefore && state.holds && *state.holds != before) {
            describe();
            tell(state, moment, before, true);
        }
        if (before || after) {
            describe();
            if (!state.trace.firstSeen)
                state.trace.firstSeen = moment;
            state.trace.lastSeen = moment;
        } else if (m_needle.isInLine(bytes)) {
            ++mentions;
        }
        if (isApplied && before != after) {
            describe();
            tell(state, moment, after, false);
        }
        state.holds = isApplied ? after : before;
        if (!isDeletion)
            return;
        for (auto other = m_states.begin(); other != m_states.end(); ++other) {
            if (other.key() == u"SKILL.md" || !other->holds.value_or(false))
                continue;
            describe();
            tell(*other, moment, false, false); // it went with its skill
            other->holds = false;
        }
    }

    void addPresent(const QString &filePath, bool holds)
    {
        FileState &state = m_states[filePath];
        state.trace.present = holds;
    }

    /// The skill's traces; call it once, last.
    QList<TextTrace> take()
    {
        QList<TextTrace> traces;
        for (auto state = m_states.begin(); state != m_states.end(); ++state) {
            if (state->holds && *state->holds != state->trace.present)
                tell(*state, {}, state->trace.present, true);
            state->trace.filePath = state.key();
            if (state->trace.present || state->trace.firstSeen)
                traces += state->trace;
        }
        // SKILL.md first: the others are its company.
        std::stable_partition(traces.begin(), traces.end(), [](const TextTrace &trace) { return trace.filePath == u"SKILL.md"; });
        return traces;
    }

    qint64 mentions = 0;

private:
    static QString textOf(const std::optional<std::string> &text) { return text ? QString::fromStdString(*text) : QString(); }

    static void tell(FileState &state, TextMoment moment, bool appeared, bool outside)
    {
        moment.appeared = appeared;
        moment.outside = outside;
        if (state.trace.moments.size() < maxTextMoments)
            state.trace.moments += moment;
        else
            ++state.trace.leftOut;
    }

    const Needle &m_needle;
    QMap<QString, FileState> m_states;
};

class Search {
public:
    Search(const Needle &needle, const TextProgressHandler &progress, const CancelToken &cancel)
        : m_needle(needle), m_progress(progress), m_cancel(cancel)
    {
    }

    Result<TextSearchReport> run(const QString &customRoot, const QStringList &directories)
    {
        auto places = listSkillPlaces(customRoot, directories, m_report.problems, m_cancel);
        if (!places)
            return tl::unexpected(places.error());
        for (const SkillPlace &place : std::as_const(*places))
            m_state.total += place.size;
        if (auto searched = forEachSkill(*places, [this](const QList<SkillPlace> &ofSkill) { return searchSkill(ofSkill); }); !searched)
            return tl::unexpected(searched.error());
        return std::move(m_report);
    }

private:
    Result<void> searchSkill(const QList<SkillPlace> &places)
    {
        SkillTraces traces(m_needle);
        SearchedSkill skill;
        skill.directory = places.first().directory;
        for (const SkillPlace &place : places) {
            tellProgress(place);
            auto searched = place.kind == SkillPlace::Kind::History ? searchHistory(place, traces, skill) : searchFile(place, traces, skill);
            if (!searched) {
                if (searched.error().code == ErrorCode::Cancelled)
                    return searched;
                if (searched.error().code != ErrorCode::NotFound) // gone meanwhile
                    m_report.problems += searched.error().message;
            }
            ++m_report.files;
            m_state.done = m_doneBefore += place.size;
        }
        skill.traces = traces.take();
        skill.mentions = traces.mentions;
        if (skill.isFound() || skill.damaged > 0)
            m_report.skills += skill;
        return {};
    }

    Result<void> searchFile(const SkillPlace &place, SkillTraces &traces, SearchedSkill &skill)
    {
        if (m_cancel.isCancelled())
            return searchCancelled();
        const auto bytes = m_storage.read(place.path, maxSearchedFileBytes);
        if (!bytes)
            return tl::unexpected(bytes.error());
        m_report.bytes += bytes->size();
        const bool holds = m_needle.isInFile(*bytes) || (place.kind != SkillPlace::Kind::SkillFile && m_needle.isInLine(*bytes));
        if (place.kind == SkillPlace::Kind::SkillFile)
            traces.addPresent(place.filePath, holds);
        else if (holds)
            skill.elsewhere += place.filePath;
        return {};
    }

    Result<void> searchHistory(const SkillPlace &place, SkillTraces &traces, SearchedSkill &skill)
    {
        auto file = HistoryFile::open(place.path);
        if (!file)
            return tl::unexpected(file.error());
        const auto size = file->size();
        if (!size)
            return tl::unexpected(size.error());
        ForwardLines lines(*file, *size);
        qint64 told = 0;
        while (true) {
            auto line = lines.next(HistoryDetail::Bounds, m_cancel);
            if (!line)
                return tl::unexpected(line.error());
            if (!*line)
                break;
            searchLine(**line, traces, skill);
            constexpr qint64 step = 1 << 20;
            if ((*line)->offset - told < step)
                continue;
            told = (*line)->offset;
            m_state.done = m_doneBefore + told;
            tellProgress(place);
        }
        m_report.bytes += *size;
        return {};
    }

    void searchLine(const HistoryPhysicalLine &line, SkillTraces &traces, SearchedSkill &skill)
    {
        std::vector<std::optional<HistoryFields>> fields;
        const QList<HistoryEntry> entries = parseHistoryLine(line, HistoryDetail::Bounds, false, &fields);
        for (qsizetype i = 0; i < entries.size(); ++i) {
            const HistoryEntry &entry = entries[i];
            const QByteArrayView bytes = line.tooLarge ? QByteArrayView() : line.bytes.sliced(entry.offset - line.offset, entry.length);
            const auto &read = static_cast<std::size_t>(i) < fields.size() ? fields[static_cast<std::size_t>(i)] : std::nullopt;
            if (isRecord(entry) && read) {
                ++m_report.records;
                traces.add(*read, bytes);
                continue;
            }
            ++skill.damaged;
            if (m_needle.isInLine(bytes))
                ++skill.damagedMatches;
        }
    }

    void tellProgress(const SkillPlace &place)
    {
        if (!m_progress)
            return;
        m_state.path = place.kind == SkillPlace::Kind::SkillFile ? QString(place.directory + u'/' + place.filePath) : place.filePath;
        m_progress(m_state);
    }

    static constexpr qint64 maxSearchedFileBytes = 512LL * 1024 * 1024; // DeerFlow's limit for a package (deerflow-format 4)

    const Needle &m_needle;
    const TextProgressHandler &m_progress;
    const CancelToken &m_cancel;
    LocalStorage m_storage;
    TextSearchReport m_report;
    TextProgress m_state;
    qint64 m_doneBefore = 0;
};

} // namespace

bool TextSearchReport::isFound() const
{
    return std::any_of(skills.begin(), skills.end(), [](const SearchedSkill &skill) { return skill.isFound(); });
}

Result<TextSearchReport> searchTexts(const SkillRoots &roots, const TextQuery &query, const TextProgressHandler &progress, const CancelToken &cancel)
{
    if (query.text.isEmpty()) {
        ErrorDetails details;
        details.kind = QStringLiteral("empty-text");
        return fail(ErrorCode::Invalid, QStringLiteral("Say which text to look for."), details);
    }
    const auto root = resolveCustomRoot(roots);
    if (!root)
        return tl::unexpected(root.error());
    const Needle needle(query);
    return Search(needle, progress, cancel).run(*root, query.directories);
}

} // namespace verderer
