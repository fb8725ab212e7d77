// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "host/jacobi/schedule.hpp"

namespace stencil {
namespace {

// Every call waits for calls of the other kinds posted before it, as load, store and start of an accelerator do.
class Sequence {
 public:
  explicit Sequence(std::int64_t cols) : cols_(cols) {}

  void load(Call::Part part, std::int64_t block, std::int64_t device_row, std::int64_t host_row, std::int64_t rows) {
    const Bank bank = part == Call::Part::r ? Bank::r : Bank::f;
    add(part, block, {bank, 0, device_row * cols_, rows * cols_}, host_row * cols_, {last_sweep_, last_store_});
    last_load_ = calls_.size() - 1;
  }
  void sweep(std::int64_t block) {
    add(Call::Part::sweep, block, {}, 0, {last_load_, last_store_});
    last_sweep_ = calls_.size() - 1;
  }
  void store(Call::Part part, std::int64_t block, std::int64_t device_row, std::int64_t host_row, std::int64_t rows) {
    add(part, block, {Bank::f, 0, device_row * cols_, rows * cols_}, host_row * cols_, {last_load_, last_sweep_});
    last_store_ = calls_.size() - 1;
  }
  void wait() {
    calls_.emplace_back();
    last_load_ = last_sweep_ = last_store_ = std::nullopt;  // all done
  }

  std::vector<Call> calls() && { return std::move(calls_); }

 private:
  using Last = std::optional<std::size_t>;

  void add(Call::Part part, std::int64_t block, const Place& place, std::int64_t host_word,
           const std::vector<Last>& after) {
    Call call;
    call.part = part;
    call.block = block;
    call.place = place;
    call.host_word = host_word;
    for (const Last& last : after) {
      if (last) call.after.push_back(*last);
    }
    calls_.push_back(std::move(call));
  }

  std::int64_t cols_;
  std::vector<Call> calls_;
  Last last_load_;
  Last last_sweep_;
  Last last_store_;
};

}  // namespace

std::vector<Call> sequential_calls(const std::vector<Block>& blocks, std::int64_t cols) {
  Sequence sequence(cols);
  const auto count = static_cast<std::int64_t>(blocks.size());
  for (std::int64_t i = 0; i < count; ++i) {
    const Block& block = blocks[static_cast<std::size_t>(i)];
    const std::int64_t next = block.first_row + block.keep;
    const std::int64_t next_head = i + 1 < count ? blocks[static_cast<std::size_t>(i + 1)].head() : 0;
    // The head was loaded, unswept, during the block before.
    sequence.load(Call::Part::r, i, 0, block.first_loaded(), block.rows());
    sequence.load(Call::Part::rest, i, block.head(), block.first_loaded() + block.head(), block.rows() - block.head());
    sequence.sweep(i);
    // Stores the kept rows; before that, loads the last of them, still unswept in the host array, as the next head.
    std::int64_t gone = 0;
    if (next_head > 0 && block.head() == 0) {
      // The top of the device holds results, which must leave first. They go to other rows of the host array than the
      // next head comes from, because keep >= 2*niter. In later blocks the top holds spoiled overlap and is free.
      gone = next_head;
      sequence.store(Call::Part::top, i, 0, block.first_row, gone);
    }
    if (next_head > 0) sequence.load(Call::Part::head, i + 1, 0, next - next_head, next_head);
    sequence.store(Call::Part::out, i, block.kept_at() + gone, block.first_row + gone, block.keep - gone);
    sequence.wait();
  }
  return std::move(sequence).calls();
}

}  // namespace stencil
