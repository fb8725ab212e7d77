// A replayed capsule for people.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/device/capsule/capsule.hpp"

namespace stencil {

// Where the calls come from, the device then and now, each command with its cycles. Ends in a newline.
std::string replay_text(const std::string& file, const Capsule& captured, const Capsule& played);

// Words that the capsule kept as expected, and those of them for which `played` expects another.
struct ExpectedWords {
  std::int64_t all = 0;
  std::int64_t changed = 0;
};
ExpectedWords expected_words(const Capsule& captured, const Capsule& played);

// Where this program's golden models expect other words than those that the capsule kept: a line that says so, and that
// the former count from here on; else empty. played: with what they expect. Ends in a newline.
std::string other_reference_text(const Capsule& captured, const Capsule& played);

// Of calls during which the device fails: where they come from, the error now and then, "FAIL: ...". Ends in a newline.
std::string failing_text(const std::string& file, const Capsule& captured, const std::string& error);

// What is left of a capsule, all values and the difference. Ends in a newline.
std::string minimised_text(const Capsule& played);

// "PASS: 75 values compared, 0 differ", "FAIL: 75 values compared, 2 differ, first at ...".
std::string verdict_line(const Capsule& played);

}  // namespace stencil
