// One strip of rows with its halo rows as data of stages.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "host/arrays/strips/strips.hpp"
#include "host/stages/memory/shared_array.hpp"

namespace stencil {

// Rows are numbered in the order in which the strip stores them: north halo rows, owned rows, south halo rows.
struct StripData {
  Strip strip;
  std::unique_ptr<SharedArray> f;
  std::unique_ptr<SharedArray> r;

  RowRange north_halo() const { return {0, strip.before}; }
  RowRange owned() const { return {strip.before, strip.before + strip.owned}; }
  RowRange south_halo() const { return {strip.before + strip.owned, strip.local_rows()}; }
};

// Throws ArgumentError for a strip that does not fit a buffer of the device.
void check_strips(const Capabilities& has, const std::vector<Strip>& strips, std::int64_t cols);

// The strips of a rank in local memory: strip k uses buffer k mod B of each bank, B being the buffers of that bank.
class ResidentStrips {
 public:
  // f, r: the rank's memory, indexed by Strip::at. Throws as check_strips().
  ResidentStrips(DeviceMemory& memory, const std::vector<Strip>& strips, std::int64_t cols, double* f, double* r);

  std::vector<StripData>& all() { return strips_; }
  std::int64_t cols() const { return cols_; }
  // Number of strips that can be in local memory at the same time.
  std::int64_t f_places() const { return static_cast<std::int64_t>(f_slots_.size()); }
  std::int64_t r_places() const { return static_cast<std::int64_t>(r_slots_.size()); }
  // Whether every strip has buffers of its own, so that it never leaves.
  bool all_fit() const { return strips_.size() <= f_slots_.size() && strips_.size() <= r_slots_.size(); }

 private:
  std::int64_t cols_;
  std::vector<std::unique_ptr<DeviceSlot>> f_slots_;
  std::vector<std::unique_ptr<DeviceSlot>> r_slots_;
  std::vector<StripData> strips_;
};

}  // namespace stencil
