// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/draft_keeper.h"

namespace verderer {

DraftKeeper::DraftKeeper(const WindowServices &services, QObject *parent) : QObject(parent), m_services(services)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(1000);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_make)
            keep(m_touchedKey, std::exchange(m_make, {})());
    });
}

void DraftKeeper::setSession(const SkillSession &session)
{
    m_timer.stop();
    m_make = {};
    m_items.clear();
    m_session = session;
}

void DraftKeeper::touch(const QString &key, std::function<Draft()> make)
{
    m_touchedKey = key;
    m_make = std::move(make);
    m_timer.start();
}

void DraftKeeper::keep(const QString &key, const Draft &draft)
{
    if (key == m_touchedKey) {
        m_timer.stop();
        m_make = {};
    }
    Item &item = m_items[key];
    item.discarded = false;
    item.next = draft;
    if (!item.saving)
        save(key);
}

void DraftKeeper::save(const QString &key)
{
    Item &item = m_items[key];
    Draft draft = *std::exchange(item.next, std::nullopt);
    draft.id = item.id;
    draft.savedAt = m_session.clock->now();
    item.saving = true;
    item.last = draft;
    m_services.jobs->run(
        this, [draft, store = m_session.drafts](const JobContext &) { return store->save(draft); },
        [this, key](const Result<QString> &id) { onSaved(key, id); });
}

void DraftKeeper::onSaved(const QString &key, const Result<QString> &id)
{
    const auto found = m_items.find(key);
    if (found == m_items.end())
        return;
    found->saving = false;
    if (!id) {
        Q_EMIT failed(id.error());
    } else {
        found->id = *id;
        found->last.id = *id;
        found->keptAt = QDateTime::currentDateTime();
        if (found->discarded) {
            m_items.erase(found);
            remove(*id);
            finishRelease();
            return;
        }
        if (found->next) {
            save(key);
            return;
        }
        Q_EMIT kept(key);
    }
    finishRelease();
}

void DraftKeeper::discard(const QString &key)
{
    if (key == m_touchedKey) {
        m_timer.stop();
        m_make = {};
    }
    const auto found = m_items.find(key);
    if (found == m_items.end())
        return;
    if (found->saving) {
        found->discarded = true;
        found->next.reset();
        return;
    }
    const QString id = found->id;
    m_items.erase(found);
    remove(id);
}

void DraftKeeper::remove(const QString &id)
{
    if (id.isEmpty())
        return;
    m_services.jobs->run(
        this, [id, store = m_session.drafts](const JobContext &) { return store->remove(id); },
        [this](const Result<void> &removed) {
            if (!removed && removed.error().code != ErrorCode::NotFound)
                Q_EMIT failed(removed.error());
        });
}

void DraftKeeper::adopt(const QString &key, const QString &id)
{
    m_items[key].id = id;
}

void DraftKeeper::release(std::function<void()> done)
{
    m_released = std::move(done);
    if (m_make)
        keep(m_touchedKey, std::exchange(m_make, {})());
    finishRelease();
}

void DraftKeeper::finishRelease()
{
    if (!m_released)
        return;
    for (const Item &item : std::as_const(m_items)) {
        if (item.saving)
            return;
    }
    QList<Draft> left;
    for (const Item &item : std::as_const(m_items)) {
        if (item.id.isEmpty() || item.last.id.isEmpty())
            continue;
        Draft draft = item.last;
        draft.window.clear();
        left << draft;
    }
    m_services.jobs->run(
        this,
        [left, store = m_session.drafts](const JobContext &) {
            Result<void> result;
            for (const Draft &draft : left) {
                if (const auto saved = store->save(draft); !saved)
                    result = tl::unexpected(saved.error());
            }
            return result;
        },
        [done = std::exchange(m_released, {})](const Result<void> &) { done(); });
}

QString DraftKeeper::idOf(const QString &key) const
{
    return m_items.value(key).id;
}

QDateTime DraftKeeper::keptAt(const QString &key) const
{
    return m_items.value(key).keptAt;
}

} // namespace verderer
