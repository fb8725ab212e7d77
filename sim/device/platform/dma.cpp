// SPDX-License-Identifier: Apache-2.0
#include "sim/device/platform/dma.hpp"

#include <algorithm>
#include <string>

#include "host/base/errors.hpp"
#include "sim/device/contract/contract.hpp"
#include "sim/device/platform/transaction.hpp"

namespace stencil {

namespace {
constexpr std::int64_t page_bytes = 4096;  // no AXI4 burst crosses one
}

void check_link(const LinkOptions& link) {
  if (link.burst_beats < 1 || link.burst_beats > 256)
    throw ArgumentError("burst length " + std::to_string(link.burst_beats) + " beats is out of range 1 .. 256");
  if (link.bytes_per_cycle < 0)
    throw ArgumentError("link width " + std::to_string(link.bytes_per_cycle) +
                        " bytes per cycle is out of range: 0 (as wide as the data port) or more");
  if (link.latency_cycles < 0)
    throw ArgumentError("link latency " + std::to_string(link.latency_cycles) + " cycles is out of range: 0 or more");
  if (link.stalls < 0)
    throw ArgumentError("the number of a link's stalls, " + std::to_string(link.stalls) +
                        ", is out of range: 0 or more");
}

std::int64_t burst_bytes(std::uint64_t address, std::int64_t left_bytes, std::int64_t beat_bytes,
                         std::int64_t burst_beats) {
  const auto in_page = static_cast<std::int64_t>(address % page_bytes);
  const auto in_beat = static_cast<std::int64_t>(address) & (beat_bytes - 1);  // of 1, 2, 4 or 8 words
  // The first beat may be partial; the burst ends on a beat boundary all the same.
  return std::min({left_bytes, page_bytes - in_page, burst_beats * beat_bytes - in_beat});
}

std::int64_t burst_count(std::uint64_t address, std::int64_t length_bytes, std::int64_t beat_bytes,
                         std::int64_t burst_beats) {
  std::int64_t count = 0;
  for (std::int64_t done = 0; done < length_bytes; ++count) {
    done += burst_bytes(address + static_cast<std::uint64_t>(done), length_bytes - done, beat_bytes, burst_beats);
  }
  return count;
}

namespace {

// A target that refuses a burst of whole words within one page is wrong itself. beat_bytes: of the port.
std::string refusal_text(std::uint64_t address, std::int64_t bytes, std::int64_t beat_bytes, std::int64_t burst,
                         const std::string& why) {
  const auto first = static_cast<std::int64_t>(address), last = first + bytes - 1;
  const bool is_legal = bytes > 0 && address >> contract::address_bits == 0 && first % 8 == 0 && bytes % 8 == 0 &&
                        first / page_bytes == last / page_bytes && last / beat_bytes - first / beat_bytes < 256;
  if (!is_legal) return "platform, DMA: burst " + std::to_string(burst) + " of it " + why;
  return "platform, accelerator target (sim/device/platform/refusal.cpp): it refuses burst " + std::to_string(burst) +
         " of it, which lies in one page of 4 KiB: " + why;
}

}  // namespace

Dma::Dma(sc_core::sc_module_name name, std::int64_t beat_bytes, const LinkOptions& link)
    : sc_module(name), host("host"), device("device"), beat_bytes_(beat_bytes), link_(link) {
  check_link(link);
  posted_.latency_cycles = link.latency_cycles;
  burst_.set_extension(&posted_);
  host.register_b_transport(this, &Dma::b_transport);
}

void Dma::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  if (transaction.get_command() == tlm::TLM_IGNORE_COMMAND) {
    device->b_transport(transaction, delay);
    return;
  }
  if (observer_ != nullptr) observer_->handed(HandedTo::dma, handed_bytes(transaction));
  const std::uint64_t address = transaction.get_address();
  const std::int64_t length = transaction.get_data_length();
  if (address % 8 != 0) return transaction.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  if (length == 0 || length % 8 != 0 || transaction.get_streaming_width() < transaction.get_data_length())
    return transaction.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
  if (transaction.get_byte_enable_ptr()) return transaction.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);

  auto* posted = transaction.get_extension<Posted>();
  posted_.after = posted ? posted->after : PostedAfter();
  posted_.refused.clear();
  burst_.set_command(transaction.get_command());
  std::int64_t bursts = 0;
  for (std::int64_t done = 0; done < length;) {
    const std::uint64_t at = address + static_cast<std::uint64_t>(done);
    const std::int64_t bytes = burst_bytes(at, length - done, beat_bytes_, link_.burst_beats);
    burst_.move_to(at, transaction.get_data_ptr() + done, bytes);
    device->b_transport(burst_, delay);
    if (!burst_.is_response_ok()) {
      if (posted) posted->refused = refusal_text(at, bytes, beat_bytes_, bursts, posted_.refused);
      return transaction.set_response_status(burst_.get_response_status());
    }
    ++bursts;
    done += bytes;
  }
  bursts_ += bursts;
  if (posted) {
    posted->bursts = bursts;
  } else {
    Wait wait;
    Transaction until_done(tlm::TLM_IGNORE_COMMAND, 0, nullptr, 0);
    until_done.set_extension(&wait);
    device->b_transport(until_done, delay);
  }
  transaction.set_response_status(tlm::TLM_OK_RESPONSE);
}

}  // namespace stencil
