// The elements of combs and patches one by one: their definition, written out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/exchange/patch.hpp"

namespace stencil::test {

using Numbers = std::vector<std::int64_t>;

inline void append_numbers(Numbers& all, const Combs& combs, const LoopSpan& span, std::int64_t shift) {
  combs.for_each(
      span,
      [&](const Comb& comb) {
        for (std::int64_t k = 0; k < comb.repeat; ++k) {
          for (std::int64_t i = 0; i < comb.length; ++i) all.push_back(shift + comb.first + k * comb.stride + i);
        }
      },
      [&](const CombLoop& loop, const LoopSpan& body) {
        for (std::int64_t k = 0; k < loop.repeat; ++k) append_numbers(all, combs, body, shift + k * loop.stride);
      });
}

inline Numbers numbers(const Combs& combs) {
  Numbers all;
  append_numbers(all, combs, combs.all(), 0);
  return all;
}

inline Numbers elements(const Patch& patch) {
  Numbers all;
  for (const std::int64_t y : numbers(patch.outer)) {
    for (const std::int64_t x : numbers(patch.inner)) {
      all.push_back(patch.base + x * patch.inner_stride + y * patch.outer_stride);
    }
  }
  return all;
}

inline Numbers elements(const std::vector<Patch>& patches) {
  Numbers all;
  for (const Patch& patch : patches) {
    const Numbers some = elements(patch);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace stencil::test
