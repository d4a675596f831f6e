// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "threads/thread_record.h"
#include "ui/widgets/place.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;

namespace verderer {

class Banner;
class JsonTree;
class ThreadActs;

/// The metadata of one thread, as a tree and as text, and its editor. Saving merges as DeerFlow does; a key that is gone from the text is only taken
/// out when somebody says so. What is typed stays until it is saved or given up, whatever the database does. Window's thread only.
class MetadataTab : public QWidget {
    Q_OBJECT
public:
    MetadataTab(const WindowServices &services, ThreadActs *acts, QWidget *parent = nullptr);

    /// Another thread, or the same as it is now. What was typed for a thread and not saved is there again when that thread is.
    void setRecord(const ThreadRecord &record);
    [[nodiscard]] bool isEditing() const { return m_editing; }
    /// Something was typed that is not saved.
    [[nodiscard]] bool isModified() const;
    void edit();
    void save();
    /// Forgets what was typed.
    void giveUp();
    /// Takes out the key chosen in the tree, after asking.
    void removeKey();

    /// Texts that were typed and not saved, by thread id; for the window's settings, so that closing loses nothing.
    [[nodiscard]] QVariantMap unsaved() const;
    void setUnsaved(const QVariantMap &texts);

Q_SIGNALS:
    void editingChanged(bool editing);

private:
    struct Draft {
        QByteArray base; ///< the whole metadata that the editor began with
        QString text;
    };
    void beginEditing(const QByteArray &base, const QString &typed);
    void showRecord();
    void judge();
    void store(const QByteArray &set, const QStringList &changed, const QStringList &remove);
    void askForRemoval(const QByteArray &set, const QStringList &changed, const QStringList &removed);
    void updateControls();

    WindowServices m_services;
    ThreadActs *m_acts;
    ThreadRecord m_record;
    bool m_editing = false;
    bool m_saving = false;
    QByteArray m_base;              ///< the whole metadata that the editor began with
    QString m_typedBase;            ///< the text that it began with
    QHash<QString, Draft> m_drafts; ///< of threads that are not looked at now
    Banner *m_banner;
    QPushButton *m_treeButton;
    QPushButton *m_textButton;
    QPushButton *m_edit;
    QPushButton *m_remove;
    QPushButton *m_save;
    QPushButton *m_cancel;
    QLabel *m_problem;
    QStackedWidget *m_stack;
    JsonTree *m_tree;
    QPlainTextEdit *m_text;
    QPlainTextEdit *m_editor;
};

} // namespace verderer
