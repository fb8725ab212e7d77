// SPDX-License-Identifier: Apache-2.0
#include "sim/device/transfers/named_calls.hpp"

#include <fmt/core.h>

#include "sim/device/contract/contract.hpp"
#include "sim/device/kernels/kernels.hpp"

namespace stencil {
namespace {

bool works_on(const DeviceCommand& command, const Place& place) {
  const HeldBuffers held = held_buffers(command);
  return (place.bank == Bank::f ? held.f : held.r) == place.buffer;
}

}  // namespace

TransferFault::Call named_call(const std::vector<GivenCall>& calls, std::size_t number) {
  TransferFault::Call named;
  named.number = number;
  if (number >= calls.size()) return named;
  const GivenCall& call = calls[number];
  named.kind = call.kind;
  named.place = call.place;
  std::int64_t command = 0;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i].kind != TransferFault::Kind::command) continue;
    const bool before = call.kind == TransferFault::Kind::store && i < number;
    const bool after = call.kind == TransferFault::Kind::load && i > number;
    if (i == number || ((before || after) && works_on(calls[i].command, call.place))) {
      named.command = command;
      named.cols = command_block(calls[i].command).cols;
      if (!before) break;  // of a store the last one
    }
    ++command;
  }
  return named;
}

std::uint64_t address_given(const Place& place) {
  return (place.bank == Bank::f ? contract::base_f : contract::base_r) +
         static_cast<std::uint64_t>(place.buffer) * contract::buffer_stride +
         8 * static_cast<std::uint64_t>(place.offset_words);
}

std::string word_at(std::uint64_t address) {
  for (const Bank bank : {Bank::f, Bank::r}) {
    const std::uint64_t base = bank == Bank::f ? contract::base_f : contract::base_r;
    const std::uint64_t end = base + contract::max_buffers * contract::buffer_stride;
    if (address < base || address >= end || address % 8 != 0) continue;
    return fmt::format("word {} of {} buffer {}", (address - base) % contract::buffer_stride / 8,
                       bank == Bank::f ? "f" : "r", (address - base) / contract::buffer_stride);
  }
  return fmt::format("address {:#x}", address);
}

TransferFault fault_of(const std::vector<GivenCall>& calls, TransferFault::Part part, std::size_t call,
                       std::string what) {
  TransferFault fault;
  fault.part = part;
  fault.call = named_call(calls, call);
  fault.what = std::move(what);
  return fault;
}

void describe_words(TransferFault& fault, const Capabilities& device, const Place& place, std::int64_t first,
                    const MovedWords& sent, const MovedWords& got) {
  const auto beat_words = static_cast<std::size_t>(std::max<std::int64_t>(1, device.axi_data_bits / 64));
  const auto lane = static_cast<std::size_t>(place.offset_words + first) % beat_words;
  for (std::size_t i = std::min(sent.size(), got.size()); i-- > 0;) {
    if (sent[i] == got[i]) continue;
    ++fault.differing;
    fault.word = place.offset_words + first + static_cast<std::int64_t>(i);
    fault.beat = static_cast<std::int64_t>((i + lane) / beat_words);
    fault.expected = sent[i];
    fault.got = got[i];
  }
  const auto like = explain_moved(sent, got, lane, beat_words);
  if (!like) return;
  fault.as_if = like->as_if;
  if (like->of > 1)
    fault.as_if +=
        fmt::format(" ({} of {} wrong words)", like->fits == like->of ? "all" : std::to_string(like->fits), like->of);
}

}  // namespace stencil
