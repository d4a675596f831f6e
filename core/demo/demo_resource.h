// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Makes the files under `:/verderer/demo` readable: they lie in a static library, and the linker leaves out what nobody names. Outside of any
/// namespace, as Q_INIT_RESOURCE wants it. Any thread.
void useDemoResource();
