// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/skill_text.h"

#include "base/hash.h"
#include "ui/editor/text_limits.h"
#include "ui/skills/skill_badges.h"
#include "ui/widgets/text_format.h"

#include <QCoreApplication>
#include <QFile>

#include <cerrno>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

QString translated(const char *text)
{
    return QCoreApplication::translate("SkillText", text);
}

bool looksLikeUtf16(const QByteArray &bytes)
{
    return bytes.startsWith("\xFF\xFE") || bytes.startsWith("\xFE\xFF");
}

QString fixLabel(ProblemKind kind)
{
    switch (kind) {
    case ProblemKind::YamlError:
    case ProblemKind::NameNotString:
    case ProblemKind::DescriptionNotString:
        return translated(QT_TRANSLATE_NOOP("SkillText", "Quote it"));
    case ProblemKind::ByteOrderMark:
        return translated(QT_TRANSLATE_NOOP("SkillText", "Remove it"));
    case ProblemKind::Utf16:
        return translated(QT_TRANSLATE_NOOP("SkillText", "Convert to UTF-8"));
    default:
        return translated(QT_TRANSLATE_NOOP("SkillText", "Mend it"));
    }
}

QString endingName(const QByteArray &bytes)
{
    const qsizetype crlf = bytes.count("\r\n");
    const qsizetype lf = bytes.count('\n') - crlf;
    const qsizetype cr = bytes.count('\r') - crlf;
    const int kinds = int(crlf > 0) + int(lf > 0) + int(cr > 0);
    if (kinds > 1)
        return translated(QT_TRANSLATE_NOOP("SkillText", "mixed line endings"));
    return crlf > 0 ? u"CRLF"_s : cr > 0 ? u"CR"_s : u"LF"_s;
}

} // namespace

Result<SkillText> loadSkillText(Storage &storage, const QString &path)
{
    Result<FileStamp> stamp = storage.stamp(path);
    if (!stamp)
        return tl::unexpected(stamp.error());
    if (!stamp->exists) {
        ErrorDetails details;
        details.path = path;
        return fail(ErrorCode::NotFound, QCoreApplication::translate("SkillText", "%1 is not there any more.").arg(path), details);
    }
    SkillText text;
    text.stamp = *stamp;
    text.size = stamp->size;
    if (stamp->isRegular && stamp->size > editableSizeLimit) {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return tl::unexpected(systemError(EACCES, u"read"_s, path));
        text.bytes = file.read(excerptSize);
        text.form = SkillText::Form::Pieces;
    } else {
        Result<QByteArray> bytes = storage.read(path, editableSizeLimit);
        if (!bytes)
            return tl::unexpected(bytes.error());
        text.bytes = std::move(*bytes);
        text.size = text.bytes.size();
        text.hash = sha256Hex(text.bytes);
        text.form = looksLikeUtf16(text.bytes) ? SkillText::Form::Bytes
                    : needsPieces(text.bytes)  ? SkillText::Form::Pieces
                                               : SkillText::Form::Editable;
    }
    return text;
}

QString requiredName(const SkillEntry &entry)
{
    return entry.category == SkillCategory::Custom ? entry.directory.section(u'/', -1) : QString();
}

QString textFacts(const QByteArray &bytes, qint64 size)
{
    QString encoding = u"UTF-8"_s;
    if (looksLikeUtf16(bytes))
        encoding = u"UTF-16"_s;
    else if (bytes.startsWith("\xEF\xBB\xBF"))
        encoding = translated(QT_TRANSLATE_NOOP("SkillText", "UTF-8 with byte order mark"));
    else if (!QByteArrayView(bytes).isValidUtf8())
        encoding = translated(QT_TRANSLATE_NOOP("SkillText", "not UTF-8"));
    return encoding + u" · "_s + endingName(bytes) + u" · "_s + humanSize(size);
}

TextJudgement judgeText(const QByteArray &bytes, const SkillEntry &entry)
{
    TextJudgement result;
    const SkillVerdict verdict = judgeSkill(bytes, requiredName(entry));
    result.valid = verdict.valid;
    result.problems = problemsToTell(verdict);
    for (Problem &problem : result.problems)
        problem.message = problemSentence(problem);
    for (const Problem &problem : std::as_const(result.problems))
        result.fixLabels << (suggestedRepair(bytes, problem) ? fixLabel(problem.kind) : QString());
    result.body = QString::fromUtf8(QByteArrayView(bytes).sliced(bodyOffset(bytes)));
    result.facts = textFacts(bytes, bytes.size());
    return result;
}

} // namespace verderer
