// Each rule of the ports, broken once and more in the legal traffic.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "sim/device/contract/bus_rules.hpp"
#include "tests/sim/device/protocol/legal_traffic.hpp"

namespace stencil {

struct Breach {
  BusRule rule;
  Channel channel;
  std::int64_t cycle;
  std::function<void(Traffic&)> make;
};

inline std::vector<Breach> breaches() {
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

}  // namespace stencil
