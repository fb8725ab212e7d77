// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/calls/known_places.hpp"

#include <algorithm>
#include <utility>

#include "sim/device/capsule/replay.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/divergence/calls/shorter_calls.hpp"

namespace stencil {
namespace {

bool is_same_place(const Place& a, const Place& b) {
  return a.bank == b.bank && a.buffer == b.buffer && a.offset_words == b.offset_words &&
         a.length_words == b.length_words;
}

}  // namespace

std::vector<PlaceWords> places_before(const Capsule& capsule, std::size_t end) {
  std::vector<Place> places;
  const auto add = [&](const Place& place) {
    const bool is_known =
        std::any_of(places.begin(), places.end(), [&](const Place& known) { return is_same_place(known, place); });
    if (!is_known && place.length_words > 0) places.push_back(place);
  };
  for (const CapsuleContents& contents : capsule.contents) add(contents.place);
  for (std::size_t i = 0; i < end; ++i) {
    const CapsuleCall& call = capsule.calls[i];
    if (call.kind == CapsuleCall::Kind::load) add(call.place);
    if (call.kind == CapsuleCall::Kind::command) add(words_written(call.command));
  }
  Capsule calls = calls_before(capsule, end);
  const std::size_t first = places.empty() ? 0 : look_at(calls, places);
  expect(calls);
  std::vector<PlaceWords> all;
  for (std::size_t i = 0; i < places.size(); ++i)
    all.push_back({places[i], std::move(calls.calls[first + i].expected)});
  return all;
}

}  // namespace stencil
