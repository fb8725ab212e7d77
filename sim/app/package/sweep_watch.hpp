// Notices a C program that may have forgotten a sweep, or rows of one, by what it loads, sweeps and stores.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"

namespace stencil {

// What the verdict of a client's calls covers, and what was noticed beside it: numbers of words.
struct Coverage {
  std::int64_t sweeps = 0;          // calls of itstep_accel and itstep_accel_five_point
  std::int64_t stored_unswept = 0;  // stored as they were loaded, without a sweep between
  std::int64_t loaded_unswept = 0;  // loaded and left out by the next sweep
  std::int64_t stored_again = 0;    // stored before, and left out by the last sweep
};

// Follows the words of f. None of these is wrong for certain: the first is one line of warning on stderr, all are
// counted.
class SweepWatch {
 public:
  explicit SweepWatch(std::int64_t words)
      : unswept_(static_cast<std::size_t>(words), false), stored_(static_cast<std::size_t>(words), false) {}

  void loaded(std::int64_t first, std::int64_t words);
  void stored(std::int64_t first, std::int64_t words);
  void swept(const SweepCommand& command);

  const Coverage& coverage() const { return coverage_; }

 private:
  void warn(const char* function, const std::string& text);
  std::string place_of_store(std::int64_t first) const;
  struct Marked {
    std::int64_t count = 0;
    std::string text;
  };
  Marked marked(const std::vector<bool>& marks, std::int64_t first, std::int64_t end) const;

  std::vector<bool> unswept_;    // loaded, and neither swept nor stored since
  std::vector<bool> stored_;     // and neither loaded nor swept since
  std::int64_t loaded_end_ = 0;  // of all words that were ever loaded
  SweepCommand last_;            // the last sweep
  std::int64_t stores_ = 0;      // since then
  bool warned_ = false;
  Coverage coverage_;
};

}  // namespace stencil
