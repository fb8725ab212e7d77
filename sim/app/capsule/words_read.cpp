// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/words_read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "host/base/text.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/capsule/replay.hpp"

namespace stencil {
namespace {

// Of a store, in order: what came, and what it should have brought.
struct Store {
  const CapsuleCall& call;
  std::int64_t came;                  // words before the first that did not come
  std::optional<std::int64_t> wrong;  // the first of these with other bits
};

std::uint64_t bits_at(const std::vector<double>& words, std::int64_t word) {
  return bits_of(words[static_cast<std::size_t>(word)]);
}

Store store_of(const CapsuleCall& call) {
  Store store{call, 0, {}};
  const auto all = static_cast<std::int64_t>(call.data.size());
  while (store.came < all && bits_at(call.data, store.came) != bits_of(unread_word())) {
    if (!store.wrong && bits_at(call.data, store.came) != bits_at(call.expected, store.came)) store.wrong = store.came;
    ++store.came;
  }
  return store;
}

// Whether the store should have brought the first wrong word in one place alone.
bool is_of_one_place(const Store& store) {
  const std::vector<double>& words = store.call.expected;
  const std::uint64_t bits = bits_at(store.call.data, *store.wrong);
  return std::count_if(words.begin(), words.end(), [&](double word) { return bits_of(word) == bits; }) == 1;
}

// Whether all words from the first wrong one on are those so many places later, and are enough to say something.
bool is_moved(const Store& store, std::int64_t by) {
  const auto all = static_cast<std::int64_t>(store.call.expected.size());
  const std::int64_t least = is_of_one_place(store) ? 1 : 4;
  if (store.came - *store.wrong < least || *store.wrong + by < 0 || store.came + by > all) return false;
  for (std::int64_t word = *store.wrong; word < store.came; ++word) {
    if (bits_at(store.call.data, word) != bits_at(store.call.expected, word + by)) return false;
  }
  return true;
}

std::string text_of(const Store& store) {
  const Place& place = store.call.place;
  const std::string what = fmt::format("the store of {} buffer {} from word {} on", place.bank == Bank::f ? "f" : "r",
                                       place.buffer, place.offset_words);
  if (!store.wrong)
    return fmt::format("words that were read: the first {} of {} are right, and no more came", store.came, what);
  std::string text = fmt::format("words that were read: {} came of {}, word {} is the first that is wrong", store.came,
                                 what, place.offset_words + *store.wrong);
  constexpr std::int64_t farthest = 16;  // two beats of the widest bus
  for (std::int64_t by = 1; by <= farthest; ++by) {
    if (is_moved(store, by)) return text + fmt::format("; as if {} had been lost before it", counted(by, "word"));
    if (is_moved(store, -by)) return text + fmt::format("; as if the {} before it had come twice", counted(by, "word"));
  }
  return text;
}

}  // namespace

std::string words_read_text(const Capsule& calls, const AcceleratorOptions& machine, const AcceleratorMaker& maker) {
  Capsule golden = calls;
  try {
    expect(golden);
  } catch (const std::exception&) {  // calls that no device takes: what they bring is not known
    return "";
  }
  const std::unique_ptr<Accelerator> device = maker(machine);
  const Capsule played = play_until_failure(golden, *device);
  std::string text;
  for (const CapsuleCall& call : played.calls) {
    if (call.kind != CapsuleCall::Kind::store) continue;
    const Store store = store_of(call);
    if (store.came == 0) break;
    text = text_of(store);
    if (store.wrong || store.came < static_cast<std::int64_t>(call.data.size())) break;
  }
  return text;
}

}  // namespace stencil
