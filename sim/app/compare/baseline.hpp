// A baseline: the cycles that are accepted, a line per class, sorted, so that two branches merge line by line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/compare/recording.hpp"

namespace stencil {

// The first line holds schema, machines (without the RTL they were made from) and problem; then follows a line per
// class:
// its key, count, and cycles by cause, one number where all its blocks agree, else {minimum, maximum, sum}.
// read_recording() reads it.
std::string baseline_text(const Recording& recording);

// Writes it as a whole or not at all. Throws ArgumentError, std::runtime_error as AtomicFile.
void write_baseline(const Recording& recording, const std::string& file);

}  // namespace stencil
