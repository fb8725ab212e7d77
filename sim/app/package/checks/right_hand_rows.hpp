// Which rows of its memory a C program has loaded as the rows of r, and beside which rows of f: finds rows of r that
// are left from another block.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "host/device/accelerator.hpp"

namespace stencil {

// Follows whole rows, as long as those of the last sweep. A program may keep r on the device and load f alone, or
// change some rows of r beside an f that stays. Rows of r are left from another block where
// - they were loaded before the last sweep, beside other rows of f,
// - since then f was loaded there, in one piece of the program's memory with rows further up or down, and r was loaded
//   there, from rows that do not continue those left,
// - and the program's row that would continue them is another, as far as it was loaded before; else, where no other row
//   of r is the same.
// So they are where one r_to_accel has brought rows for several blocks, and a row of f is swept beside another of them,
// with other words, than in a block before. Where another r_to_accel brought that row, and it lies less than the rows
// of a block further up or down in the program's memory, r is shifted against f, provided that f has the words that it
// had then, and no other row of the block has them: a program may pack rows of any blocks in one place.
// A row of f that was swept beside a row of r of its own is now beside one that was loaded for other rows of f, never
// swept beside that one: two fields take turns, and r was loaded for one of them alone.
class RightHandRows {
 public:
  struct Found {
    std::int64_t words = 0;  // 0: nothing
    std::string text;
  };

  struct Rows {
    Found left;
    Found shifted;
    Found twice;  // f
  };

  // call: the number of the program's call.
  void loaded(Bank bank, std::int64_t first, std::int64_t words, const double* values, std::int64_t call);
  // f, r: their words when the sweep begins.
  Rows swept(const SweepCommand& command, const double* f, const double* r);
  // No row is known any more.
  void forget();

  // Where a row was loaded from, as an address; 0: not known.
  using Address = std::uintptr_t;
  // visit(row of f in the program's memory, digest of the row of r beside it), of the rows that the last sweep set.
  template <class Visit>
  void visit_swept(const Visit& visit) const {
    for (std::size_t index = 1; index + 1 < swept_; ++index) {
      const Row& row = rows_[index];
      if (row.f.from != 0 && row.r.from != 0) visit(row.f.from, row.digest);
    }
  }

 private:
  // Loaded since the last sweep, which shows how long its rows are.
  struct Load {
    Bank bank;
    std::int64_t first, words;
    Address from;
    std::int64_t call;
  };
  struct Source {
    Address from = 0;
    std::int64_t call = -1;
    bool is_new = false;  // since the last sweep
  };
  struct Row {
    Source f, r;
    Address f_of_r = 0;  // the row of f beside which r was swept first
    std::size_t digest = 0, f_digest = 0;
    std::int64_t repeated = -1;
  };

  // Beside which row of r a row of the program's f was swept last.
  struct Beside {
    std::int64_t call = -1;  // of r_to_accel
    Address r = 0;
    std::size_t digest = 0, f_digest = 0;
    std::int64_t index = 0;  // in the block
    Address other_r = 0;     // that it was swept beside before
  };

  // Rows of a block beside which there are other rows of r than before; first .. last: the first run of them.
  struct OtherRows {
    std::int64_t rows = 0, first = 0, last = 0, down = 0;
    Beside before;

    void add(std::int64_t index, const Beside& known, std::int64_t rows_down) {
      if (rows++ == 0) first = index, before = known, down = rows_down;
      if (rows == 1 || index == last + 1) last = index;
    }
  };

  void take(const Load& load);
  Rows other_rows(std::int64_t rows);
  void find_repeated_rows(std::int64_t rows);
  Found rows_loaded_twice(std::int64_t rows) const;
  std::int64_t rows_alike(std::int64_t index, std::int64_t rows) const;
  std::int64_t rows_between(Address from, Address to) const;
  std::size_t digest(const double* row) const;
  Address moved(Address row, std::int64_t rows) const;
  const Row* newer_beside(std::int64_t index, std::int64_t rows) const;
  bool is_left(std::int64_t index, std::int64_t rows) const;
  std::string text_of(std::int64_t first, std::int64_t last, std::int64_t rows) const;

  std::int64_t cols_ = 0;
  std::vector<Load> loads_;
  std::vector<Row> rows_;
  std::size_t swept_ = 0;                           // rows of the last sweep
  std::unordered_map<Address, std::size_t> known_;  // digests of rows of r in the program's memory, when loaded
  std::unordered_map<Address, Beside> beside_;      // by the row of f
};

}  // namespace stencil
