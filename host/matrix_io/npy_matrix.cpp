// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstddef>
#include <vector>

#include "host/errors.hpp"
#include "host/io/npy.hpp"
#include "host/io/npy_header.hpp"
#include "host/matrix_io/agreement.hpp"
#include "host/matrix_io/matrix_file.hpp"
#include "host/matrix_io/run_exchange.hpp"
#include "host/matrix_io/same_call.hpp"
#include "host/matrix_io/shared_file.hpp"
#include "host/matrix_io/slab_plan.hpp"
#include "host/matrix_io/write_slabs.hpp"
#include "host/mpi_check.hpp"

namespace stencil {
namespace {

constexpr std::int64_t word_bytes = sizeof(double);

}  // namespace

void write_npy_matrix(const std::string& path, const DistributedMatrix& matrix, const Submatrix& part,
                      const FileLimits& limits) {
  write_slabs(path, matrix, part, limits, npy_file_head(part.rows, part.cols, true), word_bytes,
              [](const SharedOutput& output, std::int64_t offset_bytes, const double* values, std::int64_t count) {
                output.write_at(offset_bytes, values, count * word_bytes);
              });
}

void read_npy_matrix(const std::string& path, const DistributedMatrix& matrix, const FileLimits& limits) {
  const Submatrix part = whole(matrix);
  check_same_call(path, matrix, part);
  int rank = 0;
  int ranks = 0;
  check_mpi(MPI_Comm_rank(matrix.comm, &rank), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(matrix.comm, &ranks), "MPI_Comm_size");
  NpyInfo info;
  together(matrix.comm, [&] {
    if (rank != 0) return;
    info = inspect_npy(path, NpyOrders::c_and_fortran);
    require_npy_shape(info, part.rows, part.cols);
  });
  std::int64_t head[2] = {info.data_offset_bytes, info.fortran_order ? 1 : 0};
  check_mpi(MPI_Bcast(head, 2, MPI_INT64_T, 0, matrix.comm), "MPI_Bcast");
  const ElementOrder order = head[1] == 1 ? ElementOrder::columns : ElementOrder::rows;
  const SharedFile file(matrix.comm, path, SharedFile::Mode::read);
  const SlabPlan plan(part.rows * part.cols, ranks, limits.values);
  RunExchange exchange(matrix, part, order, limits.values);
  std::vector<double> values;
  for (std::int64_t k = 0; k < plan.slabs(); ++k) {
    const ElementRun run = plan.share(k, rank);
    values.resize(static_cast<std::size_t>(run.count));
    together(matrix.comm,
             [&] { file.read_at(head[0] + run.first * word_bytes, values.data(), run.count * word_bytes); });
    exchange.scatter(plan.shares(k), values.data());
  }
}

}  // namespace stencil
