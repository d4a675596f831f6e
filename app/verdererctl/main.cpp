// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/standard_streams.h"
#include "verdererctl/arguments.h"
#include "verdererctl/program.h"

#include <QCoreApplication>

#include <clocale>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <langinfo.h>

namespace {

/// Output is UTF-8 in every locale. Qt warns on standard error when the locale is another, so it gets one before it can look.
void ensureUtf8()
{
    std::setlocale(LC_ALL, "");
    if (std::strcmp(::nl_langinfo(CODESET), "UTF-8") == 0)
        return;
    for (const char *locale : {"C.UTF-8", "C.utf8", "en_US.UTF-8"}) {
        if (std::setlocale(LC_ALL, locale)) {
            ::setenv("LC_ALL", locale, 1);
            return;
        }
    }
}

} // namespace

int main(int argc, char **argv)
{
    verderer::openClosedStandardStreams();
    ensureUtf8();
    // A reader that goes away is seen at the write, not by being ended in the middle of a change.
    std::signal(SIGPIPE, SIG_IGN);

    verderer::ctl::Arguments arguments = verderer::ctl::parseArguments(argc, argv);
    if (arguments.endWith)
        return *arguments.endWith;

    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("verdererctl"));
    QCoreApplication::setApplicationVersion(QStringLiteral(VERDERER_VERSION));
    verderer::ctl::Program program(std::move(arguments));
    program.start();
    return QCoreApplication::exec();
}
