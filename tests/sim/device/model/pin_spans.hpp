// Spans of transfers and of held data, from the handshakes at a device's pins alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/device/contract/handshakes.hpp"
#include "tests/sim/device/model/activity_log.hpp"

namespace stencil::test {

using Spans = std::vector<std::pair<std::int64_t, std::int64_t>>;  // begin, end

class PinSpans final : public HandshakeObserver {
 public:
  void seen(const Handshake& handshake) override {
    switch (handshake.channel) {
      case Channel::write_address:
      case Channel::read_address:
        accepted_[handshake.channel == Channel::write_address].push_back(handshake.cycle);
        break;
      case Channel::write_data:
      case Channel::read_data:
        beat(bursts_[handshake.channel == Channel::write_data], handshake);
        break;
      default:
        break;
    }
  }

  // In cycles since the first data beat to the device. The host cut its transfers into as many bursts as `told` says.
  Spans transfers(bool to_device, const std::vector<ActivityLog::Transfer>& told) const {
    const Spans& bursts = bursts_[to_device];
    Spans spans;
    std::size_t next = 0;
    for (const ActivityLog::Transfer& transfer : told) {
      const std::size_t first = next;
      next += static_cast<std::size_t>(transfer.bursts);
      if (next > bursts.size()) return {};
      spans.emplace_back(bursts[first].first - zero(), bursts[next - 1].second - zero());
    }
    return next == bursts.size() ? spans : Spans();
  }

  // Bursts that begin more than `patience` cycles after they could have.
  Spans held(bool to_device, std::int64_t patience) const {
    Spans spans;
    std::int64_t end = 0;
    for (std::size_t i = 0; i < bursts_[to_device].size(); ++i) {
      const std::int64_t free = std::max(accepted_[to_device][i] + 1, end);
      const std::int64_t begin = bursts_[to_device][i].first;
      if (begin - free > patience) spans.emplace_back(free - zero(), begin - zero());
      end = bursts_[to_device][i].second;
    }
    return spans;
  }

 private:
  static void beat(Spans& bursts, const Handshake& handshake) {
    constexpr std::int64_t under_way = -1;
    if (bursts.empty() || bursts.back().second != under_way) bursts.emplace_back(handshake.cycle, under_way);
    if (handshake.last) bursts.back().second = handshake.cycle + 1;
  }
  std::int64_t zero() const { return bursts_[1].front().first; }

  std::vector<std::int64_t> accepted_[2];  // reads, writes
  Spans bursts_[2];
};

}  // namespace stencil::test
