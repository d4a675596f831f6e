// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>

namespace verderer::test {

/// DeerFlow's way of editing (deerflow-format 1.4, 3.1, 10): it takes the sidecar lock, reads the file with LF, writes a temporary file and renames
/// it under the projection lock, and appends its record with two writes, without journal and without fsync. With nothing but system calls: it shares
/// no code with the product.
struct DeerFlowPeer {
    QString customRoot;
    QString projectionLock;
    bool takesSidecar = true;           ///< false: an older DeerFlow, which knows no lock across processes
    bool records = true;                ///< false: a script that only moves a file into place
    std::function<void()> waiting;      ///< somebody else holds the sidecar
    std::function<void()> beforeWrite;  ///< under the lock, the file read, not yet written
    std::function<void()> beforeAppend; ///< the file written, no record yet

    /// Ends the program on any failure: a peer that cannot do its part proves nothing.
    void edit(const QString &skill, const QByteArray &text) const;
};

} // namespace verderer::test
