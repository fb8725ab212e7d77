// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/steps/client_kernel.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/device/contract/sweep_operators.hpp"

namespace stencil {

SweepOperatorSet& swept_with() {
  static SweepOperatorSet operators{};
  return operators;
}

bool has_swept() {
  return std::find(swept_with().begin(), swept_with().end(), true) != swept_with().end();
}

std::string kernel_of(const SweepOperatorSet& operators) {
  if (std::count(operators.begin(), operators.end(), true) != 1) return "";
  const auto place = std::find(operators.begin(), operators.end(), true) - operators.begin();
  return contract::sweep_operator_rows[static_cast<std::size_t>(place)].name;
}

std::string common_kernel(MPI_Comm communicator, const SweepOperatorSet& own) {
  std::array<int, sweep_operator_count> used{};
  std::copy(own.begin(), own.end(), used.begin());
  MPI_Allreduce(MPI_IN_PLACE, used.data(), static_cast<int>(used.size()), MPI_INT, MPI_MAX, communicator);
  SweepOperatorSet all{};
  std::transform(used.begin(), used.end(), all.begin(), [](int there) { return there != 0; });
  return kernel_of(all);
}

}  // namespace stencil
