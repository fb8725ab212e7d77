// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "host/jacobi/schedule.hpp"

namespace stencil {
namespace {

using Part = Call::Part;

class Overlap {
 public:
  Overlap(std::int64_t cols, std::int64_t f_buffers, std::int64_t r_buffers, HaloRows halos)
      : cols_(cols), f_buffers_(f_buffers), r_buffers_(r_buffers), halos_(halos) {}

  void step(const std::vector<JoinedBlock>& blocks) {
    before_ = begin_;
    begin_ = count();
    blocks_.insert(blocks_.end(), blocks.begin(), blocks.end());
    const bool joins =
        begin_ > 0 && (halos_ == HaloRows::none || (halos_ == HaloRows::whole_field && can_take_halos()));
    if (joins) waits_before_.insert(begin_);
    takes_halos_until_ = joins && halos_ == HaloRows::whole_field ? begin_ + 2 : begin_;
    for (std::int64_t i = begin_; i < count(); ++i) {
      if (i == begin_ && i > 0 && !joins) {
        move_after_exchange(i);
      } else {
        move(i);
      }
    }
  }

  std::vector<Call> calls() && {
    out(count() - 1);
    calls_.emplace_back();  // wait
    return std::move(calls_);
  }

 private:
  std::int64_t count() const { return static_cast<std::int64_t>(blocks_.size()); }
  const JoinedBlock& whole(std::int64_t i) const { return blocks_[static_cast<std::size_t>(i)]; }
  const Block& block(std::int64_t i) const { return whole(i).block; }

  // Whether the first two blocks of the step can take their halo rows from other strips: no head needs any.
  bool can_take_halos() const {
    for (std::int64_t i = begin_; i < std::min(begin_ + 2, count()); ++i) {
      const RowHalo& halo = whole(i).halo;
      const std::int64_t head = block(i).head(), own = block(i).rows() - halo.before - halo.after;
      if (own < 0 || (head > 0 && (halo.before > 0 || head > own))) return false;
    }
    return true;
  }
  bool takes_halos(std::int64_t i) const { return i >= begin_ && i < takes_halos_until_; }

  void move(std::int64_t i) {
    // Where a step has few blocks, the next one may load what the last block stores.
    if (waits_before_.count(i) > 0 && last_stored(i) == i - 1) {
      const bool own_first = joined_to(i, own_end(i)) < i - 1;
      r(i);
      if (own_first) f(i);
      out(i - 1);
      if (!own_first) f(i);
      taken_halos(i);
    } else {
      in(i);
      if (i > 0) out(i - 1);
    }
    sweep(i);
  }

  // The first block of a step: its own rows are loaded before the exchange, whatever of these comes first.
  void move_after_exchange(std::int64_t i) {
    const std::int64_t stored = stored_before(whole(i).strip, own_end(i));
    out(i - 1);
    if (stored < i - 1 && f_buffers_ >= 3) own_rows(i, stored);
    r(i);
    if (stored < i - 1 && f_buffers_ < 3) own_rows(i, stored);
    if (i + 1 < count() && block(i + 1).rows() <= block(i - 1).rows()) r(i + 1);
    if (stored == i - 1) own_rows(i, stored);
    wait_for_out(i - 1);
    halo_rows(Part::above, i, 0, whole(i).halo.before);
    halo_rows(Part::below, i, block(i).rows() - whole(i).halo.after, whole(i).halo.after);
    sweep(i);
  }

  void in(std::int64_t i) {
    if (f_buffers_ < 3) r(i);
    f(i);
    taken_halos(i);
    if (f_buffers_ >= 3) r(i);
  }
  void f(std::int64_t i) {
    head(i);
    rest(i);
  }
  void taken_halos(std::int64_t i) {
    if (!takes_halos(i)) return;
    const RowHalo& halo = whole(i).halo;
    taken_rows(Part::above, i, -1, halo.before, whole(i).above_row, 0);
    taken_rows(Part::below, i, 1, halo.after, whole(i).below_row, block(i).rows() - halo.after);
  }

  std::int64_t end_of(std::int64_t i) const { return block(i).first_loaded() + block(i).rows(); }
  std::int64_t own_end(std::int64_t i) const { return end_of(i) - whole(i).halo.after; }

  // The block that stores the row before `end` of the strip in the step before; -1: there is none. All rows before that
  // row are stored before it.
  std::int64_t stored_before(std::int64_t strip, std::int64_t end) const {
    std::int64_t found = -1;
    for (std::int64_t i = begin_ == 0 ? begin_ : before_; i < begin_ && whole(i).strip <= strip; ++i) {
      if (whole(i).strip < strip) continue;
      if (block(i).first_row >= end) break;
      found = i;
    }
    return found;
  }
  // Of the block's own strip, where no exchange has waited for it.
  std::int64_t joined_to(std::int64_t i, std::int64_t end) const {
    return halos_ == HaloRows::none || takes_halos(i) ? stored_before(whole(i).strip, end) : -1;
  }
  // Of all rows that the block takes.
  std::int64_t last_stored(std::int64_t i) const {
    const JoinedBlock& one = whole(i);
    std::int64_t last = joined_to(i, own_end(i));
    if (one.halo.before > 0) last = std::max(last, stored_before(one.strip - 1, one.above_row + one.halo.before));
    if (one.halo.after > 0) last = std::max(last, stored_before(one.strip + 1, one.below_row + one.halo.after));
    return last;
  }

  void r(std::int64_t i) {
    if (position_.count({Part::r, i}) > 0) return;  // loaded before the exchange
    const Place place{Bank::r, static_cast<int>(i % r_buffers_), 0, block(i).rows() * cols_};
    add(Part::r, i, place, block(i).first_loaded(), {{Part::sweep, i - r_buffers_}});
  }
  void head(std::int64_t i) {
    if (block(i).head() == 0) return;
    add(Part::head, i, f_rows(i, 0, block(i).head()), block(i).first_loaded(),
        {{Part::out, i - f_buffers_}, {Part::out, joined_to(i, block(i).first_row)}});
  }
  void rest(std::int64_t i) {
    const RowHalo halo = takes_halos(i) ? whole(i).halo : RowHalo();
    const std::int64_t begin = std::max(block(i).head(), halo.before), end = block(i).rows() - halo.after;
    if (begin == end) return;
    add(Part::rest, i, f_rows(i, begin, end - begin), block(i).first_loaded() + begin,
        {{Part::out, i - f_buffers_}, {Part::out, joined_to(i, end_of(i) - halo.after)}});
  }
  // Halo rows, from row `from` on of the strip before or after that of the block.
  void taken_rows(Part part, std::int64_t i, std::int64_t side, std::int64_t rows, std::int64_t from, std::int64_t to) {
    if (rows == 0) return;
    add(part, i, f_rows(i, to, rows), from,
        {{Part::out, i - f_buffers_}, {Part::out, stored_before(whole(i).strip + side, from + rows)}});
    calls_.back().other_strip = side;
  }
  // Of the first block of a step, which has no head.
  void own_rows(std::int64_t i, std::int64_t stored) {
    const std::int64_t above = whole(i).halo.before, rows = block(i).rows() - above - whole(i).halo.after;
    if (rows == 0) return;
    add(Part::rest, i, f_rows(i, above, rows), block(i).first_loaded() + above,
        {{Part::out, i - f_buffers_}, {Part::out, stored}});
  }
  void halo_rows(Part part, std::int64_t i, std::int64_t first, std::int64_t rows) {
    if (rows > 0) add(part, i, f_rows(i, first, rows), block(i).first_loaded() + first, {});
  }
  void sweep(std::int64_t i) {
    add(Part::sweep, i, f_rows(i, 0, 0), 0,
        {{Part::r, i}, {Part::head, i}, {Part::rest, i}, {Part::above, i}, {Part::below, i}});
    calls_.back().r_buffer = static_cast<int>(i % r_buffers_);
  }
  // Results of a step replace those of the step before when the host has seen all of them.
  void out(std::int64_t i) {
    if (waits_before_.erase(i) > 0) wait_for_out(i - 1);
    add(Part::out, i, f_rows(i, block(i).kept_at(), block(i).keep), block(i).first_row,
        {{Part::sweep, i}, {Part::head, i + 1}, {Part::above, i + 1}});
  }

  void wait_for_out(std::int64_t i) {
    Call& wait = calls_.emplace_back();
    wait.after.push_back(position_.at({Part::out, i}));
  }

  Place f_rows(std::int64_t i, std::int64_t first, std::int64_t rows) const {
    return {Bank::f, static_cast<int>(i % f_buffers_), first * cols_, rows * cols_};
  }

  // Skips names in `after` of calls that do not exist (before the first block, after the last, no head).
  void add(Part part, std::int64_t i, const Place& place, std::int64_t host_row,
           const std::vector<std::pair<Part, std::int64_t>>& after) {
    Call call;
    call.part = part;
    call.block = i;
    call.place = place;
    call.host_word = host_row * cols_;
    for (const auto& name : after) {
      const auto found = position_.find(name);
      if (found == position_.end()) continue;
      if (call.after.empty() || call.after.back() != found->second) call.after.push_back(found->second);
    }
    position_[{part, i}] = calls_.size();
    calls_.push_back(std::move(call));
  }

  std::vector<JoinedBlock> blocks_;
  std::int64_t before_ = 0;  // the first block of the step before
  std::int64_t begin_ = 0;   // of this one
  std::int64_t cols_;
  std::int64_t f_buffers_;
  std::int64_t r_buffers_;
  HaloRows halos_;
  std::set<std::int64_t> waits_before_;  // first blocks of steps: the host waits before their results come
  std::int64_t takes_halos_until_ = 0;   // the block of this step until which halo rows come from other strips
  std::vector<Call> calls_;
  std::map<std::pair<Part, std::int64_t>, std::size_t> position_;
};

}  // namespace

std::vector<Call> overlapped_calls(const std::vector<Block>& blocks, std::int64_t cols, std::int64_t f_buffers,
                                   std::int64_t r_buffers) {
  return joined_calls({blocks}, cols, f_buffers, r_buffers);
}

std::vector<Call> joined_calls(const std::vector<std::vector<Block>>& steps, std::int64_t cols, std::int64_t f_buffers,
                               std::int64_t r_buffers) {
  std::vector<std::vector<JoinedBlock>> of_strip;
  for (const std::vector<Block>& blocks : steps) {
    of_strip.emplace_back();
    for (const Block& block : blocks) of_strip.back().push_back({block, 0, {}});
  }
  return joined_calls(of_strip, cols, f_buffers, r_buffers, HaloRows::none);
}

std::vector<Call> joined_calls(const std::vector<std::vector<JoinedBlock>>& steps, std::int64_t cols,
                               std::int64_t f_buffers, std::int64_t r_buffers, HaloRows halos) {
  Overlap overlap(cols, f_buffers, r_buffers, halos);
  for (const std::vector<JoinedBlock>& blocks : steps) overlap.step(blocks);
  return std::move(overlap).calls();
}

}  // namespace stencil
