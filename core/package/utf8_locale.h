// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <clocale>

namespace verderer {

/// While it lives, this thread's characters are UTF-8. libarchive converts names from and to the locale's characters, and a program that has not set
/// one (or a user whose locale is another) would lose every letter that is not English. Touches no other thread.
class Utf8Locale {
public:
    Utf8Locale() : m_locale(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr))
    {
        if (m_locale)
            m_before = ::uselocale(m_locale);
    }
    ~Utf8Locale()
    {
        if (!m_locale)
            return;
        ::uselocale(m_before);
        ::freelocale(m_locale);
    }
    Utf8Locale(const Utf8Locale &) = delete;
    Utf8Locale &operator=(const Utf8Locale &) = delete;

private:
    locale_t m_locale = nullptr;
    locale_t m_before = nullptr;
};

} // namespace verderer
