// SPDX-License-Identifier: GPL-3.0-or-later
#include "package/member_path.h"

#include "base/utf8.h"

#include <QStringList>

#include <algorithm>

namespace verderer {

namespace {

tl::unexpected<Error> refuse(const QString &kind, const QByteArray &name, const QString &why)
{
    ErrorDetails details;
    details.path = QString::fromUtf8(name);
    details.kind = kind;
    QString shown = details.path;
    shown.replace(QChar(u'\0'), QStringLiteral("\\0"));
    return fail(ErrorCode::Invalid, QStringLiteral("The archive is refused: its member “%1” %2.").arg(shown, why), details);
}

} // namespace

Result<QString> memberPath(const QByteArray &name)
{
    if (firstInvalidUtf8(name) >= 0)
        return refuse(QStringLiteral("member-encoding"), name, QStringLiteral("has a name that is not UTF-8"));
    if (name.isEmpty() || name.contains('\0'))
        return refuse(QStringLiteral("member-name"), name, QStringLiteral("has an empty name or a NUL in it"));
    QString path = QString::fromUtf8(name);
    path.replace(u'\\', u'/');
    if (path.startsWith(u'/'))
        return refuse(QStringLiteral("member-absolute"), name, QStringLiteral("has an absolute path"));
    if (path.contains(u':'))
        return refuse(QStringLiteral("member-colon"), name, QStringLiteral("has a colon or a drive letter in its name"));
    QStringList parts = path.split(u'/', Qt::SkipEmptyParts);
    parts.removeAll(QStringLiteral("."));
    if (parts.contains(QStringLiteral("..")))
        return refuse(QStringLiteral("member-traversal"), name, QStringLiteral("leads out of the package"));
    constexpr qsizetype longestPart = 255; // bytes; no file system of Linux takes more
    if (std::any_of(parts.cbegin(), parts.cend(), [](const QString &part) { return part.toUtf8().size() > longestPart; }))
        return refuse(QStringLiteral("member-name"), name, QStringLiteral("has a name that is too long for any disk"));
    return parts.join(u'/');
}

bool isFinderJunk(const QString &path)
{
    const QStringList parts = path.split(u'/');
    return parts.last() == QLatin1String(".DS_Store") || std::any_of(parts.begin(), parts.end(), [](const QString &part) {
               return part == QLatin1String("__MACOSX") || part.startsWith(QLatin1String("._"));
           });
}

} // namespace verderer
