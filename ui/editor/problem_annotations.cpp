// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/problem_annotations.h"

#include "ui/editor/scintilla_support.h"

#include <QCoreApplication>
#include <QMap>
#include <QPainter>

#include <algorithm>

namespace verderer {

namespace {

using S = QsciScintillaBase;

/// Styles of annotations, counted from scintilla::annotationStyles.
int noteStyle(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return 0;
    case Severity::Warning:
        return 1;
    case Severity::Note:
        break;
    }
    return 2;
}

const ColorPair &colorsOf(const EditorColors &colors, Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return colors.error;
    case Severity::Warning:
        return colors.warning;
    case Severity::Note:
        break;
    }
    return colors.information;
}

QString signOf(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return QStringLiteral("✕");
    case Severity::Warning:
        return QStringLiteral("!");
    case Severity::Note:
        break;
    }
    return QStringLiteral("i");
}

QString keyHint()
{
    return QStringLiteral("  Ctrl+.");
}

QByteArray oneLine(const QString &text)
{
    QString line = text.simplified();
    line.remove(QChar::Null);
    return line.toUtf8();
}

} // namespace

ProblemAnnotations::ProblemAnnotations(QsciScintilla &editor, int signMargin, int marker, int indicator)
    : m_editor(editor), m_margin(signMargin), m_marker(marker), m_indicator(indicator)
{
    m_editor.SendScintilla(S::SCI_MARKERDEFINE, static_cast<unsigned long>(m_marker), static_cast<long>(S::SC_MARK_EMPTY));
    m_editor.SendScintilla(S::SCI_INDICSETSTYLE, static_cast<unsigned long>(m_indicator), static_cast<long>(S::INDIC_SQUIGGLE));
    m_editor.SendScintilla(S::SCI_ANNOTATIONSETSTYLEOFFSET, static_cast<unsigned long>(scintilla::annotationStyles));
    m_editor.SendScintilla(S::SCI_ANNOTATIONSETVISIBLE, static_cast<unsigned long>(S::ANNOTATION_STANDARD));
}

void ProblemAnnotations::setProblems(const QList<Problem> &problems, const QStringList &fixLabels)
{
    if (problems.isEmpty() && m_entries.isEmpty())
        return;
    clear();
    const int lastLine = static_cast<int>(m_editor.SendScintilla(S::SCI_GETLINECOUNT)) - 1;
    for (qsizetype i = 0; i < problems.size(); ++i) {
        Entry entry;
        entry.problem = problems[i];
        entry.fixLabel = i < fixLabels.size() ? fixLabels[i] : QString();
        const int line = std::clamp(entry.problem.line - 1, 0, lastLine);
        entry.handle = static_cast<int>(m_editor.SendScintilla(S::SCI_MARKERADD, static_cast<unsigned long>(line), static_cast<long>(m_marker)));
        markPlace(entry.problem, line);
        m_entries.append(entry);
    }
    annotate();
}

void ProblemAnnotations::forget()
{
    m_entries.clear();
}

QList<Problem> ProblemAnnotations::problems() const
{
    QList<Problem> list;
    for (const Entry &entry : m_entries)
        list.append(entry.problem);
    return list;
}

int ProblemAnnotations::lineOf(const Entry &entry) const
{
    return static_cast<int>(m_editor.SendScintilla(S::SCI_MARKERLINEFROMHANDLE, static_cast<unsigned long>(entry.handle)));
}

void ProblemAnnotations::clear()
{
    m_editor.SendScintilla(S::SCI_ANNOTATIONCLEARALL);
    m_editor.SendScintilla(S::SCI_MARKERDELETEALL, static_cast<unsigned long>(m_marker));
    m_editor.SendScintilla(S::SCI_SETINDICATORCURRENT, static_cast<unsigned long>(m_indicator));
    m_editor.SendScintilla(S::SCI_INDICATORCLEARRANGE, 0UL, m_editor.SendScintilla(S::SCI_GETLENGTH));
    m_entries.clear();
}

void ProblemAnnotations::annotate()
{
    QMap<int, QList<qsizetype>> byLine;
    for (qsizetype i = 0; i < m_entries.size(); ++i)
        byLine[lineOf(m_entries[i])].append(i);
    // A note is coloured as far as its text goes; blanks carry the colour to the right edge of any screen.
    const QByteArray padding(400, ' ');
    for (auto it = byLine.cbegin(); it != byLine.cend(); ++it) {
        QByteArray text;
        QByteArray styles;
        int row = 0;
        for (const qsizetype index : it.value()) {
            Entry &entry = m_entries[index];
            const auto style = static_cast<char>(noteStyle(entry.problem.severity));
            if (row > 0) {
                text += '\n';
                styles += style;
            }
            entry.row = row++;
            QByteArray lead = QByteArrayLiteral("  ");
            if (entry.problem.line > 0) {
                const QString place = entry.problem.column > 0
                                          ? QCoreApplication::translate("verderer::ProblemAnnotations", "line %1, column %2: ")
                                                .arg(entry.problem.line)
                                                .arg(entry.problem.column)
                                          : QCoreApplication::translate("verderer::ProblemAnnotations", "line %1: ").arg(entry.problem.line);
                lead += place.toUtf8();
            }
            lead += oneLine(entry.problem.message);
            text += lead;
            styles += QByteArray(lead.size(), style);
            if (!entry.fixLabel.isEmpty()) {
                const QByteArray gap(4, ' ');
                const QByteArray label = oneLine(entry.fixLabel);
                const QByteArray hint = keyHint().toUtf8();
                text += gap + label + hint;
                styles += QByteArray(gap.size() + label.size() + hint.size(), style);
                lead += gap;
            }
            entry.lead = lead;
            text += padding;
            styles += QByteArray(padding.size(), style);
        }
        m_editor.SendScintilla(S::SCI_ANNOTATIONSETTEXT, static_cast<uintptr_t>(it.key()), text.constData());
        m_editor.SendScintilla(S::SCI_ANNOTATIONSETSTYLES, static_cast<uintptr_t>(it.key()), styles.constData());
    }
}

void ProblemAnnotations::markPlace(const Problem &problem, int line)
{
    if (problem.line <= 0 || problem.column <= 0)
        return;
    const long lineEnd = m_editor.SendScintilla(S::SCI_GETLINEENDPOSITION, static_cast<unsigned long>(line));
    const long lineStart = m_editor.SendScintilla(S::SCI_POSITIONFROMLINE, static_cast<unsigned long>(line));
    long begin = m_editor.SendScintilla(S::SCI_POSITIONRELATIVE, static_cast<unsigned long>(lineStart), static_cast<long>(problem.column - 1));
    if (begin == 0 && problem.column > 1)
        begin = lineEnd;
    begin = std::min(begin, lineEnd);
    long end = m_editor.SendScintilla(S::SCI_WORDENDPOSITION, static_cast<unsigned long>(begin), 1L);
    if (end <= begin)
        end = m_editor.SendScintilla(S::SCI_POSITIONAFTER, static_cast<unsigned long>(begin));
    end = std::min(end, lineEnd);
    if (end <= begin)
        return;
    m_editor.SendScintilla(S::SCI_SETINDICATORCURRENT, static_cast<unsigned long>(m_indicator));
    m_editor.SendScintilla(S::SCI_INDICATORFILLRANGE, static_cast<unsigned long>(begin), end - begin);
}

void ProblemAnnotations::setColors(const EditorColors &colors)
{
    m_colors = colors;
    for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Note}) {
        const ColorPair &pair = colorsOf(colors, severity);
        const int style = scintilla::annotationStyles + noteStyle(severity);
        scintilla::setStyle(m_editor, style, colors.interfaceFont, pair.text, pair.background);
    }
    m_editor.SendScintilla(S::SCI_INDICSETFORE, static_cast<unsigned long>(m_indicator), colors.error.text);
}

void ProblemAnnotations::paint(QPainter &painter, const QRect &dirty) const
{
    if (m_entries.isEmpty())
        return;
    int left = 0;
    for (int margin = 0; margin < m_margin; ++margin)
        left += static_cast<int>(m_editor.SendScintilla(S::SCI_GETMARGINWIDTHN, static_cast<unsigned long>(margin)));
    const int width = static_cast<int>(m_editor.SendScintilla(S::SCI_GETMARGINWIDTHN, static_cast<unsigned long>(m_margin)));
    const int height = scintilla::lineHeight(m_editor);
    QMap<int, Severity> worst;
    for (const Entry &entry : m_entries) {
        const int line = lineOf(entry);
        worst[line] = std::max(worst.value(line, Severity::Note), entry.problem.severity);
    }
    painter.save();
    QFont font = m_colors.interfaceFont;
    font.setBold(true);
    painter.setFont(font);
    for (auto it = worst.cbegin(); it != worst.cend(); ++it) {
        const QRect place(left, scintilla::lineTop(m_editor, it.key()), width, height);
        if (!place.intersects(dirty))
            continue;
        painter.setPen(colorsOf(m_colors, it.value()).text);
        painter.drawText(place, Qt::AlignCenter, signOf(it.value()));
    }
    for (const Entry &entry : m_entries) {
        const QRect place = fixPlace(entry);
        if (place.isEmpty() || !place.intersects(dirty) || place.left() < left + width)
            continue;
        painter.setPen(colorsOf(m_colors, entry.problem.severity).text);
        painter.drawLine(place.left(), place.bottom() - 2, place.right(), place.bottom() - 2);
    }
    painter.restore();
}

QRect ProblemAnnotations::fixPlace(const Entry &entry) const
{
    const int line = lineOf(entry);
    if (entry.fixLabel.isEmpty() || line < 0)
        return {};
    const int height = scintilla::lineHeight(m_editor);
    const int wraps = static_cast<int>(m_editor.SendScintilla(S::SCI_WRAPCOUNT, static_cast<unsigned long>(line)));
    const int top = scintilla::lineTop(m_editor, line) + (wraps + entry.row) * height;
    const long start = m_editor.SendScintilla(S::SCI_POSITIONFROMLINE, static_cast<unsigned long>(line));
    const long x = m_editor.SendScintilla(S::SCI_POINTXFROMPOSITION, 0UL, start);
    const auto style = static_cast<uintptr_t>(scintilla::annotationStyles) + static_cast<uintptr_t>(noteStyle(entry.problem.severity));
    const long lead = m_editor.SendScintilla(S::SCI_TEXTWIDTH, style, entry.lead.constData());
    const long width = m_editor.SendScintilla(S::SCI_TEXTWIDTH, style, oneLine(entry.fixLabel).constData());
    return {static_cast<int>(x + lead), top, static_cast<int>(width), height};
}

std::optional<Problem> ProblemAnnotations::fixAt(const QPoint &place) const
{
    for (const Entry &entry : m_entries) {
        if (fixPlace(entry).contains(place))
            return entry.problem;
    }
    return {};
}

std::optional<Problem> ProblemAnnotations::fixForLine(int line) const
{
    const Entry *only = nullptr;
    int fixes = 0;
    for (const Entry &entry : m_entries) {
        if (entry.fixLabel.isEmpty())
            continue;
        if (lineOf(entry) == line)
            return entry.problem;
        only = &entry;
        ++fixes;
    }
    return fixes == 1 ? std::optional<Problem>(only->problem) : std::nullopt;
}

} // namespace verderer
