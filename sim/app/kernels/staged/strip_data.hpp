// One strip of rows with its shadows as data of stages.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "host/arrays/strips/strips.hpp"
#include "host/stages/memory/shared_array.hpp"

namespace stencil {

// Rows are numbered as the strip stores them: shadows above, owned rows, shadows below.
struct StripData {
  Strip strip;
  std::unique_ptr<SharedArray> f;
  std::unique_ptr<SharedArray> r;

  RowRange above() const { return {0, strip.before}; }
  RowRange owned() const { return {strip.before, strip.before + strip.owned}; }
  RowRange below() const { return {strip.before + strip.owned, strip.local_rows()}; }
};

// The strips of a rank in local memory: strip k has buffer k mod B of each bank while it is there.
class ResidentStrips {
 public:
  // f, r: the rank's memory, as Strip::at says. Throws ArgumentError for a strip that does not fit a buffer.
  ResidentStrips(DeviceMemory& memory, const std::vector<Strip>& strips, std::int64_t cols, double* f, double* r);

  std::vector<StripData>& all() { return strips_; }
  std::int64_t cols() const { return cols_; }
  // Strips that can be there at the same time, as far as there are any.
  std::int64_t f_places() const { return static_cast<std::int64_t>(f_slots_.size()); }
  std::int64_t r_places() const { return static_cast<std::int64_t>(r_slots_.size()); }
  // All strips have places of their own, and never leave.
  bool all_fit() const { return strips_.size() <= f_slots_.size() && strips_.size() <= r_slots_.size(); }

 private:
  std::int64_t cols_;
  std::vector<std::unique_ptr<DeviceSlot>> f_slots_;
  std::vector<std::unique_ptr<DeviceSlot>> r_slots_;
  std::vector<StripData> strips_;
};

}  // namespace stencil
