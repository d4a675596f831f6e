// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/database_fixture.h"

namespace verderer::bench {

/// Fills a database with rows as an installation of some years would hold them: ids like UUIDs, times without order, metadata and messages of usual
/// sizes, one thread in two hundred pinned. Indexes are dropped while rows go in and made again after; the engine makes the rows itself.
void generateThreads(const test::DatabaseFixture &database, int count);

/// Runs of those threads, which must be there, of a few models; most use one, some two.
void generateRuns(const test::DatabaseFixture &database, int count);

/// Prints `name value unit`, and flushes.
void print(const QByteArray &name, double value, const QByteArray &unit);

/// The middle one of several measures.
double median(QList<double> values);

/// This process' memory in use now, in megabytes (10^6 bytes).
double residentMegabytes();

} // namespace verderer::bench
