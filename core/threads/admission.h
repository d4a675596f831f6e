// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"

#include <QString>

#include <memory>

namespace verderer {

/// A keyed lock: at most one guard a key at a time, first come first served, entries exist only while held or awaited. One for each process and
/// store, handed to whoever creates threads. Any thread.
class Admission {
public:
    class Guard {
    public:
        Guard(Guard &&) noexcept;
        Guard &operator=(Guard &&) noexcept;
        ~Guard();

    private:
        friend class Admission;
        struct Private;
        explicit Guard(std::unique_ptr<Private> d);
        std::unique_ptr<Private> d;
    };

    Admission();
    ~Admission();
    /// Waits in line. TimedOut when the deadline passes, Cancelled when the token is.
    Result<Guard> acquire(const QString &key, const Wait &wait);
    [[nodiscard]] int entries() const;                   ///< keys held or awaited now
    [[nodiscard]] int waiting(const QString &key) const; ///< how many wait for this key

private:
    struct Private;
    std::shared_ptr<Private> d;
};

} // namespace verderer
