// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/doctor.h"

#include <QAbstractListModel>

namespace verderer {

/// The findings of the doctor, and below them where things are and what they take. Holds values only. Window's thread only.
class DoctorModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        HeaderRole = Qt::UserRole + 1, ///< bool
        DetailRole,                    ///< QString: second line
        BadgeRole,                     ///< QString
        ToneRole,                      ///< int, a Tone
        PathRole,                      ///< QString: the file it is about; empty where none
    };

    explicit DoctorModel(QObject *parent = nullptr);

    /// `gateway` says in a sentence whether a Gateway answers; empty while unknown.
    void setReport(const DoctorReport &report, const QString &gateway);
    [[nodiscard]] int warnings() const { return m_warnings; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Row {
        bool header = false;
        QString text;
        QString detail;
        QString badge;
        int tone = 0;
        QString path;
    };
    static QString areaWord(DoctorArea area);

    QList<Row> m_rows;
    int m_warnings = 0;
};

} // namespace verderer
