// SPDX-License-Identifier: Apache-2.0
#include "sim/device/protocol/port_monitor.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "sim/device/protocol/burst_shape.hpp"

namespace stencil {
namespace {

constexpr unsigned exokay = 1;

// bursts: the first `count` of them are those that a response may belong to, the oldest first.
template <class Bursts, class AddressOf, class Pins>
void check_id(const Bursts& bursts, std::size_t count, const AddressOf& address_of, const Pins& pins, Channel channel,
              std::int64_t cycle) {
  const std::uint32_t id = pins.id;
  if (count == 0)
    break_rule(BusRule::response_address, channel, cycle, information(channel, pins) + " and no burst is outstanding");
  const std::uint32_t oldest = address_of(bursts.front()).id;
  if (id == oldest) return;
  const auto end = bursts.begin() + static_cast<std::ptrdiff_t>(count);
  const bool later = std::any_of(bursts.begin(), end, [&](const auto& burst) { return address_of(burst).id == id; });
  break_rule(later ? BusRule::response_order : BusRule::response_id, channel, cycle,
             fmt::format("{}, the oldest burst has ID {}", information(channel, pins), oldest),
             address_of(bursts.front()).address);
}

}  // namespace

void WriteMonitor::reset(const BusPins& pins, int number) {
  address_.reset(pins.write_address, number);
  data_.reset(pins.write_data, number);
  response_.reset(pins.write_response, number);
  bursts_.clear();
  addressed_ = written_ = 0;
}

void WriteMonitor::edge(const BusPins& pins, std::int64_t cycle) {
  if (response_.check(pins.write_response, cycle)) check_response(pins.write_response, cycle);
  if (address_.check(pins.write_address, cycle))
    check_burst(pins.write_address, bus_bytes_, Channel::write_address, cycle);
  data_.check(pins.write_data, cycle);
  if (pins.write_address.valid && pins.write_address.ready) take_address(pins.write_address, cycle);
  if (pins.write_data.valid && pins.write_data.ready) take_beat(pins.write_data, cycle);
  if (pins.write_response.valid && pins.write_response.ready) {
    bursts_.pop_front();
    --addressed_;
    --written_;
  }
}

void WriteMonitor::check_response(const ResponsePins& pins, std::int64_t cycle) const {
  constexpr Channel channel = Channel::write_response;
  const auto address_of = [](const Burst& burst) { return burst.address; };
  check_id(bursts_, addressed_, address_of, pins, channel, cycle);
  if (written_ == 0)
    break_rule(BusRule::response_data, channel, cycle,
               fmt::format("{} after {} of {} beats", information(channel, pins), bursts_.front().beats,
                           beats_of(bursts_.front().address)),
               bursts_.front().address.address);
  if (pins.response == exokay)
    break_rule(BusRule::response_exokay, channel, cycle, information(channel, pins), bursts_.front().address.address);
}

void WriteMonitor::take_address(const AddressPins& pins, std::int64_t cycle) {
  if (addressed_ == bursts_.size()) bursts_.emplace_back();
  Burst& burst = bursts_[addressed_++];
  burst.address = pins;
  const bool complete = written_ >= addressed_;
  for (std::size_t beat = 0; beat < burst.early_strobes.size(); ++beat) {
    const bool last = complete && beat + 1 == burst.early_strobes.size();
    check_beat(burst, static_cast<std::int64_t>(beat), burst.early_strobes[beat], last, cycle);
  }
  burst.early_strobes.clear();
}

void WriteMonitor::take_beat(const WritePins& pins, std::int64_t cycle) {
  if (written_ == bursts_.size()) bursts_.emplace_back();
  Burst& burst = bursts_[written_];
  if (written_ < addressed_)
    check_beat(burst, burst.beats, pins.strobes, pins.last, cycle);
  else
    burst.early_strobes.push_back(pins.strobes);
  ++burst.beats;
  if (pins.last) ++written_;
}

void WriteMonitor::check_beat(const Burst& burst, std::int64_t beat, std::uint64_t strobes, bool last,
                              std::int64_t cycle) const {
  const std::int64_t beats = beats_of(burst.address);
  if (last != (beat + 1 == beats))
    break_rule(
        BusRule::write_last, Channel::write_data, cycle,
        fmt::format("WLAST is {:d} in beat {} of {}, AWADDR={:#x}", last, beat + 1, beats, burst.address.address),
        burst.address.address);
  const std::uint64_t lanes = byte_lanes_of(burst.address, beat, bus_bytes_);
  if ((strobes & ~lanes) != 0)
    break_rule(
        BusRule::write_strobes, Channel::write_data, cycle,
        fmt::format("WSTRB is {:#x} in beat {} of {}, which carries bytes {:#x}", strobes, beat + 1, beats, lanes),
        burst.address.address);
}

void ReadMonitor::reset(const BusPins& pins, int number) {
  address_.reset(pins.read_address, number);
  data_.reset(pins.read_data, number);
  bursts_.clear();
  beats_ = 0;
}

void ReadMonitor::edge(const BusPins& pins, std::int64_t cycle) {
  const std::uint64_t lanes = bursts_.empty() ? 0 : byte_lanes_of(bursts_.front(), beats_, bus_bytes_);
  if (data_.check(pins.read_data, cycle, lanes)) check_beat(pins.read_data, cycle);
  if (address_.check(pins.read_address, cycle))
    check_burst(pins.read_address, bus_bytes_, Channel::read_address, cycle);
  if (pins.read_data.valid && pins.read_data.ready && ++beats_ == beats_of(bursts_.front())) {
    bursts_.pop_front();
    beats_ = 0;
  }
  if (pins.read_address.valid && pins.read_address.ready) bursts_.push_back(pins.read_address);
}

void ReadMonitor::check_beat(const ReadPins& pins, std::int64_t cycle) const {
  constexpr Channel channel = Channel::read_data;
  const auto address_of = [](const AddressPins& burst) { return burst; };
  check_id(bursts_, bursts_.size(), address_of, pins, channel, cycle);
  const std::int64_t beats = beats_of(bursts_.front());
  if (pins.last != (beats_ + 1 == beats))
    break_rule(BusRule::read_last, channel, cycle,
               fmt::format("RLAST is {:d} in beat {} of {}, ARADDR={:#x}", pins.last, beats_ + 1, beats,
                           bursts_.front().address),
               bursts_.front().address);
  if (pins.response == exokay)
    break_rule(BusRule::response_exokay, channel, cycle, information(channel, pins), bursts_.front().address);
}

void RegisterMonitor::reset(const BusPins& pins, int number) {
  write_address_.reset(pins.write_address, number);
  write_data_.reset(pins.write_data, number);
  write_response_.reset(pins.write_response, number);
  read_address_.reset(pins.read_address, number);
  read_data_.reset(pins.read_data, number);
  addresses_ = words_ = reads_ = 0;
}

void RegisterMonitor::edge(const BusPins& pins, std::int64_t cycle) {
  const auto check_response = [&](Channel channel, const auto& response, std::int64_t outstanding) {
    if (outstanding == 0)
      break_rule(BusRule::response_address, channel, cycle,
                 information(channel, response) + " and no access is outstanding");
    if (response.response == exokay) break_rule(BusRule::lite_exokay, channel, cycle, information(channel, response));
  };
  if (write_response_.check(pins.write_response, cycle)) {
    if (addresses_ > 0 && words_ == 0)
      break_rule(BusRule::response_data, Channel::register_write_response, cycle,
                 information(Channel::register_write_response, pins.write_response) + " before the word written");
    check_response(Channel::register_write_response, pins.write_response, addresses_);
  }
  if (read_data_.check(pins.read_data, cycle)) check_response(Channel::register_read_data, pins.read_data, reads_);
  write_address_.check(pins.write_address, cycle);
  write_data_.check(pins.write_data, cycle);
  read_address_.check(pins.read_address, cycle);
  const auto moved = [](const auto& channel) { return static_cast<std::int64_t>(channel.valid && channel.ready); };
  addresses_ += moved(pins.write_address) - moved(pins.write_response);
  words_ += moved(pins.write_data) - moved(pins.write_response);
  reads_ += moved(pins.read_address) - moved(pins.read_data);
}

void PortMonitor::reset_edge(const PortPins& pins, int number) {
  write_.reset(pins.data, number);
  read_.reset(pins.data, number);
  registers_.reset(pins.registers, number);
}

void PortMonitor::edge(const PortPins& pins, std::int64_t cycle) {
  write_.edge(pins.data, cycle);
  read_.edge(pins.data, cycle);
  registers_.edge(pins.registers, cycle);
}

}  // namespace stencil
