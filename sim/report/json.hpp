// The report as JSON, schema stencil-cosim/report/1.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/report/report.hpp"

namespace stencil {

// Fields, in order: schema, ok, compared, mismatches, first_mismatch, problem, machine, blocks, totals, simulation.
// One block a line. compared and mismatches count every comparison: with --check block a value is compared in the
// final result and in each block that computed it. Scripts read this file: fields are added, never renamed or removed.
// null means:
//   ok                    nothing was compared (--check off, or a C client)
//   compared, mismatches  the program could not say (a C client)
//   first_mismatch        there is none
//   first_mismatch.ulp    one of the two values is a NaN: no distance
//   problem               unknown (a C client); problem.seed: both arrays came from files
//   step, keep, before, after of a block: unknown (a C client)
//   totals.efficiency     no cycles were counted (the software accelerator has no time)
std::string report_json(const Report& report);

// Writes it as a whole or not at all. Throws ArgumentError, std::runtime_error as AtomicFile.
void write_report(const Report& report, const std::string& path);

}  // namespace stencil
