// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "demo/demo_conversations.h"
#include "demo/demo_rows.h"

namespace verderer {

/// Writes down what happens in runs, in the forms of deerflow-format 8. Sequence numbers go on over all runs of a thread.
class DemoEventWriter {
public:
    /// `rows` is appended to and must outlive this.
    explicit DemoEventWriter(QList<DemoEventRow> &rows) : m_rows(rows) {}

    /// A whole run of `talk` in which `exchange` was said; a run without an end has only its beginning. `first`: tools are used, files are made.
    void play(const DemoRunRow &run, const DemoConversation &talk, const DemoExchange &exchange, bool first, int &seq);

    /// A run that used one tool `steps` times.
    void playLong(const DemoRunRow &run, const DemoExchange &exchange, int steps, int &seq);

    /// What a reader must bear: an unknown kind, a trace that was cut, content that is flagged as JSON and is none, a hidden message.
    void playOddities(const DemoRunRow &run, int &seq);

    /// A message copied from the thread that `run`'s thread branched off; its run id has no row.
    void seed(const DemoRunRow &run, const QString &parentThread, const DemoExchange &exchange, int &seq);

private:
    void add(const DemoRunRow &run, const char *type, const char *category, const QByteArray &content, const QByteArray &metadata, int &seq,
             int permille);
    void human(const DemoRunRow &run, const QString &ask, int &seq);
    void toolUse(const DemoRunRow &run, const DemoTool &tool, const QString &said, int call, int &seq, int permille, int length);
    void answer(const DemoRunRow &run, const QString &text, int call, int &seq);
    void files(const DemoRunRow &run, const QList<DemoChange> &changes, int &seq);
    void ending(const DemoRunRow &run, int &seq);

    QList<DemoEventRow> &m_rows;
};

} // namespace verderer
