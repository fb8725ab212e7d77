// One class of blocks in two recordings.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/app/compare/causes/terms/cycle_terms.hpp"

namespace stencil {

// The class has the same number of blocks in both.
struct ClassPair {
  const ClassKey* key;
  const RecordedClass* base;
  const RecordedClass* now;
  TermDevice device;
};

// The recording that has the work of the blocks: a baseline has none.
inline const RecordedClass& with_work(const ClassPair& pair) {
  return pair.now->work.stream_cycles != 0 ? *pair.now : *pair.base;
}

// How often the blocks of a class do what a term counts.
inline std::int64_t count_of(const Term& term, const ClassPair& pair) {
  return term.count(*pair.key, with_work(pair), pair.device);
}

// Whether nothing runs beside a load, a sweep or a store of these blocks, so that every cycle of each shows.
bool hides_nothing(const ClassKey& key);

// What all blocks of a step have in common: a cycle that one block loses may count for the next.
ClassKey step_of(const ClassKey& key);

// The cycles more that all blocks of a class together spend on a cause, or in total.
std::int64_t sum_difference(const ClassPair& pair, const std::string& cause);

// Whether a cause or the total differs.
bool differs(const ClassPair& pair);

}  // namespace stencil
