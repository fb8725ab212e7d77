// The checks of a run as JUnit XML, for CI systems that list test cases.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "sim/app/report/report.hpp"

namespace stencil {

// More steps than these share test cases, so many steps each, as evenly as can be.
inline constexpr std::size_t most_step_cases = 100;

// One suite, "stencil-cosim run". Its cases, by classname and name:
//   run      completes            fails (as an error) where one ended the run; its time is that of the sweeps, in
//   seconds result   field                every value against the golden solver; skipped with --check off blocks   step
//   3, steps 4 to 7 every block of these steps against golden sweeps, with --check block device   ledger, counters the
//   cycles of the blocks are those of the device; its counters what its pins showed.
//                                 Only of a device with a clock. Both are errors of the run where they fail.
//   stages   bytes                as few bytes were copied as can be
//   tiles    messages             as many messages and words were sent as the grid needs
// After an error only what was known by then is listed. How much a case stands for is in its system-out.
std::string junit_xml(const Report& report);

// Writes it as a whole or not at all. Throws ArgumentError, std::runtime_error as OutputFile.
void write_junit(const Report& report, const std::string& path);

}  // namespace stencil
