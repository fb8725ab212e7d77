// Words that the device keeps from call to call: which of them changed though no call has set them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/device/capsule/capsule.hpp"

namespace stencil {

// Of one device, whose calls are all added, in the order in which they were posted.
class ChangedWords {
 public:
  struct Found {
    std::int64_t step;      // of the first calls that found it changed
    std::int64_t block;     // the last of the rank's that was done before, counted in its step
    std::int64_t row, col;  // of the buffer, by the width of that block
    Place word;
    std::uint64_t expected, got;
    std::string text;  // "row 3, column 0 of r buffer 0, which step 0 has loaded, ..."
  };

  // The calls of the next wait.
  void add(const Capsule& capsule);
  const std::optional<Found>& found() const { return found_; }

 private:
  struct Word {
    std::uint64_t bits = 0;
    std::int64_t step = 0;  // of the call that has set it, or has stored it last
    bool is_known = false;
    bool is_loaded = false;  // else stored: a command has set it
  };
  struct Last {
    DeviceCommand command;
    std::int64_t step, block;
  };

  std::vector<Word>& buffer(const Place& place);
  void forget(const Place& place);
  void learn(const Place& place, const std::vector<double>& words, std::int64_t step, bool is_loaded);
  void compare(const CapsuleContents& contents, const Capsule& capsule);

  std::map<std::pair<Bank, int>, std::vector<Word>> buffers_;
  std::optional<Last> last_;  // command
  std::optional<Found> found_;
};

}  // namespace stencil
