// SPDX-License-Identifier: Apache-2.0
#include "sim/device/transfers/moved/moved_words.hpp"

#include <algorithm>
#include <utility>

#include "host/base/text.hpp"

namespace stencil {

std::vector<MovedGuess> swapped_words(const std::vector<std::uint64_t>& sent, std::size_t first_lane,
                                      std::size_t beat_words) {
  std::vector<MovedGuess> guesses{
      {"the bytes of each word had been reversed",
       [&sent](std::size_t word) { return std::optional<std::uint64_t>(__builtin_bswap64(sent[word])); }},
      {"the halves of each word had been swapped",
       [&sent](std::size_t word) { return std::optional<std::uint64_t>(sent[word] << 32 | sent[word] >> 32); }},
  };
  if (beat_words < 2) return guesses;
  const auto lane = [=](std::size_t word) { return (word + first_lane) % beat_words; };
  const auto of_lane = [&sent, lane](std::size_t word, std::size_t other) -> std::optional<std::uint64_t> {
    const std::size_t at = word + other;  // no smaller than lane(word) unless the beat begins before the transfer
    if (at < lane(word) || at - lane(word) >= sent.size()) return std::nullopt;
    return sent[at - lane(word)];
  };
  guesses.push_back({"the words of each beat had come in reverse order",
                     [=](std::size_t word) { return of_lane(word, beat_words - 1 - lane(word)); }});
  guesses.push_back({"neighbouring words of each beat had been swapped",
                     [=](std::size_t word) { return of_lane(word, lane(word) ^ 1); }});
  return guesses;
}

std::vector<MovedGuess> shifted_words(const std::vector<std::uint64_t>& sent) {
  std::vector<MovedGuess> guesses;
  for (const std::size_t shift : {1, 2, 4, 8}) {
    const std::string words = counted(static_cast<std::int64_t>(shift), "word");
    guesses.push_back({words + " had been left out before it", [&sent, shift](std::size_t word) {
                         return word + shift < sent.size() ? std::optional(sent[word + shift]) : std::nullopt;
                       }});
    guesses.push_back({words + " had come twice before it", [&sent, shift](std::size_t word) {
                         return word >= shift ? std::optional(sent[word - shift]) : std::nullopt;
                       }});
  }
  return guesses;
}

std::optional<MovedExplanation> explain_moved(const std::vector<std::uint64_t>& sent,
                                              const std::vector<std::uint64_t>& got, std::size_t first_lane,
                                              std::size_t beat_words) {
  std::vector<std::size_t> wrong;
  for (std::size_t word = 0; word < std::min(sent.size(), got.size()); ++word) {
    if (sent[word] != got[word]) wrong.push_back(word);
  }
  if (wrong.empty()) return std::nullopt;
  std::vector<MovedGuess> guesses = swapped_words(sent, first_lane, beat_words);
  for (MovedGuess& guess : shifted_words(sent)) guesses.push_back(std::move(guess));
  std::optional<MovedExplanation> best;
  for (const MovedGuess& guess : guesses) {
    const auto fits = [&](std::size_t word) { return guess.value(word) == std::optional(got[word]); };
    if (!fits(wrong.front())) continue;
    const MovedExplanation found{guess.as_if, std::count_if(wrong.begin(), wrong.end(), fits),
                                 static_cast<std::int64_t>(wrong.size())};
    if (!best || found.fits > best->fits) best = found;
  }
  return best;
}

}  // namespace stencil
