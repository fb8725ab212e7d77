// Each rule of the ports is broken once and more, by a scripted device or master, and found by its own name at its own
// channel and edge.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/protocol/port_monitor.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>

#include "host/base/errors.hpp"
#include "tests/sim/device/protocol/legal_traffic.hpp"

namespace stencil {
namespace {

constexpr unsigned bus_bytes = 8;
constexpr int reset_edges = 3;

// What the monitor says of it; empty: nothing.
std::string verdict(const Traffic& traffic, const std::vector<PortPins>& reset = std::vector<PortPins>(reset_edges),
                    unsigned width = bus_bytes) {
  PortMonitor monitor(width);
  try {
    for (int number = 0; number < static_cast<int>(reset.size()); ++number)
      monitor.reset_edge(reset[static_cast<std::size_t>(number)], number);
    std::int64_t cycle = 0;
    for (const PortPins& pins : traffic.edges) monitor.edge(pins, cycle++);
  } catch (const DeviceError& error) {
    return error.what();
  }
  return "";
}

void expect_broken(const std::string& told, BusRule rule, Channel channel, std::int64_t cycle) {
  const BusRuleText& row = text_of(rule);
  const std::string begin = std::string("protocol error on ") + channel_names[static_cast<std::size_t>(channel)] +
                            (driven_by_device(channel) ? ", driven by the device," : ", driven by the platform,") +
                            " at cycle " + std::to_string(cycle) + ": ";
  const std::string end = std::string("; breaks rule ") + row.name + " (" + section_of(row) + "): " + row.text;
  EXPECT_EQ(told.substr(0, begin.size()), begin) << told;
  ASSERT_GE(told.size(), begin.size() + end.size()) << told;
  EXPECT_EQ(told.substr(told.size() - end.size()), end) << told;
}

struct Breach {
  BusRule rule;
  Channel channel;
  std::int64_t cycle;
  std::function<void(Traffic&)> make;
};

std::vector<Breach> breaches() {
  using C = Channel;
  using R = BusRule;
  const auto aw = [](Traffic& traffic, const std::function<void(AddressPins&)>& change) {
    change(traffic.data(0).write_address);
    change(traffic.data(1).write_address);
  };
  const auto ar = [](Traffic& traffic, const std::function<void(AddressPins&)>& change) {
    change(traffic.data(8).read_address);
    change(traffic.data(9).read_address);
  };
  return {
      // VALID falls before READY.
      {R::valid_held, C::write_address, 1, [](Traffic& t) { t.data(1).write_address.valid = false; }},
      {R::valid_held, C::write_data, 3, [](Traffic& t) { t.data(3).write_data.valid = false; }},
      {R::valid_held, C::write_response, 7, [](Traffic& t) { t.data(7).write_response.valid = false; }},
      {R::valid_held, C::read_address, 9, [](Traffic& t) { t.data(9).read_address.valid = false; }},
      {R::valid_held, C::read_data, 11, [](Traffic& t) { t.data(11).read_data.valid = false; }},
      {R::valid_held, C::register_write_address, 15, [](Traffic& t) { t.registers(15).write_address.valid = false; }},
      {R::valid_held, C::register_write_data, 15, [](Traffic& t) { t.registers(15).write_data.valid = false; }},
      {R::valid_held, C::register_write_response, 17, [](Traffic& t) { t.registers(17).write_response.valid = false; }},
      {R::valid_held, C::register_read_address, 19, [](Traffic& t) { t.registers(19).read_address.valid = false; }},
      {R::valid_held, C::register_read_data, 21, [](Traffic& t) { t.registers(21).read_data.valid = false; }},
      // Each signal of the information changes before READY.
      {R::payload_stable, C::write_address, 1, [](Traffic& t) { t.data(1).write_address.id = 4; }},
      {R::payload_stable, C::write_address, 1, [](Traffic& t) { t.data(1).write_address.address += 8; }},
      {R::payload_stable, C::write_address, 1, [](Traffic& t) { t.data(1).write_address.length = 1; }},
      {R::payload_stable, C::write_address, 1, [](Traffic& t) { t.data(1).write_address.size = 2; }},
      {R::payload_stable, C::write_address, 1, [](Traffic& t) { t.data(1).write_address.burst = 0; }},
      {R::payload_stable, C::write_data, 3, [](Traffic& t) { t.data(3).write_data.last = true; }},
      {R::payload_stable, C::write_data, 3, [](Traffic& t) { t.data(3).write_data.strobes = 0x0f; }},
      {R::payload_stable, C::write_data, 3, [](Traffic& t) { t.data(3).write_data.words[0] ^= 1; }},
      {R::payload_stable, C::write_response, 7, [](Traffic& t) { t.data(7).write_response.id = 4; }},
      {R::payload_stable, C::write_response, 7, [](Traffic& t) { t.data(7).write_response.response = 2; }},
      {R::payload_stable, C::read_address, 9, [](Traffic& t) { t.data(9).read_address.address += 8; }},
      {R::payload_stable, C::read_data, 11, [](Traffic& t) { t.data(11).read_data.last = true; }},
      {R::payload_stable, C::read_data, 11, [](Traffic& t) { t.data(11).read_data.id = 4; }},
      {R::payload_stable, C::read_data, 11, [](Traffic& t) { t.data(11).read_data.response = 2; }},
      {R::payload_stable, C::read_data, 11,
       [](Traffic& t) { t.data(11).read_data.words[0] ^= std::uint64_t{1} << 63; }},
      {R::payload_stable, C::register_write_address, 15, [](Traffic& t) { t.registers(15).write_address.address = 0; }},
      {R::payload_stable, C::register_write_data, 15, [](Traffic& t) { t.registers(15).write_data.words[0] = 1; }},
      {R::payload_stable, C::register_write_response, 17,
       [](Traffic& t) { t.registers(17).write_response.response = 2; }},
      {R::payload_stable, C::register_read_address, 19, [](Traffic& t) { t.registers(19).read_address.address = 0; }},
      {R::payload_stable, C::register_read_data, 21, [](Traffic& t) { t.registers(21).read_data.words[0] = 1; }},
      // Responses before what they answer.
      {R::response_address, C::write_response, 24, [](Traffic& t) { t.write_response(24, 5); }},
      {R::response_address, C::write_response, 25,  // data alone is not enough
       [](Traffic& t) {
         t.write_beat(24);
         t.write_response(25, 5);
       }},
      {R::response_address, C::read_data, 24, [](Traffic& t) { t.read_beat(24, 6); }},
      {R::response_address, C::read_data, 24,  // in the same cycle is too early
       [](Traffic& t) {
         t.read_address(24, 6);
         t.read_beat(24, 6);
       }},
      {R::response_address, C::register_write_response, 24,
       [](Traffic& t) {
         t.registers(24).write_response = {true, true, 0, 0};
       }},
      {R::response_address, C::register_read_data, 24,
       [](Traffic& t) { t.registers(24).read_data = {true, true, false, 0, 0, {}}; }},
      {R::response_data, C::write_response, 5,
       [](Traffic& t) {
         t.data(5).write_response = {true, true, 5, 0};
       }},
      {R::response_data, C::register_write_response, 25,
       [](Traffic& t) {
         t.registers(24).write_address = {true, true, 0, 0x100};
         t.registers(25).write_response = {true, true, 0, 0};
       }},
      // Responses with an ID of nothing outstanding, or of a younger burst.
      {R::response_id, C::write_response, 6, [](Traffic& t) { t.data(6).write_response.id = 4; }},
      {R::response_id, C::read_data, 10, [](Traffic& t) { t.data(10).read_data.id = 4; }},
      {R::response_order, C::write_response, 26,
       [](Traffic& t) {
         t.write_address(24, 1);
         t.write_beat(24);
         t.write_address(25, 2);
         t.write_beat(25);
         t.write_response(26, 2);
       }},
      {R::response_order, C::read_data, 26,
       [](Traffic& t) {
         t.read_address(24, 1);
         t.read_address(25, 2);
         t.read_beat(26, 2);
       }},
      {R::response_exokay, C::write_response, 6, [](Traffic& t) { t.data(6).write_response.response = 1; }},
      {R::response_exokay, C::read_data, 10, [](Traffic& t) { t.data(10).read_data.response = 1; }},
      {R::lite_exokay, C::register_write_response, 16, [](Traffic& t) { t.registers(16).write_response.response = 1; }},
      {R::lite_exokay, C::register_read_data, 20, [](Traffic& t) { t.registers(20).read_data.response = 1; }},
      // Bursts that AXI4 does not have.
      {R::burst_type, C::write_address, 0, [=](Traffic& t) { aw(t, [](AddressPins& p) { p.burst = 3; }); }},
      {R::burst_type, C::read_address, 8, [=](Traffic& t) { ar(t, [](AddressPins& p) { p.burst = 3; }); }},
      {R::burst_size, C::write_address, 0, [=](Traffic& t) { aw(t, [](AddressPins& p) { p.size = 4; }); }},
      {R::burst_size, C::read_address, 8, [=](Traffic& t) { ar(t, [](AddressPins& p) { p.size = 4; }); }},
      {R::burst_fixed, C::write_address, 0,
       [=](Traffic& t) { aw(t, [](AddressPins& p) { p.burst = 0, p.length = 16; }); }},
      {R::burst_wrap, C::write_address, 0, [=](Traffic& t) { aw(t, [](AddressPins& p) { p.burst = 2; }); }},
      {R::burst_wrap, C::read_address, 8,
       [=](Traffic& t) { ar(t, [](AddressPins& p) { p.burst = 2, p.address = 0x2004; }); }},
      {R::burst_page, C::write_address, 0, [=](Traffic& t) { aw(t, [](AddressPins& p) { p.address = 0x1ff0; }); }},
      {R::burst_page, C::read_address, 8, [=](Traffic& t) { ar(t, [](AddressPins& p) { p.address = 0x2ff8; }); }},
      // LAST in the wrong beat, strobes of bytes that the beat does not carry.
      {R::write_last, C::write_data, 4, [](Traffic& t) { t.data(4).write_data.last = true; }},
      {R::write_last, C::write_data, 5, [](Traffic& t) { t.data(5).write_data.last = false; }},
      {R::write_last, C::write_data, 25,  // before its address, which tells
       [](Traffic& t) {
         t.write_beat(24);
         t.write_address(25, 1);
         t.data(25).write_address.length = 1;
       }},
      {R::read_last, C::read_data, 10, [](Traffic& t) { t.data(10).read_data.last = true; }},
      {R::read_last, C::read_data, 12, [](Traffic& t) { t.data(12).read_data.last = false; }},
      {R::write_strobes, C::write_data, 3, [=](Traffic& t) { aw(t, [](AddressPins& p) { p.address += 4; }); }},
      {R::write_strobes, C::write_data, 4,
       [=](Traffic& t) {
         aw(t, [](AddressPins& p) { p.size = 2; });
         t.data(2).write_data.strobes = t.data(3).write_data.strobes = 0x0f;
       }},
  };
}

TEST(PortMonitor, LegalTrafficPasses) {
  EXPECT_EQ(verdict(Traffic()), "");
}

TEST(PortMonitor, EachBreachIsFoundByItsRule) {
  int number = 0;
  for (const Breach& breach : breaches()) {
    SCOPED_TRACE("breach " + std::to_string(number++) + " of " + text_of(breach.rule).name);
    Traffic traffic;
    breach.make(traffic);
    expect_broken(verdict(traffic), breach.rule, breach.channel, breach.cycle);
  }
}

TEST(PortMonitor, EveryRuleIsBrokenHereOrNamedHere) {
  std::set<BusRule> broken{BusRule::reset_valid,  // below
                           BusRule::perf_cause};  // no rule of a bus: VerilatedDevice holds it
  for (const Breach& breach : breaches()) broken.insert(breach.rule);
  for (const BusRuleText& row : bus_rules) {
    EXPECT_EQ(broken.count(row.rule), 1u) << row.name;
    EXPECT_EQ(&text_of(row.rule), &row) << row.name;
  }
}

TEST(PortMonitor, NoValidDuringReset) {
  using Raise = std::function<void(PortPins&)>;
  const std::vector<std::pair<Channel, Raise>> channels{
      {Channel::write_address, [](PortPins& pins) { pins.data.write_address.valid = true; }},
      {Channel::write_data, [](PortPins& pins) { pins.data.write_data.valid = true; }},
      {Channel::write_response, [](PortPins& pins) { pins.data.write_response.valid = true; }},
      {Channel::read_address, [](PortPins& pins) { pins.data.read_address.valid = true; }},
      {Channel::read_data, [](PortPins& pins) { pins.data.read_data.valid = true; }},
      {Channel::register_write_address, [](PortPins& pins) { pins.registers.write_address.valid = true; }},
      {Channel::register_write_data, [](PortPins& pins) { pins.registers.write_data.valid = true; }},
      {Channel::register_write_response, [](PortPins& pins) { pins.registers.write_response.valid = true; }},
      {Channel::register_read_address, [](PortPins& pins) { pins.registers.read_address.valid = true; }},
      {Channel::register_read_data, [](PortPins& pins) { pins.registers.read_data.valid = true; }},
  };
  ASSERT_EQ(channels.size(), channel_count);
  for (const auto& [channel, raise] : channels) {
    for (int edge = 0; edge < reset_edges; ++edge) {
      std::vector<PortPins> reset(reset_edges);
      raise(reset[static_cast<std::size_t>(edge)]);
      const std::string told = verdict(Traffic(), reset);
      // A device needs an edge to see the reset.
      if (edge == 0 && driven_by_device(channel))
        EXPECT_EQ(told, "");
      else
        expect_broken(told, BusRule::reset_valid, channel, edge);
    }
  }
}

TEST(PortMonitor, AResetForgetsWhatWasOutstanding) {
  PortMonitor monitor(bus_bytes);
  Traffic traffic;
  const auto play = [&](std::size_t first, std::size_t end) {
    for (std::size_t edge = first; edge < end; ++edge)
      monitor.edge(traffic.edges[edge], static_cast<std::int64_t>(edge));
  };
  const auto reset = [&] {
    for (int number = 0; number < reset_edges; ++number) monitor.reset_edge({}, number);
  };
  for (const std::size_t end : {1u, 4u, 7u, 9u, 11u, 15u, 17u, 19u, 21u}) {
    play(0, end);
    reset();
    play(0, traffic.edges.size());
  }
  play(0, 2);
  reset();
  EXPECT_THROW(play(6, 7), DeviceError) << "a response to a write from before the reset";
  reset();
  play(8, 10);
  reset();
  EXPECT_THROW(play(10, 11), DeviceError) << "read data from before the reset";
}

TEST(PortMonitor, DataMayComeBeforeItsAddress) {
  Traffic traffic;
  traffic.write_beat(23);
  traffic.write_address(24, 3);
  traffic.write_response(25, 3);
  traffic.write_beat(25);
  traffic.write_address(26, 4);
  traffic.write_response(27, 4);
  EXPECT_EQ(verdict(traffic), "");
}

TEST(PortMonitor, LanesThatABeatDoesNotCarryMayChange) {
  Traffic traffic;
  for (std::size_t edge = 0; edge < 8; ++edge) traffic.edges[edge] = {};      // no writes
  traffic.data(8).read_address.size = traffic.data(9).read_address.size = 4;  // 16 bytes, the first beat from byte 8 on
  traffic.data(11).read_data.words[0] = 99;
  EXPECT_EQ(verdict(traffic, std::vector<PortPins>(reset_edges), 16), "");
  traffic.data(11).read_data.words[1] = 99;
  expect_broken(verdict(traffic, std::vector<PortPins>(reset_edges), 16), BusRule::payload_stable, Channel::read_data,
                11);
}

}  // namespace
}  // namespace stencil
