// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <vector>

#include "host/io/npy.hpp"
#include "host/io/npy_header.hpp"
#include "host/io/ranks/one_file.hpp"
#include "host/matrix_io/file_ranks.hpp"
#include "host/matrix_io/matrix_file.hpp"
#include "host/matrix_io/run_exchange.hpp"
#include "host/matrix_io/same_call.hpp"
#include "host/matrix_io/slab_plan.hpp"
#include "host/matrix_io/write_slabs.hpp"
#include "host/mpi/agreement.hpp"
#include "host/mpi/check.hpp"

namespace stencil {
namespace {

constexpr std::int64_t word_bytes = sizeof(double);

}  // namespace

void write_npy_matrix(const std::string& path, const DistributedMatrix& matrix, const Submatrix& part,
                      const FileOptions& options) {
  write_slabs(path, matrix, part, options,
              {".npy", npy_file_head(part.rows, part.cols, true), word_bytes,
               [](const SharedOutput& output, std::int64_t offset_bytes, const double* values, std::int64_t count) {
                 output.write_at(offset_bytes, values, count * word_bytes);
               }});
}

void read_npy_matrix(const std::string& path, const DistributedMatrix& matrix, const FileOptions& options) {
  const Submatrix part = whole(matrix);
  check_same_call(".npy read", path, matrix, part, options);
  int rank = 0;
  check_mpi(MPI_Comm_rank(matrix.comm, &rank), "MPI_Comm_rank");
  const OneFile one = open_one_file(matrix.comm, path, options.rank, Unseen::allowed);
  NpyInfo info;
  together(matrix.comm, [&] {
    if (rank != options.rank) return;
    info = inspect_npy(one.file, NpyOrders::c_and_fortran);
    require_npy_shape(info, part.rows, part.cols);
  });
  std::int64_t head[2] = {info.data_offset_bytes, info.fortran_order ? 1 : 0};
  check_mpi(MPI_Bcast(head, 2, MPI_INT64_T, options.rank, matrix.comm), "MPI_Bcast");
  const ElementOrder order = head[1] == 1 ? ElementOrder::columns : ElementOrder::rows;
  const FileRanks readers(one.seen);
  const SlabPlan plan(part.rows * part.cols, readers.count(), options.values);
  RunExchange exchange(matrix, part, order, options.values);
  std::vector<double> values;
  for (std::int64_t k = 0; k < plan.slabs(); ++k) {
    const std::vector<ElementRun> runs = readers.spread(plan.shares(k));
    const ElementRun run = runs[static_cast<std::size_t>(rank)];
    values.resize(static_cast<std::size_t>(run.count));
    together(matrix.comm, [&] {
      if (run.count == 0) return;
      one.file->read(head[0] + run.first * word_bytes, values.data(), run.count * word_bytes, "the data");
    });
    exchange.scatter(runs, values.data());
  }
  check_unchanged(matrix.comm, one);
}

}  // namespace stencil
