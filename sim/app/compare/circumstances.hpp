// Differences between two recordings that are no cycles: device, link, problem, seed, RTL.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "sim/app/compare/recording.hpp"

namespace stencil {

// A field of this list that differs makes recordings incomparable, unless it is allowed to differ. One that is allowed
// to differ and is part of the key of classes is left out of it.
const std::vector<std::string>& refusing_fields();

struct Circumstance {
  std::string field;  // of refusing_fields(), or "rtl", "plusargs", "device", which may always differ
  std::string base;
  std::string now;
  std::string text;  // a sentence
};

// All differences, those that refuse first.
std::vector<Circumstance> circumstances(const Recording& base, const Recording& now);

// The recording with the allowed fields taken out of the keys of its classes.
RecordedClasses without_fields(const Recording& recording, const std::set<std::string>& allowed);

// The machine of a configuration, without plusargs; null if there is none.
const Json& machine_of(const Recording& recording, const std::string& config);

}  // namespace stencil
