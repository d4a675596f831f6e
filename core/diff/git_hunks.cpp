// SPDX-License-Identifier: GPL-3.0-or-later
#include "diff/git_hunks.h"

#include <git2.h>

namespace verderer {

using namespace Qt::Literals::StringLiterals;

namespace {

/// libgit2 counts its users and takes everything down with the last one. Setting it up costs about 4 ms (it prepares TLS too), more than
/// most diffs, so it is set up with the first diff and stays; all that it holds is its own.
int libgit2Users()
{
    static const int users = git_libgit2_init();
    return users;
}

struct Collector {
    QList<Hunk> hunks;
    const CancelToken &cancel;
};

/// A side without lines is given as "after line n": the hunk stands before line n counted from 0.
Range toRange(int start, int lines)
{
    const qsizetype begin = lines == 0 ? start : start - 1;
    return {begin, begin + lines};
}

int takeHunk(const git_diff_delta *, const git_diff_hunk *hunk, void *payload)
{
    auto *const collector = static_cast<Collector *>(payload);
    if (collector->cancel.isCancelled()) {
        return GIT_EUSER;
    }
    collector->hunks.append({toRange(hunk->old_start, hunk->old_lines), toRange(hunk->new_start, hunk->new_lines)});
    return 0;
}

} // namespace

Result<QList<Hunk>> gitHunks(const QByteArray &oldText, const QByteArray &newText, const CancelToken &cancel)
{
    if (libgit2Users() < 0) {
        return fail(ErrorCode::Internal, QStringLiteral("The texts cannot be compared: libgit2 did not start."));
    }
    git_diff_options options = {};
    git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
    options.flags = GIT_DIFF_FORCE_TEXT | GIT_DIFF_SKIP_BINARY_CHECK | GIT_DIFF_INDENT_HEURISTIC;
    options.context_lines = 0;
    options.interhunk_lines = 0;

    Collector collector{{}, cancel};
    const int status = git_diff_buffers(oldText.constData(), static_cast<size_t>(oldText.size()), nullptr, newText.constData(),
                                        static_cast<size_t>(newText.size()), nullptr, &options, nullptr, nullptr, takeHunk, nullptr, &collector);
    if (status == GIT_EUSER || cancel.isCancelled()) {
        return fail(ErrorCode::Cancelled, QStringLiteral("The comparison was cancelled."));
    }
    if (status != 0) {
        const git_error *const error = git_error_last();
        const QString reason = error != nullptr ? QString::fromUtf8(error->message) : QString::number(status);
        return fail(ErrorCode::Internal, QString(QStringLiteral("The texts cannot be compared: libgit2 says “%1”.").arg(reason)));
    }
    return collector.hunks;
}

} // namespace verderer
