// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/text_encoding.h"

#include <QStringDecoder>

#include <algorithm>

namespace verderer {

std::optional<WideEncoding> guessWideEncoding(QByteArrayView bytes)
{
    if (bytes.startsWith("\xFF\xFE"))
        return WideEncoding::Utf16Le;
    if (bytes.startsWith("\xFE\xFF"))
        return WideEncoding::Utf16Be;
    const qsizetype pairs = std::min<qsizetype>(bytes.size() / 2, 32);
    if (pairs < 2)
        return {};
    qsizetype evenZero = 0;
    qsizetype oddZero = 0;
    for (qsizetype i = 0; i < pairs; ++i) {
        const bool even = bytes[2 * i] == '\0';
        const bool odd = bytes[2 * i + 1] == '\0';
        evenZero += even && !odd ? 1 : 0;
        oddZero += odd && !even ? 1 : 0;
    }
    // Front matter is mostly ASCII; a text of other letters still has ASCII keys.
    if (oddZero * 10 >= pairs * 6)
        return WideEncoding::Utf16Le;
    if (evenZero * 10 >= pairs * 6)
        return WideEncoding::Utf16Be;
    return {};
}

QString wideEncodingName(WideEncoding encoding)
{
    return encoding == WideEncoding::Utf16Le ? QStringLiteral("UTF-16 LE") : QStringLiteral("UTF-16 BE");
}

std::optional<QByteArray> convertedToUtf8(QByteArrayView bytes, WideEncoding encoding)
{
    if (bytes.size() % 2 != 0)
        return {};
    QStringDecoder decoder(encoding == WideEncoding::Utf16Le ? QStringDecoder::Utf16LE : QStringDecoder::Utf16BE);
    QString text = decoder.decode(bytes);
    if (text.startsWith(QChar(QChar::ByteOrderMark)))
        text.remove(0, 1);
    if (decoder.hasError() || !text.isValidUtf16())
        return {};
    return text.toUtf8();
}

QString hexPreview(QByteArrayView bytes, int count)
{
    QString text = QString::fromLatin1(bytes.first(std::min<qsizetype>(count, bytes.size())).toByteArray().toHex(' ').toUpper());
    if (bytes.size() > count)
        text += u" …";
    return text;
}

} // namespace verderer
