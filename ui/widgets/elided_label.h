// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace verderer {

/// A line of plain text that gives way: what does not fit is elided, and stands whole in the tooltip.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget *parent = nullptr);
    void setFullText(const QString &text, Qt::TextElideMode mode = Qt::ElideRight);
    [[nodiscard]] QString fullText() const { return m_full; }
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void elide();

    QString m_full;
    Qt::TextElideMode m_mode = Qt::ElideRight;
};

} // namespace verderer
