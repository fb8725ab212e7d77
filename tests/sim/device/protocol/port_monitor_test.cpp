// Each rule of the ports is broken once and more, by a scripted device or master, and found by its own name at its own
// channel and edge.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/protocol/port_monitor.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "host/base/errors.hpp"
#include "tests/sim/device/protocol/breaches.hpp"

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
