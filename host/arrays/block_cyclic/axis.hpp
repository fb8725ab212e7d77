// One dimension dealt to processes block by block, as cards are dealt to players (ScaLAPACK).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// n elements in blocks of `block`, the last one shorter if need be; block k belongs to process (source + k) mod procs,
// which keeps its blocks side by side, in rising order. Everything is 0-based and 64-bit; processes count from 0.
// Pure arithmetic: no function below overflows for any axis that can be made.
class CyclicAxis {
 public:
  // The words for what is wrong, when the axis is made for an interface that has names of its own.
  struct Names {
    const char* n = "n";
    const char* block = "block";
    const char* source = "source";
    const char* procs = "procs";
  };

  // Throws ArgumentError unless n >= 0, block >= 1, procs >= 1, 0 <= source < procs.
  CyclicAxis(std::int64_t n, std::int64_t block, std::int64_t source, std::int64_t procs);
  CyclicAxis(std::int64_t n, std::int64_t block, std::int64_t source, std::int64_t procs, const Names& names);

  std::int64_t n() const { return n_; }
  std::int64_t block() const { return block_; }
  std::int64_t source() const { return source_; }
  std::int64_t procs() const { return procs_; }

  std::int64_t blocks() const { return n_ / block_ + (n_ % block_ != 0 ? 1 : 0); }
  // Elements of global block k.  @pre 0 <= k < blocks()
  std::int64_t block_size(std::int64_t k) const { return k == n_ / block_ ? n_ % block_ : block_; }

  // Where a global element lies.  @pre 0 <= element < n
  std::int64_t block_of(std::int64_t element) const { return element / block_; }
  std::int64_t in_block(std::int64_t element) const { return element % block_; }
  std::int64_t owner(std::int64_t element) const { return owner_of_block(block_of(element)); }
  std::int64_t local_block(std::int64_t element) const { return block_of(element) / procs_; }
  std::int64_t local(std::int64_t element) const { return local_block(element) * block_ + in_block(element); }

  // @pre 0 <= k < blocks()
  std::int64_t owner_of_block(std::int64_t k) const;

  // Elements of a process: ScaLAPACK's NUMROC.  @pre 0 <= process < procs
  std::int64_t count(std::int64_t process) const;
  // Blocks of a process, the short one included.
  std::int64_t blocks_of(std::int64_t process) const;

  // The global number of a local element.  @pre 0 <= process < procs, 0 <= local < count(process)
  std::int64_t global(std::int64_t local, std::int64_t process) const;
  // The global number of the b-th block of a process.  @pre 0 <= b < blocks_of(process)
  std::int64_t global_block(std::int64_t b, std::int64_t process) const { return b * procs_ + distance(process); }

 private:
  // How many processes after the first one a process is dealt to.
  std::int64_t distance(std::int64_t process) const;

  std::int64_t n_;
  std::int64_t block_;
  std::int64_t source_;
  std::int64_t procs_;
};

}  // namespace stencil
