// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/write_slabs.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <vector>

#include "host/matrix_io/run_exchange.hpp"
#include "host/matrix_io/same_call.hpp"
#include "host/matrix_io/slab_plan.hpp"
#include "host/mpi/agreement.hpp"
#include "host/mpi/check.hpp"

namespace stencil {

void write_slabs(const std::string& path, const DistributedMatrix& matrix, const Submatrix& part,
                 const FileOptions& options, const Format& format) {
  check_same_call(fmt::format("{} written", format.name), path, matrix, part, options);
  int rank = 0;
  check_mpi(MPI_Comm_rank(matrix.comm, &rank), "MPI_Comm_rank");
  SharedOutput output(matrix.comm, path, format.head, options.rank);
  const SlabPlan plan(part.rows * part.cols, output.writers().count(), options.values);
  RunExchange exchange(matrix, part, ElementOrder::columns, options.values);
  std::vector<double> values;
  for (std::int64_t k = 0; k < plan.slabs(); ++k) {
    const std::vector<ElementRun> runs = output.writers().spread(plan.shares(k));
    const ElementRun run = runs[static_cast<std::size_t>(rank)];
    values.resize(static_cast<std::size_t>(run.count));
    exchange.gather(runs, values.data());
    together(matrix.comm, [&] {
      if (run.count == 0) return;
      const auto head_bytes = static_cast<std::int64_t>(format.head.size());
      format.write(output, head_bytes + run.first * format.record_bytes, values.data(), run.count);
    });
  }
  output.commit();
}

}  // namespace stencil
