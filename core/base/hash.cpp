// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/hash.h"

#include <QCryptographicHash>

namespace verderer {

QString sha256Hex(const QByteArray &bytes)
{
    return QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
}

QByteArray normalizedNewlines(const QByteArray &bytes)
{
    if (!bytes.contains('\r'))
        return bytes;
    QByteArray out;
    out.reserve(bytes.size());
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        if (bytes[i] != '\r') {
            out.append(bytes[i]);
            continue;
        }
        out.append('\n');
        if (i + 1 < bytes.size() && bytes[i + 1] == '\n')
            ++i;
    }
    return out;
}

} // namespace verderer
