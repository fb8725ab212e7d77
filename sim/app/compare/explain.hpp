// Explains a difference of cycles: fits it to the terms of the cycle laws.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/app/compare/terms.hpp"

namespace stencil {

// One class in both recordings, with as many blocks.
struct ClassPair {
  const ClassKey* key;
  const RecordedClass* base;
  const RecordedClass* now;
  TermDevice device;
};

// All blocks of some classes cost `cycles` more, or less, each time that they do what the term says.
struct Explanation {
  std::string cause;           // of cause_fields
  const Term* term = nullptr;  // none: a bubble every `beats` beats, give or take one a transfer
  std::int64_t beats = 0;
  std::int64_t cycles = 0;
  std::vector<std::size_t> classes;  // positions in what was given
  std::vector<const Term*> others;   // that explain the same classes as well: these shapes cannot tell them apart

  std::string name() const;      // "pass gap"
  std::string where() const;     // "at the change of passes"
  std::string sentence() const;  // "stall: 1 cycle more a change of passes (pass gap), in 12 classes"
};

// An explanation holds exactly, for every class that it names; what none explains is left out. Of several that one is
// taken that explains the most classes, then the one that the fewest classes speak against, then the one with the
// fewest cycles each time. With classes whose schedule hides nothing, only what explains some of these counts:
// elsewhere a cycle more of one cause may be one less of another. First come those that make the whole slower, or
// faster, as it is; of these, those with the most classes.
std::vector<Explanation> explain(const std::vector<ClassPair>& pairs);

// The cycles that all blocks of a class spend more on a cause, together.
std::int64_t sum_difference(const ClassPair& pair, const std::string& cause);

}  // namespace stencil
