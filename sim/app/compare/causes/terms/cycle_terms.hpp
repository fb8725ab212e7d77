// The terms of the cycle laws: each counts how often the blocks of a class do one thing that costs cycles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/app/compare/causes/terms/counts.hpp"

namespace stencil {

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

// Stall cycles more where each pass waits until the one before has left the cascade.
const Term& whole_pass_term();

// Beats that belong to a cause, of the engine or of the data port; 0 where it has none. Bubbles every N of these beats
// are searched for too.
std::int64_t beats_of(const std::string& cause, const ClassKey& key, const RecordedClass& recorded,
                      const TermDevice& device);

// Runs of beats of a cause: passes, or transfers. A count of beats may begin anew with each.
std::int64_t runs_of_beats(const std::string& cause, const ClassKey& key, const RecordedClass& recorded,
                           const TermDevice& device);

}  // namespace stencil
