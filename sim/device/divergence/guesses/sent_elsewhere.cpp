// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/guesses/sent_elsewhere.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <utility>
#include <variant>

#include "host/base/text.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/capsule/touched_words.hpp"

namespace stencil {
namespace {

struct SentWords {
  std::size_t call = 0;    // or place
  std::int64_t shift = 0;  // from a word of the buffer to the word of the call that it has
  std::int64_t first = 0, last = 0, words = 0;
};

// How many wrong words are those of the same call at this distance.
SentWords fitting(const std::vector<double>& data, SentWords source, const std::vector<double>& seen,
                  const std::vector<std::int64_t>& wrong) {
  for (const std::int64_t word : wrong) {
    const std::int64_t at = word + source.shift;
    if (at < 0 || at >= static_cast<std::int64_t>(data.size())) continue;
    if (bits_of(data[static_cast<std::size_t>(at)]) != bits_of(seen[static_cast<std::size_t>(word)])) continue;
    if (source.words++ == 0) source.first = at;
    source.last = at;
  }
  return source;
}

std::vector<std::int64_t> wrong_words_of(const std::vector<double>& expected, const std::vector<double>& got) {
  std::vector<std::int64_t> wrong;
  for (std::size_t word = 0; word < expected.size(); ++word) {
    if (bits_of(expected[word]) != bits_of(got[word])) wrong.push_back(static_cast<std::int64_t>(word));
  }
  return wrong;
}

// A link of a chain writes r back for its next pass, at first as it was loaded. No value: no such command works on the
// buffer of the place.
std::optional<std::size_t> writer_of(const Capsule& capsule, const Place& place) {
  if (place.bank != Bank::r) return std::nullopt;
  for (std::size_t call = 0; call < capsule.calls.size(); ++call) {
    const CapsuleCall& each = capsule.calls[call];
    const auto* const sweep =
        each.kind == CapsuleCall::Kind::command ? std::get_if<SweepCommand>(&each.command) : nullptr;
    if (sweep != nullptr && sweep->r_buffer == place.buffer && (is_continued(*sweep) || continues(*sweep))) return call;
  }
  return std::nullopt;
}

}  // namespace

std::optional<ValueExplanation> sent_elsewhere(const Capsule& capsule, std::size_t load,
                                               const std::vector<double>& sent, const std::vector<double>& seen) {
  const std::vector<std::int64_t> wrong = wrong_words_of(sent, seen);
  if (wrong.empty()) return std::nullopt;
  const auto count = static_cast<std::int64_t>(wrong.size());
  SentWords best;
  for (const std::int64_t sample : {wrong.front(), wrong[wrong.size() / 2]}) {
    const std::uint64_t bits = bits_of(seen[static_cast<std::size_t>(sample)]);
    for (std::size_t call = 0; call < capsule.calls.size(); ++call) {
      if (capsule.calls[call].kind != CapsuleCall::Kind::load) continue;
      const std::vector<double>& data = capsule.calls[call].data;
      for (std::size_t at = 0; at < data.size(); ++at) {
        const std::int64_t shift = static_cast<std::int64_t>(at) - sample;
        if (bits_of(data[at]) != bits) continue;
        const SentWords source = fitting(data, {call, shift}, seen, wrong);
        if (source.words > best.words) best = source;
      }
    }
  }
  if (best.words < 2 || 2 * best.words < count) return std::nullopt;
  const Place& place = capsule.calls[best.call].place;
  ValueExplanation found{
      burst_address,
      fmt::format(
          "words {} to {} of {} had gone here", with_commas(best.first), with_commas(best.last),
          best.call == load ? "this load" : fmt::format("the load of {} (call {})", buffer_name(place), best.call))};
  const auto writer = place.buffer == capsule.calls[load].place.buffer ? std::nullopt : writer_of(capsule, place);
  if (writer) {
    found.component += " or write-back";
    found.as_if += fmt::format(", or what the command of call {}, a link of a chain, writes of {} for its next pass",
                               *writer, buffer_name(place));
  }
  found.fits = best.words;
  found.of = count;
  return found;
}

std::optional<ValueExplanation> read_elsewhere(const Place& stored, const std::vector<double>& expected,
                                               const std::vector<double>& got, const std::vector<PlaceWords>& places) {
  const std::vector<std::int64_t> wrong = wrong_words_of(expected, got);
  if (wrong.empty()) return std::nullopt;
  const auto count = static_cast<std::int64_t>(wrong.size());
  const std::uint64_t bits = bits_of(got[static_cast<std::size_t>(wrong.front())]);
  std::vector<SentWords> all;
  for (std::size_t place = 0; place < places.size(); ++place) {
    const std::vector<double>& words = places[place].words;
    for (std::size_t at = 0; at < words.size(); ++at) {
      if (bits_of(words[at]) != bits) continue;
      const SentWords source = fitting(words, {place, static_cast<std::int64_t>(at) - wrong.front()}, got, wrong);
      if (source.words == count) all.push_back(source);
    }
  }
  if (all.empty() || (count == 1 && all.size() > 1)) return std::nullopt;
  const SentWords& source = all.front();
  const Place& place = places[source.call].place;
  const std::int64_t first = place.offset_words + source.first, last = place.offset_words + source.last;
  const std::int64_t by = first - (stored.offset_words + wrong.front());
  const bool is_own = place.bank == stored.bank && place.buffer == stored.buffer;
  std::string from = first == last ? fmt::format("word {}", with_commas(first))
                                   : fmt::format("words {} to {}", with_commas(first), with_commas(last));
  from += is_own
              ? fmt::format(" of the same buffer, {} {},", counted(std::abs(by), "word"), by < 0 ? "before" : "behind")
              : " of " + buffer_name(place);
  ValueExplanation found{"store", from + " had been read here"};
  found.fits = found.of = count;
  return found;
}

}  // namespace stencil
