// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/guesses/passes/sweeps_in.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/text.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/kernels/common/pass_plan.hpp"

namespace stencil {

std::optional<std::int64_t> sweeps_in(const SweptField& field, const std::vector<double>& values,
                                      const std::vector<char>& shown) {
  constexpr std::int64_t most_beyond = 16;
  std::optional<std::int64_t> found;
  for (std::int64_t sweeps = 0; sweeps <= field.sweeps() + most_beyond; ++sweeps) {
    if (sweeps == field.sweeps()) continue;
    const std::vector<double>& after = field.after(sweeps);
    bool same = true;
    for (std::size_t word = 0; same && word < after.size(); ++word)
      same = shown[word] == 0 || bits_of(values[word]) == bits_of(after[word]);
    if (same && found) return std::nullopt;
    if (same) found = sweeps;
  }
  return found;
}

ValueExplanation of_sweeps_made(std::int64_t made, std::int64_t asked) {
  ValueExplanation found{"sweep", made < asked
                                      ? fmt::format("only {} of {} had been made", made, counted(asked, "sweep"))
                                      : fmt::format("{} had been made, not {}", counted(made, "sweep"), asked)};
  found.fits = found.of = 1;
  found.whole_sweeps = true;
  return found;
}

std::optional<std::pair<std::int64_t, std::int64_t>> sweeps_in_doubt(std::int64_t sweep,
                                                                     const std::optional<ValueExplanation>& explanation,
                                                                     std::int64_t processing_elements) {
  if (explanation && explanation->whole_sweeps) return std::nullopt;
  if (explanation && explanation->first_sweep) return std::pair(*explanation->first_sweep, *explanation->first_sweep);
  const PassPlan plan = plan_passes(sweep + 1, std::max<std::int64_t>(1, processing_elements));
  if (plan.passes == 1 || explanation) return std::pair(sweep, sweep);
  return std::pair(plan.sweeps(0), sweep);
}

}  // namespace stencil
