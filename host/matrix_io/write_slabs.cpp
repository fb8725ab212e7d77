// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/write_slabs.hpp"

#include <vector>

#include "host/matrix_io/agreement.hpp"
#include "host/matrix_io/run_exchange.hpp"
#include "host/matrix_io/same_call.hpp"
#include "host/matrix_io/slab_plan.hpp"
#include "host/mpi_check.hpp"

namespace stencil {

void write_slabs(const std::string& path, const DistributedMatrix& matrix, const Submatrix& part,
                 const FileLimits& limits, const std::string& head, std::int64_t record_bytes, const WriteRun& write) {
  check_same_call(path, matrix, part);
  int rank = 0;
  int ranks = 0;
  check_mpi(MPI_Comm_rank(matrix.comm, &rank), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(matrix.comm, &ranks), "MPI_Comm_size");
  SharedOutput output(matrix.comm, path, head);
  const SlabPlan plan(part.rows * part.cols, ranks, limits.values);
  RunExchange exchange(matrix, part, ElementOrder::columns, limits.values);
  std::vector<double> values;
  for (std::int64_t k = 0; k < plan.slabs(); ++k) {
    const ElementRun run = plan.share(k, rank);
    values.resize(static_cast<std::size_t>(run.count));
    exchange.gather(plan.shares(k), values.data());
    together(matrix.comm, [&] {
      const auto head_bytes = static_cast<std::int64_t>(head.size());
      write(output, head_bytes + run.first * record_bytes, values.data(), run.count);
    });
  }
  output.commit();
}

}  // namespace stencil
