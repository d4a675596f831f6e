// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/listing_model.h"
#include "ui/widgets/listing_view.h"

#include <QApplication>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <atomic>

using namespace Qt::StringLiterals;
using namespace verderer;

namespace {

/// A list of numbers that is as long as is wanted and says what it was asked for.
class Numbers final : public Listing<int> {
public:
    Numbers(qint64 size, qint64 known, qint64 from = 0) : m_size(size), m_known(known), m_from(from) {}
    [[nodiscard]] qint64 size() const override { return m_known; }
    [[nodiscard]] bool isComplete() const override { return m_known == m_size; }
    Result<void> extend(int atLeast, const Wait &) override
    {
        m_known = std::min<qint64>(m_size, m_known + atLeast);
        return {};
    }
    Result<QList<std::optional<int>>> rows(qint64 first, int count, const Wait &) override
    {
        ++fetches;
        QList<std::optional<int>> numbers;
        for (qint64 at = first; at < std::min(first + count, size()); ++at) {
            numbers.append(int(at + m_from));
        }
        return numbers;
    }
    Result<qint64> indexOf(const QString &id, const Wait &) override
    {
        const qint64 at = id.toLongLong() - m_from;
        return at >= 0 && at < size() ? at : -1;
    }
    [[nodiscard]] qint64 costMs() const override { return 0; }

    std::atomic_int fetches = 0;

private:
    qint64 m_size;
    std::atomic<qint64> m_known;
    qint64 m_from;
};

class NumberModel : public ListingModel<int> {
public:
    using ListingModel::ListingModel;
    int columnCount(const QModelIndex & = {}) const override { return 2; }

protected:
    [[nodiscard]] QString idOf(const int &record) const override { return QString::number(record); }
    [[nodiscard]] QVariant cell(const int &record, int, int role) const override
    {
        return role == Qt::DisplayRole ? QVariant(u"row %1"_s.arg(record)) : QVariant();
    }
};

} // namespace

class TestListingModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aMillionRowsFetchWhatIsSeen();
    void aNewerListKeepsSelectionAndPlace();
    void aListThatGrowsIsReadOnAtItsEnd();
    void aFailureKeepsTheRows();
    void changesWaitWhileAsleepOrHeld();
};

void TestListingModel::aMillionRowsFetchWhatIsSeen()
{
    Theme theme(QApplication::palette(), ThemeKind::Light);
    JobRunner jobs;
    NumberModel model(&jobs);
    ListingView view(&theme, &model);
    view.resize(600, 600);
    view.show();
    const auto list = std::make_shared<Numbers>(1'000'000, 1'000'000);
    model.ask({{}, [list](const Wait &) { return Result<std::shared_ptr<Listing<int>>>(list); }});
    QTRY_COMPARE(model.rowCount(), 1'000'000);
    QCOMPARE(model.state(), ListingModelBase::State::Ready);
    QVERIFY(model.isCountKnown());
    view.scrollToBottom();
    QTRY_COMPARE(model.idAt(999'999), u"999999"_s);
    // Only what was looked at was fetched, and what is far away was not.
    QVERIFY2(list->fetches <= 8, qPrintable(QString::number(list->fetches)));
    for (int step = 0; step < 100; ++step) {
        view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum() / 100 * step);
        view.viewport()->repaint();
    }
    view.scrollToTop();
    view.viewport()->repaint();
    QTRY_COMPARE(model.idAt(0), u"0"_s);
    QVERIFY(model.idAt(500'000).isEmpty());
}

void TestListingModel::aNewerListKeepsSelectionAndPlace()
{
    Theme theme(QApplication::palette(), ThemeKind::Light);
    JobRunner jobs;
    NumberModel model(&jobs);
    ListingView view(&theme, &model);
    view.resize(600, 600);
    view.show();
    auto list = std::make_shared<std::shared_ptr<Numbers>>(std::make_shared<Numbers>(10'000, 10'000));
    model.ask({{}, [list](const Wait &) { return Result<std::shared_ptr<Listing<int>>>(*list); }});
    QTRY_COMPARE(model.idAt(50), u"50"_s);
    view.chooseRow(5'000);
    QTRY_COMPARE(view.currentId(), u"5000"_s);
    view.scrollTo(model.index(5'000, 0), QAbstractItemView::PositionAtTop);
    const int place = view.rowViewportPosition(5'000);
    QSignalSpy other(&view, &ListingView::currentIdChanged);
    // The new one begins with 30 fewer: every row moves up.
    *list = std::make_shared<Numbers>(9'970, 9'970, 30);
    QSignalSpy swapped(&model, &ListingModelBase::swapped);
    model.refresh();
    QTRY_COMPARE(swapped.size(), 1);
    QCOMPARE(model.rowCount(), 9'970);
    QCOMPARE(view.currentIndex().row(), 4'970);
    // It is there at once, not after another look.
    QCOMPARE(model.idAt(4'970), u"5000"_s);
    QCOMPARE(view.selectedRows(), 1);
    QCOMPARE(view.rowViewportPosition(4'970), place);
    QVERIFY(other.isEmpty());
}

void TestListingModel::aListThatGrowsIsReadOnAtItsEnd()
{
    Theme theme(QApplication::palette(), ThemeKind::Light);
    JobRunner jobs;
    NumberModel model(&jobs);
    ListingView view(&theme, &model);
    view.resize(600, 600);
    view.show();
    model.ask({{}, [](const Wait &) { return Result<std::shared_ptr<Listing<int>>>(std::make_shared<Numbers>(450, 50)); }});
    QTRY_VERIFY(model.rowCount() >= 50);
    view.scrollToBottom();
    QTRY_COMPARE(model.rowCount() >= 250, true);
    QTRY_COMPARE(model.idAt(60), u"60"_s);
    view.scrollToBottom();
    QTRY_COMPARE(model.rowCount(), 450);
    QVERIFY(model.isCountKnown());
    // A newer list is read on as far as this one was known.
    QSignalSpy swapped(&model, &ListingModelBase::swapped);
    model.refresh();
    QTRY_COMPARE(swapped.size(), 1);
    QCOMPARE(model.rowCount(), 450);
}

void TestListingModel::aFailureKeepsTheRows()
{
    JobRunner jobs;
    NumberModel model(&jobs);
    const auto fails = std::make_shared<std::atomic_bool>(false);
    model.ask({{}, [fails](const Wait &) -> Result<std::shared_ptr<Listing<int>>> {
                   if (*fails) {
                       return fail(ErrorCode::Unavailable, u"The server is gone."_s);
                   }
                   return std::make_shared<Numbers>(10, 10);
               }});
    QTRY_COMPARE(model.rowCount(), 10);
    *fails = true;
    QSignalSpy failed(&model, &ListingModelBase::failed);
    model.refresh();
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(model.rowCount(), 10);
    QCOMPARE(model.state(), ListingModelBase::State::Ready);
    QCOMPARE(model.error()->code, ErrorCode::Unavailable);
    *fails = false;
    model.refresh();
    QTRY_VERIFY(!model.error());
}

void TestListingModel::changesWaitWhileAsleepOrHeld()
{
    JobRunner jobs;
    NumberModel model(&jobs);
    model.setPace(0);
    model.ask({{}, [](const Wait &) { return Result<std::shared_ptr<Listing<int>>>(std::make_shared<Numbers>(10, 10)); }});
    QTRY_COMPARE(model.rowCount(), 10);
    QSignalSpy swapped(&model, &ListingModelBase::swapped);
    model.setAwake(false);
    model.refreshWhenFair();
    QVERIFY(model.isStale());
    QVERIFY(!model.isReading());
    model.setHeld(true);
    model.setAwake(true);
    QVERIFY(model.isStale());
    model.setHeld(false);
    QTRY_COMPARE(swapped.size(), 1);
    QVERIFY(!model.isStale());
}

QTEST_MAIN(TestListingModel)
#include "tst_listing_model.moc"
