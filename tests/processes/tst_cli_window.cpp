// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/tree.h"

#include <QProcess>
#include <QTest>

/// The arguments of the window's program, as far as they end it before there is a window.
class TestCliWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesAnUnknownLanguage_data();
    void refusesAnUnknownLanguage();
    void goesOnWithAKnownLanguage_data();
    void goesOnWithAKnownLanguage();
    void bearsClosedStreams();

private:
    static constexpr int m_limit = 60000;
};

namespace {
const QString program = verderer::test::binaryDir() + QStringLiteral("/app/verderer");
} // namespace

void TestCliWindow::refusesAnUnknownLanguage_data()
{
    QTest::addColumn<QString>("language");
    for (const char *language : {"xx", "", "C", "klingon", "de", "zh_TW"})
        QTest::newRow(*language ? language : "empty") << QString::fromLatin1(language);
}

void TestCliWindow::refusesAnUnknownLanguage()
{
    QFETCH(const QString, language);
    QProcess process;
    process.start(program, {QStringLiteral("--language"), language, QStringLiteral("--render"), QStringLiteral("/nowhere/x.png")});
    QVERIFY(process.waitForFinished(m_limit));
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(process.exitCode() == 2, said.constData());
    QVERIFY2(said.contains("use en or zh_CN") && said.contains(language.toUtf8()), said.constData());
}

void TestCliWindow::goesOnWithAKnownLanguage_data()
{
    QTest::addColumn<QString>("language");
    for (const char *language : {"en", "en_GB", "zh_CN", "zh-CN", "zh"})
        QTest::newRow(language) << QString::fromLatin1(language);
}

/// Far enough that the next fault is told: the picture cannot be written.
void TestCliWindow::goesOnWithAKnownLanguage()
{
    QFETCH(const QString, language);
    QProcess process;
    process.start(program, {QStringLiteral("--language"), language, QStringLiteral("--render"), QStringLiteral("/nowhere/x.png")});
    QVERIFY(process.waitForFinished(m_limit));
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(process.exitCode() == 1, said.constData());
    QVERIFY2(said.contains("/nowhere/x.png"), said.constData());
}

void TestCliWindow::bearsClosedStreams()
{
    QProcess process;
    process.start(QStringLiteral("bash"), {QStringLiteral("-c"), QStringLiteral("\"$0\" --version <&- >&- 2>&-"), program});
    QVERIFY(process.waitForFinished(m_limit));
    QCOMPARE(process.exitCode(), 0);
}

QTEST_GUILESS_MAIN(TestCliWindow)
#include "tst_cli_window.moc"
