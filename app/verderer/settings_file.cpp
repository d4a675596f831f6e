// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings_file.h"

#include <QSettings>

using namespace Qt::StringLiterals;

namespace verderer {

WindowSettings loadSettings()
{
    QSettings file(QSettings::IniFormat, QSettings::UserScope, u"verderer"_s, u"verderer"_s);
    WindowSettings settings;
    settings.geometry = file.value("window/geometry"_L1).toByteArray();
    settings.listSplitter = file.value("window/listSplitter"_L1).toByteArray();
    settings.previewSplitter = file.value("window/previewSplitter"_L1).toByteArray();
    settings.historySplitter = file.value("window/historySplitter"_L1).toByteArray();
    settings.installation = file.value("window/installation"_L1).toString();
    settings.user = file.value("window/user"_L1).toString();
    settings.place = file.value("window/place"_L1).toString();
    settings.skill = file.value("skills/skill"_L1).toString();
    settings.tab = file.value("skills/tab"_L1).toString();
    settings.filter = file.value("skills/filter"_L1).toString();
    settings.preview = file.value("skills/preview"_L1, true).toBool();
    settings.unifiedDiff = file.value("skills/unifiedDiff"_L1, false).toBool();
    file.beginGroup("places"_L1);
    const QStringList places = file.childGroups();
    for (const QString &place : places) {
        file.beginGroup(place);
        const QStringList keys = file.childKeys();
        for (const QString &key : keys) {
            settings.places[place].insert(key, file.value(key));
        }
        file.endGroup();
    }
    file.endGroup();
    return settings;
}

void saveSettings(const WindowSettings &settings)
{
    QSettings file(QSettings::IniFormat, QSettings::UserScope, u"verderer"_s, u"verderer"_s);
    file.setValue("window/geometry"_L1, settings.geometry);
    file.setValue("window/listSplitter"_L1, settings.listSplitter);
    file.setValue("window/previewSplitter"_L1, settings.previewSplitter);
    file.setValue("window/historySplitter"_L1, settings.historySplitter);
    file.setValue("window/installation"_L1, settings.installation);
    file.setValue("window/user"_L1, settings.user);
    file.setValue("window/place"_L1, settings.place);
    file.setValue("skills/skill"_L1, settings.skill);
    file.setValue("skills/tab"_L1, settings.tab);
    file.setValue("skills/filter"_L1, settings.filter);
    file.setValue("skills/preview"_L1, settings.preview);
    file.setValue("skills/unifiedDiff"_L1, settings.unifiedDiff);
    for (auto place = settings.places.cbegin(); place != settings.places.cend(); ++place) {
        for (auto value = place->cbegin(); value != place->cend(); ++value) {
            file.setValue(QString(u"places/"_s + place.key() + u'/' + value.key()), value.value());
        }
    }
}

} // namespace verderer
