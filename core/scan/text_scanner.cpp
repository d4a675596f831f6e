// SPDX-License-Identifier: GPL-3.0-or-later
#include "scan/text_scanner.h"

#include "scan/text_rules.h"

#include <QRegularExpression>
#include <QSet>
#include <QStringList>

#include <algorithm>
#include <vector>

namespace verderer {

namespace {

constexpr qsizetype longestPiece = 4096;
constexpr qsizetype overlap = 1024;
constexpr qsizetype longestEvidence = 120;
constexpr qsizetype probedForBinary = 8192;
constexpr int maxPlaceholders = 64;

QRegularExpression compiled(const char *pattern)
{
    return QRegularExpression(QString::fromUtf8(pattern), QRegularExpression::CaseInsensitiveOption);
}

QString shown(QString text)
{
    text.truncate(longestEvidence);
    if (!text.isEmpty() && text.back().isHighSurrogate())
        text.chop(1);
    for (QChar &c : text) {
        if (c.category() == QChar::Other_Control || c.category() == QChar::Other_Format)
            c = u'\u00b7';
    }
    return text.trimmed();
}

int codePoints(QStringView text)
{
    return static_cast<int>(std::count_if(text.begin(), text.end(), [](QChar c) { return !c.isLowSurrogate(); }));
}

/// Parts of a file of code that are harmless each for itself.
enum CodePart : std::uint64_t { ReadsSecrets = 1, Sends = 2, Runs = 4, Connects = 8, HandsOver = 16, StartsShell = 32 };

} // namespace

struct TextScanner::Private {
    struct Rule {
        const TextRule *rule;
        QRegularExpression pattern;
        QRegularExpression harmless;
    };
    std::vector<Rule> rules;
    LiteralSearch literals;
    LiteralSearch codeParts;

    /// One text on its way through the rules.
    struct Pass {
        const Private &d;
        QString path;
        bool code;
        ScanReport &report;
        std::vector<int> told;     ///< findings per rule
        std::vector<int> lastLine; ///< per rule: pieces of a line overlap
        std::uint64_t parts = 0;

        void piece(QByteArrayView bytes, int firstLine, int columnBefore);
        void add(std::size_t index, const QString &masked, qsizetype start, qsizetype length, int line, int column);
        void whole();
    };
};

TextScanner::TextScanner() : d(std::make_unique<Private>())
{
    int group = 0;
    for (const TextRule &rule : textRules()) {
        d->rules.push_back({&rule, compiled(rule.pattern), rule.harmless ? compiled(rule.harmless) : QRegularExpression()});
        for (QByteArray literal : QByteArray(rule.literals).split(' '))
            d->literals.add(literal.replace('\x01', ' '), group);
        ++group;
    }
    d->literals.prepare();
    const auto parts = [this](int part, std::initializer_list<const char *> literals) {
        for (const char *literal : literals)
            d->codeParts.add(literal, part);
    };
    parts(0, {".ssh/id_", ".aws/credentials", ".netrc", ".git-credentials", ".kube/config", "dict(os.environ", "json.dumps(os.environ",
              "str(os.environ", "os.environ.items", "json.stringify(process.env)", "/etc/shadow", "/proc/self/environ"});
    parts(1, {"requests.post", "requests.put", "urllib.request", "httpx.", "http.client", "fetch(", "axios.", "curl ", "wget ", "xmlhttprequest",
              "socket.connect", ".sendall("});
    parts(2, {"subprocess.", "os.system", "child_process", "exec(", "eval(", "popen("});
    parts(3, {"socket.socket", ".connect((", "net.connect", "net.socket"});
    parts(4, {"os.dup2", "pty.spawn", ".pipe(sh.stdin", ".stdout.pipe(client"});
    parts(5, {"/bin/sh", "/bin/bash", "cmd.exe"});
    d->codeParts.prepare();
}

TextScanner::~TextScanner() = default;
TextScanner::TextScanner(TextScanner &&) noexcept = default;
TextScanner &TextScanner::operator=(TextScanner &&) noexcept = default;

bool isCodeFile(const QString &path, QByteArrayView text)
{
    static const QSet<QString> suffixes = {
        QStringLiteral("py"),   QStringLiteral("sh"),  QStringLiteral("bash"), QStringLiteral("zsh"), QStringLiteral("js"),  QStringLiteral("mjs"),
        QStringLiteral("cjs"),  QStringLiteral("ts"),  QStringLiteral("tsx"),  QStringLiteral("jsx"), QStringLiteral("rb"),  QStringLiteral("pl"),
        QStringLiteral("php"),  QStringLiteral("ps1"), QStringLiteral("bat"),  QStringLiteral("cmd"), QStringLiteral("lua"), QStringLiteral("go"),
        QStringLiteral("java"), QStringLiteral("c"),   QStringLiteral("cpp"),  QStringLiteral("rs"),  QStringLiteral("cs"),  QStringLiteral("swift")};
    const qsizetype dot = path.lastIndexOf(u'.');
    return (dot > path.lastIndexOf(u'/') && suffixes.contains(path.mid(dot + 1).toLower())) || text.startsWith("#!");
}

void TextScanner::Private::Pass::piece(QByteArrayView bytes, int firstLine, int columnBefore)
{
    const std::uint64_t groups = d.literals.search(bytes);
    if (groups == 0)
        return;
    QString text = QString::fromUtf8(bytes);
    const QString original = text;
    text.replace(QLatin1String("\\\r\n"), QLatin1String("   ")).replace(QLatin1String("\\\n"), QLatin1String("  "));
    QString masked = text; // without the secrets that were found so far
    for (std::size_t index = 0; index < d.rules.size(); ++index) {
        const Private::Rule &rule = d.rules[index];
        if (!(groups >> index & 1) || (rule.rule->codeOnly && !code))
            continue;
        const bool secret = rule.rule->scanClass == ScanClass::Secret;
        bool found = false;
        int tried = 0;
        for (auto matches = rule.pattern.globalMatch(text); matches.hasNext() && (secret || (!found && tried < maxPlaceholders)); ++tried) {
            const QRegularExpressionMatch match = matches.next();
            if (rule.rule->harmless && rule.harmless.match(match.captured()).hasMatch())
                continue;
            const qsizetype start = match.capturedStart();
            if (!found) {
                const QStringView before = QStringView(original).left(start);
                const auto lineStart = before.lastIndexOf(u'\n') + 1;
                const int line = firstLine + static_cast<int>(before.count(u'\n'));
                const int column = codePoints(before.mid(lineStart)) + 1 + (lineStart == 0 ? columnBefore : 0);
                add(index, masked, start, match.capturedLength(), line, column);
                found = true;
            }
            if (secret) {
                for (qsizetype i = start; i < match.capturedEnd(); ++i)
                    masked[i] = u'*';
            }
        }
    }
}

void TextScanner::Private::Pass::add(std::size_t index, const QString &masked, qsizetype start, qsizetype length, int line, int column)
{
    if (lastLine[index] == line)
        return;
    lastLine[index] = line;
    const TextRule &rule = *d.rules[index].rule;
    if (++told[index] > maxFindingsOfRule) {
        ++report.leftOut;
        report.leftOutWorst = std::max(report.leftOutWorst, rule.severity);
        return;
    }
    ScanFinding finding;
    finding.ruleId = QString::fromLatin1(rule.id);
    finding.scanClass = rule.scanClass;
    finding.severity = rule.severity;
    finding.file = path;
    finding.line = line;
    finding.column = column;
    finding.message = QString::fromUtf8(rule.message);
    finding.remediation = QString::fromUtf8(rule.remediation);
    finding.evidence =
        rule.scanClass == ScanClass::Secret ? QStringLiteral("[redacted, %1 characters]").arg(length) : shown(masked.mid(start, length));
    report.findings += finding;
}

/// What no single line shows.
void TextScanner::Private::Pass::whole()
{
    const auto tell = [this](const char *id, ScanClass scanClass, const char *message) {
        ScanFinding finding;
        finding.ruleId = QString::fromLatin1(id);
        finding.scanClass = scanClass;
        finding.severity = ScanSeverity::Critical;
        finding.file = path;
        finding.message = QString::fromLatin1(message);
        finding.remediation = QStringLiteral("Read the file as a whole and find out who wrote it; take it out where nobody can say what it is for.");
        report.findings += finding;
    };
    if ((parts & (ReadsSecrets | Sends)) == (ReadsSecrets | Sends))
        tell("code-secret-sender", ScanClass::Code,
             parts & Runs ? "The code reads credentials, runs programs and sends data away." : "The code reads credentials and sends data away.");
    if ((parts & (Connects | HandsOver | StartsShell)) == (Connects | HandsOver | StartsShell))
        tell("shell-program", ScanClass::Shell, "The code connects somewhere and hands the connection to a shell.");
}

void TextScanner::scan(const QString &path, const QByteArray &text, ScanReport &report) const
{
    if (QByteArrayView(text).first(std::min(text.size(), probedForBinary)).contains('\0')) {
        report.skipped += {path, QStringLiteral("It holds binary data.")};
        return;
    }
    ++report.files;
    report.bytes += text.size();
    Private::Pass pass{*d, path, isCodeFile(path, text), report, std::vector<int>(d->rules.size(), 0), std::vector<int>(d->rules.size(), 0)};
    int line = 1;
    for (qsizetype start = 0; start < text.size();) {
        // Many short lines go together into one piece only as far as a backslash joins them: a pattern must not reach over a line's end.
        qsizetype end = start;
        int lines = 0;
        do {
            const qsizetype newline = text.indexOf('\n', end);
            end = newline < 0 ? text.size() : newline + 1;
            ++lines;
        } while (end < text.size() && end - start < longestPiece && end - start >= 2 &&
                 (QByteArrayView(text).first(end).endsWith("\\\n") || QByteArrayView(text).first(end).endsWith("\\\r\n")));
        const QByteArrayView whole = QByteArrayView(text).sliced(start, end - start);
        if (whole.size() <= longestPiece) {
            pass.piece(whole, line, 0);
        } else {
            int passedLines = 0;
            int columns = 0;
            for (qsizetype at = 0; at < whole.size();) {
                pass.piece(whole.sliced(at, std::min(longestPiece, whole.size() - at)), line + passedLines, columns);
                if (whole.size() - at <= longestPiece)
                    break;
                const QByteArrayView left = whole.sliced(at, longestPiece - overlap);
                passedLines += static_cast<int>(left.count('\n'));
                const qsizetype lastNewline = left.lastIndexOf('\n');
                const QByteArrayView tail = left.sliced(lastNewline + 1);
                const int more = static_cast<int>(std::count_if(tail.begin(), tail.end(), [](char c) { return (c & 0xc0) != 0x80; }));
                columns = lastNewline < 0 ? columns + more : more;
                at += longestPiece - overlap;
            }
        }
        line += lines;
        start = end;
    }
    if (pass.code) {
        pass.parts = d->codeParts.search(text);
        pass.whole();
    }
}

ScanReport TextScanner::scanText(const QString &path, const QByteArray &text) const
{
    ScanReport report;
    scan(path, text, report);
    report.sort();
    return report;
}

} // namespace verderer
