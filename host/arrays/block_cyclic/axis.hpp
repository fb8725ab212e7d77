// One dimension dealt to processes block by block, as cards are dealt to players (ScaLAPACK).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#pragma GCC visibility push(default)
namespace stencil {

// n elements in blocks of `block` elements, the last one shorter if need be; block k belongs to process
// (source + k) mod procs, which keeps its blocks side by side, in rising order. Indices are 0-based and have 64 bits.
// Pure arithmetic: no function below overflows for any axis that the constructors accept.
class CyclicAxis {
 public:
  // Names of the arguments in error texts, for interfaces that call them differently.
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
    if (!is_axis(n, block, source, procs)) refuse(names);
  }

  // True where the constructors accept these arguments.
  static bool is_axis(std::int64_t n, std::int64_t block, std::int64_t source, std::int64_t procs) {
    return n >= 0 && block >= 1 && source >= 0 && source < procs;  // procs >= 1 follows
  }

  std::int64_t n() const { return n_; }
  std::int64_t block() const { return block_; }
  std::int64_t source() const { return source_; }
  std::int64_t procs() const { return procs_; }

  std::int64_t blocks() const { return block_of(n_) + (in_block(n_) != 0 ? 1 : 0); }
  // Elements of global block k.  @pre 0 <= k < blocks()
  std::int64_t block_size(std::int64_t k) const { return k == block_of(n_) ? in_block(n_) : block_; }

  // Where a global element lies; two divisions find all four numbers.  @pre 0 <= element < n
  struct Place {
    std::int64_t process = 0;
    std::int64_t block = 0;   // number of the block among those of the process
    std::int64_t offset = 0;  // in the block
    std::int64_t local = 0;   // among the elements of the process
  };
  Place place(std::int64_t element) const {
    const Split at = split(element);
    return {process_after(at.turn), at.round, at.offset, at.round * block_ + at.offset};
  }

  // Single fields of Place, and the global block.  @pre as place()
  std::int64_t block_of(std::int64_t element) const { return element / block_; }
  std::int64_t in_block(std::int64_t element) const { return split(element).offset; }
  std::int64_t owner(std::int64_t element) const { return process_after(split(element).turn); }
  std::int64_t local_block(std::int64_t element) const { return split(element).round; }
  std::int64_t local(std::int64_t element) const {
    const Split at = split(element);
    return at.round * block_ + at.offset;
  }

  // @pre 0 <= k < blocks()
  std::int64_t owner_of_block(std::int64_t k) const { return process_after(k % procs_); }

  // Elements of a process: ScaLAPACK's NUMROC.  @pre 0 <= process < procs
  std::int64_t count(std::int64_t process) const {
    // Whole rounds give every process a block; the last round ends at `turn`, in the middle of a block or at its edge.
    const Split end = split(n_);
    const std::int64_t turn = distance(process);
    return end.round * block_ + (turn < end.turn ? block_ : turn == end.turn ? end.offset : 0);
  }
  // Blocks of a process, the short one included.
  std::int64_t blocks_of(std::int64_t process) const;

  // The global number of a local element.  @pre 0 <= process < procs, 0 <= local < count(process)
  std::int64_t global(std::int64_t local, std::int64_t process) const;
  // The global number of the b-th block of a process.  @pre 0 <= b < blocks_of(process)
  std::int64_t global_block(std::int64_t b, std::int64_t process) const { return b * procs_ + distance(process); }

 private:
  // An element is number `offset` of its block. Before that block come `round` whole rounds of procs blocks each, and
  // `turn` blocks of its own round.
  struct Split {
    std::int64_t offset;
    std::int64_t turn;
    std::int64_t round;
  };
  // Many processors divide 32-bit numbers several times faster than 64-bit ones; the branch costs little beside either.
  Split split(std::int64_t element) const {
    const bool small = static_cast<std::uint64_t>(element | block_ | procs_) >> 32 == 0;
    return small ? split_as<std::uint32_t>(element) : split_as<std::uint64_t>(element);
  }
  template <typename Word>
  Split split_as(std::int64_t element) const {
    const auto number = static_cast<Word>(element);
    const auto block = static_cast<Word>(block_);
    const auto procs = static_cast<Word>(procs_);
    const Word k = number / block;
    return {static_cast<std::int64_t>(number % block), static_cast<std::int64_t>(k % procs),
            static_cast<std::int64_t>(k / procs)};
  }

  // How many processes get a block before this one in each round, 0 .. procs - 1.
  std::int64_t distance(std::int64_t process) const {
    return process >= source_ ? process - source_ : process + (procs_ - source_);
  }
  // The process that gets block `turn` of a round; source + turn alone could exceed 64 bits.  @pre 0 <= turn < procs
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
#pragma GCC visibility pop
