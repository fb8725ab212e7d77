// Ends a program whose PLANT is no fault that is in place: the run would be right, and its test could pass.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>

#include "plant_names.hpp"

namespace stencil::faults {
namespace {

const bool known = [] {
  const char* const chosen = std::getenv("PLANT");
  if (chosen == nullptr ||
      std::find(std::begin(plant_names), std::end(plant_names), std::string(chosen)) != std::end(plant_names))
    return true;
  std::fprintf(stderr, "PLANT=%s is not in place: see test plants:placed\n", chosen);
  std::_Exit(2);
}();

}  // namespace
}  // namespace stencil::faults
