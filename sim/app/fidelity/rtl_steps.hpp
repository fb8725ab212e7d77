// The steps of a run that --rtl-steps asks for on RTL; the others run on the model.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace stencil {

struct RtlStepsChoice {
  enum class Which { first, each_class, share, list };
  // From the first to the last one, both included; rising, with a gap between two of them.
  using Ranges = std::vector<std::pair<std::int64_t, std::int64_t>>;

  Which which = Which::first;
  double share = 0.0;
  Ranges listed = {};
};

// "first", "class", a share with a point, 0.0 .. 1.0, or steps from 0: "0,4-7,12". Throws ArgumentError.
RtlStepsChoice parse_rtl_steps(const std::string& option, const std::string& text);
// "first", "0.05", "0,4-7".
std::string describe(const RtlStepsChoice& choice);

// The choice for a run of so many steps.
class RtlSteps {
 public:
  // each_class: the fewest steps that hold blocks of every class. Throws ArgumentError for a step beyond the run.
  RtlSteps(const RtlStepsChoice& choice, std::int64_t steps, const std::vector<std::int64_t>& each_class);

  bool holds(std::int64_t step) const;
  std::int64_t steps() const { return steps_; }    // of the run
  std::int64_t on_rtl() const { return on_rtl_; }  // of these
  // How often a device that begins on RTL changes sides.
  std::int64_t switches() const;
  // "0, 20, 40, .."; empty: none.
  std::string text() const;

 private:
  std::int64_t steps_;
  std::int64_t on_rtl_ = 0;
  bool is_spread_ = false;  // evenly, from step 0 on
  RtlStepsChoice::Ranges listed_;
};

}  // namespace stencil
