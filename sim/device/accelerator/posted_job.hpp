// The job registers of the device as the host knows them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/device/contract/job.hpp"

namespace stencil {

class PostedJob {
 public:
  // TILE is 0 after a reset; what the others hold is not known.
  PostedJob();

  void set(const JobWord& word) { values_[Job::index(word.address)] = word.value; }
  // Of these, in their order, those that a command must write before it.
  std::vector<JobWord> missing(const std::vector<JobWord>& wanted) const;

 private:
  std::array<std::optional<std::uint64_t>, Job::count> values_;
};

}  // namespace stencil
