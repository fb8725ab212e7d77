// The stream of beats through elements and cascades, and the beat that each one pushes out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tests/rtl/engine/parts/frame_stream.hpp"

namespace stencil::test {

enum Mark : unsigned { mark_head = 4, mark_starts = 2, mark_ends = 1 };

// A beat at the input, with its value at the output. Without `in` the beat is absent.
struct Beat {
  std::size_t slot = 0;
  unsigned mark = 0;
  std::int64_t depth = 0;
  std::optional<FrameBeat> in, result;
  std::optional<FrameBeat> first;  // after one sweep
};

// The beats of a frame, in rows; result: the frame after this many sweeps. The caller sets slots and marks.
inline std::vector<std::vector<Beat>> rows_of(const Frame& frame, std::int64_t sweeps, const Weights& weights,
                                              std::size_t lanes) {
  const std::vector<FrameBeat> in = frame.beats(lanes), out = frame.after(sweeps, weights).beats(lanes);
  const std::vector<FrameBeat> first = frame.after(1, weights).beats(lanes);
  std::vector<std::vector<Beat>> rows(static_cast<std::size_t>(frame.rows));
  for (std::size_t beat = 0; beat < in.size(); ++beat)
    rows[beat * rows.size() / in.size()].push_back({0, 0, frame.depth, in[beat], out[beat], first[beat]});
  return rows;
}

// The beats held in the slots of one element.
class HeldBeats {
 public:
  explicit HeldBeats(std::size_t slots) : held_(slots) {}

  // The beat that goes on when `beat` arrives: data of the beat in its slot, slot and mark of its own.
  Beat push(const Beat& beat) {
    Beat out = held_[beat.slot];
    held_[beat.slot] = beat;
    out.slot = beat.slot;
    out.mark = beat.mark;
    if (beat.mark & mark_head) out.in = out.result = std::nullopt;
    return out;
  }
  // The beat is the first of its frame, or of a block that continues one.
  static bool first(const Beat& out) { return (out.in->edge & 0xa) == 0xa || (out.mark & mark_starts); }
  static bool last(const Beat& out) { return (out.in->edge & 0x5) == 0x5 || (out.mark & mark_ends); }

 private:
  std::vector<Beat> held_;
};

// A frame that comes in pieces of rows, first and last beat of each marked, in slots of its own.
class Context {
 public:
  Context(const Frame& frame, std::int64_t sweeps, const Weights& weights, std::size_t lanes, std::size_t base)
      : rows_(rows_of(frame, sweeps, weights, lanes)), depth_(frame.depth) {
    const std::vector<Beat> absent_row(rows_[0].size());
    rows_.insert(rows_.end(), static_cast<std::size_t>(sweeps), absent_row);
    for (std::vector<Beat>& row : rows_)
      for (std::size_t beat = 0; beat < row.size(); ++beat) row[beat].slot = base + beat;
    for (Beat& beat : rows_[0]) beat.mark |= mark_head;
  }

  bool empty() const { return next_ == rows_.size(); }
  std::int64_t depth() const { return depth_; }
  std::vector<Beat> piece(Random& random) {
    const auto left = static_cast<std::int64_t>(rows_.size() - next_);
    std::vector<Beat> beats;
    const bool begins = next_ > 0;
    for (std::int64_t count = random.in(1, left); count > 0; --count, ++next_)
      beats.insert(beats.end(), rows_[next_].begin(), rows_[next_].end());
    if (begins) beats.front().mark |= mark_starts;
    if (!empty()) beats.back().mark |= mark_ends;
    return beats;
  }

 private:
  std::vector<std::vector<Beat>> rows_;
  std::int64_t depth_;
  std::size_t next_ = 0;
};

}  // namespace stencil::test
