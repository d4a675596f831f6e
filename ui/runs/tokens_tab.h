// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/runs/run_detail.h"

#include <QWidget>

class QLabel;

namespace verderer {

class NumberTable;
class Theme;

/// Who used a run's tokens: by model, and by who called the model.
class TokensTab : public QWidget {
    Q_OBJECT
public:
    explicit TokensTab(const Theme *theme, QWidget *parent = nullptr);
    void showRun(const RunDetail &detail);

    [[nodiscard]] NumberTable *byModel() const { return m_byModel; }
    [[nodiscard]] NumberTable *byCaller() const { return m_byCaller; }

private:
    void applyColors();

    const Theme *m_theme;
    NumberTable *m_byModel;
    NumberTable *m_byCaller;
    QLabel *m_note;
};

} // namespace verderer
