// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/runs/run_vitalities.h"
#include "ui/widgets/listing_model.h"

namespace verderer {

struct DatabaseAccess;

/// The runs of the list: one column, each row with all its facts. Rows are asked for by ask(), see ListingModel.
class RunListModel : public ListingModel<RunRecord> {
    Q_OBJECT
public:
    enum RunRole { FactsRole = FirstSubclassRole, StatusRole, ToneRole, OrphanRole };

    explicit RunListModel(JobRunner *jobs, QObject *parent = nullptr);

    /// What the rows are asked for; `filter` is kept by the model's question.
    void show(const std::shared_ptr<const DatabaseAccess> &access, const RunFilter &filter);
    /// What is known of the signs of life of the rows that were read.
    [[nodiscard]] const RunVitalities &vitalities() const { return *m_vitalities; }
    /// The times "so far" are of this moment from now on.
    void tick();

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : 1; }

protected:
    [[nodiscard]] QString idOf(const RunRecord &record) const override { return record.runId; }
    [[nodiscard]] QVariant cell(const RunRecord &record, int column, int role) const override;

private:
    std::shared_ptr<RunVitalities> m_vitalities;
    Microseconds m_now;
};

} // namespace verderer
