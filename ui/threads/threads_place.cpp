// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/threads_place.h"

namespace verderer {

ThreadsPlace::ThreadsPlace(const WindowServices &services, QWidget *parent) : Place(parent), m_services(services)
{
    setObjectName(QStringLiteral("threadsPlace"));
}

void ThreadsPlace::open(const OpenWorkspace &)
{
}

void ThreadsPlace::refresh()
{
}

} // namespace verderer
