// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/icon.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

class ThemedIconEngine final : public QIconEngine {
public:
    ThemedIconEngine(QString name, const Theme *theme, QColor ThemeColors::*color) : m_name(std::move(name)), m_theme(theme), m_color(color) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        if (m_source.isNull()) {
            QFile file(u":/verderer/icons/"_s + m_name + u".svg"_s);
            if (!file.open(QIODevice::ReadOnly))
                return;
            m_source = file.readAll();
        }
        const QColor color = mode == QIcon::Disabled ? m_theme->colors().disabled : m_theme->colors().*m_color;
        QByteArray svg = m_source;
        svg.replace("currentColor", color.name().toLatin1());
        QSvgRenderer renderer(svg);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        renderer.render(painter, rect);
        painter->restore();
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    QIconEngine *clone() const override { return new ThemedIconEngine(*this); }

private:
    QString m_name;
    const Theme *m_theme;
    QColor ThemeColors::*m_color;
    QByteArray m_source;
};

} // namespace

QIcon themedIcon(const QString &name, const Theme *theme, QColor ThemeColors::*color)
{
    return QIcon(new ThemedIconEngine(name, theme, color));
}

} // namespace verderer
