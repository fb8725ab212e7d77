// Steps of the same number that ranks have made with other weights: all ranks sweep one field, by one formula.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "host/mpi/fatal.hpp"
#include "sim/app/package/checks/steps/step_rows.hpp"

namespace stencil {
namespace {

// As messages have them: the operator's place in SweepWeights plus 1, or 0 for a rank without steps; then the bits of
// each weight, 0 where the operator has none.
using WeightWords = std::array<std::int64_t, 1 + weight_count>;
constexpr int weight_words = static_cast<int>(WeightWords{}.size());

WeightWords words_of(const SweepWeights& weights) {
  WeightWords words{};
  words[0] = static_cast<std::int64_t>(weights.index()) + 1;
  for_each_weight(weights, [&](Weight weight, double value) {
    words[1 + static_cast<std::size_t>(weight)] = static_cast<std::int64_t>(bits_of(value));
  });
  return words;
}

// Not the least integer, which has no opposite.
std::int64_t digest_of(const SweepWeights& weights) {
  const WeightWords words = words_of(weights);
  const std::string_view bytes{reinterpret_cast<const char*>(words.data()), sizeof words};
  return static_cast<std::int64_t>(std::hash<std::string_view>{}(bytes) >> 1U);
}

std::string difference_text(const WeightWords& a, std::ptrdiff_t rank_a, const WeightWords& b, std::ptrdiff_t rank_b) {
  const auto kernel = [](const WeightWords& words) {
    return operator_name(sweep_operators()[static_cast<std::size_t>(words[0] - 1)]);
  };
  if (a[0] != b[0]) return fmt::format("{} on rank {}, {} on rank {}", kernel(a), rank_a, kernel(b), rank_b);
  std::size_t at = 1;
  while (a[at] == b[at]) ++at;
  const auto number = [at](const WeightWords& words) {
    double value = 0.0;
    std::memcpy(&value, &words[at], sizeof value);
    return value;
  };
  return fmt::format("{} is {} on rank {}, {} on rank {}", weight_names[at - 1], number(a), rank_a, number(b), rank_b);
}

// Whether two ranks that have weights have other ones; a line of warning then. what: "step 3 has".
bool warn_of_difference(const char* function, const std::string& what, const std::vector<WeightWords>& all) {
  const auto has_weights = [](const WeightWords& words) { return words[0] != 0; };
  const auto one = std::find_if(all.begin(), all.end(), has_weights);
  const auto other =
      std::find_if(one, all.end(), [&](const WeightWords& words) { return has_weights(words) && words != *one; });
  if (other == all.end()) return false;
  fmt::print(stderr, "{}\n",
             fatal_line(function, fmt::format("warning: {} other weights on one rank than on another: {}", what,
                                              difference_text(*one, one - all.begin(), *other, other - all.begin()))));
  return true;
}

}  // namespace

void compare_weights(MPI_Comm communicator, const StepRows* own, Coverage& coverage) {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  const bool has = own != nullptr && !own->steps().empty();
  std::int64_t kept = has ? static_cast<std::int64_t>(own->steps().size()) : none;
  MPI_Allreduce(MPI_IN_PLACE, &kept, 1, MPI_INT64_T, MPI_MIN, communicator);
  if (kept == none) return;
  // The least and, negative, the greatest digest of each step.
  const auto count = static_cast<std::size_t>(kept);
  std::vector<std::int64_t> digests(2 * count, none);
  for (std::size_t i = 0; i < count && has; ++i) {
    digests[i] = digest_of(own->steps()[i].weights);
    digests[count + i] = -digests[i];
  }
  MPI_Allreduce(MPI_IN_PLACE, digests.data(), static_cast<int>(2 * count), MPI_INT64_T, MPI_MIN, communicator);
  std::int64_t differ = 0;
  std::size_t first = 0;
  for (std::size_t i = count; i-- > 0;) {
    if (digests[i] == -digests[count + i]) continue;
    ++differ;
    first = i;
  }
  if (differ == 0) return;
  const WeightWords mine = has ? words_of(own->steps()[first].weights) : WeightWords{};
  std::vector<WeightWords> all(static_cast<std::size_t>(ranks));
  MPI_Allgather(mine.data(), weight_words, MPI_INT64_T, all.data(), weight_words, MPI_INT64_T, communicator);
  if (rank != 0) return;
  coverage.other_weights += differ;
  warn_of_difference("stencil_step_begin", fmt::format("step {} has", first), all);
}

void compare_call_weights(MPI_Comm communicator, const std::optional<SweepWeights>& own, Coverage& coverage) {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  const WeightWords mine = own ? words_of(*own) : WeightWords{};
  std::vector<WeightWords> all(static_cast<std::size_t>(ranks));
  MPI_Allgather(mine.data(), weight_words, MPI_INT64_T, all.data(), weight_words, MPI_INT64_T, communicator);
  if (rank == 0 && warn_of_difference("itstep_accel", "all its calls have", all)) ++coverage.other_weights;
}

}  // namespace stencil
