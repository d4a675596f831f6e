// SPDX-License-Identifier: GPL-3.0-or-later
// `verderer --render`: pictures of every view, made without a display and without a trace in the installation.
#include "support/database_fixture.h"
#include "support/test_home.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QImage>
#include <QProcess>
#include <QSet>
#include <QTest>

using namespace verderer::test;
using namespace Qt::StringLiterals;

namespace {

struct Ended {
    int status = -1;
    QString errors;
};

Ended run(const QStringList &arguments)
{
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(u"DISPLAY"_s);
    environment.remove(u"WAYLAND_DISPLAY"_s);
    environment.remove(u"QT_QPA_PLATFORM"_s);
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(VERDERER_PROGRAM), arguments);
    if (!program.waitForFinished(120'000) || program.exitStatus() != QProcess::NormalExit)
        return {-1, QString(u"it did not end: "_s + program.errorString())};
    return {program.exitCode(), QString::fromUtf8(program.readAllStandardError())};
}

/// Every file below the folder with its bytes, as one hash.
QByteArray treeHash(const QString &folder)
{
    QStringList files;
    QDirIterator walk(folder, QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
    while (walk.hasNext())
        files << walk.next();
    files.sort();
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QString &file : std::as_const(files)) {
        hash.addData(file.toUtf8());
        hash.addData(readFile(file));
    }
    return hash.result();
}

int colours(const QImage &image)
{
    QSet<QRgb> seen;
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); x += 3)
            seen << image.pixel(x, y);
    }
    return int(seen.size());
}

} // namespace

class TestRender : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void paintsAView_data();
    void paintsAView();
    void paintsADatabase_data();
    void paintsADatabase();
    void themesAndLanguagesDiffer();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void missingInstallationIsAPictureToo();

private:
    void paint(const QStringList &arguments, const QSize &size);

    TestHome m_home;
    QTemporaryDir m_out;
};

void TestRender::initTestCase()
{
    const QString demo = u"demo-skill"_s;
    m_home.addSkill(demo, skillText(demo, "\n# Demo\n\nFirst.\n"));
    verderer::SkillEditor editor = m_home.editor();
    for (const QByteArray body : {"\n# Demo\n\nSecond.\n", "\n# Demo\n\nThird.\n"}) {
        verderer::EditRequest request;
        request.directory = demo;
        request.text = skillText(demo, body);
        QVERIFY(editor.edit(request, patientOptions()));
    }
}

void TestRender::paintsAView_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QSize>("size");
    const QStringList demo{u"--select"_s, u"demo-skill"_s};
    QTest::newRow("list") << QStringList() << QSize(1440, 900);
    QTest::newRow("edit") << demo << QSize(1440, 900);
    QTest::newRow("edit, small") << demo + QStringList{u"--size"_s, u"1024x640"_s} << QSize(1024, 640);
    QTest::newRow("edit, dark") << demo + QStringList{u"--theme"_s, u"dark"_s} << QSize(1440, 900);
    QTest::newRow("edit, high contrast") << demo + QStringList{u"--theme"_s, u"high-contrast"_s} << QSize(1440, 900);
    QTest::newRow("history") << demo + QStringList{u"--tab"_s, u"history"_s} << QSize(1440, 900);
    QTest::newRow("history, Chinese") << demo + QStringList{u"--tab"_s, u"history"_s, u"--language"_s, u"zh_CN"_s} << QSize(1440, 900);
    QTest::newRow("save") << demo + QStringList{u"--dialog"_s, u"save"_s} << QSize(1440, 900);
    QTest::newRow("rollback") << demo + QStringList{u"--tab"_s, u"history"_s, u"--dialog"_s, u"rollback"_s} << QSize(1440, 900);
    QTest::newRow("changed on disk") << demo + QStringList{u"--dialog"_s, u"changed"_s} << QSize(1440, 900);
    QTest::newRow("difference") << demo + QStringList{u"--dialog"_s, u"difference"_s} << QSize(1440, 900);
    QTest::newRow("conflict") << demo + QStringList{u"--dialog"_s, u"conflict"_s} << QSize(1440, 900);
    QTest::newRow("doctor") << QStringList{u"--view"_s, u"doctor"_s} << QSize(1440, 900);
}

void TestRender::paintsAView()
{
    QFETCH(QStringList, arguments);
    QFETCH(QSize, size);
    paint(arguments, size);
}

void TestRender::paint(const QStringList &arguments, const QSize &size)
{
    const QByteArray before = treeHash(m_home.home());
    const QString file = m_out.filePath(QString::fromUtf8(QTest::currentDataTag()).remove(u' ') + u".png"_s);
    const Ended ended = run(QStringList{u"--home"_s, m_home.home(), u"--render"_s, file} + arguments);
    QVERIFY2(ended.status == 0, qPrintable(ended.errors));
    QCOMPARE(ended.errors, QString());
    const QImage image(file);
    QCOMPARE(image.size(), size);
    QVERIFY2(colours(image) > 20, qPrintable(QString::number(colours(image))));
    QVERIFY(treeHash(m_home.home()) == before);
    QVERIFY(m_home.drafts().isEmpty());
}

void TestRender::paintsADatabase_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QSize>("size");
    const QStringList threads{u"--view"_s, u"threads"_s};
    const QStringList thread = threads + QStringList{u"--select"_s, u"th-1"_s};
    const QStringList runs{u"--view"_s, u"runs"_s};
    const QStringList run = runs + QStringList{u"--select"_s, u"run-1"_s};
    const QStringList overview{u"--view"_s, u"overview"_s};
    const QSize usual(1440, 900);
    QTest::newRow("threads") << threads << usual;
    QTest::newRow("thread") << thread << usual;
    QTest::newRow("runs of a thread") << thread + QStringList{u"--tab"_s, u"runs"_s} << usual;
    QTest::newRow("transcript of a thread") << thread + QStringList{u"--tab"_s, u"transcript"_s} << usual;
    QTest::newRow("thread already there") << thread + QStringList{u"--dialog"_s, u"new"_s} << usual;
    QTest::newRow("rename") << thread + QStringList{u"--dialog"_s, u"rename"_s} << usual;
    QTest::newRow("delete, dark") << thread + QStringList{u"--dialog"_s, u"delete"_s, u"--theme"_s, u"dark"_s} << usual;
    QTest::newRow("thread, small, Chinese") << thread + QStringList{u"--size"_s, u"1024x640"_s, u"--language"_s, u"zh_CN"_s} << QSize(1024, 640);
    QTest::newRow("runs") << runs << usual;
    for (const char *tab : {"timeline", "transcript", "files", "tokens", "input", "raw"})
        QTest::newRow(tab) << run + QStringList{u"--tab"_s, QString::fromLatin1(tab)} << usual;
    QTest::newRow("run, small, Chinese") << run + QStringList{u"--size"_s, u"1024x640"_s, u"--language"_s, u"zh_CN"_s} << QSize(1024, 640);
    QTest::newRow("overview") << overview << usual;
    QTest::newRow("overview, small, dark") << overview + QStringList{u"--size"_s, u"1024x640"_s, u"--theme"_s, u"dark"_s} << QSize(1024, 640);
}

void TestRender::paintsADatabase()
{
    QFETCH(QStringList, arguments);
    QFETCH(QSize, size);
    const auto database = DatabaseFixture::sqlite();
    database->add(QList<ThreadRow>{{.threadId = u"th-1"_s, .title = u"Late delivery"_s}, {.threadId = u"th-2"_s, .owner = {}}});
    database->add(QList<RunRow>{{.runId = u"run-1"_s, .threadId = u"th-1"_s, .model = u"large"_s, .totalTokens = 1200},
                                {.runId = u"run-2"_s, .threadId = u"th-gone"_s, .status = u"error"_s, .error = u"No key"_s}});
    database->add(EventRow{.threadId = u"th-1"_s, .runId = u"run-1"_s});
    const QString before = database->dump();
    paint(QStringList{u"--database"_s, database->urlText()} + arguments, size);
    QCOMPARE(database->dump(), before);
}

void TestRender::themesAndLanguagesDiffer()
{
    const auto paint = [&](const QString &name, const QStringList &arguments) {
        const QString file = m_out.filePath(name);
        run(QStringList{u"--home"_s, m_home.home(), u"--select"_s, u"demo-skill"_s, u"--render"_s, file} + arguments);
        return QImage(file);
    };
    const QImage light = paint(u"light.png"_s, {u"--theme"_s, u"light"_s, u"--language"_s, u"en"_s});
    const QImage dark = paint(u"dark.png"_s, {u"--theme"_s, u"dark"_s, u"--language"_s, u"en"_s});
    const QImage chinese = paint(u"chinese.png"_s, {u"--theme"_s, u"light"_s, u"--language"_s, u"zh_CN"_s});
    QVERIFY(!light.isNull());
    QVERIFY(light != dark);
    QVERIFY(light != chinese);
    QVERIFY(qGray(light.pixel(700, 500)) > 200);
    QVERIFY(qGray(dark.pixel(700, 500)) < 80);
}

void TestRender::saysWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("says");
    const QString out = u"OUT"_s;
    QTest::newRow("unknown skill") << QStringList{u"--render"_s, out, u"--select"_s, u"nobody"_s} << 1 << u"nobody"_s;
    QTest::newRow("unknown theme") << QStringList{u"--render"_s, out, u"--theme"_s, u"pink"_s} << 2 << u"pink"_s;
    QTest::newRow("unknown tab") << QStringList{u"--render"_s, out, u"--tab"_s, u"colours"_s} << 2 << u"colours"_s;
    QTest::newRow("unknown dialog") << QStringList{u"--render"_s, out, u"--dialog"_s, u"explode"_s} << 2 << u"explode"_s;
    QTest::newRow("dialog of another view") << QStringList{u"--render"_s, out, u"--view"_s, u"runs"_s, u"--dialog"_s, u"rename"_s} << 2
                                            << u"rename"_s;
    QTest::newRow("no size") << QStringList{u"--render"_s, out, u"--size"_s, u"large"_s} << 2 << u"large"_s;
    QTest::newRow("unknown option") << QStringList{u"--frobnicate"_s} << 2 << u"frobnicate"_s;
    QTest::newRow("two places") << QStringList{u"a"_s, u"b"_s} << 2 << u"b"_s;
    QTest::newRow("folder missing") << QStringList{u"--render"_s, u"/nowhere/at/all.png"_s} << 1 << u"/nowhere/at/all.png"_s;
    QTest::newRow("no display") << QStringList() << 10 << u"no display"_s;
}

void TestRender::saysWhatIsWrong()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    QFETCH(QString, says);
    arguments.replaceInStrings(u"OUT"_s, m_out.filePath(u"wrong.png"_s));
    const Ended ended = run(QStringList{u"--home"_s, m_home.home()} + arguments);
    QCOMPARE(ended.status, status);
    QVERIFY2(ended.errors.contains(says), qPrintable(ended.errors));
}

void TestRender::missingInstallationIsAPictureToo()
{
    const QString file = m_out.filePath(u"nothing.png"_s);
    const Ended ended = run({m_out.filePath(u"not-there"_s), u"--render"_s, file});
    QVERIFY2(ended.status == 0, qPrintable(ended.errors));
    QVERIFY(ended.errors.contains(u"not-there"_s));
    QVERIFY(!QImage(file).isNull());
}

QTEST_GUILESS_MAIN(TestRender)
#include "tst_render.moc"
