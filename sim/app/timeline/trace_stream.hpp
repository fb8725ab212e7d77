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

// Arrows between events: the same number begins at one and ends at another.
struct TraceFlow {
  std::uint64_t number = 0;  // 0: none
  bool ends = false;
};

class TraceStream;

// An event that is being written; its packet ends with this object. One at a time.
class TraceEvent {
 public:
  TraceEvent(const TraceEvent&) = delete;
  TraceEvent& operator=(const TraceEvent&) = delete;
  ~TraceEvent();

  // Shown beside the event. The name must stay where it is as long as the stream.
  TraceEvent& argument(const char* name, std::int64_t value);
  TraceEvent& argument(const char* name, bool value);
  TraceEvent& argument(const char* name, const char* value);
  TraceEvent& flow(const TraceFlow& flow);

 private:
  friend class TraceStream;
  TraceEvent(TraceStream& stream, unsigned type, std::uint64_t track, std::int64_t ns, std::string_view name);

  TraceStream& stream_;
  std::size_t packet_;
  std::size_t event_;
  bool has_arguments_ = false;
};

// One sequence of packets, a track first. Events may be written in any order between tracks; on a track in the order of
// time, slices that nest. Times are ns, 0 or more.
class TraceStream {
 public:
  using Sink = std::function<void(const char* bytes, std::size_t length)>;

  // number: of the sequence, not 0. The sink gets whole packets, some 1 MiB at a time.
  TraceStream(std::uint32_t number, Sink sink);

  void track(const TraceTrack& track);
  TraceEvent begin(std::uint64_t track, std::int64_t ns, std::string_view name);
  void end(std::uint64_t track, std::int64_t ns);
  TraceEvent instant(std::uint64_t track, std::int64_t ns, std::string_view name);
  void count(std::uint64_t track, std::int64_t ns, std::int64_t value);
  void count(std::uint64_t track, std::int64_t ns, double value);
  // Gives the sink what is left.
  void flush();

 private:
  friend class TraceEvent;

  std::size_t begin_packet(std::int64_t ns);
  void end_packet(std::size_t packet);
  void flush_if_enough();
  template <class Fill>
  void short_event(unsigned type, std::uint64_t track, std::int64_t ns, Fill fill);
  // A name and its number, 0 for none; names that share a place take it from one another.
  using NamePlace = std::pair<const char*, std::uint64_t>;
  std::uint64_t number_of(const char* name);
  NamePlace find_number(const char* name);
  void write_new_names();
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
  std::vector<NamePlace> new_names_;                      // of the event that is written, for the end of its packet
};

}  // namespace stencil
