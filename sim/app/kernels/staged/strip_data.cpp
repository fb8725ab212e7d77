// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/staged/strip_data.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

std::vector<std::unique_ptr<DeviceSlot>> make_slots(DeviceMemory& memory, Bank bank, std::int64_t words,
                                                    std::size_t wanted) {
  const Capabilities& has = memory.device().capabilities();
  const std::int64_t buffers = bank == Bank::f ? has.f_buffers : has.r_buffers;
  const char* letter = bank == Bank::f ? "f" : "r";
  std::vector<std::unique_ptr<DeviceSlot>> slots;
  for (int buffer = 0; buffer < buffers && slots.size() < wanted; ++buffer) {
    slots.push_back(std::make_unique<DeviceSlot>(memory, fmt::format("buffer {} of {}", buffer, letter),
                                                 Place{bank, buffer, 0, words}));
  }
  return slots;
}

}  // namespace

void check_strips(const Capabilities& has, const std::vector<Strip>& strips, std::int64_t cols) {
  std::int64_t rows = 0;
  for (const Strip& strip : strips) rows = std::max(rows, strip.local_rows());
  if (cols > has.max_cols || rows > has.memory_words / cols) {
    throw ArgumentError(fmt::format(
        "a strip has {} rows of {} columns with its halo rows, must be at most {} rows ({} words per buffer, "
        "rows of up to {} "
        "columns): a smaller --portion (or --strip-rows) cuts it",
        rows, cols, cols > has.max_cols ? 0 : has.memory_words / cols, has.memory_words, has.max_cols));
  }
}

ResidentStrips::ResidentStrips(DeviceMemory& memory, const std::vector<Strip>& strips, std::int64_t cols, double* f,
                               double* r)
    : cols_(cols) {
  check_strips(memory.device().capabilities(), strips, cols);
  std::int64_t rows = 0;
  for (const Strip& strip : strips) rows = std::max(rows, strip.local_rows());
  if (strips.empty()) return;
  f_slots_ = make_slots(memory, Bank::f, rows * cols, strips.size());
  r_slots_ = make_slots(memory, Bank::r, rows * cols, strips.size());
  for (std::size_t k = 0; k < strips.size(); ++k) {
    StripData data;
    data.strip = strips[k];
    const std::int64_t at = strips[k].at * cols;
    const std::int64_t local = strips[k].local_rows();
    data.f = std::make_unique<SharedArray>(*f_slots_[k % f_slots_.size()], fmt::format("f[{}]", strips[k].number),
                                           f + at, local, cols);
    data.r = std::make_unique<SharedArray>(*r_slots_[k % r_slots_.size()], fmt::format("r[{}]", strips[k].number),
                                           r + at, local, cols);
    strips_.push_back(std::move(data));
  }
}

}  // namespace stencil
