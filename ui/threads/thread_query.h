// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "threads/thread_store.h"

#include <QDate>

namespace verderer {

/// What a person typed and chose to narrow the list, in words that can be kept in settings.
struct ThreadQuery {
    QString text;    ///< as typed: words for title or id, and `key=value` for metadata
    QString owner;   ///< a user id, "-" for nobody's, empty for all
    QString status;  ///< empty for any
    QString updated; ///< "today", "7", "30", "365" (days), empty for any time
    friend bool operator==(const ThreadQuery &, const ThreadQuery &) = default;
    [[nodiscard]] bool isEmpty() const { return *this == ThreadQuery(); }
};

/// The filter that a query means. `key=value`: a value that is JSON is compared as that (`ticket=4211` finds the number, `ticket="4211"` the text),
/// any other value as a text. Values with blanks stand in double quotes. `today` is the present day where the person is.
ThreadFilter threadFilter(const ThreadQuery &query, const QDate &today);

} // namespace verderer
