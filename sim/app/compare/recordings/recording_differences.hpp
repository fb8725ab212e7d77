// Differences between two recordings other than cycles: device, link, problem, seed, RTL.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "sim/app/compare/recordings/recording.hpp"

namespace stencil {

// Recordings that differ in a field of this list cannot be compared unless that field is allowed to differ. The keys of
// classes then leave such a field out.
const std::vector<std::string>& refusing_fields();

struct RecordingDifference {
  std::string field;  // of refusing_fields(), or "rtl", "plusargs", "device", which may always differ
  std::string base;
  std::string now;
  std::string text;  // a sentence
};

// All differences, those that refuse first.
std::vector<RecordingDifference> recording_differences(const Recording& base, const Recording& now);

// The classes of a recording, with the allowed fields removed from their keys.
RecordedClasses without_fields(const Recording& recording, const std::set<std::string>& allowed);

// The machine of a configuration (its name without plusargs); null if the recording has none.
const Json& machine_of(const Recording& recording, const std::string& config);

}  // namespace stencil
