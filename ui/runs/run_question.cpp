// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_question.h"

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr Microseconds day = Microseconds(86'400) * 1'000'000;

} // namespace

RunFilter RunQuestion::filter(Microseconds now) const
{
    RunFilter filter;
    filter.text = text.trimmed();
    filter.owner = owner;
    filter.model = model;
    if (days > 0) {
        filter.createdFrom = now - days * day;
    }
    if (chip == "failed"_L1) {
        filter.statuses = {runStatusName(RunStatus::Error), runStatusName(RunStatus::Timeout)};
    } else if (chip == "active"_L1) {
        filter.statuses = {runStatusName(RunStatus::Pending), runStatusName(RunStatus::Running)};
    } else if (chip == "orphans"_L1) {
        filter.orphansOnly = true;
    }
    return filter;
}

RunQuestion RunQuestion::withChip(const QString &other) const
{
    RunQuestion question = *this;
    question.chip = other;
    return question;
}

QStringList runChips()
{
    return {u"all"_s, u"failed"_s, u"active"_s, u"orphans"_s};
}

} // namespace verderer
