// What an accelerator told of itself, a line per span or change, by kind.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"

namespace stencil::test {

// Kinds are apart: within one cycle their order says nothing.
class ActivityLog final : public DeviceObserver {
 public:
  struct Transfer {
    std::int64_t bursts;
    CycleSpan span;
  };

  void transfer(bool to_device, const Place& place, std::int64_t bursts, const CycleSpan& span) override {
    add(to_device ? "load" : "store", span, fmt::format("{} in {} bursts", text(place), bursts));
    transfers_[to_device].push_back({bursts, span});
  }
  void held(bool to_device, const Place& place, const CycleSpan& span) override {
    add(to_device ? "load held" : "store held", span, text(place));
    held_[to_device].push_back(span);
  }
  void command(const DeviceCommand& command, const CycleSpan& span) override {
    const CommandBlock block = command_block(command);
    add("engine", span, fmt::format("{} x {}, {} sweeps on f{}", block.rows, block.cols, block.sweeps, block.f_buffer));
  }
  void cause(const CauseField& cause, const CycleSpan& span) override {
    add("cause", span, cause.name);
    causes_.*cause.member += span.end - span.begin;
  }
  void buffers_in_use(Bank bank, int buffers, std::int64_t cycle) override {
    // Of those that begin and end in one cycle the number at its end counts.
    auto& counts = buffers_[bank == Bank::f ? 0 : 1];
    counts[cycle] = buffers;
    most_buffers_ = std::max(most_buffers_, buffers);
    least_buffers_ = std::min(least_buffers_, buffers);
  }

  const std::map<std::string, std::vector<std::string>>& spans() const { return spans_; }
  std::size_t count(const std::string& kind) const {
    const auto found = spans_.find(kind);
    return found == spans_.end() ? 0 : found->second.size();
  }
  const std::vector<Transfer>& transfers(bool to_device) const { return transfers_[to_device]; }
  const std::vector<CycleSpan>& held(bool to_device) const { return held_[to_device]; }
  const CauseCycles& causes() const { return causes_; }
  const std::map<std::int64_t, int>& buffers(int bank) const { return buffers_[bank]; }
  int most_buffers() const { return most_buffers_; }
  int least_buffers() const { return least_buffers_; }
  // The first span that begins before its predecessor of the same kind ends, or takes no cycle; empty if there is none.
  const std::string& disorder() const { return disorder_; }

 private:
  static std::string text(const Place& place) {
    return fmt::format("{}{} [{}, {})", place.bank == Bank::f ? "f" : "r", place.buffer, place.offset_words,
                       place.offset_words + place.length_words);
  }
  void add(const std::string& kind, const CycleSpan& span, const std::string& what) {
    spans_[kind].push_back(fmt::format("{} .. {}: {}", span.begin, span.end, what));
    std::int64_t& end = ends_[kind];
    if ((span.begin < end || span.end <= span.begin) && disorder_.empty())
      disorder_ = fmt::format("{} {}, the one before ends at {}", kind, spans_[kind].back(), end);
    end = span.end;
  }

  std::map<std::string, std::vector<std::string>> spans_;
  std::map<std::string, std::int64_t> ends_;
  std::map<std::int64_t, int> buffers_[2];
  std::vector<Transfer> transfers_[2];  // stores, loads
  std::vector<CycleSpan> held_[2];
  CauseCycles causes_;
  int most_buffers_ = 0;
  int least_buffers_ = 0;
  std::string disorder_;
};

}  // namespace stencil::test
