// The result of `stencil-cosim tune` as text and as JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/app/explore/tune.hpp"
#include "sim/app/json/json.hpp"

namespace stencil {

// The first interval of the best choice, run on the device itself.
struct Verification {
  bool done = false;  // false: it would take more cycles than allowed
  std::int64_t predicted_cycles = 0;
  std::int64_t measured_cycles = 0;
  std::int64_t mismatches = 0;  // values that differ from the golden solver
  std::string difference;       // first block and cause whose cycles are not as predicted

  bool holds() const { return !done || (mismatches == 0 && difference.empty() && measured_cycles == predicted_cycles); }
};

// The beginning of a command line, as it runs from the shell that this program was called from. Open MPI wants to be
// asked for more ranks than cores, and for every rank of root.
std::string on_ranks(std::int64_t ranks, const std::string& program);

// The table, the command line that runs the best choice, and in the last line whether it was verified: "PASS: ...",
// "FAIL: ...", "NOT CHECKED: ...". program: as it was called. latencies: text before that command line, or none.
std::string to_text(const TuneJob& job, const AcceleratorOptions& options, const Capabilities& device,
                    const TuneResult& result, const Verification& verification, const std::string& program,
                    const std::string& latencies = "");

// {"schema": "stencil-cosim/tune/1", "job", "machine", "considered", "predicted", "best": [...], "verification"}
Json to_json(const TuneJob& job, const AcceleratorOptions& options, const Capabilities& device,
             const TuneResult& result, const Verification& verification);

}  // namespace stencil
