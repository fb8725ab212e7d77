// The terms of the cycle laws: each counts how often the blocks of a class do one thing that costs cycles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/app/compare/recording.hpp"

namespace stencil {

// The device behind a class.
struct TermDevice {
  std::int64_t pes = 1;
  std::int64_t lanes = 1;
  std::int64_t port_bytes = 8;  // of a beat of the data port
};

struct Term {
  const char* name;   // "pass gap"
  const char* unit;   // "change of passes": cycles are given per unit
  const char* where;  // "at the change of passes", the end of a sentence
  std::int64_t (*count)(const ClassKey& key, const RecordedClass& recorded,
                        const TermDevice& device);  // sum over all blocks of the class
};

// The terms that can change a cause (a name of cause_fields), the most specific first: of two that explain the same
// differences the first is named.
const std::vector<Term>& terms_of(const std::string& cause);

// Beats that belong to a cause, of the engine or of the data port; 0 where it has none. Bubbles every N of these beats
// are searched for too.
std::int64_t beats_of(const std::string& cause, const ClassKey& key, const RecordedClass& recorded,
                      const TermDevice& device);

}  // namespace stencil
