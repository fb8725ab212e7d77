// The registers of DmaCycles: what each counts, and the bounds that the pins set to what it reads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "host/device/count_fields.hpp"
#include "sim/device/contract/device_counts.hpp"

namespace stencil {

// A register whose count, since reset or the last clear, the pins do not show exactly: it must lie between two counts
// that they do show.
struct DmaRegister {
  contract::Register address;
  const DmaField& field;
  std::int64_t (*least)(const DeviceCounts&);
  std::int64_t (*most)(const DeviceCounts&);
};

namespace detail {

constexpr std::int64_t no_cycles(const DeviceCounts&) {
  return 0;
}
constexpr std::int64_t outstanding_cycles(const DeviceCounts& counts) {
  return counts.load_outstanding_cycles + counts.store_outstanding_cycles;
}

// The bounds of a row by the pins: a direction that serves has a burst outstanding, and takes a cycle for each beat.
constexpr DmaRegister with_bounds(contract::Register address, const DmaField& field) {
  if (field.computing) return {address, field, no_cycles, cycles_of<contract::CAUSE_COMPUTE>};
  switch (field.served) {
    case Served::load:
      return {address, field, [](const DeviceCounts& c) { return c.beats_loaded; },
              [](const DeviceCounts& c) { return c.load_outstanding_cycles; }};
    case Served::store:
      return {address, field, [](const DeviceCounts& c) { return c.beats_stored; },
              [](const DeviceCounts& c) { return c.store_outstanding_cycles; }};
    default:
      return {address, field, no_cycles, outstanding_cycles};
  }
}

// Does not compile for a row whose register the contract has not.
constexpr contract::Register register_of(const DmaField& field) {
  for (const contract::RegisterRow& row : contract::register_rows)
    if (std::string_view(row.name) == field.counter) return row.address;
  throw std::logic_error(field.counter);
}

template <std::size_t... place>
constexpr std::array<DmaRegister, sizeof...(place)> registers_of_fields(std::index_sequence<place...>) {
  return {{with_bounds(register_of(dma_fields[place]), dma_fields[place])...}};
}

constexpr bool counts(const DmaField& field, bool computes, bool load, bool store) {
  if (field.computing && !computes) return false;
  switch (field.served) {
    case Served::load:
      return load;
    case Served::store:
      return store;
    case Served::either:
      return load || store;
    default:
      return load && store;
  }
}

template <std::size_t... place>
void add_cycles(DmaCycles& to, std::int64_t cycles, bool computes, bool load, bool store,
                std::index_sequence<place...>) {
  ((to.*dma_fields[place].member += counts(dma_fields[place], computes, load, store) ? cycles : 0), ...);
}

}  // namespace detail

inline constexpr std::array<DmaRegister, dma_fields.size()> dma_registers =
    detail::registers_of_fields(std::make_index_sequence<dma_fields.size()>());

// Adds clock cycles of one kind to the counts that grow in them. computes: the engine does. load, store: this direction
// serves a burst.
inline void add_cycles(DmaCycles& to, std::int64_t cycles, bool computes, bool load, bool store) {
  detail::add_cycles(to, cycles, computes, load, store, std::make_index_sequence<dma_fields.size()>());
}

}  // namespace stencil
