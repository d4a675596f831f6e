// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/bulk.h"

#include "base/json.h"
#include "verdererctl/exit_status.h"
#include "verdererctl/table.h"

#include <algorithm>

namespace verderer::ctl {

struct BulkResults::Private {
    std::string idKey;
    Json results = Json::array();
    QString text;
    QList<Error> errors;
    QStringList notes;
    int doneCount = 0;
    bool inPart = false;
};

BulkResults::BulkResults(const char *idKey) : d(std::make_unique<Private>())
{
    d->idKey = idKey;
}

BulkResults::~BulkResults() = default;

void BulkResults::done(const QString &id, const Json &json, const QString &line, bool inPart)
{
    Json entry = Json::object();
    entry[d->idKey] = toJson(id);
    entry.update(json);
    d->results.push_back(entry);
    d->text += line;
    d->inPart = d->inPart || inPart;
    ++d->doneCount;
}

void BulkResults::note(const QString &id, const QStringList &sentences)
{
    for (const QString &sentence : sentences) {
        d->notes.append(QStringLiteral("%1: %2").arg(id, sentence));
    }
}

void BulkResults::failed(const QString &id, const Error &error)
{
    Json entry = Json::object();
    entry[d->idKey] = toJson(id);
    entry["error"] = errorObject(error);
    d->results.push_back(entry);
    d->notes.append(QStringLiteral("%1: %2").arg(id, error.message));
    d->errors.append(error);
}

bool BulkResults::isEmpty() const
{
    return d->results.empty();
}

Result<Output> BulkResults::output(const Context &context, const QString &done) const
{
    if (d->results.size() == 1 && d->errors.size() == 1) {
        return tl::unexpected<Error>(d->errors.first());
    }
    Output output;
    if (!d->errors.isEmpty()) {
        const ErrorCode first = d->errors.first().code;
        const bool alike = std::all_of(d->errors.cbegin(), d->errors.cend(), [first](const Error &error) { return error.code == first; });
        output.status = d->doneCount == 0 && alike ? exitStatus(first) : DoneInPart;
    } else if (d->inPart) {
        output.status = DoneInPart;
    }
    output.notes = d->notes;
    if (d->doneCount > 0) {
        output.done = done;
    }
    if (context.options().json) {
        Json json;
        json["results"] = d->results;
        json["done"] = d->doneCount;
        json["failed"] = d->errors.size();
        output.json = dumpPrettyJson(json);
    } else {
        output.text = d->text.toUtf8();
    }
    return output;
}

} // namespace verderer::ctl
