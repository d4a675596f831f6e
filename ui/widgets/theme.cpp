// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/theme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QFontDatabase>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr auto portalService = "org.freedesktop.portal.Desktop";
constexpr auto portalPath = "/org/freedesktop/portal/desktop";
constexpr auto portalInterface = "org.freedesktop.portal.Settings";
constexpr auto appearance = "org.freedesktop.appearance";

ThemeColors lightColors()
{
    ThemeColors c;
    c.window = QColor(0xF4F6F3);
    c.surface = QColor(0xFFFFFF);
    c.border = QColor(0xDCE1DB);
    c.text = QColor(0x1B201D);
    c.muted = QColor(0x5F6963);
    c.disabled = QColor(0x9AA39D);
    c.rail = QColor(0x22302A);
    c.railSelected = QColor(0x33473D);
    c.railText = QColor(0xC9D6CE);
    c.railMuted = QColor(0x9FB0A6);
    c.railAccent = QColor(0x7CC7A0);
    c.accent = QColor(0x2F6F4F);
    c.accentSoft = QColor(0xE1EEE7);
    c.onAccent = QColor(0xFFFFFF);
    c.added = QColor(0xE4F4E7);
    c.addedWord = QColor(0xB4E2BE);
    c.addedMark = QColor(0x2E8B4A);
    c.removed = QColor(0xFCE9E7);
    c.removedWord = QColor(0xF2BCB6);
    c.removedMark = QColor(0xD0453B);
    c.warning = QColor(0x8A5A00);
    c.warningSoft = QColor(0xFFF3D2);
    c.error = QColor(0xB3261E);
    c.errorSoft = QColor(0xFCE8E6);
    c.information = QColor(0x1F5FA8);
    c.informationSoft = QColor(0xE4EEFA);
    c.railBadge = QColor(0xD9822B);
    c.onRailBadge = QColor(0x1B201D);
    c.syntaxKey = c.accent;
    c.syntaxString = c.information;
    c.syntaxComment = c.muted;
    c.currentLine = QColor(0xF6F8F5);
    return c;
}

ThemeColors darkColors()
{
    ThemeColors c;
    c.window = QColor(0x171B19);
    c.surface = QColor(0x1E2321);
    c.border = QColor(0x313934);
    c.text = QColor(0xE3E9E5);
    c.muted = QColor(0x97A39C);
    c.disabled = QColor(0x67726B);
    c.rail = QColor(0x121614);
    c.railSelected = QColor(0x26332C);
    c.railText = QColor(0xC9D6CE);
    c.railMuted = QColor(0x9FB0A6);
    c.railAccent = QColor(0x7CC7A0);
    c.accent = QColor(0x7CC7A0);
    c.accentSoft = QColor(0x20372C);
    c.onAccent = QColor(0x10201A);
    c.added = QColor(0x17301F);
    c.addedWord = QColor(0x28603A);
    c.addedMark = QColor(0x5DBB7B);
    c.removed = QColor(0x381D1C);
    c.removedWord = QColor(0x732F2B);
    c.removedMark = QColor(0xE5766D);
    c.warning = QColor(0xE9B949);
    c.warningSoft = QColor(0x3A2F14);
    c.error = QColor(0xF2918A);
    c.errorSoft = QColor(0x3B1E1C);
    c.information = QColor(0x8FBBEE);
    c.informationSoft = QColor(0x1B2B40);
    c.railBadge = QColor(0xD9822B);
    c.onRailBadge = QColor(0x121614);
    c.syntaxKey = c.accent;
    c.syntaxString = c.information;
    c.syntaxComment = c.muted;
    c.currentLine = QColor(0x232927);
    return c;
}

// Where only the system's own colours may be used, every meaning is carried by signs, words and frames.
ThemeColors systemColors(const QPalette &system)
{
    const auto of = [&](QPalette::ColorRole role) { return system.color(QPalette::Active, role); };
    ThemeColors c;
    c.window = of(QPalette::Window);
    c.surface = of(QPalette::Base);
    c.border = of(QPalette::WindowText);
    c.text = of(QPalette::WindowText);
    c.muted = of(QPalette::WindowText);
    c.disabled = system.color(QPalette::Disabled, QPalette::WindowText);
    c.rail = of(QPalette::Window);
    c.railSelected = of(QPalette::Highlight);
    c.railText = of(QPalette::HighlightedText);
    c.railMuted = of(QPalette::WindowText);
    c.railAccent = of(QPalette::HighlightedText);
    c.accent = of(QPalette::Highlight);
    c.accentSoft = of(QPalette::Base);
    c.onAccent = of(QPalette::HighlightedText);
    for (QColor *background : {&c.added, &c.removed, &c.warningSoft, &c.errorSoft, &c.informationSoft, &c.currentLine})
        *background = of(QPalette::Base);
    for (QColor *word : {&c.addedWord, &c.removedWord})
        *word = of(QPalette::AlternateBase);
    for (QColor *mark : {&c.addedMark, &c.removedMark, &c.warning, &c.error, &c.information, &c.syntaxKey, &c.syntaxString, &c.syntaxComment})
        *mark = of(QPalette::Text);
    c.railBadge = of(QPalette::Highlight);
    c.onRailBadge = of(QPalette::HighlightedText);
    return c;
}

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

} // namespace

std::optional<ThemeKind> themeKindFromName(QStringView name)
{
    if (name == u"light")
        return ThemeKind::Light;
    if (name == u"dark")
        return ThemeKind::Dark;
    if (name == u"high-contrast")
        return ThemeKind::HighContrast;
    return {};
}

ThemeColors themeColors(ThemeKind kind, const QPalette &system)
{
    switch (kind) {
    case ThemeKind::Light:
        return lightColors();
    case ThemeKind::Dark:
        return darkColors();
    case ThemeKind::HighContrast:
        break;
    }
    return systemColors(system);
}

QPalette themePalette(ThemeKind kind, const QPalette &system)
{
    if (kind == ThemeKind::HighContrast)
        return system;
    const ThemeColors c = themeColors(kind, system);
    QPalette palette(c.text, c.surface, c.surface.lighter(110), c.border, c.muted, c.text, c.surface.lighter(120), c.surface, c.window);
    palette.setColor(QPalette::AlternateBase, c.window);
    palette.setColor(QPalette::ButtonText, c.text);
    palette.setColor(QPalette::Highlight, c.accent);
    palette.setColor(QPalette::HighlightedText, c.onAccent);
    palette.setColor(QPalette::Link, c.accent);
    palette.setColor(QPalette::LinkVisited, c.accent);
    palette.setColor(QPalette::PlaceholderText, c.muted);
    palette.setColor(QPalette::ToolTipBase, c.surface);
    palette.setColor(QPalette::ToolTipText, c.text);
    palette.setColor(QPalette::Mid, c.border);
    palette.setColor(QPalette::Midlight, c.border);
    palette.setColor(QPalette::Shadow, c.rail);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, c.disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, c.border);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, c.muted);
    return palette;
}

Theme::Theme(const QPalette &system, std::optional<ThemeKind> wished, QObject *parent)
    : QObject(parent), m_system(system), m_wished(wished.has_value()), m_kind(wished.value_or(isDark(system) ? ThemeKind::Dark : ThemeKind::Light)),
      m_colors(themeColors(m_kind, system))
{
}

Theme::~Theme() = default;

QPalette Theme::palette() const
{
    return themePalette(m_kind, m_system);
}

QFont Theme::textFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setStyleHint(QFont::Monospace);
    return font;
}

void Theme::followSystem()
{
    if (m_wished)
        return;
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(QString::fromLatin1(portalService), QString::fromLatin1(portalPath), QString::fromLatin1(portalInterface), u"SettingChanged"_s, this,
                SLOT(onPortalSetting(QString, QString, QDBusVariant)));
    for (const QString &key : {u"color-scheme"_s, u"contrast"_s}) {
        QDBusMessage call = QDBusMessage::createMethodCall(QString::fromLatin1(portalService), QString::fromLatin1(portalPath),
                                                           QString::fromLatin1(portalInterface), u"Read"_s);
        call << QString::fromLatin1(appearance) << key;
        call.setAutoStartService(false);
        auto *watcher = new QDBusPendingCallWatcher(bus.asyncCall(call), this);
        connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, key](QDBusPendingCallWatcher *self) {
            self->deleteLater();
            const QDBusPendingReply<QDBusVariant> reply = *self;
            if (!reply.isError())
                onPortalSetting(QString::fromLatin1(appearance), key, reply.value());
        });
    }
}

void Theme::onPortalSetting(const QString &group, const QString &key, const QDBusVariant &value)
{
    if (group != QLatin1String(appearance))
        return;
    // Read() of older portals wraps the value twice.
    QVariant inner = value.variant();
    if (inner.canConvert<QDBusVariant>())
        inner = inner.value<QDBusVariant>().variant();
    if (key == "color-scheme"_L1)
        m_portalScheme = inner.toUInt();
    else if (key == "contrast"_L1)
        m_portalContrast = inner.toUInt();
    else
        return;
    applyPortal();
}

void Theme::applyPortal()
{
    if (m_portalContrast == 1)
        setKind(ThemeKind::HighContrast);
    else if (m_portalScheme == 1)
        setKind(ThemeKind::Dark);
    else if (m_portalScheme == 2)
        setKind(ThemeKind::Light);
    else
        setKind(isDark(m_system) ? ThemeKind::Dark : ThemeKind::Light);
}

void Theme::setKind(ThemeKind kind)
{
    if (kind == m_kind)
        return;
    m_kind = kind;
    m_colors = themeColors(kind, m_system);
    Q_EMIT changed();
}

} // namespace verderer
