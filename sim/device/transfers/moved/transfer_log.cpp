// SPDX-License-Identifier: Apache-2.0
#include "sim/device/transfers/moved/transfer_log.hpp"

#include <cstring>

namespace stencil {

void TransferLog::handed(HandedTo to, const HandedBytes& moved) {
  LoggedMove logged{moved, {}};
  if (moved.to_device && moved.host != nullptr && moved.bytes > 0) {
    logged.words.resize(static_cast<std::size_t>(moved.bytes / 8));
    std::memcpy(logged.words.data(), moved.host, 8 * logged.words.size());
  }
  if (to == HandedTo::device) (moved.to_device ? posted_loads_ : posted_stores_).push_back(moved);
  moves_[static_cast<std::size_t>(to)].push_back(std::move(logged));
}

void TransferLog::register_written(HandedTo to, std::uint64_t address, std::uint64_t value) {
  writes_[static_cast<std::size_t>(to)].push_back({address, value});
}

void TransferLog::wait_ends(std::int64_t cycle, const DeviceCounts& counts) {
  wait_end_ = cycle;
  counts_ = counts;
}

void TransferLog::take_data(PinBursts& bursts, const Handshake& handshake) {
  if (!bursts.open) {
    bursts.data.emplace_back();
    bursts.lanes.push_back(handshake.control == 0 ? 0 : __builtin_ctzll(handshake.control) / 8);
  }
  bursts.data.back().insert(bursts.data.back().end(), handshake.words, handshake.words + handshake.word_count);
  bursts.open = !handshake.last;
}

// Of the beat taken last, which has so many words.
void TransferLog::look_at_host(PinBursts& bursts, const std::vector<HandedBytes>& posted, std::size_t words) {
  bursts.host.resize(bursts.data.size());
  MovedWords& host = bursts.host.back();
  if (bursts.host.size() > posted.size()) return;
  const HandedBytes& burst = posted[bursts.host.size() - 1];
  for (; words > 0 && 8 * (static_cast<std::int64_t>(host.size()) + 1) <= burst.bytes; --words) {
    std::uint64_t word = 0;
    std::memcpy(&word, burst.host + 8 * host.size(), sizeof word);
    host.push_back(word);
  }
}

void TransferLog::pair_register_writes() {
  while (!register_addresses_.empty() && !register_data_.empty()) {
    RegisterWrite write = register_data_.front();
    write.address = register_addresses_.front();
    pin_writes_.push_back(write);
    register_addresses_.pop_front();
    register_data_.pop_front();
  }
}

void TransferLog::seen(const Handshake& handshake) {
  has_pins_ = true;
  const auto beats = static_cast<std::int64_t>(handshake.control) + 1;
  switch (handshake.channel) {
    case Channel::write_address:
      loads_.addresses.push_back({handshake.address, beats, handshake.cycle});
      break;
    case Channel::write_data:
      take_data(loads_, handshake);
      look_at_host(loads_, posted_loads_, handshake.word_count);
      break;
    case Channel::write_response:
      loads_.ends.push_back(handshake.cycle);
      break;
    case Channel::read_address:
      stores_.addresses.push_back({handshake.address, beats, handshake.cycle});
      break;
    case Channel::read_data:
      take_data(stores_, handshake);
      look_at_host(stores_, posted_stores_, handshake.word_count);
      if (handshake.last) stores_.ends.push_back(handshake.cycle);
      break;
    case Channel::register_write_address:
      register_addresses_.push_back(handshake.address);
      break;
    case Channel::register_write_data:
      register_data_.push_back({0, handshake.words[0], handshake.cycle, handshake.control});
      break;
    case Channel::register_write_response:
    case Channel::register_read_address:
    case Channel::register_read_data:
      break;
  }
  pair_register_writes();
}

void TransferLog::restart() {
  clear();
  registers_before_.clear();
}

void TransferLog::clear() {
  for (const RegisterWrite& write : writes(HandedTo::target)) registers_before_[write.address] = write.value;
  for (auto& moves : moves_) moves.clear();
  for (auto& writes : writes_) writes.clear();
  posted_loads_.clear();
  posted_stores_.clear();
  loads_ = {};
  stores_ = {};
  pin_writes_.clear();
  before_ = counts_;
}

}  // namespace stencil
