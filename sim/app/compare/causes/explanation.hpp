// A cause of cycles, or several that cannot be told apart, and the classes of blocks that it explains.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/app/compare/causes/fit.hpp"

namespace stencil {

struct Explanation {
  std::string cause;                 // of cause_fields, several ("load and store"), or "overlap"
  std::vector<Fit> fits;             // explain the same classes alike, the most specific first
  std::string text;                  // without a fit: a sentence without its cause
  std::vector<std::string> names;    // of what `text` names; empty: nothing is explained
  std::vector<std::size_t> classes;  // positions in the list of pairs
  std::int64_t beats = 0;            // of each block, if all have as many: bubbles in them explain the same
  bool few = false;                  // too few classes, or sizes: terms other than those of `fits` may hold

  // One cause, and no other that these classes could not tell from it.
  bool certain() const { return (fits.size() == 1 && !few) || (fits.empty() && names.size() == 1); }
  std::int64_t cycles() const { return fits.empty() ? 0 : fits.front().cycles; }
  std::string name() const;      // "pass gap", or "pass gap, or pass overhead"; "not explained"
  std::string where() const;     // "at the change of passes"; empty: not certain
  std::string sentence() const;  // "stall: 1 cycle more per change of passes (pass gap), in 12 classes"

 private:
  std::string alternatives() const;
};

}  // namespace stencil
