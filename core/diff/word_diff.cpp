// SPDX-License-Identifier: GPL-3.0-or-later
#include "diff/diff.h"

#include "diff/git_hunks.h"
#include "diff/words.h"

#include <QByteArrayView>
#include <QHash>

namespace verderer {

namespace {

// What can be marked without a noticeable wait, and still says something to a reader.
constexpr qsizetype maxHunkBytes = qsizetype{256} * 1024; // of one side
constexpr qsizetype maxHunkWords = 20'000;                // of one side

Range textRange(const QList<Range> &lines, const Range &range)
{
    return range.empty() ? Range{} : Range{lines[range.begin].begin, lines[range.end - 1].end};
}

/// The words as lines of a made-up text, a number for each different word, so that the line diff below compares words.
class WordNumbers {
public:
    QByteArray numbered(const QByteArray &text, const QList<Word> &words)
    {
        QByteArray result;
        result.reserve(words.size() * 5);
        for (const Word &word : words) {
            const QByteArrayView bytes = QByteArrayView(text).sliced(word.bytes.begin, word.bytes.size());
            qsizetype &number = m_numbers[bytes];
            if (number == 0) {
                number = m_numbers.size();
            }
            result.append(QByteArray::number(number, 36));
            result.append('\n');
        }
        return result;
    }

private:
    QHash<QByteArrayView, qsizetype> m_numbers; // from 1; the texts outlive it
};

/// Whether two changes with only these words between them read better as one.
bool isShortGap(const QList<Word> &words, qsizetype begin, qsizetype end)
{
    for (qsizetype i = begin; i < end; ++i) {
        if (words[i].kind != Word::Kind::Blank) {
            return false;
        }
    }
    return true;
}

QList<Hunk> joined(const QList<Hunk> &hunks, const QList<Word> &oldWords)
{
    QList<Hunk> result;
    for (const Hunk &hunk : hunks) {
        // What lies between two hunks is the same on both sides, so looking at one is enough. A gap is bridged between replacements only: beside a
        // pure insertion it would mark a word that did not change.
        const bool replaces = !hunk.oldLines.empty() && !hunk.newLines.empty();
        if (!result.isEmpty() && replaces && !result.last().oldLines.empty() && !result.last().newLines.empty() &&
            isShortGap(oldWords, result.last().oldLines.end, hunk.oldLines.begin)) {
            result.last().oldLines.end = hunk.oldLines.end;
            result.last().newLines.end = hunk.newLines.end;
        } else {
            result.append(hunk);
        }
    }
    return result;
}

/// Marks end with text, not in the blank before the next word or in the line ending; where there is nothing else, that is marked.
void appendMark(QList<Range> &marks, const QList<Word> &words, Range range)
{
    Range trimmed = range;
    while (!trimmed.empty() && words[trimmed.end - 1].kind != Word::Kind::Text) {
        --trimmed.end;
    }
    while (!trimmed.empty() && words[trimmed.begin].kind != Word::Kind::Text) {
        ++trimmed.begin;
    }
    if (!trimmed.empty()) {
        range = trimmed;
    }
    // A line ending cuts a mark: each line is painted by itself.
    for (qsizetype i = range.begin; i < range.end; ++i) {
        const Word &word = words[i];
        if (word.kind == Word::Kind::NewLine && range.size() > 1) {
            continue;
        }
        if (!marks.isEmpty() && i > range.begin && marks.last().end == word.bytes.begin) {
            marks.last().end = word.bytes.end;
        } else {
            marks.append(word.bytes);
        }
    }
}

} // namespace

WordDiff diffWords(const QByteArray &oldText, const QByteArray &newText, const LineDiff &lines, const Hunk &hunk)
{
    WordDiff result;
    if (hunk.oldLines.empty() || hunk.newLines.empty()) {
        return result; // the whole lines came or went
    }
    if (!lines.note.isEmpty()) {
        result.note = lines.note;
        return result;
    }
    const Range oldPart = textRange(lines.oldLines, hunk.oldLines);
    const Range newPart = textRange(lines.newLines, hunk.newLines);
    const auto tooLong = [&result] {
        result.note = QStringLiteral("Too long to show word by word.");
        return result;
    };
    if (oldPart.size() > maxHunkBytes || newPart.size() > maxHunkBytes) {
        return tooLong();
    }
    const std::optional<QList<Word>> oldWords = splitWords(oldText, oldPart, maxHunkWords);
    const std::optional<QList<Word>> newWords = splitWords(newText, newPart, maxHunkWords);
    if (!oldWords || !newWords) {
        return tooLong();
    }

    WordNumbers numbers;
    const QByteArray oldNumbers = numbers.numbered(oldText, *oldWords);
    const QByteArray newNumbers = numbers.numbered(newText, *newWords);
    const Result<QList<Hunk>> hunks = gitHunks(oldNumbers, newNumbers, {});
    if (!hunks) {
        result.note = hunks.error().message;
        return result;
    }
    for (const Hunk &change : joined(*hunks, *oldWords)) {
        appendMark(result.oldWords, *oldWords, change.oldLines);
        appendMark(result.newWords, *newWords, change.newLines);
    }
    return result;
}

} // namespace verderer
