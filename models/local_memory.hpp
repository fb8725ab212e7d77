// The accelerator's local memory as published (source: host/c/accel.h): arrays f and r, copies in and out, sweeps in
// place.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "models/gauss_seidel_tile.hpp"
#include "models/largest_change.hpp"
#include "models/skewed_sweeps.hpp"

namespace stencil {

// Knows no interface and no time. Each array has one or more buffers of equal size, numbered from 0, which start as
// zeros, like the static arrays of the published program. Words are doubles; a block lies packed from word 0 of a
// buffer, for any length of its rows.
class LocalMemory {
 public:
  enum class Array { f, r };

  // words: doubles in each buffer; loops: that sweep. Throws std::invalid_argument unless all numbers are at least 1;
  // std::bad_alloc.
  explicit LocalMemory(std::int64_t words, std::int64_t f_buffers = 1, std::int64_t r_buffers = 1,
                       Loops loops = Loops::golden);

  std::int64_t words() const { return words_; }

  // Copies into and out of [offset_words, offset_words + length_words) of a buffer.
  // Throws std::out_of_range, and copies nothing, if there is no such buffer or the range is not inside it.
  void load(Array array, int buffer, std::int64_t offset_words, const double* source, std::int64_t length_words);
  void store(Array array, int buffer, std::int64_t offset_words, double* target, std::int64_t length_words) const;

  // Sweeps a block whose new rows lie from word 0 of a buffer of f and one of r (models/skewed_sweeps.hpp; one chain at
  // a time). Throws std::out_of_range, and changes nothing, if there is no such buffer or the rows loaded or finished
  // do not fit; std::invalid_argument as SkewedSweeps.
  void sweep(const SkewedBlock& block, int f_buffer = 0, int r_buffer = 0);

  // golden_tile on the block from word 0 of a buffer of f; ends an open chain. Throws std::out_of_range, and
  // changes nothing, if there is no such buffer or the block does not fit; std::invalid_argument as golden_tile.
  void tile(const Tile& tile, int f_buffer = 0);

  // The largest |new - old| of the first sweeps of all blocks since the last reset (models/largest_change.hpp).
  double change() const { return change_.value(); }
  void reset_change() { change_.reset(); }

 private:
  struct Free {
    void operator()(double* words) const { std::free(words); }
  };
  // From calloc, so that untouched parts of a buffer take no memory.
  using Buffer = std::unique_ptr<double, Free>;
  using Buffers = std::vector<Buffer>;

  static Buffers make_buffers(std::size_t count, std::size_t words);
  const Buffers& buffers(Array array) const { return array == Array::f ? f_ : r_; }
  double* words_of(Array array, int buffer) const { return buffers(array)[static_cast<std::size_t>(buffer)].get(); }
  void require_buffer(const char* call, Array array, int buffer) const;
  void require_inside(const char* call, std::int64_t offset_words, std::int64_t length_words) const;

  Loops loops_;
  std::int64_t words_;
  Buffers f_;
  Buffers r_;
  SkewedSweeps sweeps_;
  LargestChange change_;
};

}  // namespace stencil
