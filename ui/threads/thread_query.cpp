// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/thread_query.h"

#include "base/json.h"

#include <QDateTime>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

/// Words, where a part in double quotes holds together.
QStringList wordsOf(const QString &text)
{
    QStringList words;
    QString word;
    bool quoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        if (c == u'\\' && quoted && i + 1 < text.size()) {
            word += c;
            word += text.at(++i);
            continue;
        }
        if (c == u'"') {
            quoted = !quoted;
        }
        if (c.isSpace() && !quoted) {
            if (!word.isEmpty()) {
                words << word;
            }
            word.clear();
        } else {
            word += c;
        }
    }
    if (!word.isEmpty()) {
        words << word;
    }
    return words;
}

} // namespace

ThreadFilter threadFilter(const ThreadQuery &query, const QDate &today)
{
    static const QRegularExpression pair(u"\\A([A-Za-z0-9_-]+)=(.+)\\z"_s, QRegularExpression::DotMatchesEverythingOption);
    ThreadFilter filter;
    QStringList words;
    const QStringList typed = wordsOf(query.text);
    for (const QString &word : typed) {
        const auto match = pair.match(word);
        if (!match.hasMatch()) {
            words << word;
            continue;
        }
        const QByteArray value = match.captured(2).toUtf8();
        const auto json = parseJson(value);
        const bool scalar = json && !json->is_structured();
        filter.metadata.append({match.captured(1), scalar ? value : dumpPythonJson(toJson(match.captured(2)))});
    }
    filter.text = words.join(u' ');
    if (query.owner == "-"_L1) {
        filter.owner = QString();
    } else if (!query.owner.isEmpty()) {
        filter.owner = query.owner;
    }
    if (!query.status.isEmpty()) {
        filter.statuses = {query.status};
    }
    if (!query.updated.isEmpty()) {
        const int days = query.updated == "today"_L1 ? 1 : std::max(1, query.updated.toInt());
        filter.updatedFrom = today.addDays(1 - days).startOfDay().toMSecsSinceEpoch() * 1000;
    }
    return filter;
}

} // namespace verderer
