// SPDX-License-Identifier: GPL-3.0-or-later
// A library needs a source; this one carries only the translations.
