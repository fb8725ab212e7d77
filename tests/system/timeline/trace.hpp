// A trace of `run --timeline` as protoc reads it: tracks with their slices, instants and counts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace stencil::test {

struct TraceEvent {
  std::string type;  // SLICE_BEGIN, SLICE_END, INSTANT, COUNTER
  std::int64_t ns = 0;
  std::string name;
  std::string count;                             // of a counter, as text
  std::map<std::string, std::string> arguments;  // numbers, true, false and texts without quotes
  std::vector<std::string> flows;                // that begin here
  std::vector<std::string> flow_ends;
};

struct TraceSlice {
  TraceEvent event;
  std::int64_t end = 0;
  int depth = 0;  // slices around it

  std::int64_t ns() const { return end - event.ns; }
};

struct Trace {
  // By names, "rank 0: host, wall time/phases": in the order of the file.
  std::map<std::string, std::vector<TraceEvent>> tracks;
  // Ends that belong to no slice, slices without an end, times that go back, names used twice, parents that are not
  // there, events of no track.
  std::vector<std::string> faults;

  // In the order in which they begin. Empty where there is no such track.
  std::vector<TraceSlice> slices(const std::string& track) const;
  std::vector<TraceEvent> events(const std::string& track) const;
};

// Runs protoc, which must not find a field that the schema does not have.
Trace read_trace(const std::string& path);

}  // namespace stencil::test
