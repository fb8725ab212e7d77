// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/app/compare/causes/fit.hpp"

namespace stencil {

std::vector<std::pair<Fit, Fit>> double_fits_of(const std::vector<ClassPair>& pairs, const Series& series) {
  std::vector<std::pair<Fit, Fit>> found;
  if (series.differing() < 5) return found;
  std::vector<std::size_t> fitted;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (series.fitted[i]) fitted.push_back(i);
  }
  const std::vector<Term>& terms = terms_of(series.cause);
  const auto& wanted = series.differences;
  for (std::size_t a = 0; a < terms.size(); ++a) {
    for (std::size_t b = a + 1; b < terms.size(); ++b) {
      const auto of = [&](std::size_t term, std::size_t i) { return count_of(terms[term], pairs[i]); };
      const auto determinant = [&](std::size_t i, std::size_t j) { return of(a, i) * of(b, j) - of(a, j) * of(b, i); };
      const std::size_t i = fitted.front();
      const auto other =
          std::find_if(fitted.begin(), fitted.end(), [&](std::size_t j) { return determinant(i, j) != 0; });
      if (other == fitted.end()) continue;
      const std::size_t j = *other;
      const std::int64_t divisor = determinant(i, j);
      const std::int64_t x = wanted[i] * of(b, j) - wanted[j] * of(b, i);
      const std::int64_t y = of(a, i) * wanted[j] - of(a, j) * wanted[i];
      if (x % divisor != 0 || y % divisor != 0) continue;
      const std::int64_t first = x / divisor, second = y / divisor;
      if (first == 0 || second == 0 || (first > 0) != (second > 0)) continue;
      const bool holds = std::all_of(fitted.begin(), fitted.end(),
                                     [&](std::size_t k) { return wanted[k] == first * of(a, k) + second * of(b, k); });
      if (!holds) continue;
      found.push_back({Fit{&terms[a], 0, 0, first, everywhere(pairs), series.cause, false},
                       Fit{&terms[b], 0, 0, second, everywhere(pairs), series.cause, false}});
    }
  }
  return found;
}

}  // namespace stencil
