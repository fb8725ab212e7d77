// SPDX-License-Identifier: Apache-2.0
#include "sim/device/software/formula_sweeps.hpp"

#include "models/formula/exact_sweeps.hpp"

namespace stencil {
namespace {

using Array = LocalMemory::Array;

void append(std::vector<double>& rows, const LocalMemory& memory, Array array, int buffer, std::int64_t words) {
  rows.resize(rows.size() + static_cast<std::size_t>(words));
  memory.store(array, buffer, 0, rows.data() + rows.size() - words, words);
}

}  // namespace

void FormulaSweeps::run(LocalMemory& memory, const DeviceCommand& command) {
  const CommandBlock block = command_block(command);
  const std::int64_t words = block.rows * block.cols;
  const auto* sweep = std::get_if<SweepCommand>(&command);
  if (sweep == nullptr || !sweep->above) {
    f_.clear();
    r_.clear();
    finished_ = 0;
  }
  append(f_, memory, Array::f, block.f_buffer, words);
  if (sweep == nullptr) {
    exact_tile(std::get<TileCommand>(command), f_.data());
    return memory.load(Array::f, block.f_buffer, 0, f_.data(), words);
  }
  append(r_, memory, Array::r, sweep->r_buffer, words);
  const std::int64_t rows = static_cast<std::int64_t>(f_.size()) / block.cols;
  std::vector<double> swept = f_;
  exact_sweeps(rows, block.cols, swept.data(), r_.data(), sweep->weights, sweep->niter);
  // Rows that the next block of the chain reaches are not finished.
  const std::int64_t end = rows - (sweep->below ? sweep->niter : 0);
  memory.load(Array::f, block.f_buffer, 0, swept.data() + finished_ * block.cols, (end - finished_) * block.cols);
  finished_ = end;
  if (finished_ <= sweep->niter) return;
  const std::int64_t spare = (finished_ - sweep->niter) * block.cols;
  f_.erase(f_.begin(), f_.begin() + spare);
  r_.erase(r_.begin(), r_.begin() + spare);
  finished_ = sweep->niter;
}

}  // namespace stencil
