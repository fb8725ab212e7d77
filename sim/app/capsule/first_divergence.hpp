// The first divergence of a capsule, found on new devices of one kind.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "sim/app/json/json.hpp"
#include "sim/device/capsule/minimise.hpp"

namespace stencil {

// As sim/app/divergence/divergence_json.hpp says, for a capsule with a difference; its devices are made by `maker`.
// Where a device fails at fewer calls, or is refused, its text says so.
Json first_divergence_json(const Capsule& played,
                           const std::function<std::unique_ptr<Accelerator>(const AcceleratorOptions&)>& maker);
Json first_divergence_json(const Capsule& played, const CapsulePlayer& play);

}  // namespace stencil
