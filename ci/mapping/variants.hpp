// One parameter changed at a time: what it costs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "ci/mapping/parameter_set.hpp"

namespace stencil::synthesis {

// The configuration of which variants are made.
constexpr const char* varied_configuration = "small";

// Named "small LANES=2". Throws std::runtime_error when the set lacks a parameter that is to be changed.
std::vector<ParameterSet> variants_of(const ParameterSet& set);

}  // namespace stencil::synthesis
