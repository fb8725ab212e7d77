// Plays the calls of a capsule on any accelerator, and says where its values differ from the golden models'.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/compare.hpp"
#include "sim/device/capsule/capsule.hpp"

namespace stencil {

// The same capsule with what this device gave and needed in place of what was captured; expected values stay. The
// device must be new. Throws ArgumentError where the calls do not fit the device, DeviceError where it fails.
Capsule play(const Capsule& capsule, Accelerator& device);

// The same of a device that fails at these calls: what it gave until then. Words that no store brought are
// unread_word(); calls that do not fit are none of its failures and throw ArgumentError.
Capsule play_until_failure(const Capsule& capsule, Accelerator& device);
double unread_word();

// Fills in what the golden models expect of the stores: the same calls on a device of these capabilities without
// hardware. Throws ArgumentError for calls that no such device takes.
void expect(Capsule& capsule);

// Where a store gave other bits than expected.
struct CapsuleDifference {
  std::int64_t compared = 0;
  std::int64_t mismatches = 0;
  std::size_t store = 0;    // position of the first store with one
  std::size_t command = 0;  // among the commands: the last one before it that worked on its buffer
  Place word;               // the first word that differs
  Mismatch first;           // its row and column in the block of that command
};

// mismatches is 0 where nothing differs.
CapsuleDifference difference(const Capsule& capsule);

bool same_bits(const std::vector<double>& a, const std::vector<double>& b);
// Whether two plays of one capsule gave the same bits, and needed the same cycles by cause for each command.
bool same_values(const Capsule& a, const Capsule& b);
bool same_cycles(const Capsule& a, const Capsule& b);

}  // namespace stencil
