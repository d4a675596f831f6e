// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/demo_resource.h"

#include <QtGlobal>

void useDemoResource()
{
    Q_INIT_RESOURCE(demo);
}
