// SPDX-License-Identifier: GPL-3.0-or-later
// A thread's metadata as it is stored: read, written as Python does, and matched with a filter.
#include "fuzz/fuzz.h"

#include "base/json.h"
#include "base/json_equality.h"
#include "base/json_text.h"
#include "threads/thread_rules.h"

using namespace verderer;
using namespace verderer::fuzz;
using namespace Qt::StringLiterals;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes = bytesOf(data, size);
    const auto value = parseJson(bytes);
    const auto scanned = JsonText::scan(bytes);
    if (value) {
        const QByteArray written = dumpPythonJson(*value);
        const auto again = parseJson(written);
        require(again && sameJson(*again, *value), "what is written reads back as the same value");
        require(dumpPythonJson(*again) == written, "and is written the same again");
        require(!written.contains('\n'), "as one line");
    } else {
        require(!value.error().message.isEmpty(), "what cannot be read says why");
    }
    if (scanned && scanned->isObject(scanned->root())) {
        qsizetype last = scanned->root();
        for (const JsonMember &member : scanned->members(scanned->root())) {
            require(last < member.keyBegin && member.keyBegin < member.keyEnd && member.keyEnd < member.valueBegin &&
                        member.valueBegin < member.valueEnd && member.valueEnd <= bytes.size(),
                    "members lie one behind the other");
            require(scanned->endOf(member.valueBegin) == member.valueEnd, "and end where their values end");
            last = member.valueEnd;
        }
    }
    ThreadRecord record;
    record.threadId = u"th-1"_s;
    record.metadataJson = bytes;
    const auto editable = editableMetadata(record);
    require(!editable || (value && editable->is_object()), "only an object is edited key by key");
    ThreadFilter filter;
    filter.metadata.append({u"ticket"_s, QByteArray("4211")});
    if (const auto matches = matchesFilter(record, filter); matches && *matches) {
        require(editable && editable->contains("ticket"), "only metadata that hold a key match a filter for it");
    }
    return 0;
}
