// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/file_attributes.h"
#include "base/file_system.h"
#include "base/local_storage.h"
#include "storage_fixtures.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace verderer;
using namespace verderer::test;

/// Mode and owner of what is about to be written, and what kind of file system it is written to.
class TestFileAttributes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void attributesKeepModeAndGroup();
    void attributesOfNewFilesFollowTheFolder();
    void t104_rootGivesToTheOwnerOfTheFolder();
    void knowsFileSystems();

private:
    [[nodiscard]] QString at(const char *name) const { return m_folder->filePath(QString::fromUtf8(name)); }

    std::unique_ptr<QTemporaryDir> m_folder;
    LocalStorage m_storage;
};

void TestFileAttributes::attributesKeepModeAndGroup()
{
    // T19
    QVERIFY(put(at("SKILL.md"), "x"));
    QCOMPARE(::chmod(QFile::encodeName(at("SKILL.md")).constData(), 0664), 0);
    const gid_t group = ::geteuid() == 0 ? 4321 : ::getegid();
    QCOMPARE(::chown(QFile::encodeName(at("SKILL.md")).constData(), static_cast<uid_t>(-1), group), 0);
    const auto kept = attributesFor(m_storage, at("SKILL.md"));
    QVERIFY(kept);
    QCOMPARE(kept->mode, 0664U);
    QCOMPARE(kept->group, std::optional<std::uint32_t>(group));
    const QString staged = m_storage.stage(at("SKILL.md"), "y", *kept).value();
    QCOMPARE(statOf(staged).st_mode & 07777U, 0664U);
    QCOMPARE(statOf(staged).st_gid, group);

    QCOMPARE(::chmod(QFile::encodeName(at("SKILL.md")).constData(), 0600), 0);
    QCOMPARE(attributesFor(m_storage, at("SKILL.md")).value().mode, 0644U); // the sandbox must be able to read it
    QCOMPARE(::chmod(QFile::encodeName(at("SKILL.md")).constData(), 04755), 0);
    QCOMPARE(attributesFor(m_storage, at("SKILL.md")).value().mode, 0755U);
    QVERIFY(QDir().mkdir(at("folder")));
    QCOMPARE(::chmod(QFile::encodeName(at("folder")).constData(), 02750), 0);
    QCOMPARE(attributesFor(m_storage, at("folder"), FileRole::Folder).value().mode, 02755U);
}

void TestFileAttributes::attributesOfNewFilesFollowTheFolder()
{
    const QByteArray folder = QFile::encodeName(m_folder->path());
    QCOMPARE(::chmod(folder.constData(), 0700), 0);
    QCOMPARE(attributesFor(m_storage, at("new")).value().mode, 0644U);
    QCOMPARE(attributesFor(m_storage, at("new"), FileRole::Folder).value().mode, 0755U);
    QCOMPARE(::chmod(folder.constData(), 02775), 0); // a team's folder
    QCOMPARE(attributesFor(m_storage, at("new")).value().mode, 0664U);
    QCOMPARE(attributesFor(m_storage, at("new/er"), FileRole::Folder).value().mode, 02775U);
    QCOMPARE(attributesFor(m_storage, at("new/er")).value().group, std::optional<std::uint32_t>(statOf(m_folder->path()).st_gid));
}

void TestFileAttributes::t104_rootGivesToTheOwnerOfTheFolder()
{
    if (::geteuid() == 0)
        QCOMPARE(::chown(QFile::encodeName(m_folder->path()).constData(), nobody, nobody), 0);
    else
        qInfo("not run as root: the owner of the folder is who runs the test");
    const struct stat folder = statOf(m_folder->path());
    const auto attributes = attributesFor(m_storage, at("history/log")).value();
    QVERIFY(m_storage.makeFolder(at("history"), attributesFor(m_storage, at("history"), FileRole::Folder).value()));
    QVERIFY(m_storage.append(at("history/log"), "x", attributes));
    const QString staged = m_storage.stage(at("SKILL.md"), "x", attributesFor(m_storage, at("SKILL.md")).value()).value();
    for (const QString &path : {at("history"), at("history/log"), staged}) {
        QCOMPARE(statOf(path).st_uid, folder.st_uid);
        QCOMPARE(statOf(path).st_gid, folder.st_gid);
    }
    // Who may not give files away still writes them.
    FileAttributes foreign;
    foreign.owner = 0;
    foreign.group = 0;
    QCOMPARE(::chmod(QFile::encodeName(m_folder->path()).constData(), 0777), 0);
    QCOMPARE(asNobody([&] { return outcome(m_storage.stage(at("mine"), "x", foreign)); }), 0);
}

void TestFileAttributes::knowsFileSystems()
{
    QVERIFY(!fileSystemOf(at("not/there/yet")).name.isEmpty());
    QCOMPARE(fileSystemOf(QStringLiteral("/dev/shm")).network, false);
    const QList<std::pair<quint32, const char *>> network{{0x6969, "nfs"}, {0xFF534D42, "cifs"}, {0x65735546, "fuse"}, {0x01021997, "9p"}};
    for (const auto &[magic, name] : network) {
        QCOMPARE(fileSystemFromMagic(magic).name, QString::fromLatin1(name));
        QVERIFY(fileSystemFromMagic(magic).network);
    }
    QVERIFY(!fileSystemFromMagic(0xEF53).network);
    QCOMPARE(fileSystemFromMagic(0x12345).name, QStringLiteral("unknown (0x00012345)"));
}

QTEST_GUILESS_MAIN(TestFileAttributes)
#include "tst_file_attributes.moc"
