// The terms of the cycle laws: each counts how often the blocks of a class do one thing that costs cycles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/app/compare/recordings/recording.hpp"

namespace stencil {

// The device behind a class.
struct TermDevice {
  std::int64_t pes = 1;
  std::int64_t lanes = 1;
  std::int64_t port_bytes = 8;   // of a beat of the data port
  std::int64_t pe_latency = 29;  // cycles
  std::int64_t slots = 0;        // row slots in which tiles of the class are processed; 0: no tiles, or unknown
};

struct Term {
  const char* name;    // "pass gap"
  const char* unit;    // "change of passes": cycles are given per unit
  const char* where;   // "at the change of passes", the end of a sentence
  const char* varies;  // "sweeps": what to change in a workload for another number of them
  std::int64_t (*count)(const ClassKey& key, const RecordedClass& recorded,
                        const TermDevice& device);  // sum over all blocks of the class
};

// The terms that can change a cause (a name of cause_fields, or several as "load and store"), the most specific first.
const std::vector<Term>& terms_of(const std::string& cause);

// The lag of passes that the next one waits for as a whole: how much of it shows as stall depends on what showed before.
const Term& whole_pass_term();

// Beats that belong to a cause, of the engine or of the data port; 0 where it has none. Bubbles every N of these beats
// are searched for too.
std::int64_t beats_of(const std::string& cause, const ClassKey& key, const RecordedClass& recorded,
                      const TermDevice& device);

// Runs of beats of a cause: passes, or transfers. A count of beats may begin anew with each.
std::int64_t runs_of_beats(const std::string& cause, const ClassKey& key, const RecordedClass& recorded,
                           const TermDevice& device);

// The row slots with which tiles of this class read as long as recorded; 0 if there is no such number.
std::int64_t slots_of(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);

}  // namespace stencil
