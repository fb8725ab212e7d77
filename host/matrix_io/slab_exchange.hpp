// Moves the elements of one slab between a block-cyclic matrix and the runs of the file order that the ranks hold.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/matrix_io/file_runs.hpp"
#include "host/matrix_io/matrix.hpp"

namespace stencil {

// Collective over matrix.comm, one message at most for each ordered pair of ranks, each of all that the pair shares in
// the slab: what a rank owns of a rectangle is a dense part of its local matrix. Tag 22086.
// Memory: a rank holds messages of its own run, and two more at most, whatever the number of ranks; a message is never
// longer than the longest run. Planning costs O(blocks in the slab), not O(elements).
class SlabExchange {
 public:
  static constexpr int tag = 22086;

  // runs[r] is the run of rank r, the same on every rank, at most 2^27 elements long; numbers are those of `part`.
  SlabExchange(const DistributedMatrix& matrix, const Submatrix& part, FileOrder order, std::vector<FileRun> runs);

  // From the matrix into this rank's run: all its elements, in file order.
  void gather(double* run) const;
  // From this rank's run into the matrix; nothing else of the matrix is touched.
  void scatter(const double* run) const;

 private:
  // What a rank of the grid owns of a rectangle: local rows [row, row + rows) and columns likewise.
  struct LocalPart {
    std::int64_t row = 0;
    std::int64_t rows = 0;
    std::int64_t col = 0;
    std::int64_t cols = 0;
  };
  LocalPart local_part(const FileRectangle& rectangle, int owner) const;
  std::int64_t shared_values(int owner, int holder) const;

  // Messages list rectangle after rectangle, each column by column. All return how many values they moved.
  std::int64_t pack_matrix(int holder, double* message) const;
  std::int64_t unpack_matrix(int holder, const double* message) const;
  std::int64_t pack_run(int owner, const double* run, double* message) const;
  std::int64_t unpack_run(int owner, const double* message, double* run) const;
  template <typename Visit>
  std::int64_t visit_run(int owner, Visit&& visit) const;

  DistributedMatrix matrix_;
  Submatrix part_;
  FileOrder order_;
  int rank_ = 0;
  int ranks_ = 0;
  int grid_size_ = 0;
  std::vector<std::vector<FileRectangle>> rectangles_;  // of every rank's run
};

}  // namespace stencil
