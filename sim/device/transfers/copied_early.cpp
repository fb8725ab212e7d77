// SPDX-License-Identifier: Apache-2.0
#include "sim/device/transfers/copied_early.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>

#include "sim/device/transfers/named_calls.hpp"

namespace stencil {
namespace {

// Arrays of any kind, whose addresses may be compared.
std::ptrdiff_t bytes_of(const void* memory) {
  return reinterpret_cast<std::ptrdiff_t>(memory);
}

}  // namespace

std::optional<TransferFault> copied_early(const std::vector<GivenCall>& calls, const Capabilities& device,
                                          const PinBursts& stored, const std::vector<Piece>& stores, const Piece& burst,
                                          const MovedWords& beats) {
  const GivenCall& load = calls[burst.call];
  const std::ptrdiff_t host = bytes_of(load.host + burst.first);
  MovedWords must = beats;
  std::optional<std::size_t> set_by;
  for (std::size_t i = 0; i < std::min(stores.size(), stored.data.size()); ++i) {
    if (std::find(load.after.begin(), load.after.end(), stores[i].call) == load.after.end()) continue;
    for (std::size_t word = 0; word < stored.data[i].size(); ++word) {
      const std::ptrdiff_t at = (bytes_of(stores[i].move->moved.host) - host) / 8 + static_cast<std::ptrdiff_t>(word);
      if (at < 0 || at >= static_cast<std::ptrdiff_t>(must.size())) continue;
      std::uint64_t& value = must[static_cast<std::size_t>(at)];
      if (value != stored.data[i][word] && !set_by) set_by = stores[i].call;
      value = stored.data[i][word];
    }
  }
  if (!set_by) return std::nullopt;
  TransferFault fault =
      fault_of(calls, TransferFault::Part::dma, burst.call,
               fmt::format("its burst {} takes its words from a copy made before a store had set them", burst.number));
  fault.waits_for = named_call(calls, *set_by);
  fault.burst = burst.number;
  describe_words(fault, device, load.place, burst.first, must, beats);
  return fault;
}

}  // namespace stencil
