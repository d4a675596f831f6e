// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPalette>

#include <optional>

class QDBusVariant;

namespace verderer {

enum class ThemeKind {
    Light,
    Dark,
    HighContrast, ///< the system's palette as it is
};

/// "light", "dark", "high-contrast"; nothing for any other word.
std::optional<ThemeKind> themeKindFromName(QStringView name);

/// The tokens. No other file of the project names a colour.
struct ThemeColors {
    QColor window;          ///< behind everything, tool strips
    QColor surface;         ///< lists, tables, editors, cards
    QColor border;          ///< hairlines
    QColor text;            ///< on window and surface
    QColor muted;           ///< secondary text on window and surface
    QColor disabled;        ///< text of what cannot be used now
    QColor rail;            ///< the left rail
    QColor railSelected;    ///< its selected place
    QColor railText;        ///< on railSelected, and titles
    QColor railMuted;       ///< other places
    QColor railAccent;      ///< the mark beside the selected place
    QColor accent;          ///< one primary action a view, selection, links
    QColor accentSoft;      ///< selected rows, pressed segments
    QColor onAccent;        ///< text on accent
    QColor added;           ///< background of an added line
    QColor addedWord;       ///< background of the added words in it
    QColor addedMark;       ///< sign in the margin, change blocks, overview
    QColor removed;         ///< background of a removed line
    QColor removedWord;     ///< background of the removed words in it
    QColor removedMark;     ///< sign in the margin, change blocks, overview
    QColor warning;         ///< text on warningSoft, marks
    QColor warningSoft;     ///< banner, badge
    QColor error;           ///< text on errorSoft, marks
    QColor errorSoft;       ///< banner, badge, annotation
    QColor information;     ///< text on informationSoft
    QColor informationSoft; ///< banner, badge
    QColor railBadge;       ///< the number over a place of the rail
    QColor onRailBadge;     ///< text on it
    QColor syntaxKey;       ///< keys of the front matter
    QColor syntaxString;    ///< emphasised text, links and code in Markdown, quoted scalars
    QColor syntaxComment;   ///< comments, fences
    QColor currentLine;     ///< behind the line with the caret
};

/// The tokens of a theme. For HighContrast they are taken from `system`.
ThemeColors themeColors(ThemeKind kind, const QPalette &system);

/// The palette that native widgets get. For HighContrast it is `system` itself.
QPalette themePalette(ThemeKind kind, const QPalette &system);

/// Which theme holds, and its colours. One object a process, made and owned by the program and handed to every widget that paints; it outlives them.
/// Window's thread only. Widgets repaint on changed().
class Theme : public QObject {
    Q_OBJECT
public:
    /// `system` is the palette the program was started with. Without `wished` the theme follows the system: palette first, and the desktop portal
    /// once followSystem() was called.
    explicit Theme(const QPalette &system, std::optional<ThemeKind> wished = {}, QObject *parent = nullptr);
    ~Theme() override;

    [[nodiscard]] ThemeKind kind() const { return m_kind; }
    [[nodiscard]] const ThemeColors &colors() const { return m_colors; }
    [[nodiscard]] QPalette palette() const;

    /// The fixed-width font for texts and ids.
    [[nodiscard]] static QFont textFont();

    /// Asks the desktop portal (org.freedesktop.appearance) without waiting for it, and follows its changes. No effect where a theme was wished or no
    /// portal answers.
    void followSystem();

Q_SIGNALS:
    void changed();

private Q_SLOTS:
    void onPortalSetting(const QString &group, const QString &key, const QDBusVariant &value);

private:
    void setKind(ThemeKind kind);
    void applyPortal();

    QPalette m_system;
    bool m_wished = false;
    uint m_portalScheme = 0;
    uint m_portalContrast = 0;
    ThemeKind m_kind = ThemeKind::Light;
    ThemeColors m_colors;
};

} // namespace verderer
