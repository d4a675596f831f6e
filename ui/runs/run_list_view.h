// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/listing_view.h"

namespace verderer {

class RunListModel;

/// The list of runs: a table of one column with rows of two lines.
class RunListView : public ListingView {
    Q_OBJECT
public:
    RunListView(const Theme *theme, RunListModel *model, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void fitRows();
};

} // namespace verderer
