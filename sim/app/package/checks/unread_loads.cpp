// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/unread_loads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>

namespace stencil {
namespace {

constexpr std::size_t most_unread = 64;

std::size_t digest_of_words(const double* values, std::int64_t words) {
  return std::hash<std::string_view>{}(
      {reinterpret_cast<const char*>(values), static_cast<std::size_t>(words) * sizeof *values});
}

}  // namespace

UnreadLoads::Found UnreadLoads::loaded(Bank bank, std::int64_t first, std::int64_t words, const double* values,
                                       std::int64_t call) {
  const std::int64_t end = first + words;
  Found found;
  for (const Load& load : loads_) {
    if (load.bank != bank || load.first < first || load.end > end) continue;
    const double* const here = values + (load.first - first);
    if (here == load.values || digest_of_words(here, load.end - load.first) == load.digest) continue;
    const char* const name = bank == Bank::f ? "f" : "r";
    if (found.words == 0)
      found.text = fmt::format(
          "replaces words {} .. {} of {}, all that {}_to_accel (call {}) loaded there from elsewhere, before any sweep "
          "has "
          "used them (call {}): the accelerator has one {}",
          load.first, load.end - 1, name, name, load.call, call, name);
    found.words += load.end - load.first;
  }
  drop(bank, first, end);
  if (loads_.size() < most_unread) loads_.push_back({bank, first, end, call, values, digest_of_words(values, words)});
  return found;
}

void UnreadLoads::stored(std::int64_t first, std::int64_t words) {
  drop(Bank::f, first, first + words);
}

void UnreadLoads::drop(Bank bank, std::int64_t first, std::int64_t end) {
  loads_.erase(
      std::remove_if(loads_.begin(), loads_.end(),
                     [&](const Load& load) { return load.bank == bank && load.first < end && first < load.end; }),
      loads_.end());
}

}  // namespace stencil
