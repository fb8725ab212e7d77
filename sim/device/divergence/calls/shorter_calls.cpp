// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/calls/shorter_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/device/capsule/replay.hpp"
#include "sim/device/capsule/touched_words.hpp"

namespace stencil {
namespace {

using Kind = CapsuleCall::Kind;

void set_sweeps(DeviceCommand& command, std::int64_t sweeps) {
  if (auto* sweep = std::get_if<SweepCommand>(&command))
    sweep->niter = sweeps;
  else
    std::get<TileCommand>(command).sweeps = sweeps;
}

bool is_chained(const DeviceCommand& command) {
  return continues(command) || is_continued(command);
}

bool loads(const CapsuleCall& call, const Place& place) {
  return call.kind == Kind::load && call.place.bank == place.bank && call.place.buffer == place.buffer;
}

// What the golden models have in a place before the call at `end`.
std::vector<double> golden_words(const Capsule& capsule, std::size_t end, const Place& place) {
  Capsule looked = calls_before(capsule, end);
  const std::size_t at = look_at(looked, {place});
  expect(looked);
  return looked.calls[at].expected;
}

bool has_contents(const Capsule& capsule, std::size_t end, const Place& place) {
  for (const CapsuleContents& part : capsule.contents) {
    if (part.place.bank == place.bank && part.place.buffer == place.buffer) return true;
  }
  for (std::size_t i = 0; i < end; ++i) {
    if (loads(capsule.calls[i], place) || uses(capsule.calls[i], place)) return true;
  }
  return false;
}

std::vector<OtherContents> others_of(const Capsule& capsule, std::size_t command, const Place& place) {
  std::vector<OtherContents> found;
  std::optional<std::size_t> first_load;
  for (std::size_t i = command; i-- > 0 && !uses(capsule.calls[i], place);) {
    if (loads(capsule.calls[i], place)) first_load = i;
  }
  if (first_load && has_contents(capsule, *first_load, place)) {
    found.push_back({fmt::format("before call {} loaded {}", *first_load, buffer_name(place)),
                     golden_words(capsule, *first_load, place)});
  }
  std::optional<std::size_t> last_load;
  for (std::size_t i = command + 1; i < capsule.calls.size() && !uses(capsule.calls[i], place); ++i) {
    if (loads(capsule.calls[i], place)) last_load = i;
  }
  if (last_load) {
    found.push_back({fmt::format("after call {} loaded {}", *last_load, buffer_name(place)),
                     golden_words(capsule, *last_load + 1, place)});
  }
  return found;
}

}  // namespace

bool uses(const CapsuleCall& call, const Place& place) {
  if (call.kind != Kind::command) return false;
  for (const Place& read : words_read(call.command)) {
    if (read.bank == place.bank && read.buffer == place.buffer) return true;
  }
  return false;
}

Capsule calls_before(const Capsule& capsule, std::size_t end) {
  Capsule shorter = capsule;
  shorter.calls.resize(end);
  return shorter;
}

std::size_t look_at(Capsule& capsule, const std::vector<Place>& places) {
  capsule.calls.emplace_back();
  const std::size_t first = capsule.calls.size();
  for (const Place& place : places) {
    CapsuleCall store;
    store.kind = Kind::store;
    store.place = place;
    store.data.resize(static_cast<std::size_t>(place.length_words));
    capsule.calls.push_back(std::move(store));
  }
  return first;
}

Capsule with_wait(Capsule capsule, std::size_t before) {
  capsule.calls.insert(capsule.calls.begin() + static_cast<std::ptrdiff_t>(before), CapsuleCall{});
  for (CapsuleCall& call : capsule.calls) {
    for (std::size_t& position : call.after) position += position >= before ? 1 : 0;
  }
  return capsule;
}

Capsule without_call(Capsule capsule, std::size_t position) {
  capsule.calls.erase(capsule.calls.begin() + static_cast<std::ptrdiff_t>(position));
  for (CapsuleCall& call : capsule.calls) {
    call.after.erase(std::remove(call.after.begin(), call.after.end(), position), call.after.end());
    for (std::size_t& other : call.after) other -= other > position ? 1 : 0;
  }
  return capsule;
}

Capsule with_waits(Capsule capsule) {
  for (std::size_t call = capsule.calls.size(); call-- > 1;) capsule = with_wait(std::move(capsule), call);
  return capsule;
}

void shift_buffers(Capsule& capsule, int f, int r) {
  const auto on = [&](int buffer, Bank bank) {
    return bank == Bank::f ? (buffer + f) % static_cast<int>(capsule.capabilities.f_buffers)
                           : (buffer + r) % static_cast<int>(capsule.capabilities.r_buffers);
  };
  for (CapsuleCall& call : capsule.calls) {
    call.place.buffer = on(call.place.buffer, call.place.bank);
    std::visit([&](auto& command) { command.f_buffer = on(command.f_buffer, Bank::f); }, call.command);
    if (auto* sweep = std::get_if<SweepCommand>(&call.command)) sweep->r_buffer = on(sweep->r_buffer, Bank::r);
  }
}

std::size_t commands_before(const Capsule& capsule, std::size_t end) {
  return static_cast<std::size_t>(std::count_if(capsule.calls.begin(),
                                                capsule.calls.begin() + static_cast<std::ptrdiff_t>(end),
                                                [](const CapsuleCall& call) { return call.kind == Kind::command; }));
}

std::vector<std::size_t> command_positions(const Capsule& capsule) {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < capsule.calls.size(); ++i) {
    if (capsule.calls[i].kind == Kind::command) positions.push_back(i);
  }
  return positions;
}

std::size_t chain_start(const Capsule& capsule, std::size_t command) {
  std::size_t first = command;
  while (continues(capsule.calls[first].command)) {
    std::size_t before = first;
    while (before > 0 && capsule.calls[before - 1].kind != Kind::command) --before;
    if (before == 0) break;
    first = before - 1;
  }
  return first;
}

Capsule with_sweeps(Capsule capsule, std::size_t first, std::size_t last, std::int64_t sweeps) {
  for (std::size_t i = first; i < capsule.calls.size(); ++i) {
    CapsuleCall& call = capsule.calls[i];
    if (call.kind == Kind::command && i <= last) set_sweeps(call.command, sweeps);
    if (call.kind != Kind::store) continue;
    const auto command = command_of(capsule, i, call.place.buffer);
    if (!command || *command < first || *command > last || !is_chained(capsule.calls[*command].command)) continue;
    call.place = words_written(capsule.calls[*command].command);
    call.data.assign(static_cast<std::size_t>(call.place.length_words), 0.0);
  }
  return capsule;
}

std::optional<std::size_t> command_of(const Capsule& capsule, std::size_t call, int f_buffer) {
  for (std::size_t i = call; i-- > 0;) {
    if (capsule.calls[i].kind == Kind::command && command_block(capsule.calls[i].command).f_buffer == f_buffer)
      return i;
  }
  return std::nullopt;
}

BufferContents other_contents(const Capsule& capsule, std::size_t command) {
  BufferContents others;
  if (const auto* sweep = std::get_if<SweepCommand>(&capsule.calls[command].command)) {
    const auto all = capsule.capabilities.all_operators();
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (capsule.capabilities.operators[k] && k != sweep->weights.index()) others.operators.push_back(all[k]);
    }
  }
  for (const Place& place : words_read(capsule.calls[command].command)) {
    std::vector<OtherContents>& contents = place.bank == Bank::f ? others.f : others.r;
    for (OtherContents& other : others_of(capsule, command, place)) contents.push_back(std::move(other));
    for (const Bank bank : {place.bank, place.bank == Bank::f ? Bank::r : Bank::f}) {
      const auto buffers = bank == Bank::f ? capsule.capabilities.f_buffers : capsule.capabilities.r_buffers;
      for (int buffer = 0; buffer < buffers; ++buffer) {
        Place elsewhere = place;
        elsewhere.bank = bank;
        elsewhere.buffer = buffer;
        if ((bank == place.bank && buffer == place.buffer) || !has_contents(capsule, command, elsewhere)) continue;
        contents.push_back({"in " + buffer_name(elsewhere), golden_words(capsule, command, elsewhere)});
        for (OtherContents& other : others_of(capsule, command, elsewhere)) contents.push_back(std::move(other));
      }
    }
  }
  return others;
}

}  // namespace stencil
