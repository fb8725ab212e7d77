// The rules of the ports twice, in C++ (PortMonitor) and in Verilog (axi_rules, axil_rules): the same verdict in the
// same cycle on the same traffic, legal and illegal.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <fstream>
#include <iterator>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "Vaxi_rules_128.h"
#include "Vaxi_rules_64.h"
#include "Vaxil_rules.h"
#include "sim/device/protocol/burst_shape.hpp"
#include "sim/device/protocol/port_monitor.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"
#include "tests/sim/device/protocol/breaches.hpp"

namespace stencil::rules_verilog_test {
namespace {

using test::Random;

constexpr std::size_t reset_edges = 3;
using Edges = std::vector<PortPins>;  // the first reset_edges with rst high

// The first edge at which a rule is broken, and which; of Verilog all that are broken in it, bit by bit.
struct Verdict {
  std::size_t edge = 0;
  std::uint32_t rules = 0;  // 0: none is broken, to the end
};
void PrintTo(const Verdict& verdict, std::ostream* out) {
  *out << "rules " << std::hex << verdict.rules << std::dec << " at edge " << verdict.edge;
}

Verdict of_monitor(const Edges& edges, unsigned bus_bytes) {
  PortMonitor monitor(bus_bytes);
  for (std::size_t edge = 0; edge < edges.size(); ++edge) {
    try {
      if (edge < reset_edges) {
        monitor.reset_edge(edges[edge], static_cast<int>(edge));
      } else {
        monitor.edge(edges[edge], static_cast<std::int64_t>(edge - reset_edges));
      }
    } catch (const DeviceError& error) {
      const std::string said = error.what();
      for (const BusRuleText& row : bus_rules)
        if (said.find(std::string("; breaks rule ") + row.name + " (") != std::string::npos)
          return {edge, 1U << row.number};
      throw;
    }
  }
  return {edges.size(), 0};
}

template <class V>
void drive_data(V& dut, const BusPins& pins, std::size_t words) {
  const auto address = [](auto& id, auto& addr, auto& len, auto& size, auto& burst, auto& valid, auto& ready,
                          const AddressPins& from) {
    test::drive(id, from.id);
    test::drive(addr, from.address);
    test::drive(len, from.length);
    test::drive(size, from.size);
    test::drive(burst, from.burst);
    valid = from.valid;
    ready = from.ready;
  };
  address(dut.awid, dut.awaddr, dut.awlen, dut.awsize, dut.awburst, dut.awvalid, dut.awready, pins.write_address);
  address(dut.arid, dut.araddr, dut.arlen, dut.arsize, dut.arburst, dut.arvalid, dut.arready, pins.read_address);
  for (std::size_t word = 0; word < words; ++word) {
    test::set_word(dut.wdata, word, pins.write_data.words[word]);
    test::set_word(dut.rdata, word, pins.read_data.words[word]);
  }
  test::drive(dut.wstrb, pins.write_data.strobes);
  dut.wlast = pins.write_data.last;
  dut.wvalid = pins.write_data.valid;
  dut.wready = pins.write_data.ready;
  test::drive(dut.bid, pins.write_response.id);
  test::drive(dut.bresp, pins.write_response.response);
  dut.bvalid = pins.write_response.valid;
  dut.bready = pins.write_response.ready;
  test::drive(dut.rid, pins.read_data.id);
  test::drive(dut.rresp, pins.read_data.response);
  dut.rlast = pins.read_data.last;
  dut.rvalid = pins.read_data.valid;
  dut.rready = pins.read_data.ready;
}

void drive_registers(Vaxil_rules& dut, const BusPins& pins) {
  test::drive(dut.awaddr, pins.write_address.address);
  dut.awvalid = pins.write_address.valid;
  dut.awready = pins.write_address.ready;
  dut.wdata = pins.write_data.words[0];
  test::drive(dut.wstrb, pins.write_data.strobes);
  dut.wvalid = pins.write_data.valid;
  dut.wready = pins.write_data.ready;
  test::drive(dut.bresp, pins.write_response.response);
  dut.bvalid = pins.write_response.valid;
  dut.bready = pins.write_response.ready;
  test::drive(dut.araddr, pins.read_address.address);
  dut.arvalid = pins.read_address.valid;
  dut.arready = pins.read_address.ready;
  dut.rdata = pins.read_data.words[0];
  test::drive(dut.rresp, pins.read_data.response);
  dut.rvalid = pins.read_data.valid;
  dut.rready = pins.read_data.ready;
}

// Both checkers, from a reset on, each time anew.
template <class V>
class Verilog {
 public:
  explicit Verilog(std::size_t words) : words_(words) {}
  Verdict of(const Edges& edges) {
    test::Clocked<V> data;
    test::Clocked<Vaxil_rules> registers;
    // The edge before the reset, which is none of it.
    data->rst = registers->rst = 0;
    drive_data(*data, {}, words_);
    drive_registers(*registers, {});
    data.tick();
    registers.tick();
    for (std::size_t edge = 0; edge < edges.size(); ++edge) {
      data->rst = registers->rst = edge < reset_edges;
      drive_data(*data, edges[edge].data, words_);
      drive_registers(*registers, edges[edge].registers);
      data.settle();
      registers.settle();
      // Bit 0 of the port is rule 1.
      const std::uint32_t broken = (data->o_broken | registers->o_broken) << 1;
      if (broken != 0) return {edge, broken};
      data.edge();
      registers.edge();
      EXPECT_FALSE(data->o_lost) << "edge " << edge;
    }
    return {edges.size(), 0};
  }

 private:
  std::size_t words_;
};

Edges edges_of(const Traffic& traffic, const Edges& reset = Edges(reset_edges)) {
  Edges edges = reset;
  edges.insert(edges.end(), traffic.edges.begin(), traffic.edges.end());
  return edges;
}

TEST(RulesVerilog, BreachesHaveTheRuleOfTheMonitorAlone) {
  Verilog<Vaxi_rules_64> verilog(1);
  EXPECT_EQ(verilog.of(edges_of({})).rules, 0u);
  std::set<BusRule> broken{BusRule::reset_valid, BusRule::perf_cause};
  int number = 0;
  for (const Breach& breach : breaches()) {
    SCOPED_TRACE("breach " + std::to_string(number++) + " of " + text_of(breach.rule).name);
    Traffic traffic;
    breach.make(traffic);
    const Verdict verdict = verilog.of(edges_of(traffic));
    EXPECT_EQ(verdict.edge, reset_edges + static_cast<std::size_t>(breach.cycle));
    // Information that changes may break another rule as well.
    const std::uint32_t others = breach.rule == BusRule::payload_stable ? verdict.rules & ~(1U << 3) : 0;
    EXPECT_EQ(verdict.rules & ~others, 1U << text_of(breach.rule).number) << ::testing::PrintToString(verdict);
    broken.insert(breach.rule);
  }
  EXPECT_EQ(broken.size(), bus_rules.size());
}

// More bursts than it can hold, or beats before their address: nothing is judged any more, until a reset.
TEST(RulesVerilog, WhatItCannotHoldIsToldAndNotJudged) {
  for (const bool reads : {true, false}) {
    test::Clocked<Vaxi_rules_64> dut;
    BusPins pins;
    const auto edge = [&](bool rst) {
      dut->rst = rst;
      drive_data(*dut, pins, 1);
      dut.settle();
      const auto broken = dut->o_broken;
      dut.edge();
      return broken;
    };
    edge(true);
    edge(true);
    if (reads) pins.read_address = {true, true, 1, 0, 0, 3, 1};
    if (!reads) pins.write_data = {true, true, false, 0xff, {}};
    for (int held = 0; held < 16; ++held) EXPECT_EQ(edge(false), 0u);
    EXPECT_FALSE(dut->o_lost);
    edge(false);
    EXPECT_TRUE(dut->o_lost);
    pins = {};
    pins.read_data = {true, true, true, 2, 0, {}};  // another ID
    EXPECT_EQ(edge(false), 0u);
    pins = {};
    edge(true);
    EXPECT_FALSE(dut->o_lost);
    pins.read_data = {true, true, true, 2, 0, {}};
    EXPECT_EQ(edge(false), 1U << 3) << "no burst is outstanding";
  }
}

TEST(RulesVerilog, EachRowHasANumberOfItsOwnAndItsLineInThePage) {
  std::set<unsigned> numbers;
  std::ifstream in(STENCIL_SOURCE_DIR "/docs/bus-rules.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  for (const BusRuleText& row : bus_rules) {
    numbers.insert(row.number);
    const std::string line = "\n| " + std::to_string(row.number) + " | " + row.name + " | " + row.text + " |\n";
    EXPECT_NE(page.find(line), std::string::npos) << "docs/bus-rules.md:" << line;
  }
  EXPECT_EQ(numbers.size(), bus_rules.size());
}

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

// s_axil has none of these pins.
void without_missing(BusPins& registers) {
  for (AddressPins* at : {&registers.write_address, &registers.read_address}) {
    at->id = 0;
    at->length = at->size = at->burst = 0;
  }
  registers.write_response.id = registers.read_data.id = 0;
  registers.write_data.last = registers.read_data.last = false;
}

// One pin, or field, of one edge becomes another.
void spoil(PortPins& pins, Random& random) {
  BusPins& port = random.one_in(4) ? pins.registers : pins.data;
  const auto address = [&](AddressPins& at) {
    switch (random.in(0, 6)) {
      case 0:
        at.valid = !at.valid;
        break;
      case 1:
        at.ready = !at.ready;
        break;
      case 2:
        at.id ^= static_cast<std::uint32_t>(random.in(1, 3));
        break;
      case 3:
        at.address ^= std::uint64_t{1} << random.in(0, 11);
        break;
      case 4:
        at.length = static_cast<unsigned>(random.in(0, 255));
        break;
      case 5:
        at.size = static_cast<unsigned>(random.in(0, 7));
        break;
      default:
        at.burst = static_cast<unsigned>(random.in(0, 3));
    }
  };
  const auto response = [&](auto& answer) {
    switch (random.in(0, 3)) {
      case 0:
        answer.valid = !answer.valid;
        break;
      case 1:
        answer.ready = !answer.ready;
        break;
      case 2:
        answer.id ^= static_cast<std::uint32_t>(random.in(1, 3));
        break;
      default:
        answer.response ^= static_cast<unsigned>(random.in(1, 3));
    }
  };
  switch (random.in(0, 4)) {
    case 0:
      address(port.write_address);
      break;
    case 1:
      address(port.read_address);
      break;
    case 2:
      response(port.write_response);
      break;
    case 3:
      if (random.one_in(3)) {
        port.read_data.last = !port.read_data.last;
      } else if (random.one_in(2)) {
        port.read_data.words[0] ^= std::uint64_t{1} << random.in(0, 63);
      } else {
        response(port.read_data);
      }
      break;
    default:
      switch (random.in(0, 4)) {
        case 0:
          port.write_data.valid = !port.write_data.valid;
          break;
        case 1:
          port.write_data.ready = !port.write_data.ready;
          break;
        case 2:
          port.write_data.last = !port.write_data.last;
          break;
        case 3:
          port.write_data.strobes ^= std::uint64_t{1} << random.in(0, 7);
          break;
        default:
          port.write_data.words[0] ^= std::uint64_t{1} << random.in(0, 63);
      }
  }
  without_missing(pins.registers);
}

template <class V>
void expect_same_verdicts(unsigned bus_bytes, std::uint64_t seed) {
  Random random(seed);
  Verilog<V> verilog(bus_bytes / 8);
  std::uint32_t seen = 0;
  int legal = 0;
  constexpr int rounds = 1600;
  for (int round = 0; round < rounds; ++round) {
    Edges edges = RandomTraffic(random, bus_bytes, round % 4 == 3).make(80);
    if (round % 4 == 1 || round % 4 == 2) spoil(edges[static_cast<std::size_t>(random.in(0, 82))], random);
    const Verdict expected = of_monitor(edges, bus_bytes), got = verilog.of(edges);
    ASSERT_TRUE(round % 4 != 0 || expected.rules == 0) << ::testing::PrintToString(expected) << ", round " << round;
    ASSERT_EQ(got.edge, expected.edge) << ::testing::PrintToString(got) << ", the monitor "
                                       << ::testing::PrintToString(expected) << ", round " << round << ", seed "
                                       << seed;
    ASSERT_EQ(got.rules & expected.rules, expected.rules) << ::testing::PrintToString(got) << ", the monitor "
                                                          << ::testing::PrintToString(expected) << ", round " << round;
    seen |= expected.rules;
    legal += expected.rules == 0;
  }
  EXPECT_GT(legal, rounds / 4);
  for (const BusRuleText& row : bus_rules)
    if (row.rule != BusRule::perf_cause) {
      EXPECT_NE(seen & 1U << row.number, 0u) << row.name;
    }
}

TEST(RulesVerilog, SameVerdictOnRandomTraffic64) {
  expect_same_verdicts<Vaxi_rules_64>(8, 361);
}
TEST(RulesVerilog, SameVerdictOnRandomTraffic128) {
  expect_same_verdicts<Vaxi_rules_128>(16, 362);
}

}  // namespace
}  // namespace stencil::rules_verilog_test
