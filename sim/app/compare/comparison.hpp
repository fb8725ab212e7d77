// Compares two recordings class by class: which cost the same, which do not, by how much and why.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "sim/app/compare/causes/explain.hpp"
#include "sim/app/compare/recordings/recording_differences.hpp"

namespace stencil {

enum class ClassVerdict {
  slower,    // more cycles in total
  faster,    // fewer
  moved,     // as many, but by other causes
  count,     // another number of blocks
  missing,   // not in the new recording
  appeared,  // not in the base
};

// "slower", "faster", "moved", "count", "missing", "new".
const char* name_of(ClassVerdict verdict);

struct ClassDifference {
  ClassKey key;
  RecordedClass base;  // count 0: not in this recording
  RecordedClass now;
  ClassVerdict verdict = ClassVerdict::moved;
  std::string sentence;
};

// The name differs from Comparison, that of fields (models/compare.hpp).
struct CycleComparison {
  std::string base, now;  // files
  std::vector<RecordingDifference> recording_differences;
  std::size_t compared = 0;                  // classes in both
  std::vector<ClassDifference> differences;  // in the order of the keys
  std::vector<Explanation> explanations;
  std::string error;  // why the new recording is wrong whatever its cycles; empty: it is right

  bool equal() const { return differences.empty() && error.empty(); }
};

// Thrown for two recordings that differ in a field which makes them incomparable.
class IncomparableError : public ArgumentError {
 public:
  IncomparableError(const std::string& text, const std::string& field) : ArgumentError(text), field_(field) {}
  const std::string& field() const { return field_; }

 private:
  std::string field_;
};

// Calls compare(). Where it finds files that cannot be compared, throws ArgumentError with the option that compares
// them all the same.
template <class Compare>
auto with_way_out(const Compare& compare) {
  try {
    return compare();
  } catch (const IncomparableError& error) {
    throw ArgumentError(std::string(error.what()) + "; --allow " + error.field() + " compares them all the same");
  }
}

// allowed: names of refusing_fields() that may differ. Throws IncomparableError where another of them differs.
CycleComparison compare_cycles(const Recording& base, const Recording& now, const std::set<std::string>& allowed);

}  // namespace stencil
