// SPDX-License-Identifier: GPL-3.0-or-later
// Every text of the window stands in the Chinese catalogue, finished, with the same placeholders and a mnemonic where there is one.
#include "support/tree.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;

namespace {

struct Message {
    QString context;
    QString source;
    QStringList translations;
    QString type; ///< "unfinished", "vanished", …; empty where it is done
};

QList<Message> readCatalogue(const QString &path)
{
    QList<Message> messages;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement())
            continue;
        if (xml.name() == u"name") {
            context = xml.readElementText();
        } else if (xml.name() == u"message") {
            messages.append({context, {}, {}, {}});
        } else if (xml.name() == u"source") {
            messages.last().source = xml.readElementText();
        } else if (xml.name() == u"translation") {
            messages.last().type = xml.attributes().value("type"_L1).toString();
            QString text;
            while (!(xml.isEndElement() && xml.name() == u"translation")) {
                xml.readNext();
                if (xml.isCharacters())
                    text += xml.text();
                else if (xml.isStartElement() && xml.name() == u"numerusform")
                    messages.last().translations << xml.readElementText();
            }
            if (messages.last().translations.isEmpty())
                messages.last().translations << text;
        }
    }
    return messages;
}

QStringList placeholders(const QString &text)
{
    static const QRegularExpression mark(u"%(\\d|n)"_s);
    QStringList found;
    auto matches = mark.globalMatch(text);
    while (matches.hasNext())
        found << matches.next().captured();
    found.sort();
    found.removeDuplicates();
    return found;
}

} // namespace

class TestTranslations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyTextIsTranslated_data();
    void everyTextIsTranslated();
    void placeholdersAndMnemonicsAgree();
};

void TestTranslations::everyTextIsTranslated_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("options");
    QTest::newRow("Chinese") << u"verderer_zh_CN.ts"_s << QStringList();
    QTest::newRow("English plural forms") << u"verderer_en.ts"_s << QStringList(u"-pluralonly"_s);
}

void TestTranslations::everyTextIsTranslated()
{
    QFETCH(QString, name);
    QFETCH(QStringList, options);
    const QString sources = verderer::test::sourceDir();
    QTemporaryDir folder;
    const QString copy = folder.filePath(name);
    QVERIFY(QFile::copy(sources + u"/translations/"_s + name, copy));
    QVERIFY(QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner));
    // What a text added since the catalogue was updated would do to it.
    QProcess update;
    update.setWorkingDirectory(sources);
    update.start(QStringLiteral(VERDERER_LUPDATE),
                 QStringList{u"-silent"_s, u"-locations"_s, u"none"_s, u"-I"_s, u"."_s, u"-I"_s, u"core"_s, u"ui"_s, u"app/verderer"_s} + options +
                     QStringList{u"-ts"_s, copy});
    QVERIFY(update.waitForFinished(120'000));
    QCOMPARE(update.exitCode(), 0);
    const QList<Message> messages = readCatalogue(copy);
    QVERIFY(messages.size() > 5);
    for (const Message &message : messages) {
        QVERIFY2(message.type.isEmpty(), qPrintable(message.context + u": "_s + message.source + u" is "_s + message.type));
        for (const QString &translation : message.translations)
            QVERIFY2(!translation.isEmpty(), qPrintable(message.context + u": "_s + message.source));
    }
}

void TestTranslations::placeholdersAndMnemonicsAgree()
{
    static const QRegularExpression mnemonic(u"&[A-Za-z]"_s);
    const QList<Message> messages = readCatalogue(verderer::test::sourceDir() + QStringLiteral("/translations/verderer_zh_CN.ts"));
    QVERIFY(messages.size() > 200);
    for (const Message &message : messages) {
        for (const QString &translation : message.translations) {
            QVERIFY2(placeholders(message.source) == placeholders(translation), qPrintable(message.source + u" → "_s + translation));
            QVERIFY2(message.source.contains(mnemonic) == translation.contains(mnemonic), qPrintable(message.source + u" → "_s + translation));
        }
    }
}

QTEST_GUILESS_MAIN(TestTranslations)
#include "tst_translations.moc"
