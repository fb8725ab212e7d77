// The ranks that read or write a file. Ranks that do not see the file move their elements through these.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "host/arrays/redistribution/element_runs.hpp"

namespace stencil {

class FileRanks {
 public:
  // seen[r] is 1 if rank r takes part, otherwise 0; at least one does.
  explicit FileRanks(std::vector<char> seen) : seen_(std::move(seen)) {}

  int count() const { return static_cast<int>(std::count(seen_.begin(), seen_.end(), 1)); }
  int ranks() const { return static_cast<int>(seen_.size()); }
  bool takes_part(int rank) const { return seen_[static_cast<std::size_t>(rank)] != 0; }
  // Number of lower ranks that take part.
  int before(int rank) const { return static_cast<int>(std::count(seen_.begin(), seen_.begin() + rank, 1)); }

  // One run per rank: the shares, in order, for ranks that take part; an empty run, in its place, for the others.
  std::vector<ElementRun> spread(const std::vector<ElementRun>& shares) const {
    std::vector<ElementRun> runs;
    std::size_t next = 0;
    for (const char seen : seen_) {
      if (seen != 0) {
        runs.push_back(shares[next++]);
      } else {
        runs.push_back({next < shares.size() ? shares[next].first : shares.back().first + shares.back().count, 0});
      }
    }
    return runs;
  }

 private:
  std::vector<char> seen_;
};

}  // namespace stencil
