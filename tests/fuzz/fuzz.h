// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <cstddef>
#include <cstdint>

/// What libFuzzer calls with each input. Each target defines it once: it reads the bytes as the product does and requires what must hold for all of
/// them, so that a wrong answer is found as well as a crash.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace verderer::fuzz {

/// Ends the program, which libFuzzer reports with the input, where `holds` is false. `promise` says what was broken.
void require(bool holds, const char *promise);

/// The bytes of an input, in a buffer that ends where they end: reading beyond is seen.
[[nodiscard]] QByteArray bytesOf(const std::uint8_t *data, std::size_t size);

/// Input handed out in parts: a byte at a time for choices, and texts that end at a NUL byte.
class Parts {
public:
    Parts(const std::uint8_t *data, std::size_t size) : m_bytes(bytesOf(data, size)) {}

    [[nodiscard]] bool atEnd() const { return m_at >= m_bytes.size(); }
    /// 0 behind the end.
    [[nodiscard]] std::uint8_t byte();
    /// Up to the next NUL, or to the end.
    [[nodiscard]] QByteArray text();
    [[nodiscard]] QByteArray rest();

private:
    QByteArray m_bytes;
    qsizetype m_at = 0;
};

} // namespace verderer::fuzz
