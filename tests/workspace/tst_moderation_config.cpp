// SPDX-License-Identifier: GPL-3.0-or-later
// Which moderation model config.yaml names, and why none can be asked.
#include "workspace/moderation_config.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace verderer;
using Qt::StringLiterals::operator""_s;

class TestModerationConfig : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesAModel();
    void silenceAndDefaults();
    void saysWhyNot_data();
    void saysWhyNot();
    void brokenFilesAreSaidSo();

private:
    Result<ModerationSettings> read(const QByteArray &text)
    {
        QFile file(m_path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            qFatal("cannot write %s", qUtf8Printable(m_path));
        }
        file.close();
        return readModerationSettings(m_path, m_environment);
    }

    QTemporaryDir m_folder;
    QString m_path = m_folder.filePath(u"config.yaml"_s);
    QProcessEnvironment m_environment;
};

void TestModerationConfig::namesAModel()
{
    m_environment.insert(u"JUDGE_KEY"_s, u"k-1"_s);
    const auto settings = read("models:\n"
                               "  - name: other\n    model: provider/other\n    api_key: $NOT_SET\n"
                               "  - name: judge\n    model: provider/judge\n    base_url: http://127.0.0.1:8080/v1\n    api_key: $JUDGE_KEY\n"
                               "skill_evolution:\n  moderation_model_name: judge\n  security_fail_closed: false\n");
    QVERIFY2(settings, settings ? "" : qPrintable(settings.error().message));
    QCOMPARE(settings->model, u"provider/judge"_s);
    QCOMPARE(settings->baseUrl, QUrl(u"http://127.0.0.1:8080/v1"_s));
    QCOMPARE(settings->apiKey, QByteArray("k-1"));
    QVERIFY(!settings->failClosed);
}

void TestModerationConfig::silenceAndDefaults()
{
    const auto settings = read("models: [{name: judge}]\nskill_evolution: {moderation_model_name: judge}\n");
    QVERIFY(settings);
    QVERIFY(settings->failClosed);
    QCOMPARE(settings->model, u"judge"_s);
    QCOMPARE(settings->baseUrl, QUrl(u"https://api.openai.com/v1"_s));
    QVERIFY(settings->apiKey.isEmpty());
}

void TestModerationConfig::saysWhyNot_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("why");
    QTest::newRow("no section") << QByteArray("models: []\n") << u"moderation_model_name"_s;
    QTest::newRow("null") << QByteArray("skill_evolution: {moderation_model_name: null}\n") << u"moderation_model_name"_s;
    QTest::newRow("no mapping") << QByteArray("skill_evolution: yes\n") << u"moderation_model_name"_s;
    QTest::newRow("no such model") << QByteArray("models: [{name: a}, 7]\nskill_evolution: {moderation_model_name: b}\n") << u"\"b\""_s;
    QTest::newRow("no models") << QByteArray("models: 7\nskill_evolution: {moderation_model_name: b}\n") << u"\"b\""_s;
    QTest::newRow("no key") << QByteArray("models: [{name: b, api_key: $NOWHERE}]\nskill_evolution: {moderation_model_name: b}\n") << u"variable"_s;
    QTest::newRow("empty") << QByteArray() << u"moderation_model_name"_s;
}

void TestModerationConfig::saysWhyNot()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, why);
    const auto settings = read(text);
    QVERIFY(!settings);
    QCOMPARE(settings.error().code, ErrorCode::NotFound);
    QCOMPARE(settings.error().details.path, m_path);
    QVERIFY2(settings.error().message.contains(why), qPrintable(settings.error().message));
}

void TestModerationConfig::brokenFilesAreSaidSo()
{
    const auto broken = read("a: [\n");
    QVERIFY(!broken);
    QCOMPARE(broken.error().code, ErrorCode::Invalid);
    QVERIFY(broken.error().details.line > 0);
    QCOMPARE(readModerationSettings(m_folder.filePath(u"none"_s), m_environment).error().code, ErrorCode::NotFound);
}

QTEST_GUILESS_MAIN(TestModerationConfig)
#include "tst_moderation_config.moc"
