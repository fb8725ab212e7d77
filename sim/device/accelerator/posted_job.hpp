// The job registers of the device as the host knows them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

#include "sim/device/contract/job.hpp"

namespace stencil {

class PostedJob {
 public:
  // After a reset TILE is 0; the values of the other registers are unknown.
  PostedJob() { values_[Job::index(contract::REG_TILE)] = 0; }

  void set(const JobWord& word) { values_[Job::index(word.address)] = word.value; }
  // Those of `wanted`, in their order, that the device does not hold yet and that must be written before the command.
  std::vector<JobWord> missing(const std::vector<JobWord>& wanted) const {
    std::vector<JobWord> words;
    std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(words),
                 [this](const JobWord& word) { return values_[Job::index(word.address)] != word.value; });
    return words;
  }
  // The value that a register of a job should have; no value: none was written.
  std::optional<std::uint64_t> value(contract::Register address) const { return values_[Job::index(address)]; }

 private:
  std::array<std::optional<std::uint64_t>, Job::count> values_;
};

}  // namespace stencil
