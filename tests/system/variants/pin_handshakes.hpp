// The handshakes at the pins of a device: as it tells them, and as its waves show them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "sim/app/waves/gtkwave/fst_file.hpp"
#include "sim/device/contract/handshakes.hpp"
#include "sim/device/contract/inspection.hpp"

namespace stencil::waves_test {

// Cycle, channel, and address or data.
using Seen = std::tuple<std::int64_t, std::string, std::uint64_t>;

class PinRecorder final : public HandshakeObserver {
 public:
  void seen(const Handshake& handshake) override {
    const std::uint64_t word = handshake.word_count == 1 ? handshake.words[0] : 0;
    switch (handshake.channel) {
      case Channel::write_address:
        return add(handshake, "s_axi_aw", handshake.address);
      case Channel::write_data:
        return add(handshake, "s_axi_w", word);
      case Channel::write_response:
        return add(handshake, "s_axi_b", 0);
      case Channel::read_address:
        return add(handshake, "s_axi_ar", handshake.address);
      case Channel::read_data:
        return add(handshake, "s_axi_r", word);
      case Channel::register_write_address:
        return add(handshake, "s_axil_aw", handshake.address);
      case Channel::register_write_data:
        return add(handshake, "s_axil_w", word);
      case Channel::register_write_response:
        return add(handshake, "s_axil_b", 0);
      case Channel::register_read_address:
        return add(handshake, "s_axil_ar", handshake.address);
      case Channel::register_read_data:
        return add(handshake, "s_axil_r", word);
    }
  }

  std::set<Seen> all;

 private:
  void add(const Handshake& handshake, const std::string& channel, std::uint64_t value) {
    all.emplace(handshake.cycle, channel, value);
  }
};

inline std::uint64_t number_of(const std::string& bits) {
  std::uint64_t value = 0;
  for (const char bit : bits) value = value << 1 | (bit == '1' ? 1 : 0);
  return value;
}

// The handshakes that a file shows at the pins of the device.
inline std::set<Seen> handshakes_of(const FstFile& waves) {
  std::map<std::string, std::uint32_t> handle;
  std::vector<std::uint32_t> wanted;
  for (const WaveSignal& signal : waves.signals()) {
    std::smatch match;
    static const std::regex pin("TOP\\.(s_axil?_[a-z]+|clk)(\\[.*)?");
    if (!std::regex_match(signal.path, match, pin)) continue;
    EXPECT_TRUE(signal.port()) << signal.path;
    handle[match[1]] = signal.handle;
    wanted.push_back(signal.handle);
  }
  std::map<std::uint32_t, std::string> value;
  std::set<Seen> found;
  const auto rising_edge = [&](std::uint64_t ns) {
    const auto cycle = static_cast<std::int64_t>(ns) / wave_ns_per_cycle;
    for (const std::string port : {"s_axi_", "s_axil_"}) {
      for (const auto& [channel, carries] : std::map<std::string, std::string>{
               {"aw", "awaddr"}, {"w", "wdata"}, {"b", ""}, {"ar", "araddr"}, {"r", "rdata"}}) {
        const auto pin = [&](const std::string& name) { return value[handle.at(port + name)]; };
        if (pin(channel + "valid") != "1" || pin(channel + "ready") != "1") continue;
        found.emplace(cycle, port + channel, carries.empty() ? 0 : number_of(pin(carries)));
      }
    }
  };
  // At a rising edge the pins change in the same moment: their values before it count.
  std::map<std::uint32_t, std::string> changed;
  std::uint64_t now = waves.begin_ns();
  const auto settle = [&] {
    const auto clock = changed.find(handle.at("clk"));
    if (clock != changed.end() && clock->second == "1") rising_edge(now);
    for (const auto& [which, text] : changed) value[which] = text;
    changed.clear();
  };
  waves.changes(wanted, [&](std::uint64_t ns, std::uint32_t which, const std::string& text) {
    if (ns != now) settle();
    now = ns;
    changed[which] = text;
  });
  settle();
  return found;
}

}  // namespace stencil::waves_test
