// Random traffic of all channels of both ports, legal or with bursts of shapes that AXI4 does not have.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

#include "sim/device/protocol/burst_shape.hpp"
#include "tests/rtl/support/random.hpp"
#include "tests/sim/device/protocol/verdicts.hpp"

namespace stencil::rules_verilog_test {

// Traffic of all channels at once, with stalls, data before its address, every kind of burst. `shapes`: now and then a
// burst that AXI4 does not have, or an EXOKAY; all else is legal.
class RandomTraffic {
 public:
  RandomTraffic(Random& random, unsigned bus_bytes, bool shapes)
      : random_(random), bus_bytes_(bus_bytes), shapes_(shapes) {}

  Edges make(std::size_t length) {
    Edges edges(reset_edges);
    for (std::size_t edge = 0; edge < length; ++edge) edges.push_back(next());
    return edges;
  }

 private:
  struct Write {
    AddressPins address;
    bool addressed = false;
    std::int64_t beats = 0;  // taken
    bool written() const { return beats == static_cast<std::int64_t>(address.length) + 1; }
  };

  AddressPins burst() {
    AddressPins at;
    at.valid = true;
    at.id = static_cast<std::uint32_t>(random_.in(0, 3));
    at.burst = static_cast<unsigned>(random_.in(0, 2));
    at.size = static_cast<unsigned>(random_.in(0, bus_bytes_ == 8 ? 3 : 4));
    const std::uint64_t bytes = std::uint64_t{1} << at.size;
    at.length = at.burst == 2 ? (1U << random_.in(1, 4)) - 1 : static_cast<unsigned>(random_.in(0, 5));
    at.address = random_.word() & 0xfffffffe;
    if (at.burst == 2) at.address -= at.address % bytes;
    if (at.burst == 1) {  // ends in its page
      const std::uint64_t room = 4096 - (at.length + 1) * bytes;
      at.address = at.address / 4096 * 4096 + std::min<std::uint64_t>(at.address % 4096, room);
    }
    if (shapes_ && random_.one_in(10)) spoil_shape(at);
    return at;
  }
  void spoil_shape(AddressPins& at) {
    switch (random_.in(0, 3)) {
      case 0:
        at.burst = 3;
        break;
      case 1:
        at.size = static_cast<unsigned>(random_.in(4, 7));
        break;
      case 2:
        at.length = static_cast<unsigned>(random_.in(16, 255));
        break;
      default:
        at.address |= 0xff1;
    }
  }
  unsigned any_response() { return shapes_ && random_.one_in(6) ? 1U : random_.one_in(3) ? 2U : 0U; }
  // A channel offers what it has, or something new now and then, and waits for READY.
  template <class Pins, class Make>
  void offer(Pins& pins, bool may, const Make& make) {
    if (!pins.valid && may && random_.one_in(2)) pins = make();
    pins.ready = random_.one_in(2);
  }
  template <class Pins>
  static bool moves(Pins& pins) {
    const bool moved = pins.valid && pins.ready;
    if (moved) pins.valid = false;
    return moved;
  }

  WritePins beat(const Write& write) {
    WritePins pins;
    pins.valid = true;
    pins.last = write.beats == static_cast<std::int64_t>(write.address.length);
    pins.strobes = byte_lanes_of(write.address, write.beats, bus_bytes_) & random_.word();
    for (std::uint64_t& word : pins.words) word = random_.word();
    return pins;
  }

  PortPins next() {
    if (writes_.size() < 6 && random_.one_in(3)) writes_.push_back({burst()});
    const auto to_address = std::find_if(writes_.begin(), writes_.end(), [](const Write& w) { return !w.addressed; });
    const auto to_write = std::find_if(writes_.begin(), writes_.end(), [](const Write& w) { return !w.written(); });
    // No more than 16 beats before their address.
    std::int64_t early = 0;
    for (auto write = to_address; write != writes_.end(); ++write) early += write->beats;
    BusPins& data = pins_.data;
    offer(data.write_address, to_address != writes_.end(), [&] { return to_address->address; });
    offer(data.write_data, to_write != writes_.end() && (to_write->addressed || early < 16),
          [&] { return beat(*to_write); });
    offer(data.write_response, !writes_.empty() && writes_.front().addressed && writes_.front().written(), [&] {
      return ResponsePins{true, false, writes_.front().address.id, any_response()};
    });
    offer(data.read_address, reads_.size() < 6, [&] { return burst(); });
    offer(data.read_data, !reads_.empty(), [&] {
      ReadPins pins{true, false, read_beats_ == static_cast<std::int64_t>(reads_.front().length), reads_.front().id,
                    0,    {}};
      for (std::uint64_t& word : pins.words) word = random_.word();
      return pins;
    });
    registers();
    const PortPins shown = pins_;
    const bool answered = moves(data.write_response);
    if (moves(data.write_address)) to_address->addressed = true;
    if (moves(data.write_data)) ++to_write->beats;
    if (answered) writes_.pop_front();
    if (moves(data.read_data) && ++read_beats_ == static_cast<std::int64_t>(reads_.front().length) + 1) {
      reads_.pop_front();
      read_beats_ = 0;
    }
    const AddressPins asked = data.read_address;
    if (moves(data.read_address)) reads_.push_back(asked);
    return shown;
  }

  void registers() {
    BusPins& pins = pins_.registers;
    // Handshakes at the edge before.
    addresses_ += moves(pins.write_address);
    words_ += moves(pins.write_data);
    asked_ += moves(pins.read_address);
    moves(pins.write_response);
    moves(pins.read_data);
    offer(pins.write_address, addresses_ < 4, [&] { return AddressPins{true, false, 0, random_.word() & 0xff8}; });
    offer(pins.write_data, words_ < 4, [&] { return WritePins{true, false, false, 0x0f, {random_.word()}}; });
    offer(pins.write_response, addresses_ > 0 && words_ > 0, [&] {
      --addresses_;
      --words_;
      return ResponsePins{true, false, 0, any_response()};
    });
    offer(pins.read_address, asked_ < 4, [&] { return AddressPins{true, false, 0, random_.word() & 0xff8}; });
    offer(pins.read_data, asked_ > 0, [&] {
      --asked_;
      return ReadPins{true, false, false, 0, any_response(), {random_.word()}};
    });
  }

  Random& random_;
  unsigned bus_bytes_;
  bool shapes_;
  PortPins pins_;
  std::deque<Write> writes_;
  std::deque<AddressPins> reads_;
  std::int64_t read_beats_ = 0;
  int addresses_ = 0, words_ = 0, asked_ = 0;
};

}  // namespace stencil::rules_verilog_test
