// The handshakes of one clock cycle, read from the pins of a Verilated device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "sim/device/contract/handshakes.hpp"
#include "sim/device/pins/beats.hpp"
#include "sim/device/pins/read_channels.hpp"

namespace stencil {

// To be called before the rising edge, after `read` has sampled its pins.
template <class V>
void tell_handshakes(const V& dut, const ReadChannels<V>& read, std::int64_t cycle, HandshakeObserver& observer) {
  constexpr std::int64_t beat_words = ReadChannels<V>::beat_words;
  std::array<std::uint64_t, beat_words> words{};
  const auto tell = [&](Handshake handshake) {
    handshake.cycle = cycle;
    observer.seen(handshake);
  };
  const auto tell_address = [&](Channel channel, std::uint64_t address, std::uint64_t beats_less_1) {
    tell({channel, 0, address, beats_less_1});
  };
  const auto tell_response = [&](Channel channel, std::uint32_t response) {
    tell({channel, 0, 0, 0, false, response});
  };

  if (dut.s_axi_awvalid && dut.s_axi_awready) tell_address(Channel::write_address, dut.s_axi_awaddr, dut.s_axi_awlen);
  if (dut.s_axi_wvalid && dut.s_axi_wready) {
    const std::uint64_t strobes = dut.s_axi_wstrb;
    std::size_t count = 0;
    for (std::int64_t lane = 0; lane < beat_words; ++lane) {
      if ((strobes >> 8 * lane & 0xff) == 0) continue;
      words[count++] = beats::get(dut.s_axi_wdata, static_cast<std::size_t>(lane));
    }
    tell({Channel::write_data, 0, 0, strobes, static_cast<bool>(dut.s_axi_wlast), 0, words.data(), count});
  }
  if (dut.s_axi_bvalid && dut.s_axi_bready) tell_response(Channel::write_response, dut.s_axi_bresp);
  if (dut.s_axi_arvalid && dut.s_axi_arready) tell_address(Channel::read_address, dut.s_axi_araddr, dut.s_axi_arlen);
  if (dut.s_axi_rvalid && dut.s_axi_rready) {
    // Other lanes hold words that were not requested.
    const auto [first, count] = read.lanes_of_last_beat();
    for (std::int64_t i = 0; i < count; ++i)
      words[static_cast<std::size_t>(i)] = beats::get(dut.s_axi_rdata, static_cast<std::size_t>(first + i));
    tell({Channel::read_data, 0, 0, 0, static_cast<bool>(dut.s_axi_rlast), dut.s_axi_rresp, words.data(),
          static_cast<std::size_t>(count)});
  }

  if (dut.s_axil_awvalid && dut.s_axil_awready) tell_address(Channel::register_write_address, dut.s_axil_awaddr, 0);
  if (dut.s_axil_wvalid && dut.s_axil_wready) {
    words[0] = dut.s_axil_wdata;
    tell({Channel::register_write_data, 0, 0, dut.s_axil_wstrb, true, 0, words.data(), 1});
  }
  if (dut.s_axil_bvalid && dut.s_axil_bready) tell_response(Channel::register_write_response, dut.s_axil_bresp);
  if (dut.s_axil_arvalid && dut.s_axil_arready) tell_address(Channel::register_read_address, dut.s_axil_araddr, 0);
  if (dut.s_axil_rvalid && dut.s_axil_rready) {
    words[0] = dut.s_axil_rdata;
    tell({Channel::register_read_data, 0, 0, 0, true, dut.s_axil_rresp, words.data(), 1});
  }
}

}  // namespace stencil
