// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/skill_editor.h"
