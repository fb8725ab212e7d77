// Regular runs of numbers: the compact form of block-cyclic patterns.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace stencil {

// The numbers first + k*stride + [0, length) for k in [0, repeat), in this order.
struct Comb {
  std::int64_t first = 0;
  std::int64_t length = 0;
  std::int64_t stride = 0;
  std::int64_t repeat = 1;

  std::int64_t count() const { return length * repeat; }
};

inline bool operator==(const Comb& a, const Comb& b) {
  return a.first == b.first && a.length == b.length && a.stride == b.stride && a.repeat == b.repeat;
}

// Combs [begin, end) of a list are walked `repeat` times, each time with all their numbers higher by `stride`.
struct CombLoop {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::int64_t stride = 0;
  std::int64_t repeat = 1;
  std::size_t inner = 0;  // loops within this one
};

inline bool operator==(const CombLoop& a, const CombLoop& b) {
  return a.begin == b.begin && a.end == b.end && a.stride == b.stride && a.repeat == b.repeat && a.inner == b.inner;
}

// Items [begin, end) of a list, with its loops from number `loop` on.
struct LoopSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t loop = 0;
};

// Items and the loops over them. Loops enclose one another or have no item in common; they are listed by rising
// `begin`, an outer loop before those within it. Item is Comb or CombStep, Loop is CombLoop or StepLoop.
template <typename Item, typename Loop>
class LoopedList {
 public:
  LoopedList() = default;
  LoopedList(std::initializer_list<Item> items) : items_(items) {}

  bool empty() const { return items_.empty(); }
  const std::vector<Item>& items() const { return items_; }
  const std::vector<Loop>& loops() const { return loops_; }
  LoopSpan all() const { return {0, items_.size(), 0}; }
  bool begins_loop(const LoopSpan& span) const {
    return span.loop < loops_.size() && loops_[span.loop].begin == span.begin;
  }
  std::int64_t memory_bytes() const {
    return static_cast<std::int64_t>(items_.capacity() * sizeof(Item) + loops_.capacity() * sizeof(Loop));
  }

  // Calls on_item(item) or on_loop(loop, span of its items) for each item and each outermost loop of the span.
  template <typename OnItem, typename OnLoop>
  void for_each(LoopSpan span, OnItem&& on_item, OnLoop&& on_loop) const {
    while (span.begin < span.end) {
      if (begins_loop(span)) {
        const Loop& loop = loops_[span.loop];
        on_loop(loop, LoopSpan{loop.begin, loop.end, span.loop + 1});
        span = {loop.end, span.end, span.loop + 1 + loop.inner};
      } else {
        on_item(items_[span.begin++]);
      }
    }
  }

  // Appends an item, to the last one where it continues that.
  void append(Item item) {
    if (item.count() <= 0) return;
    join_runs(item);
    if (is_open() && extend_run(items_.back(), item)) return;
    fold_last();
    if (is_open() && continue_with(items_.back(), item)) return;
    items_.push_back(item);
  }

  // What is appended after open_loop() is walked loop.repeat times, once close_loop() has been called with the mark and
  // with a loop whose strides and repeat are set.  @pre every inner loop is closed
  struct LoopMark {
    std::size_t begin = 0;
    std::size_t loop = 0;
    std::size_t closed = 0;
  };
  LoopMark open_loop() {
    fold_last();
    const LoopMark mark{items_.size(), loops_.size(), closed_};
    closed_ = items_.size();
    return mark;
  }
  void close_loop(const LoopMark& mark, Loop loop) {
    fold_last();
    const bool has_inner = loops_.size() > mark.loop;
    if (!has_inner && items_.size() == mark.begin + 1 && items_.back().repeat == 1) {
      // One run, again and again: a regular item.
      const Item item = repeated(items_.back(), loop);
      items_.pop_back();
      closed_ = mark.closed;
      append(item);
      return;
    }
    if (items_.size() == mark.begin) {
      closed_ = mark.closed;
      return;
    }
    loop.begin = mark.begin;
    loop.end = items_.size();
    loop.inner = loops_.size() - mark.loop;
    loops_.insert(loops_.begin() + static_cast<std::ptrdiff_t>(mark.loop), loop);
    closed_ = items_.size();
  }

  friend bool operator==(const LoopedList& a, const LoopedList& b) {
    return a.items_ == b.items_ && a.loops_ == b.loops_;
  }

 private:
  // Whether the last item is in no closed loop, and not before an open one.
  bool is_open() const { return items_.size() > closed_; }

  // Called when the last run is complete: having grown piece by piece, it may now continue the item before it.
  void fold_last() {
    if (items_.empty() || items_.size() < closed_ + 2 || items_.back().repeat != 1) return;
    if (continue_with(items_[items_.size() - 2], items_.back())) items_.pop_back();
  }

  std::vector<Item> items_;
  std::vector<Loop> loops_;
  std::size_t closed_ = 0;  // items that are not extended any more
};

// Turns runs that follow one another without a gap into one.
void join_runs(Comb& comb);
// Appends the next run, or the next comb, if it follows the run without a gap, or the comb at its stride.
bool extend_run(Comb& run, const Comb& next);
bool continue_with(Comb& comb, const Comb& next);
Comb repeated(const Comb& run, const CombLoop& loop);

using Combs = LoopedList<Comb, CombLoop>;

std::int64_t count(const Combs& combs);
std::int64_t count(const Combs& combs, const LoopSpan& span);

// Appends the numbers [first, first + length), to the last comb where they continue it.
inline void append_run(Combs& combs, std::int64_t first, std::int64_t length) {
  combs.append({first, length, 0, 1});
}

// Whether runs of one length continue runs that are `stride` apart, or a single one, at the same distance: the rule for
// each end of combs and of steps. Unsigned, since the run after the last one may lie above 2^63.
inline bool continues(std::int64_t first, std::int64_t stride, std::int64_t repeat, std::int64_t next_first,
                      std::int64_t next_stride, std::int64_t next_repeat) {
  const std::int64_t distance = repeat == 1 ? next_first - first : stride;
  const auto beyond = static_cast<std::uint64_t>(repeat) * static_cast<std::uint64_t>(distance);
  return static_cast<std::uint64_t>(next_first - first) == beyond && (next_repeat == 1 || next_stride == distance);
}

}  // namespace stencil
