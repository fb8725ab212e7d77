// The clock estimate that `ci/synthesis` writes (docs/synthesis-timing.tsv).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace stencil {

// Of a configuration: its slowest path with each table of wires, whatever module it ends in. Estimate, not placed.
struct ClockEstimate {
  double routed_ns = 0.0;    // > 0
  double unplaced_ns = 0.0;  // > 0
  std::string delays;        // digest of the delays of cells and wires that it was made with
  int line = 0;              // the first of the configuration in the file

  double routed_mhz() const { return 1000.0 / routed_ns; }
  double unplaced_mhz() const { return 1000.0 / unplaced_ns; }
};

// By the name of the configuration. Throws ArgumentError with file, line, the value and what is expected: for a file
// that cannot be read, other columns, a line with too few or too many fields, a time that is not above 0, a module
// twice, a configuration whose lines were made with different delays, and a file without a line.
std::map<std::string, ClockEstimate> read_clock_file(const std::string& path);

}  // namespace stencil
