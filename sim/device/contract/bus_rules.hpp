// The rules of the two ports that the bench holds a device to, and itself: a row each, with the section that has it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "host/base/errors.hpp"
#include "sim/device/contract/handshakes.hpp"

namespace stencil {

enum class BusRule : std::uint8_t {
  reset_valid,
  valid_held,
  payload_stable,
  response_address,
  response_data,
  response_id,
  response_order,
  response_exokay,
  burst_type,
  burst_size,
  burst_fixed,
  burst_wrap,
  burst_page,
  write_last,
  write_strobes,
  read_last,
  lite_exokay,
  perf_cause,
};

struct BusRuleText {
  BusRule rule;
  unsigned number;  // stays, whatever rules come and go: the bit of the Verilog checker (docs/bus-rules.md)
  const char* name;
  const char* section;  // of ARM IHI 0022, issue E, unless it names a document of its own
  const char* text;
};

// In the order of BusRule. sim/device/protocol checks them in C++, sim/device/protocol/verilog in Verilog.
inline constexpr std::array<BusRuleText, 18> bus_rules = {{
    {BusRule::reset_valid, 1, "reset-valid", "A3.1.2", "VALID is low while reset is active"},
    {BusRule::valid_held, 2, "valid-held", "A3.2.1",
     "VALID, once high, stays high until READY is high at a clock edge"},
    {BusRule::payload_stable, 3, "payload-stable", "A3.2.1",
     "a channel's information stays as it is while VALID waits for READY"},
    {BusRule::response_address, 4, "response-address", "A3.3.1",
     "a response comes after the address it belongs to was accepted"},
    {BusRule::response_data, 5, "response-data", "A3.3.1",
     "a write response comes after the last beat of its data was accepted"},
    {BusRule::response_id, 6, "response-id", "A5.1", "a response has the ID of an outstanding transaction"},
    {BusRule::response_order, 7, "response-order", "rtl/CONTRACT.md, Data port",
     "answers come in the order of the addresses, in each direction"},
    {BusRule::response_exokay, 8, "response-exokay", "A3.4.4", "EXOKAY answers an exclusive access alone"},
    {BusRule::burst_type, 9, "burst-type", "A3.4.1", "AxBURST is FIXED, INCR or WRAP"},
    {BusRule::burst_size, 10, "burst-size", "A3.4.1", "a beat is no wider than the data bus"},
    {BusRule::burst_fixed, 11, "burst-fixed", "A3.4.1", "a FIXED burst has 1 to 16 beats"},
    {BusRule::burst_wrap, 12, "burst-wrap", "A3.4.1", "a WRAP burst has 2, 4, 8 or 16 beats and an aligned address"},
    {BusRule::burst_page, 13, "burst-page", "A3.4.1", "a burst crosses no 4 KiB boundary"},
    {BusRule::write_last, 14, "write-last", "A3.2.2", "WLAST is high in the last beat of a burst and in no other"},
    {BusRule::write_strobes, 15, "write-strobes", "A3.4.3", "strobes are high only for bytes that the beat carries"},
    {BusRule::read_last, 16, "read-last", "A3.2.2", "RLAST is high in the last beat of a burst and in no other"},
    {BusRule::lite_exokay, 17, "lite-exokay", "B1.1.1", "AXI4-Lite has no EXOKAY response"},
    {BusRule::perf_cause, 18, "perf-cause", "rtl/CONTRACT.md, Cycles", "perf_cause is 0 .. 4"},
}};

constexpr const BusRuleText& text_of(BusRule rule) {
  return bus_rules[static_cast<std::size_t>(rule)];
}

inline std::string section_of(const BusRuleText& rule) {
  return (rule.section[0] == 'A' || rule.section[0] == 'B' ? "ARM IHI 0022E, " : "") + std::string(rule.section) +
         "; rule " + std::to_string(rule.number);
}

// By number of Channel.
inline constexpr std::array<const char*, channel_count> channel_names = {
    "s_axi AW",  "s_axi W",  "s_axi B",  "s_axi AR",  "s_axi R",
    "s_axil AW", "s_axil W", "s_axil B", "s_axil AR", "s_axil R"};

constexpr bool driven_by_device(Channel channel) {
  return channel == Channel::write_response || channel == Channel::read_data ||
         channel == Channel::register_write_response || channel == Channel::register_read_data;
}

// A failure of a channel.
class ChannelError : public DeviceError {
 public:
  ChannelError(const std::string& text, Channel failed, std::optional<std::uint64_t> of)
      : DeviceError(text), channel(failed), address(of) {}

  const Channel channel;
  const std::optional<std::uint64_t> address;  // of its burst, in bytes on s_axi; of the register
};

// Throws DeviceError. where: channel or pin; cycle: since reset; values: of its pins, "RLAST is 1 in beat 3 of 8".
[[noreturn]] inline void break_rule(BusRule rule, const std::string& where, std::int64_t cycle,
                                    const std::string& values) {
  const BusRuleText& row = text_of(rule);
  throw DeviceError("protocol error on " + where + " at cycle " + std::to_string(cycle) + ": " + values +
                    "; breaks rule " + row.name + " (" + section_of(row) + "): " + row.text);
}
// address: of the burst, in bytes, where one is known. Throws ChannelError.
[[noreturn]] inline void break_rule(BusRule rule, Channel channel, std::int64_t cycle, const std::string& values,
                                    std::optional<std::uint64_t> address = std::nullopt) {
  try {
    break_rule(rule,
               channel_names[static_cast<std::size_t>(channel)] +
                   std::string(driven_by_device(channel) ? ", driven by the device," : ", driven by the platform,"),
               cycle, values);
  } catch (const DeviceError& error) {
    throw ChannelError(error.what(), channel, address);
  }
}

}  // namespace stencil
