// Which call `--capture` asks for, and the file of its capsule.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace stencil {

// A call as `run --capture rank:step:block` names it, all from 0: the step of the run (of tiles: a group of
// sweeps in one direction), the block or tile of that rank's step, strip by strip. `--capture failure`: the calls of
// any rank during which its device fails.
struct CaptureChoice {
  enum class Which { call, failure };

  std::int64_t rank = 0;
  std::int64_t step = 0;
  std::int64_t block = 0;
  Which which = Which::call;
};

// "0:2:7", "failure". Throws ArgumentError that names `option`.
CaptureChoice parse_capture(const std::string& option, const std::string& text);
std::string text_of(const CaptureChoice& choice);

// Each throws ArgumentError for a call that the run will not make.
void check_capture_rank(const CaptureChoice& choice, int ranks);
// Of the rank of the choice.
void check_capture_place(const CaptureChoice& choice, std::int64_t steps,
                         const std::function<std::int64_t(std::int64_t step)>& blocks_of_step);

// Where the capsule of a run goes: the file named, else "capture-R-S-B.capsule" for a call, else beside the report
// ("R.capsule" for "R.json"), else for a failure "capture-failure.capsule"; empty: nowhere, nothing was asked for.
std::string capsule_path(const std::string& named, const std::string& report,
                         const std::optional<CaptureChoice>& choice);

}  // namespace stencil
