// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/doctor_model.h"

#include "ui/shell/top_bar.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/text_format.h"

using namespace Qt::StringLiterals;

namespace verderer {

DoctorModel::DoctorModel(QObject *parent) : QAbstractListModel(parent)
{
}

QString DoctorModel::areaWord(DoctorArea area)
{
    switch (area) {
    case DoctorArea::Paths:
        return tr("paths");
    case DoctorArea::Users:
        return tr("users");
    case DoctorArea::Locks:
        return tr("locks");
    case DoctorArea::Intents:
        return tr("unfinished changes");
    case DoctorArea::Drafts:
        return tr("drafts");
    case DoctorArea::Skills:
        return tr("skills");
    case DoctorArea::Histories:
        return tr("histories");
    case DoctorArea::Database:
        return tr("database");
    case DoctorArea::Leftovers:
        break;
    }
    return tr("leftovers");
}

void DoctorModel::setReport(const DoctorReport &report, const QString &gateway)
{
    QList<Row> rows;
    m_warnings = 0;
    rows << Row{true, tr("Findings"), {}, {}, 0, {}};
    for (const DoctorFinding &finding : report.findings) {
        Row row;
        row.text = finding.message;
        QStringList detail;
        if (!finding.advice.isEmpty())
            detail << finding.advice;
        if (!finding.path.isEmpty())
            detail << (finding.line > 0 ? tr("%1, line %2").arg(finding.path).arg(finding.line) : finding.path);
        row.detail = detail.join(u" · "_s);
        const QString sign = finding.severity == Severity::Error ? u"✕ "_s : finding.severity == Severity::Warning ? u"! "_s : QString();
        row.badge = sign + areaWord(finding.area);
        row.tone = int(finding.severity == Severity::Error ? Tone::Error : finding.severity == Severity::Warning ? Tone::Warning : Tone::Information);
        row.path = finding.path;
        m_warnings += finding.severity == Severity::Note ? 0 : 1;
        rows << row;
    }
    if (report.findings.isEmpty())
        rows << Row{false, tr("Nothing is wrong"), tr("Paths, locks, skills, histories and drafts were looked at."), u"✓"_s, int(Tone::Accent), {}};
    rows << Row{true, tr("Users"), {}, {}, 0, {}};
    for (const DoctorUser &user : report.users) {
        Row row;
        row.text = userLabel(user.user);
        QStringList facts{tr("%n skill(s)", nullptr, int(user.skills)),
                          tr("%n history file(s)", nullptr, int(user.histories)) + u", "_s + humanSize(user.historyBytes)};
        if (user.trashEntries > 0)
            facts << tr("%n thing(s) in the trash", nullptr, int(user.trashEntries)) + u", "_s + humanSize(user.trashBytes);
        if (user.drafts > 0)
            facts << tr("%n draft(s)", nullptr, user.drafts);
        row.detail = facts.join(u" · "_s);
        if (user.lock.held) {
            row.badge = tr("locked");
            row.tone = int(Tone::Warning);
            row.detail += u" · "_s + (user.lock.holder.isEmpty() ? tr("somebody is at work") : user.lock.holder);
        }
        rows << row;
    }
    rows << Row{true, tr("Where things are"), {}, {}, 0, {}};
    for (const DoctorPath &path : report.paths) {
        Row row;
        row.text = path.name + u": "_s + (path.place.path.isEmpty() ? tr("none") : path.place.path);
        row.detail = path.place.problem.isEmpty() ? path.place.rule : path.place.rule + u" · "_s + path.place.problem;
        row.path = path.place.path;
        if (!path.place.path.isEmpty() && !path.place.exists) {
            row.badge = tr("missing");
            row.tone = int(Tone::Neutral);
        }
        rows << row;
    }
    if (!gateway.isEmpty())
        rows << Row{false, tr("Gateway"), gateway, {}, 0, {}};
    beginResetModel();
    m_rows = rows;
    endResetModel();
}

int DoctorModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant DoctorModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows.size())
        return {};
    const Row &row = m_rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return row.text;
    case Qt::ToolTipRole:
        return row.header ? QVariant() : QVariant(row.detail.isEmpty() ? row.text : row.text + u"\n"_s + row.detail);
    case Qt::AccessibleTextRole:
        return row.badge.isEmpty() ? row.text : row.badge + u": "_s + row.text;
    case HeaderRole:
        return row.header;
    case DetailRole:
        return row.detail;
    case BadgeRole:
        return row.badge;
    case ToneRole:
        return row.tone;
    case PathRole:
        return row.path;
    default:
        return {};
    }
}

Qt::ItemFlags DoctorModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    if (m_rows.at(index.row()).header)
        return Qt::ItemNeverHasChildren;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

} // namespace verderer
