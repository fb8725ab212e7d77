// SPDX-License-Identifier: Apache-2.0
#include "sim/device/platform/refusal.hpp"

#include <fmt/core.h>

#include "host/base/text.hpp"
#include "sim/device/contract/bus_rules.hpp"
#include "sim/device/contract/contract.hpp"

namespace stencil {

std::optional<Refusal> refusal_of(std::uint64_t address, std::int64_t bytes, std::int64_t beat_bytes) {
  constexpr std::int64_t most_beats = 256;
  const auto refuse = [&](tlm::tlm_response_status status, const std::string& why) {
    return Refusal{status,
                   fmt::format("begins at address {:#x} and has {} bytes; {}", address, with_commas(bytes), why)};
  };
  if (address % 8 != 0) return refuse(tlm::TLM_ADDRESS_ERROR_RESPONSE, "its address must be a multiple of 8");
  if (address >> contract::address_bits != 0)
    return refuse(tlm::TLM_ADDRESS_ERROR_RESPONSE, fmt::format("s_axi has {} address bits", contract::address_bits));
  if (bytes <= 0 || bytes % 8 != 0)
    return refuse(tlm::TLM_BURST_ERROR_RESPONSE, "its length must be a multiple of 8, and more than 0");
  if (static_cast<std::int64_t>(address % 4096) + bytes > 4096) {
    const BusRuleText& rule = text_of(BusRule::burst_page);
    return refuse(tlm::TLM_BURST_ERROR_RESPONSE,
                  fmt::format("breaks rule {} ({}): {}", rule.name, section_of(rule), rule.text));
  }
  const auto lead = static_cast<std::int64_t>(address % static_cast<std::uint64_t>(beat_bytes));
  const std::int64_t beats = (lead + bytes + beat_bytes - 1) / beat_bytes;
  if (beats > most_beats)
    return refuse(tlm::TLM_BURST_ERROR_RESPONSE,
                  fmt::format("these are {} beats, ARM IHI 0022E, A3.4.1, allows {}", beats, most_beats));
  return std::nullopt;
}

}  // namespace stencil
