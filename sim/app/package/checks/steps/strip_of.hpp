// The number of a strip in the whole field, for steps over strips.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "host/c/steps/step_info.hpp"

namespace stencil {

// As strips are dealt in turn. No value: the rank has one part, which has no number of its own.
std::optional<std::int64_t> strip_of(const StepInfo& step);

}  // namespace stencil
