// Explains differences of cycles by the terms of the cycle laws. A cause is named only where it explains the numbers of
// all classes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/app/compare/causes/fit.hpp"

namespace stencil {

struct Explanation {
  std::string cause;                 // of cause_fields, "compute and stall", or "overlap"
  std::vector<Fit> fits;             // explain the same classes alike, the most specific first
  std::string text;                  // without a fit: a sentence without its cause
  std::vector<std::string> names;    // of what `text` names; empty: nothing is explained
  std::vector<std::size_t> classes;  // positions in the list of pairs

  // One cause, and no other that these classes could not tell from it.
  bool certain() const { return fits.size() == 1 || (fits.empty() && names.size() == 1); }
  std::int64_t cycles() const { return fits.empty() ? 0 : fits.front().cycles; }
  std::string name() const;      // "pass gap", or "pass gap, or pass overhead"; "not explained"
  std::string where() const;     // "at the change of passes"; empty: not certain
  std::string sentence() const;  // "stall: 1 cycle more per change of passes (pass gap), in 12 classes"
};

// Each cause is fitted over all classes whose schedule hides nothing, those that do not differ included: a term holds
// exactly for all of them, or it is not named. Where blocks overlap, a cycle more of one cause may be one less of
// another: there the totals are held against what the terms found allow, and what goes beyond them is held against the
// ways to lose the overlap itself (explain_overlap()). Causes in the direction of the total, slower or faster, come
// first; among them those of the most classes. What moves against it is a consequence and is not explained.
std::vector<Explanation> explain(const std::vector<ClassPair>& pairs);

}  // namespace stencil
