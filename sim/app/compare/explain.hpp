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

// One class in both recordings, with the same number of blocks.
struct ClassPair {
  const ClassKey* key;
  const RecordedClass* base;
  const RecordedClass* now;
  TermDevice device;
};

// All blocks of some classes cost `cycles` more (negative: less) each time they do what the term counts.
struct Explanation {
  std::string cause;           // of cause_fields
  const Term* term = nullptr;  // null: a bubble every `beats` beats, with one more or less per transfer
  std::int64_t beats = 0;
  std::int64_t cycles = 0;
  std::vector<std::size_t> classes;  // positions in the list of pairs
  std::vector<const Term*> others;   // terms that explain the same classes: these shapes cannot tell them apart

  std::string name() const;      // "pass gap"
  std::string where() const;     // "at the change of passes"
  std::string sentence() const;  // "stall: 1 cycle more per change of passes (pass gap), in 12 classes"
};

// An explanation holds exactly for every class that it names; unexplained differences are left out. Of several
// explanations the one with the most classes is taken, then the one that the fewest classes contradict, then the one
// with the fewest cycles each time. If there are classes whose schedule hides nothing, an explanation must hold for
// some of these: elsewhere a cycle more of one cause may be one less of another. Explanations in the direction of the
// total, slower or faster, come first; among them those with the most classes.
std::vector<Explanation> explain(const std::vector<ClassPair>& pairs);

// The cycles more that all blocks of a class together spend on a cause.
std::int64_t sum_difference(const ClassPair& pair, const std::string& cause);

}  // namespace stencil
