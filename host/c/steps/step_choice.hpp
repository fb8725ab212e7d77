// How a step is cut and scheduled: by its caller, by the environment, or by the model of the device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/jacobi/scheme.hpp"
#include "models/values/sweep_weights.hpp"

namespace stencil {

// No value: the library chooses.
struct StepWish {
  std::optional<Schedule> schedule;
  std::optional<Blocking> blocking;
  std::optional<std::int64_t> portion;
};

// Arguments of stencil_step_begin; null, empty or 0: not given.
struct GivenBlocks {
  const char* schedule = nullptr;
  const char* blocking = nullptr;
  std::int64_t portion = 0;
};

// Reads what the caller leaves out from STENCIL_SCHEDULE, STENCIL_BLOCKING and STENCIL_PORTION. Throws ArgumentError
// with the value, the known ones, and the nearest of these.
StepWish step_wish(const GivenBlocks& given);

struct StepShape {
  std::int64_t rows = 0;  // >= 1
  std::int64_t cols = 0;
  std::int64_t sweeps = 0;
  SweepWeights weights;
  // Of a step over strips, which are cut evenly: the rows of each; `rows` are then those of the highest.
  std::vector<std::int64_t> strips = {};
  std::int64_t iterations = 0;      // of joined steps, whose schedule is the joined one; 0: a step by itself
  std::vector<RowHalo> halos = {};  // of the part, or of each strip, between joined steps; empty: none travel
  bool whole_field = false;         // the parts of joined steps are that: are_whole_field()
};

// Makes an accelerator that predicts the cycles of `device` and moves no data.
using DryMaker = std::function<std::unique_ptr<Accelerator>(const Capabilities& device, const LinkOptions& link)>;

// The scheme for a part, or for the strips of a rank: what is wished for, and of all else that fits the device what
// takes the fewest predicted cycles; the first of several in the order skewed, overlapped-rows; overlapped, sequential;
// large blocks. Without a maker, or for a device without a clock, the first that fits.
// Throws ArgumentError where nothing fits: with the rows by which a buffer is short, and the nearest portion that fits.
BlockScheme choose_scheme(const StepWish& wish, const StepShape& shape, const Capabilities& device,
                          const LinkOptions& link, const DryMaker& make_dry);

// Makes the step by this scheme on `dry`, which moves no data, and returns its device cycles; of joined steps those of
// the first four.
std::int64_t predicted_cycles(Accelerator& dry, const StepShape& shape, const BlockScheme& scheme);

// Remembers what choose_scheme() has chosen: programs make many steps of one shape.
class ChosenSchemes {
 public:
  BlockScheme operator()(const StepWish& wish, const StepShape& shape, const Capabilities& device,
                         const LinkOptions& link, const DryMaker& make_dry);
  void clear() { chosen_.clear(); }

 private:
  using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::size_t, int, int, std::int64_t,
                         std::vector<std::int64_t>, std::int64_t, std::vector<std::int64_t>>;
  std::map<Key, BlockScheme> chosen_;
};

}  // namespace stencil
