// A baseline: the accepted cycles, one sorted line per class, so that two branches merge line by line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/compare/recordings/recording.hpp"

namespace stencil {

// The first line holds schema, machines (without their RTL) and problem. A line per class follows: key, count, and
// cycles by cause, one number where all blocks of the class agree, else {minimum, maximum, sum}. read_recording() reads
// it.
std::string baseline_text(const Recording& recording);

// Writes it as a whole or not at all. Throws ArgumentError and std::runtime_error as OutputFile.
void write_baseline(const Recording& recording, const std::string& file);

}  // namespace stencil
