// Results of a tile's last pass that lie at a distance from their places.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "host/base/text.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/divergence/guesses/guesses.hpp"
#include "sim/device/kernels/common/pass_plan.hpp"

namespace stencil {
namespace {

// "1 row and 2 words behind", "3 words before".
std::string distance_text(std::int64_t shift, std::int64_t cols) {
  const std::int64_t words = std::abs(shift);
  std::string text;
  if (words >= cols) text = counted(words / cols, "row");
  if (words >= cols && words % cols != 0) text += " and ";
  if (words % cols != 0) text += counted(words % cols, "word");
  return text + (shift > 0 ? " behind" : " before");
}

class MovedResults {
 public:
  explicit MovedResults(const SweepView& view) : view_(view), right_(view.field().after(view.sweep() + 1)) {
    for (std::int64_t word = 0; word < size(); ++word) {
      if (view.field().sets(word, view.sweep())) set_.push_back(word);
    }
  }

  // From the place of a result to where it lies; no value: most of them lie at no one distance.
  std::optional<std::int64_t> shift() const {
    constexpr std::size_t enough = 16, samples = 8;
    if (set_.size() < enough) return std::nullopt;
    for (std::size_t sample = 0; sample < samples; ++sample) {
      const std::int64_t place = set_[(2 * sample + 1) * set_.size() / (2 * samples)];
      for (std::int64_t at = 0; at < size(); ++at) {
        if (at != place && lies(place, at) && fitting(at - place) * 4 >= 3 * all()) return at - place;
      }
    }
    return std::nullopt;
  }

 private:
  std::int64_t fitting(std::int64_t shift) const {
    return std::count_if(set_.begin(), set_.end(), [&](std::int64_t word) { return lies(word, word + shift); });
  }
  std::int64_t all() const { return static_cast<std::int64_t>(set_.size()); }
  std::int64_t size() const { return static_cast<std::int64_t>(right_.size()); }
  bool lies(std::int64_t word, std::int64_t at) const {
    return at >= 0 && at < size() && bits_of(right_[static_cast<std::size_t>(word)]) == bits_of(view_.got(at));
  }

  const SweepView& view_;
  const std::vector<double>& right_;
  std::vector<std::int64_t> set_;  // words
};

}  // namespace

std::optional<ValueExplanation> explain_moved_results(const SweepView& view, std::int64_t processing_elements) {
  if (!view.field().is_tile()) return std::nullopt;
  const MovedResults results(view);
  const auto shift = results.shift();
  if (!shift) return std::nullopt;
  const PassPlan plan = plan_passes(view.sweep() + 1, std::max<std::int64_t>(1, processing_elements));
  ValueExplanation found{"write-back", fmt::format("what pass {} writes had gone {} its place", plan.passes - 1,
                                                   distance_text(*shift, view.field().cols()))};
  found.fits = found.of = 1;
  found.first_sweep = plan.sweeps_before(plan.passes - 1);
  return found;
}

}  // namespace stencil
