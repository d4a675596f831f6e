// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/engine_test.h"

#include "support/postgres_server.h"

namespace verderer::test {

EngineTest::EngineTest() = default;
EngineTest::~EngineTest() = default;

std::unique_ptr<DatabaseFixture> EngineTest::makeDatabase()
{
    const QString engine = qEnvironmentVariable("VERDERER_TEST_ENGINE", QStringLiteral("sqlite"));
    if (engine == u"sqlite")
        return DatabaseFixture::sqlite();
    if (engine != u"postgresql")
        qFatal("VERDERER_TEST_ENGINE is neither sqlite nor postgresql: %s", qUtf8Printable(engine));
    if (!m_server) {
        QString error;
        m_server = PostgresServer::start(&error);
        if (!m_server)
            qFatal("%s", qUtf8Printable(error));
    }
    return DatabaseFixture::postgres(*m_server);
}

} // namespace verderer::test
