// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/stores/stored_parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "host/base/text.hpp"

namespace stencil {

void compare_stored_parts(MPI_Comm communicator, const RowAges::Part& own, Coverage& coverage) {
  using Numbers = std::array<std::int64_t, 4>;
  int rank = 0, ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  const Numbers mine{own.stored, own.left, own.words, own.block};
  std::vector<Numbers> all(rank == 0 ? static_cast<std::size_t>(ranks) : 0);
  MPI_Gather(mine.data(), 4, MPI_INT64_T, all.data(), 4, MPI_INT64_T, 0, communicator);
  const auto whole = std::find_if(all.begin(), all.end(), [](const Numbers& one) { return one[0] > 0 && one[1] == 0; });
  if (whole == all.end()) return;
  bool is_first = true;
  for (std::size_t other = 0; other < all.size(); ++other) {
    const auto& [stored, left, words, block] = all[other];
    if (left == 0) continue;
    coverage.never_stored += words;
    if (!std::exchange(is_first, false)) continue;
    fmt::print(stderr,
               "stencil: rank {}: f_from_accel: warning: {} of its own never got the results of itstep_accel (the "
               "first of them of block {}); rank {} has stored those of all that it has swept\n",
               other, counted(left, "row"), block, whole - all.begin());
  }
}

}  // namespace stencil
