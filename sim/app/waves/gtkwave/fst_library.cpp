// The FST reader of GTKWave, as Verilator ships it, and what it needs.
// SPDX-License-Identifier: Apache-2.0
#define FST_CONFIG_INCLUDE "fst_config.h"
// The order is that of Verilator's own verilated_fst_c.cpp.
// clang-format off
#include "gtkwave/fastlz.c"
#include "gtkwave/fstapi.c"
#include "gtkwave/lz4.c"
// clang-format on
