// Writes tracks and their events as packets of a Perfetto trace, in constant memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "sim/app/timeline/proto_writer.hpp"

namespace stencil {

struct TraceTrack {
  std::uint64_t uuid = 0;    // of the whole trace, not 0
  std::uint64_t parent = 0;  // 0: this is a process
  std::string name{};
  std::string description{};
  int order = 0;  // among the tracks of its parent; of a process: its number, from 1
  bool counter = false;
};

// Shown beside an event. The name must stay where it is as long as the stream.
struct TraceArgument {
  const char* name;
  std::variant<std::int64_t, bool, const char*> value;
};
using TraceArguments = std::vector<TraceArgument>;

// Arrows between events: the same number begins at one and ends at another.
struct TraceFlow {
  std::uint64_t number = 0;  // 0: none
  bool ends = false;
};

// One sequence of packets, a track first. Events may be told in any order between tracks; on a track in the order of
// time, slices that nest. Times are ns, 0 or more.
class TraceStream {
 public:
  using Sink = std::function<void(const char* bytes, std::size_t length)>;

  // number: of the sequence, not 0. The sink gets whole packets, some 64 KiB at a time.
  TraceStream(std::uint32_t number, Sink sink);

  void track(const TraceTrack& track);
  void begin(std::uint64_t track, std::int64_t ns, std::string_view name, const TraceArguments& arguments = {},
             const TraceFlow& flow = {}) {
    event(trace_begin, track, ns, name, arguments, flow);
  }
  void end(std::uint64_t track, std::int64_t ns);
  void instant(std::uint64_t track, std::int64_t ns, std::string_view name, const TraceArguments& arguments = {},
               const TraceFlow& flow = {}) {
    event(trace_instant, track, ns, name, arguments, flow);
  }
  void count(std::uint64_t track, std::int64_t ns, std::int64_t value);
  void count(std::uint64_t track, std::int64_t ns, double value);
  // Gives the sink what is left.
  void flush();

 private:
  static constexpr unsigned trace_begin = 1;
  static constexpr unsigned trace_instant = 3;

  std::size_t begin_packet(std::int64_t ns);
  void end_packet(std::size_t packet);
  void flush_if_enough();
  template <class Fill>
  void short_event(unsigned type, std::uint64_t track, std::int64_t ns, Fill fill);
  std::size_t begin_event(unsigned type, std::uint64_t track);
  void event(unsigned type, std::uint64_t track, std::int64_t ns, std::string_view name,
             const TraceArguments& arguments, const TraceFlow& flow);
  void intern(const TraceArguments& arguments);
  // A name and its number, 0 for none; names that share a place take it from one another.
  using NamePlace = std::pair<const char*, std::uint64_t>;
  NamePlace& place_of(const char* name) {
    const auto bits = reinterpret_cast<std::uintptr_t>(name);
    return recent_[(bits ^ bits >> 8) % recent_.size()];
  }

  std::uint32_t number_;
  Sink sink_;
  ProtoWriter writer_;
  bool begun_ = false;
  std::unordered_map<const char*, std::uint64_t> names_;  // of arguments: written once, then by number
  std::array<NamePlace, 256> recent_{};                   // of names_, for most found without a search
  std::vector<std::uint64_t> numbers_;                    // of the arguments of the event that is written
};

}  // namespace stencil
