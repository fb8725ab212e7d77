// SPDX-License-Identifier: Apache-2.0
#include "models/local_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <new>
#include <stdexcept>
#include <string>

#include "models/memory_loops/memory_tile.hpp"

namespace stencil {
namespace {

std::size_t at_least_one(const char* name, std::int64_t value) {
  if (value < 1) {
    throw std::invalid_argument(std::string("LocalMemory: ") + name + " is " + std::to_string(value) +
                                ", must be at least 1");
  }
  return static_cast<std::size_t>(value);
}

}  // namespace

LocalMemory::LocalMemory(std::int64_t words, std::int64_t f_buffers, std::int64_t r_buffers, Loops loops)
    : loops_(loops),
      words_(words),
      f_(make_buffers(at_least_one("f_buffers", f_buffers), at_least_one("words", words))),
      r_(make_buffers(at_least_one("r_buffers", r_buffers), at_least_one("words", words))),
      sweeps_(loops) {}

LocalMemory::Buffers LocalMemory::make_buffers(std::size_t count, std::size_t words) {
  Buffers buffers;
  for (std::size_t i = 0; i < count; ++i) {
    buffers.emplace_back(static_cast<double*>(std::calloc(words, sizeof(double))));
    if (buffers.back() == nullptr) throw std::bad_alloc();
  }
  return buffers;
}

void LocalMemory::require_buffer(const char* call, Array array, int buffer) const {
  const auto count = static_cast<std::int64_t>(buffers(array).size());
  if (buffer >= 0 && buffer < count) return;
  throw std::out_of_range(std::string("LocalMemory::") + call + ": buffer " + std::to_string(buffer) + " of " +
                          (array == Array::f ? "f" : "r") + ", there are " + std::to_string(count));
}

void LocalMemory::require_inside(const char* call, std::int64_t offset_words, std::int64_t length_words) const {
  // A difference, because a sum of two arguments could exceed 64 bits.
  if (offset_words < 0 || length_words < 0 || offset_words > words() || length_words > words() - offset_words) {
    throw std::out_of_range(std::string("LocalMemory::") + call + ": offset " + std::to_string(offset_words) +
                            ", length " + std::to_string(length_words) + " words, a buffer holds " +
                            std::to_string(words()));
  }
}

void LocalMemory::load(Array array, int buffer, std::int64_t offset_words, const double* source,
                       std::int64_t length_words) {
  require_buffer("load", array, buffer);
  require_inside("load", offset_words, length_words);
  std::copy_n(source, length_words, words_of(array, buffer) + offset_words);
}

void LocalMemory::store(Array array, int buffer, std::int64_t offset_words, double* target,
                        std::int64_t length_words) const {
  require_buffer("store", array, buffer);
  require_inside("store", offset_words, length_words);
  std::copy_n(words_of(array, buffer) + offset_words, length_words, target);
}

void LocalMemory::sweep(const SkewedBlock& block, int f_buffer, int r_buffer) {
  require_buffer("sweep", Array::f, f_buffer);
  require_buffer("sweep", Array::r, r_buffer);
  const auto fits = [&](std::int64_t rows) { return rows >= 0 && (block.cols == 0 || rows <= words() / block.cols); };
  if (block.cols < 0 || !fits(block.rows) || !fits(block.finished())) {
    throw std::out_of_range("LocalMemory::sweep: " + std::to_string(std::max(block.rows, block.finished())) + " x " +
                            std::to_string(block.cols) + " words, a buffer holds " + std::to_string(words()));
  }
  sweeps_.sweep(block, words_of(Array::f, f_buffer), words_of(Array::r, r_buffer), &change_);
}

void LocalMemory::tile(const Tile& tile, int f_buffer) {
  require_buffer("tile", Array::f, f_buffer);
  if (tile.cols > 0 && tile.rows > words() / tile.cols) {
    throw std::out_of_range("LocalMemory::tile: " + std::to_string(tile.rows) + " x " + std::to_string(tile.cols) +
                            " words, a buffer holds " + std::to_string(words()));
  }
  if (loops_ == Loops::own) {
    check_tile(tile);
    memory_tile(tile, words_of(Array::f, f_buffer));
  } else {
    golden_tile(tile, words_of(Array::f, f_buffer));
  }
  sweeps_.abandon();
}

}  // namespace stencil
