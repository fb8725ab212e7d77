// SPDX-License-Identifier: Apache-2.0
#include "sim/device/protocol/held_channel.hpp"

#include <fmt/core.h>

#include <cstring>

namespace stencil {
namespace {

bool has_ids(Channel channel) {
  return channel < Channel::register_write_address;
}

// Words that differ count only where the lanes have a byte.
bool same_words(const std::array<std::uint64_t, most_port_words>& a,
                const std::array<std::uint64_t, most_port_words>& b, std::uint64_t byte_lanes) {
  if (a == b) return true;
  for (std::size_t word = 0; word < most_port_words; ++word) {
    std::uint64_t mask = 0;
    for (unsigned byte = 0; byte < 8; ++byte) {
      if ((byte_lanes >> (8 * word + byte) & 1) != 0) mask |= std::uint64_t{0xff} << 8 * byte;
    }
    if (((a[word] ^ b[word]) & mask) != 0) return false;
  }
  return true;
}

}  // namespace

std::string signal(Channel channel, const char* name) {
  return std::strchr(channel_names[static_cast<std::size_t>(channel)], ' ') + 1 + std::string(name);
}

std::string information(Channel channel, const AddressPins& pins) {
  const auto named = [&](const char* name) { return signal(channel, name); };
  std::string address = fmt::format("{}={:#x}", named("ADDR"), pins.address);
  if (!has_ids(channel)) return address;
  return fmt::format("{}={} {} {}={} {}={} {}={}", named("ID"), pins.id, address, named("LEN"), pins.length,
                     named("SIZE"), pins.size, named("BURST"), pins.burst);
}

std::string information(Channel channel, const WritePins& pins) {
  const std::string data = fmt::format("WDATA[63:0]={:#018x} WSTRB={:#x}", pins.words[0], pins.strobes);
  return has_ids(channel) ? fmt::format("{} WLAST={:d}", data, pins.last) : data;
}

std::string information(Channel channel, const ResponsePins& pins) {
  const std::string response = fmt::format("BRESP={}", pins.response);
  return has_ids(channel) ? fmt::format("BID={} {}", pins.id, response) : response;
}

std::string information(Channel channel, const ReadPins& pins) {
  const std::string data = fmt::format("RDATA[63:0]={:#018x} RRESP={}", pins.words[0], pins.response);
  return has_ids(channel) ? fmt::format("RID={} {} RLAST={:d}", pins.id, data, pins.last) : data;
}

bool same_information(const AddressPins& a, const AddressPins& b, std::uint64_t) {
  return a.id == b.id && a.address == b.address && a.length == b.length && a.size == b.size && a.burst == b.burst;
}

bool same_information(const WritePins& a, const WritePins& b, std::uint64_t) {
  return a.last == b.last && a.strobes == b.strobes && same_words(a.words, b.words, a.strobes);
}

bool same_information(const ResponsePins& a, const ResponsePins& b, std::uint64_t) {
  return a.id == b.id && a.response == b.response;
}

bool same_information(const ReadPins& a, const ReadPins& b, std::uint64_t byte_lanes) {
  return a.last == b.last && a.id == b.id && a.response == b.response && same_words(a.words, b.words, byte_lanes);
}

}  // namespace stencil
