// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/posted_job.hpp"

#include <algorithm>
#include <iterator>

namespace stencil {

PostedJob::PostedJob() {
  values_[Job::index(contract::REG_TILE)] = 0;
}

std::vector<JobWord> PostedJob::missing(const std::vector<JobWord>& wanted) const {
  std::vector<JobWord> words;
  std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(words),
               [this](const JobWord& word) { return values_[Job::index(word.address)] != word.value; });
  return words;
}

}  // namespace stencil
