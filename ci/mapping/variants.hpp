// Variants of one configuration with one parameter changed in each, to show its cost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "ci/mapping/parameter_set.hpp"

namespace stencil::synthesis {

// The configuration that is varied.
constexpr const char* varied_configuration = "small";

// Named like "small LANES=2". Throws std::runtime_error if the set lacks a parameter to change.
std::vector<ParameterSet> variants_of(const ParameterSet& set);

}  // namespace stencil::synthesis
