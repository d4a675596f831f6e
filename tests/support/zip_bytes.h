// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>

#include <array>
#include <optional>

namespace verderer::test {

/// A ZIP archive written by hand, so that a test can put into it what no packer would.
class ZipBytes {
public:
    struct Member {
        QByteArray name;
        QByteArray bytes;
        quint32 mode = 0100644;             ///< as Unix has it: a file; 0120777 is a link, 040755 a folder
        quint16 flags = 0x0800;             ///< the name is UTF-8
        bool deflated = false;              ///< else stored
        std::optional<quint32> claimedSize; ///< what the headers say of the unpacked size
        std::optional<quint32> claimedCrc;
    };

    ZipBytes &add(const QByteArray &name, const QByteArray &bytes = {}) { return add(Member{name, bytes, folderOr(name), 0x0800, false, {}, {}}); }
    ZipBytes &addLink(const QByteArray &name, const QByteArray &target) { return add(Member{name, target, 0120777, 0x0800, false, {}, {}}); }
    ZipBytes &add(const Member &member)
    {
        QByteArray data = member.bytes;
        if (member.deflated) {
            // zlib's stream without Qt's length, its own header and its checksum
            data = qCompress(member.bytes, 9);
            data = data.sliced(6, data.size() - 10);
        }
        const auto size = member.claimedSize.value_or(static_cast<quint32>(member.bytes.size()));
        QByteArray common = number<quint16>(20) + number<quint16>(member.flags) + number<quint16>(member.deflated ? 8 : 0) +
                            number<quint32>(0x00210000) + number<quint32>(member.claimedCrc.value_or(crcOf(member.bytes))) +
                            number<quint32>(static_cast<quint32>(data.size())) + number<quint32>(size) +
                            number<quint16>(static_cast<quint16>(member.name.size())) + number<quint16>(0);
        m_list += "PK\1\2" + number<quint16>((3U << 8U) | 20U) + common + QByteArray(6, '\0') + number<quint32>(member.mode << 16U) +
                  number<quint32>(static_cast<quint32>(m_bytes.size())) + member.name;
        m_bytes += "PK\3\4" + common + member.name + data;
        ++m_count;
        return *this;
    }

    [[nodiscard]] QByteArray bytes() const
    {
        return m_bytes + m_list + "PK\5\6" + QByteArray(4, '\0') + number<quint16>(m_count) + number<quint16>(m_count) +
               number<quint32>(static_cast<quint32>(m_list.size())) + number<quint32>(static_cast<quint32>(m_bytes.size())) + QByteArray(2, '\0');
    }

private:
    static quint32 folderOr(const QByteArray &name) { return name.endsWith('/') ? 040755 : 0100644; }

    template<typename Number> static QByteArray number(Number value)
    {
        QByteArray bytes;
        for (std::size_t i = 0; i < sizeof value; ++i)
            bytes += static_cast<char>((value >> (8U * i)) & 0xFFU);
        return bytes;
    }

    static quint32 crcOf(const QByteArray &bytes)
    {
        static const std::array<quint32, 256> table = [] {
            std::array<quint32, 256> made{};
            for (quint32 i = 0; i < made.size(); ++i) {
                quint32 crc = i;
                for (int bit = 0; bit < 8; ++bit)
                    crc = (crc & 1U) != 0 ? (crc >> 1U) ^ 0xEDB88320U : crc >> 1U;
                made.at(i) = crc;
            }
            return made;
        }();
        quint32 crc = 0xFFFFFFFFU;
        for (const char byte : bytes)
            crc = table.at((crc ^ static_cast<unsigned char>(byte)) & 0xFFU) ^ (crc >> 8U);
        return ~crc;
    }

    QByteArray m_bytes;
    QByteArray m_list;
    quint16 m_count = 0;
};

} // namespace verderer::test
