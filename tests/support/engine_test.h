// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/database_fixture.h"

#include <QObject>

#include <memory>

namespace verderer::test {

class PostgresServer;

/// Base of tests whose promises hold over either engine. Their programs run twice, on SQLite and, with VERDERER_TEST_ENGINE=postgresql in the
/// environment, on a server that this object starts when the first database is asked for and ends with itself.
class EngineTest : public QObject {
public:
    EngineTest();
    ~EngineTest() override;

protected:
    /// A new database of the engine this program runs for.
    std::unique_ptr<DatabaseFixture> makeDatabase();

private:
    std::unique_ptr<PostgresServer> m_server;
};

} // namespace verderer::test
