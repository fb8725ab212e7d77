// Finds the name that a misspelt word was meant to be. In a header, so that small tools need no library for it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace stencil {

// Letters inserted, left out, replaced, or swapped with the next one, that lie between two words (the optimal string
// alignment distance of Damerau and Levenshtein).
inline std::size_t edit_distance(const std::string& a, const std::string& b) {
  // distance[i][j]: of the first i letters of a and the first j of b.
  std::vector<std::vector<std::size_t>> distance(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) distance[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) distance[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = distance[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      distance[i][j] = std::min({distance[i - 1][j] + 1, distance[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        distance[i][j] = std::min(distance[i][j], distance[i - 2][j - 2] + 1);
      }
    }
  }
  return distance[a.size()][b.size()];
}

// The name with the least distance to `word`: at most 2, and less than half of the letters of `word`. Where none is so
// near, the only name that begins with `word`, if that has at least 3 letters. Leading dashes are not counted. Empty:
// none, or a word of more than 64 letters, which is no name.
inline std::string nearest(const std::string& word, const std::vector<std::string>& names) {
  const auto letters_of = [](const std::string& text) {
    return text.substr(std::min(text.find_first_not_of('-'), text.size()));
  };
  const std::string letters = letters_of(word);
  if (letters.empty() || letters.size() > 64) return {};
  std::string best;
  std::size_t least = 3;
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(letters, letters_of(name));
    if (distance >= least || 2 * distance >= letters.size()) continue;
    least = distance;
    best = name;
  }
  if (!best.empty() || letters.size() < 3) return best;
  std::vector<std::string> longer;
  for (const std::string& name : names) {
    if (letters_of(name).rfind(letters, 0) == 0) longer.push_back(name);
  }
  return longer.size() == 1 ? longer.front() : best;
}

// "; did you mean NAME?", or nothing where no name is near: the end of an error.
inline std::string did_you_mean(const std::string& word, const std::vector<std::string>& names) {
  const std::string name = nearest(word, names);
  return name.empty() ? "" : "; did you mean " + name + "?";
}

}  // namespace stencil
