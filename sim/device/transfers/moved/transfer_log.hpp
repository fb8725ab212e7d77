// What the platform has moved between two waits, at each place where one part hands it to the next.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "sim/device/contract/transfer_observer.hpp"

namespace stencil {

using MovedWords = std::vector<std::uint64_t>;

struct LoggedMove {
  HandedBytes moved;
  MovedWords words;  // to the device: as they were when it was handed over
};

// Addresses and data of one direction at the pins, in the order of the handshakes.
struct PinBursts {
  struct Address {
    std::uint64_t address;
    std::int64_t beats;
    std::int64_t cycle;  // of the handshake
  };
  std::vector<Address> addresses;
  std::vector<MovedWords> data;    // a burst each; the last one may lack beats
  std::vector<int> lanes;          // to the device: the first lane that is strobed in the first beat of each
  std::vector<MovedWords> host;    // what host memory had for it once its beats were taken; others may set it later
  std::vector<std::int64_t> ends;  // cycles in which bursts were done: of the response, of the last beat read
  bool open = false;               // the last burst of `data` lacks beats
};

struct RegisterWrite {
  std::uint64_t address;
  std::uint64_t value;
  std::int64_t cycle = 0;               // at the pins
  std::uint64_t strobes = all_strobes;  // there: one bit per byte written

  static constexpr std::uint64_t all_strobes = 0xff;
};

class TransferLog final : public TransferObserver {
 public:
  void handed(HandedTo to, const HandedBytes& moved) override;
  void register_written(HandedTo to, std::uint64_t address, std::uint64_t value) override;
  void wait_ends(std::int64_t cycle, const DeviceCounts& counts) override;
  void seen(const Handshake& handshake) override;

  // By HandedTo; of register writes the first stays empty.
  const std::vector<LoggedMove>& moves(HandedTo to) const { return moves_[static_cast<std::size_t>(to)]; }
  const std::vector<RegisterWrite>& writes(HandedTo to) const { return writes_[static_cast<std::size_t>(to)]; }
  // What registers of the target were last written with before clear(), by address.
  const std::map<std::uint64_t, std::uint64_t>& registers_before() const { return registers_before_; }
  bool has_pins() const { return has_pins_; }
  // From now on, of a device that has had some, or has none for now.
  void expect_pins(bool there) { has_pins_ = there; }
  const PinBursts& loads() const { return loads_; }
  const PinBursts& stores() const { return stores_; }
  const std::vector<RegisterWrite>& pin_writes() const { return pin_writes_; }
  std::int64_t wait_end() const { return wait_end_; }
  // Beats that the device has moved since clear().
  std::int64_t beats_loaded() const { return counts_.beats_loaded - before_.beats_loaded; }
  std::int64_t beats_stored() const { return counts_.beats_stored - before_.beats_stored; }

  void clear();
  // Of another device.
  void restart();

 private:
  static void take_data(PinBursts& bursts, const Handshake& handshake);
  static void look_at_host(PinBursts& bursts, const std::vector<HandedBytes>& posted, std::size_t words);
  void pair_register_writes();

  std::array<std::vector<LoggedMove>, 3> moves_;
  std::vector<HandedBytes> posted_loads_;
  std::vector<HandedBytes> posted_stores_;
  std::array<std::vector<RegisterWrite>, 3> writes_;
  std::map<std::uint64_t, std::uint64_t> registers_before_;
  PinBursts loads_;
  PinBursts stores_;
  std::vector<RegisterWrite> pin_writes_;
  std::deque<std::uint64_t> register_addresses_;  // without their data yet
  std::deque<RegisterWrite> register_data_;       // without their addresses yet
  bool has_pins_ = false;
  std::int64_t wait_end_ = 0;
  DeviceCounts before_;
  DeviceCounts counts_;
};

}  // namespace stencil
