// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/difference.h"

#include "verdererctl/table.h"

namespace verderer::ctl {

Result<Difference> compareVersions(const Version &oldVersion, const Version &newVersion, const CancelToken &cancel)
{
    DiffOptions options;
    options.ignoreLineEndings = true;
    Result<LineDiff> lines = diffLines(oldVersion.text, newVersion.text, options, cancel);
    if (!lines)
        return tl::unexpected(lines.error());
    const QByteArray unified = unifiedDiff(oldVersion.text, newVersion.text, *lines, oldVersion.label, newVersion.label, options.contextLines);
    return Difference{oldVersion, newVersion, std::move(*lines), unified};
}

QByteArray shownDifference(const Difference &difference, const Terminal &terminal)
{
    QByteArray out;
    if (difference.unified.isEmpty()) {
        if (difference.oldVersion.text == difference.newVersion.text)
            out = difference.oldVersion.exists == difference.newVersion.exists ? "No difference.\n"
                                                                               : "One of the two does not exist, the other is empty.\n";
        else
            out = "Only the line endings differ.\n";
        return out;
    }
    if (terminal.width == 0)
        return difference.unified; // for patch and for files: the bytes as they are
    for (const QByteArray &line : difference.unified.split('\n')) {
        const char *color = "";
        if (terminal.colors && (line.startsWith("---") || line.startsWith("+++")))
            color = "\x1b[1m";
        else if (terminal.colors && line.startsWith("@@"))
            color = "\x1b[36m";
        else if (terminal.colors && line.startsWith('-'))
            color = "\x1b[31m";
        else if (terminal.colors && line.startsWith('+'))
            color = "\x1b[32m";
        QByteArray content = line.endsWith('\r') ? line.chopped(1) : line;
        content = printable(QString::fromUtf8(content.replace('\t', "        "))).toUtf8();
        out += color + content + (*color ? "\x1b[0m" : "") + '\n';
    }
    if (out.endsWith("\n\n"))
        out.chop(1);
    return out;
}

} // namespace verderer::ctl
