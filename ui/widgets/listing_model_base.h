// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "ui/widgets/background_job.h"

#include <QAbstractTableModel>
#include <QElapsedTimer>
#include <QHash>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <optional>

namespace verderer {

/// What a table over a Listing does that does not depend on the kind of its rows: when it reads, what it says about it, and how it takes over a newer
/// list without the view losing its place. See ListingModel. Window's thread only.
class ListingModelBase : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class State {
        Nothing,   ///< nothing was asked yet
        Loading,   ///< asked; no row is there yet
        FirstPage, ///< the first rows are shown, the list is still being read
        Ready,     ///< the whole list, or its known part, is there
        Failed,    ///< no rows; error() says why
    };
    enum Role {
        RowStateRole = Qt::UserRole + 100, ///< RowState as int
        RowIdRole,                         ///< QString; empty while the row is not there
        FirstSubclassRole,
    };
    enum class RowState {
        Here,
        Coming, ///< is being fetched
        Gone,   ///< deleted, or moved to another place, since the list was read
    };

    explicit ListingModelBase(JobRunner *jobs, QObject *parent = nullptr);
    ~ListingModelBase() override;

    [[nodiscard]] State state() const { return m_state; }
    /// Why the last reading failed, also where older rows are still shown.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }
    /// False: there are more rows than rowCount(), how many is not known ("50+").
    [[nodiscard]] virtual bool isCountKnown() const = 0;
    /// A question is under way.
    [[nodiscard]] bool isReading() const { return m_reading; }
    /// The list is known to be older than the database, and is read again as soon as that is fair.
    [[nodiscard]] bool isStale() const { return m_stale; }

    [[nodiscard]] QString idAt(int row) const { return index(row, 0).data(RowIdRole).toString(); }

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : m_rows; }

    /// Reads the list again now.
    void refresh();
    /// The database has changed: reads again as soon as that is fair, which is at most every max(2 s, 10 × what reading cost). Does nothing but
    /// remember it while the model is asleep or a hold() is on.
    void refreshWhenFair();
    /// An asleep model does not follow changes; waking reads what was missed. Models are born awake.
    void setAwake(bool awake);
    /// While held, changes do not replace the list: a large selection must not be lost under somebody's hands. refresh() still does.
    void setHeld(bool held);
    /// The shortest time between two readings; 2000 ms unless told.
    void setPace(int milliseconds);

    /// Asks the view which rows must be found again in a newer list: ids of the selected rows, and of the topmost visible one. Called right before a
    /// newer list is taken over.
    using Keeper = std::function<QStringList()>;
    void setKeeper(Keeper keeper) { m_keeper = std::move(keeper); }

Q_SIGNALS:
    void stateChanged();
    /// The number of rows, or whether it is known.
    void countChanged();
    /// A newer list is about to be taken over; swapped() follows at once.
    void aboutToSwap();
    /// A newer list has been taken over. `positions`: the kept ids that are in it, by their rows. `sameQuestion`: the filter is the one it was.
    void swapped(const QHash<QString, int> &positions, bool sameQuestion);
    /// A reading failed; rows that were there stay.
    void failed(const verderer::Error &error);

protected:
    /// Starts reading the list of the present question; ends in finishReading().
    virtual void startReading(bool sameQuestion) = 0;
    /// Stops what is under way; nothing of it arrives.
    virtual void abandonReading() = 0;

    void beginReading();
    void finishReading(std::optional<Error> error, qint64 costMs);
    void setState(State state);
    /// Makes the row count that of a newer list: rows come and go at the end, and all of them are other ones now. Nothing of the view is reset.
    void takeOver(int rows, const QHash<QString, int> &positions, bool sameQuestion, const std::function<void()> &replace);
    void appendRows(int rows, const std::function<void()> &replace);
    void clearRows(const std::function<void()> &replace);
    [[nodiscard]] QStringList kept() const { return m_keeper ? m_keeper() : QStringList(); }
    /// What screen readers say of a row that is still being fetched.
    [[nodiscard]] static QString loadingText();
    [[nodiscard]] JobRunner *jobs() const { return m_jobs; }

private:
    void pace();

    JobRunner *m_jobs;
    State m_state = State::Nothing;
    std::optional<Error> m_error;
    int m_rows = 0;
    bool m_reading = false;
    bool m_stale = false;
    bool m_awake = true;
    bool m_held = false;
    int m_paceMs = 2000;
    qint64 m_costMs = 0;
    QElapsedTimer m_sinceRead;
    QTimer m_fair;
    Keeper m_keeper;
};

} // namespace verderer
