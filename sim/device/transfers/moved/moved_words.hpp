// What words that were moved wrongly look like.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stencil {

// What a word would be if something had been done to all of them; no value: there is no such word.
struct MovedGuess {
  std::string as_if;  // "the bytes of each word had been reversed"
  std::function<std::optional<std::uint64_t>(std::size_t word)> value;
};

// Bytes reversed, halves of a word swapped, lanes of a beat in reverse order. sent: the words of a transfer, which must
// outlive the guesses; first_lane: of its first word, in a beat of beat_words.
std::vector<MovedGuess> swapped_words(const std::vector<std::uint64_t>& sent, std::size_t first_lane,
                                      std::size_t beat_words);
// Words left out, or twice, before it.
std::vector<MovedGuess> shifted_words(const std::vector<std::uint64_t>& sent);

struct MovedExplanation {
  std::string as_if;
  std::int64_t fits = 0;  // wrong words that it gives
  std::int64_t of = 0;    // wrong words
};

// The guess that gives the first wrong word and most of the others; no value: none gives the first.
std::optional<MovedExplanation> explain_moved(const std::vector<std::uint64_t>& sent,
                                              const std::vector<std::uint64_t>& got, std::size_t first_lane,
                                              std::size_t beat_words);

}  // namespace stencil
