// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/same_call.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "host/base/check.hpp"
#include "host/mpi/agreement.hpp"

namespace stencil {
namespace {

std::string words_of(const CyclicAxis& axis) {
  return fmt::format("{} in blocks of {} over {} from {}", axis.n(), axis.block(), axis.procs(), axis.source());
}

// The ranks of the process grid, column by column; nothing where they are the first ranks in row-major order.
std::string words_of_map(const GridMap* map) {
  return map == nullptr ? "" : fmt::format(" on ranks {}", fmt::join(map->ranks(), " "));
}

}  // namespace

void check_same_call(const std::string& what, const std::string& path, const DistributedMatrix& matrix,
                     const Submatrix& part, const FileOptions& options) {
  together(matrix.comm, [&] {
    check_range("values", options.values, 1);
    check_range("text_bytes", options.text_bytes, 1);
    check_range("written_values", options.written_values, 1);
  });
  agree_on(matrix.comm,
           fmt::format("{}: rows {} + {} (of {}), columns {} + {} (of {}){}, {} by rank {}", path, part.row, part.rows,
                       words_of(matrix.layout.rows), part.col, part.cols, words_of(matrix.layout.cols),
                       words_of_map(matrix.layout.map.get()), what, options.rank),
           "function, file name, part, process or distribution");
}

}  // namespace stencil
