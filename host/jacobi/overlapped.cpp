// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <utility>

#include "host/jacobi/schedule.hpp"

namespace stencil {
namespace {

using Part = Call::Part;

class Overlap {
 public:
  Overlap(std::int64_t cols, std::int64_t f_buffers, std::int64_t r_buffers)
      : cols_(cols), f_buffers_(f_buffers), r_buffers_(r_buffers) {}

  void step(const std::vector<Block>& blocks) {
    before_ = begin_;
    begin_ = count();
    blocks_.insert(blocks_.end(), blocks.begin(), blocks.end());
    for (std::int64_t i = begin_; i < count(); ++i) move(i);
  }

  std::vector<Call> calls() && {
    out(count() - 1);
    calls_.emplace_back();  // wait
    return std::move(calls_);
  }

 private:
  std::int64_t count() const { return static_cast<std::int64_t>(blocks_.size()); }
  const Block& block(std::int64_t i) const { return blocks_[static_cast<std::size_t>(i)]; }

  void move(std::int64_t i) {
    // Where a step has one block or two, the next one may load what the last block stores.
    const bool reads_last_out =
        i == begin_ && i > 0 && stored_before(block(i).first_loaded() + block(i).rows()) == i - 1;
    if (reads_last_out) {
      r(i);
      out(i - 1);
      f(i);
    } else {
      in(i);
      if (i > 0) out(i - 1);
    }
    sweep(i);
  }

  void in(std::int64_t i) {
    if (f_buffers_ < 3) r(i);
    f(i);
    if (f_buffers_ >= 3) r(i);
  }
  void f(std::int64_t i) {
    head(i);
    rest(i);
  }

  // The block that stores the row before `end` in the step before; -1: there is none. All rows before that row are
  // stored before it.
  std::int64_t stored_before(std::int64_t end) const {
    if (begin_ == 0) return -1;
    std::int64_t i = before_;
    while (i + 1 < begin_ && block(i + 1).first_row < end) ++i;
    return i;
  }

  void r(std::int64_t i) {
    const Place place{Bank::r, static_cast<int>(i % r_buffers_), 0, block(i).rows() * cols_};
    add(Part::r, i, place, block(i).first_loaded(), {{Part::sweep, i - r_buffers_}});
  }
  void head(std::int64_t i) {
    if (block(i).head() == 0) return;
    add(Part::head, i, f_rows(i, 0, block(i).head()), block(i).first_loaded(),
        {{Part::out, i - f_buffers_}, {Part::out, stored_before(block(i).first_row)}});
  }
  void rest(std::int64_t i) {
    const std::int64_t head = block(i).head();
    add(Part::rest, i, f_rows(i, head, block(i).rows() - head), block(i).first_loaded() + head,
        {{Part::out, i - f_buffers_}, {Part::out, stored_before(block(i).first_loaded() + block(i).rows())}});
  }
  void sweep(std::int64_t i) {
    add(Part::sweep, i, f_rows(i, 0, 0), 0, {{Part::r, i}, {Part::head, i}, {Part::rest, i}});
    calls_.back().r_buffer = static_cast<int>(i % r_buffers_);
  }
  // Results of a step replace those of the step before when the host has seen all of them.
  void out(std::int64_t i) {
    if (i > 0 && (i == begin_ || i == before_)) {
      Call& wait = calls_.emplace_back();
      wait.after.push_back(position_.at({Part::out, i - 1}));
    }
    add(Part::out, i, f_rows(i, block(i).kept_at(), block(i).keep), block(i).first_row,
        {{Part::sweep, i}, {Part::head, i + 1}});
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

  std::vector<Block> blocks_;
  std::int64_t before_ = 0;  // the first block of the step before
  std::int64_t begin_ = 0;   // of this one
  std::int64_t cols_;
  std::int64_t f_buffers_;
  std::int64_t r_buffers_;
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
  Overlap overlap(cols, f_buffers, r_buffers);
  for (const std::vector<Block>& blocks : steps) overlap.step(blocks);
  return std::move(overlap).calls();
}

}  // namespace stencil
