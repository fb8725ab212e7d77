// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/transfer_search.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "models/values/canonical_nan.hpp"
#include "sim/device/capsule/replay.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/divergence/calls/known_places.hpp"
#include "sim/device/divergence/calls/shorter_calls.hpp"
#include "sim/device/divergence/field/wrong_places.hpp"
#include "sim/device/divergence/guesses/beyond_load.hpp"
#include "sim/device/divergence/guesses/sent_elsewhere.hpp"
#include "sim/device/divergence/operand_origin.hpp"
#include "sim/device/divergence/other_calls.hpp"

namespace stencil {
namespace {

using Where = Divergence::Where;
using Values = std::vector<double>;
bool is_same(double a, double b) {
  return bits_of(a) == bits_of(b);
}

// The calls before `end`, and a look at the place as the last one.
Capsule look_before(const Capsule& capsule, std::size_t end, const Place& place) {
  Capsule calls = calls_before(capsule, end);
  look_at(calls, {place});
  expect(calls);
  return calls;
}

Values seen_before(const Capsule& capsule, const CapsulePlayer& play, std::size_t end, const Place& place) {
  return play(look_before(capsule, end, place)).calls.back().data;
}
Values golden_before(const Capsule& capsule, std::size_t end, const Place& place) {
  return look_before(capsule, end, place).calls.back().expected;
}

// Whether the device went on with what a look at its buffers shows: then that is what the loads have left there. Words
// that were only moved on tell nothing, since a wrong store shows them alike.
bool goes_on_with_it(Capsule capsule, const CapsulePlayer& play, std::size_t store) {
  const Capsule right = capsule;
  const Place& stored = right.calls[store].place;
  std::set<std::int64_t> moved;  // words of the stored buffer that a look shows to be wrong
  for (std::size_t i = 0; i < store; ++i) {
    CapsuleCall& call = capsule.calls[i];
    if (call.kind != CapsuleCall::Kind::load) continue;
    call.data = seen_before(right, play, i + 1, call.place);
    if (call.place.bank != stored.bank || call.place.buffer != stored.buffer) continue;
    for (std::size_t at = 0; at < call.data.size(); ++at) {
      if (!is_same(call.data[at], right.calls[i].data[at]))
        moved.insert(call.place.offset_words + static_cast<std::int64_t>(at));
    }
  }
  capsule.calls.resize(store + 1);
  expect(capsule);
  const Values& if_loaded = capsule.calls[store].expected;
  const Values& golden = right.calls[store].expected;
  if (!same_bits(if_loaded, right.calls[store].data)) return false;
  for (std::size_t at = 0; at < golden.size(); ++at) {
    if (!is_same(if_loaded[at], golden[at]) && moved.count(stored.offset_words + static_cast<std::int64_t>(at)) == 0)
      return true;
  }
  return false;
}

}  // namespace

void put_difference(Divergence& found, const Place& place, const Values& expected, const Values& got,
                    std::int64_t cols) {
  found.words = static_cast<std::int64_t>(expected.size());
  std::vector<std::int64_t> wrong;
  for (std::size_t i = expected.size(); i-- > 0;) {
    if (is_same(expected[i], got[i])) continue;
    wrong.push_back(place.offset_words + static_cast<std::int64_t>(i));
    ++found.differing;
    found.word = {place.bank, place.buffer, place.offset_words + static_cast<std::int64_t>(i), 1};
    found.expected = bits_of(expected[i]);
    found.got = bits_of(got[i]);
  }
  std::reverse(wrong.begin(), wrong.end());
  found.places = wrong_places(wrong, cols, 0, cols > 0 ? found.words / cols : 0);
  found.col = found.word.offset_words;
  if (cols > 0) found.row = found.col / cols, found.col %= cols;
}

std::int64_t columns(const Capsule& capsule, std::size_t call) {
  for (std::size_t i = call; i < capsule.calls.size(); ++i)
    if (capsule.calls[i].kind == CapsuleCall::Kind::command) return command_block(capsule.calls[i].command).cols;
  return 0;
}

Divergence wrong_words(const Capsule& capsule, const CapsulePlayer& play, std::size_t end, const Place& place) {
  Divergence found;
  found.where = Where::load;
  put_difference(found, place, golden_before(capsule, end, place), seen_before(capsule, play, end, place),
                 columns(capsule, 0));
  return found;
}

Divergence wrong_transfer(const Capsule& capsule, const CapsulePlayer& play, std::optional<std::size_t> load,
                          std::size_t store) {
  const bool has_command = load.has_value();
  for (std::size_t i = store; !load && i-- > 0;) {
    const CapsuleCall& call = capsule.calls[i];
    if (call.kind == CapsuleCall::Kind::load && call.place.bank == capsule.calls[store].place.bank &&
        call.place.buffer == capsule.calls[store].place.buffer)
      load = i;
  }
  Divergence found;
  if (!load) {  // contents of before
    const CapsuleCall& moved = capsule.calls[store];
    found.where = Where::transfer;
    found.call = store;
    put_difference(found, moved.place, moved.expected, moved.data, 0);
    return found;
  }
  const CapsuleCall& moved = capsule.calls[*load];
  const Values seen = seen_before(capsule, play, *load + 1, moved.place);
  const Values& sent = moved.data;
  found.call = *load;
  found.command = commands_before(capsule, *load);
  put_difference(found, moved.place, sent, seen, columns(capsule, *load));
  if (found.differing == 0) {  // the device has what was sent: the golden memory has not
    found.where = Where::load;
    found.side = WrongSide::reference;
    found.source = "models/local_memory.cpp";
    put_difference(found, moved.place, golden_before(capsule, *load + 1, moved.place), seen, columns(capsule, *load));
    return found;
  }
  found.beat = beat_of(capsule, moved.place, found.word.offset_words);
  // A store of this word alone moves it in another beat of another burst.
  const bool alone_right =
      is_same(seen_before(capsule, play, *load + 1, found.word).front(), from_bits(found.expected));
  const auto made = command_of(capsule, store, capsule.calls[store].place.buffer);
  if (alone_right && made) return wrong_store(capsule, play, *made, store);
  found.where = has_command && goes_on_with_it(capsule, play, store) ? Where::load : Where::transfer;
  std::vector<OtherContents> others;
  others.push_back({"before", golden_before(capsule, *load, moved.place)});
  found.explanation = explain_transfer(name_of(found.where), sent, seen, others);
  if (!found.explanation) found.explanation = sent_elsewhere(capsule, *load, sent, seen);
  return found;
}

bool is_wrong_in_memory(const Capsule& machine, const CapsulePlayer& play, const Place& word, std::uint64_t expected) {
  Capsule calls = calls_before(machine, 0);
  CapsuleCall load;
  load.kind = CapsuleCall::Kind::load;
  load.place = word;
  load.data = {from_bits(expected)};
  calls.calls.push_back(load);
  const std::size_t look = look_at(calls, {word});
  expect(calls);
  return bits_of(play(calls).calls[look].data.front()) != expected;
}

Divergence wrong_store(const Capsule& capsule, const CapsulePlayer& play, std::size_t command, std::size_t store) {
  const CapsuleCall& moved = capsule.calls[store];
  Divergence found;
  found.call = store;
  found.command = commands_before(capsule, command);
  put_difference(found, moved.place, moved.expected, moved.data, command_block(capsule.calls[command].command).cols);
  found.beat = beat_of(capsule, moved.place, found.word.offset_words);
  std::vector<OtherContents> others;
  others.push_back({"before its command", golden_before(capsule, command, moved.place)});
  found.explanation = explain_transfer("store", moved.expected, moved.data, others);
  // Where the same store is right after a wait, it, or what its buffer is used for next, has not waited.
  Capsule later = calls_before(capsule, store);
  const std::size_t at = look_at(later, {moved.place});
  expect(later);
  const Capsule seen = play(later);
  const bool later_right = same_bits(seen.calls[at].data, seen.calls[at].expected);
  found.where = later_right ? Where::wait : Where::store;
  if (!later_right) {
    if (!found.explanation)
      found.explanation = read_elsewhere(moved.place, moved.expected, moved.data, places_before(capsule, store));
    return found;
  }
  // The next store alone spoils this one: a wait before it makes this one right, a wait behind it does not.
  std::size_t next = store + 1;
  while (next < capsule.calls.size() && capsule.calls[next].kind != CapsuleCall::Kind::store) ++next;
  if (next < capsule.calls.size() && right_with_wait(capsule, play, next, store) &&
      !right_with_wait(capsule, play, next + 1, store)) {
    found.where = Where::store;
    found.before_store = next;
    return found;
  }
  name_other_call(found, capsule, play, command, store);
  // A store that is not held back is wrong wherever the next command, posted behind it, waits; what the next command
  // spoils is right there.
  if (found.overlap && found.overlap->second < store) found.overlap.reset();
  if (found.overlap && right_after(capsule, play, store, found.overlap->second)) {
    const auto spoiling = spoiling_call(capsule, play, store);
    if (spoiling == found.overlap->second) found.beside_command = spoiling;
    const bool is_load = spoiling && capsule.calls[*spoiling].kind == CapsuleCall::Kind::load;
    found.explanation = is_load
                            ? std::optional(changed_by_load(*spoiling, capsule.calls[*spoiling].place, moved.place))
                            : read_elsewhere(moved.place, moved.expected, moved.data, places_before(capsule, store));
    if (is_load) found.where = Where::load, found.call = *spoiling;
    if (is_load || found.beside_command) found.overlap.reset();
    return found;
  }
  if (!found.unheld && !found.overlap && right_with_wait(capsule, play, store, store)) found.unheld = store;
  if (found.explanation) found.explanation->component = name_of(found.where);
  return found;
}

}  // namespace stencil
