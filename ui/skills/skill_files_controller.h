// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/skills/package_files.h"
#include "ui/skills/skill_services.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include <QObject>

#include <optional>

namespace verderer {

class SkillFilesTab;

/// Fills the Files tab while it is shown: lists the package and reads the chosen file, off the window's thread.
class SkillFilesController : public QObject {
    Q_OBJECT
public:
    SkillFilesController(const WindowServices &services, SkillFilesTab *tab, QObject *parent = nullptr);

    void open(const SkillSession &session, const SkillEntry &entry);
    void close();
    void setEntry(const SkillEntry &entry);
    /// Reads again if the tab is shown.
    void refresh();
    /// The tab came into view or went out of it.
    void setShown(bool shown);
    /// Shows a file at a line, once it was read. Line 0: its beginning.
    void show(const QString &path, int line, int column);

Q_SIGNALS:
    /// The chosen file is on the screen, or why it is not.
    void shown();
    /// The chosen file was read: its bytes where it is a text that is shown whole, else nothing.
    void textRead(const QString &path, const std::optional<QByteArray> &bytes);
    /// Files in the package, folders not counted; -1 while that is not known.
    void countChanged(int files);

private:
    void list();
    void onListed(const Result<PackageFiles> &package);
    void read(const QString &path);
    void onRead(const QString &path, const Result<SkillText> &text);
    [[nodiscard]] QString folder() const;

    WindowServices m_services;
    SkillFilesTab *m_tab;
    SkillSession m_session;
    SkillEntry m_entry;
    bool m_open = false;
    bool m_shown = false;
    bool m_stale = true;
    QString m_path; ///< of the file that is read or shown
    QByteArray m_bytes;
    QString m_wanted;
    int m_wantedLine = 0;
    int m_wantedColumn = 1;
    JobSlot m_listing;
    JobSlot m_reading;
};

} // namespace verderer
