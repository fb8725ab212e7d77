// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/call_check.hpp"

#include <mpi.h>

#include <algorithm>

#include "host/mpi/fatal.hpp"
#include "models/jacobi.hpp"
#include "sim/app/package/checks/stages/stage_changes.hpp"

namespace stencil {

CallCheck::CallCheck(const Capabilities& device)
    : f_(device.memory_words), r_(device.memory_words), watch_(device.memory_words) {
  verdict_.compared = 0;
}

void CallCheck::loaded(Accelerator& /*device*/, Bank bank, std::int64_t offset, const double* values,
                       std::int64_t length) {
  copied(bank, offset, values, length);
  watch_.loaded(bank, offset, length, values);
  if (bank == Bank::f) shadow_values().loaded(values, length);
}

void CallCheck::copied(Bank bank, std::int64_t offset, const double* values, std::int64_t length) {
  Memory& memory = bank == Bank::f ? f_ : r_;
  std::copy_n(values, length, memory.values.begin() + offset);
  std::fill_n(memory.known.begin() + offset, length, true);
}

void CallCheck::stored(Accelerator& /*device*/, std::int64_t offset, const double* values, std::int64_t length) {
  const std::int64_t cols = std::max<std::int64_t>(last_.cols, 1);
  // Compares the runs of words whose expected values are known and skips all others.
  for (std::int64_t first = offset; first < offset + length; ++first) {
    const auto known = f_.known.begin() + first;
    if (!*known) continue;
    const std::int64_t run = std::find(known, f_.known.begin() + offset + length, false) - known;
    Comparison found = compare_rows(f_.values.data() + first, values + (first - offset), 0, 1, run);
    if (found.first) {
      const std::int64_t word = first + found.first->col;
      found.first->row = word / cols;
      found.first->col = word % cols;
    }
    add(found);
    first += run;
  }
  watch_.stored(offset, length, values);
  shadow_values().stored(values, length);
}

void CallCheck::before_sweep(Accelerator& device, const SweepCommand& command, std::int64_t block) {
  block_ = block;
  last_ = command;
  if (!call_weights_) call_weights_ = command.weights;
  weights_change_ = weights_change_ || !same_bits(*call_weights_, command.weights);
  const std::int64_t words = command.rows * command.cols;
  learn(device, Bank::f, f_, words);
  learn(device, Bank::r, r_, words);
  stage_changes().swept(command, f_.values.data(), r_.values.data());
  watch_.swept(command, block, f_.values.data(), r_.values.data());
  wrong_.begins(command, block, f_.values.data());
  shared_right_hand_.swept(command, watch_.right_hand());
  shadow_values().swept(command);
  expected_.assign(f_.values.begin(), f_.values.begin() + words);
  golden_sweeps(command.rows, command.cols, expected_.data(), r_.values.data(), command.weights, command.niter);
}

void CallCheck::after_sweep(Accelerator& device, const SweepCommand& command) {
  const std::int64_t words = command.rows * command.cols;
  read(device, Bank::f, words, f_.values.data());
  add(compare_rows(expected_.data(), f_.values.data(), 0, command.rows, command.cols));
  wrong_.ended(r_.values.data(), f_.values, expected_);
  watch_.sweep_ended(f_.values.data());
}

void CallCheck::step_ended(const StepInfo& step, const std::vector<BlockRun>& runs) {
  steps_.ended(step, runs);
  forget();
}

BlockObserver* CallCheck::joined_steps_begin(const StepInfo& first) {
  steps_.joined_begin(first);
  joined_.begins(first);
  return &joined_;
}

void CallCheck::joined_steps_ended(const StepInfo& first) {
  steps_.joined_ended(first);
  forget();
}

TileObserver* CallCheck::tiled_step_begins(const TiledStepInfo& step) {
  steps_.check_receives(step.number, step.part.f, step.part.held.rows.count(), step.part.held.cols.count(),
                        step.part.stride);
  steps_.check_halo(step.number, step.stale);
  tiles_.begins(step);
  return &tiles_;
}

void CallCheck::tiled_step_ended(const TiledStepInfo& /*step*/) {
  tiles_.ended();
  forget();
}

void CallCheck::forget() {
  for (Memory* const memory : {&f_, &r_}) std::fill(memory->known.begin(), memory->known.end(), false);
  watch_.forget();
}

Verdict CallCheck::verdict() const {
  Verdict all = verdict_;
  for (const Verdict* const more : {&steps_.verdict(), &joined_.verdict(), &tiles_.verdict()}) {
    all.compared = *all.compared + more->compared.value_or(0);
    all.mismatches += more->mismatches;
    all.add_steps(more->steps);
    // Calls outside of steps have the step 0.
    const auto& first = more->first_mismatch;
    const bool is_earlier = first && all.first_mismatch && first->step < all.first_mismatch->step;
    if (!all.first_mismatch || is_earlier) all.first_mismatch = first;
  }
  return all;
}

Coverage CallCheck::coverage() const {
  Coverage all = watch_.coverage();
  add_fields(all, steps_.coverage(), coverage_fields);
  all.steps += joined_.steps();
  all.rounds = tiles_.rounds();
  return all;
}

void CallCheck::read(Accelerator& device, Bank bank, std::int64_t words, double* target) {
  const DmaCycles before = device.dma_busy();
  device.allow_unknown_reads(true);
  device.store(bank, 0, target, words);
  device.allow_unknown_reads(false);
  device.wait();
  add_fields(dma_, device.dma_busy(), dma_fields);
  subtract_fields(dma_, before, dma_fields);
}

void CallCheck::learn(Accelerator& device, Bank bank, Memory& memory, std::int64_t words) {
  const auto end = memory.known.begin() + words;
  if (std::find(memory.known.begin(), end, false) == end) return;
  device_values_.resize(static_cast<std::size_t>(words));
  read(device, bank, words, device_values_.data());
  for (std::size_t word = 0; word < device_values_.size(); ++word) {
    if (!memory.known[word]) memory.values[word] = device_values_[word];
  }
  std::fill(memory.known.begin(), end, true);
}

void CallCheck::add(const Comparison& found) {
  verdict_.compared = *verdict_.compared + found.compared;
  verdict_.mismatches += found.mismatches;
  if (!found.first || verdict_.first_mismatch) return;
  LocatedMismatch located;
  located.block = block_;
  located.sweep = std::max<std::int64_t>(last_.niter - 1, 0);
  located.at = *found.first;
  verdict_.first_mismatch = located;
}

}  // namespace stencil
