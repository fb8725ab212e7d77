// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <vector>

#include "host/matrix_io/agreement.hpp"
#include "host/matrix_io/fortran_real.hpp"
#include "host/matrix_io/matrix_file.hpp"
#include "host/matrix_io/run_exchange.hpp"
#include "host/matrix_io/same_call.hpp"
#include "host/matrix_io/shared_output.hpp"
#include "host/matrix_io/slab_plan.hpp"
#include "host/matrix_io/text_records.hpp"
#include "host/mpi_check.hpp"

namespace stencil {
namespace {

constexpr std::int64_t record_bytes = d30_18_chars + 1;

// Formats and writes the values piece by piece: the text of a piece stays in the cache.
void write_records(const SharedOutput& output, std::int64_t offset_bytes, const double* values, std::int64_t count,
                   std::int64_t most_values, std::vector<char>& text) {
  while (count > 0) {
    const std::int64_t piece = std::min(count, most_values);
    text.resize(static_cast<std::size_t>(piece * record_bytes));
    char* next = text.data();
    for (std::int64_t k = 0; k < piece; ++k, next += record_bytes) {
      write_d30_18(values[k], next);
      next[d30_18_chars] = '\n';
    }
    output.write_at(offset_bytes, text.data(), piece * record_bytes);
    offset_bytes += piece * record_bytes;
    values += piece;
    count -= piece;
  }
}

}  // namespace

void write_text_matrix(const std::string& path, const DistributedMatrix& matrix, const Submatrix& part,
                       const FileLimits& limits) {
  check_same_call(path, matrix, part);
  int rank = 0;
  int ranks = 0;
  check_mpi(MPI_Comm_rank(matrix.comm, &rank), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(matrix.comm, &ranks), "MPI_Comm_size");
  const std::string head = text_header(part.rows, part.cols);
  SharedOutput output(matrix.comm, path, head);
  const SlabPlan plan(part.rows * part.cols, ranks, limits.values);
  RunExchange exchange(matrix, part, ElementOrder::columns, limits.values);
  std::vector<double> values;
  std::vector<char> text;
  for (std::int64_t k = 0; k < plan.slabs(); ++k) {
    const ElementRun run = plan.share(k, rank);
    values.resize(static_cast<std::size_t>(run.count));
    exchange.gather(plan.shares(k), values.data());
    together(matrix.comm, [&] {
      write_records(output, static_cast<std::int64_t>(head.size()) + run.first * record_bytes, values.data(), run.count,
                    limits.written_values, text);
    });
  }
  output.commit();
}

}  // namespace stencil
