// One dimension dealt to processes block by block, as cards are dealt to players (ScaLAPACK).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/block_cyclic/divide.hpp"

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
  CyclicAxis(std::int64_t n, std::int64_t block, std::int64_t source, std::int64_t procs, const Names& names)
      : n_(n), block_(block), source_(source), procs_(procs) {
    if (n < 0 || block < 1 || source < 0 || source >= procs) refuse(names);
  }

  std::int64_t n() const { return n_; }
  std::int64_t block() const { return block_; }
  std::int64_t source() const { return source_; }
  std::int64_t procs() const { return procs_; }

  std::int64_t blocks() const { return block_of(n_) + (in_block(n_) != 0 ? 1 : 0); }
  // Elements of global block k.  @pre 0 <= k < blocks()
  std::int64_t block_size(std::int64_t k) const { return k == block_of(n_) ? in_block(n_) : block_; }

  // Where a global element lies, in all terms at the cost of two divisions.  @pre 0 <= element < n
  struct Place {
    std::int64_t process = 0;
    std::int64_t block = 0;   // number of the block among those of the process
    std::int64_t offset = 0;  // in the block
    std::int64_t local = 0;   // among the elements of the process
  };
  Place place(std::int64_t element) const {
    const std::int64_t k = block_of(element);
    const std::int64_t offset = element - k * block_;
    const std::int64_t block = divide(k, procs_);
    return {process_after(k - block * procs_), block, offset, block * block_ + offset};
  }

  // One of those terms.  @pre as place
  std::int64_t block_of(std::int64_t element) const { return divide(element, block_); }
  std::int64_t in_block(std::int64_t element) const { return element - block_of(element) * block_; }
  std::int64_t owner(std::int64_t element) const { return owner_of_block(block_of(element)); }
  std::int64_t local_block(std::int64_t element) const { return divide(block_of(element), procs_); }
  std::int64_t local(std::int64_t element) const {
    const std::int64_t k = block_of(element);
    return divide(k, procs_) * block_ + (element - k * block_);
  }

  // @pre 0 <= k < blocks()
  std::int64_t owner_of_block(std::int64_t k) const { return process_after(k - divide(k, procs_) * procs_); }

  // Elements of a process: ScaLAPACK's NUMROC.  @pre 0 <= process < procs
  std::int64_t count(std::int64_t process) const {
    const std::int64_t whole_blocks = block_of(n_);
    const std::int64_t everybody = divide(whole_blocks, procs_);
    const std::int64_t left = whole_blocks - everybody * procs_;
    const std::int64_t turn = distance(process);
    // What comes behind the whole blocks goes to the process whose turn it is then.
    const std::int64_t more = turn < left ? block_ : turn == left ? n_ - whole_blocks * block_ : 0;
    return everybody * block_ + more;
  }
  // Blocks of a process, the short one included.
  std::int64_t blocks_of(std::int64_t process) const;

  // The global number of a local element.  @pre 0 <= process < procs, 0 <= local < count(process)
  std::int64_t global(std::int64_t local, std::int64_t process) const;
  // The global number of the b-th block of a process.  @pre 0 <= b < blocks_of(process)
  std::int64_t global_block(std::int64_t b, std::int64_t process) const { return b * procs_ + distance(process); }

 private:
  // How many processes after the first one a process is dealt to.
  std::int64_t distance(std::int64_t process) const {
    return process >= source_ ? process - source_ : process + (procs_ - source_);
  }
  // The one that comes so many after it; the sum alone could be too large to be a number.  @pre 0 <= turn < procs
  std::int64_t process_after(std::int64_t turn) const {
    return turn < procs_ - source_ ? source_ + turn : turn - (procs_ - source_);
  }
  [[noreturn]] void refuse(const Names& names) const;

  std::int64_t n_;
  std::int64_t block_;
  std::int64_t source_;
  std::int64_t procs_;
};

}  // namespace stencil
