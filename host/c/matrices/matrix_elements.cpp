// pdelset and pdelget of block_cyclic.h.
// SPDX-License-Identifier: Apache-2.0
#include "block_cyclic.h"

#include <fmt/format.h>

#include "host/arrays/block_cyclic/element.hpp"
#include "host/mpi/border.hpp"
#include "host/c/matrices/matrix_descriptor.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/mpi/message_tags.hpp"
#include "host/mpi/check.hpp"
#include "host/arrays/vsda/arguments.hpp"

namespace stencil {
namespace {

ElementPlace find_element(const MatrixDescriptor& matrix, int64_t ia, int64_t ja) {
  check_range("ia", ia, 1, matrix.layout.rows.n(), "M_ of desca");
  check_range("ja", ja, 1, matrix.layout.cols.n(), "N_ of desca");
  return place_of(matrix.layout, ia - 1, ja - 1);
}

// The ranks first + k*stride, 0 <= k < size: a row, a column or all of a grid, or one process; none beyond the grid.
struct Scope {
  std::int64_t first = 0;
  std::int64_t stride = 1;
  std::int64_t size = 1;

  bool holds(std::int64_t rank) const {
    return rank >= first && (rank - first) % stride == 0 && (rank - first) / stride < size;
  }
  std::int64_t number(std::int64_t rank) const { return (rank - first) / stride; }
  int rank(std::int64_t number) const { return static_cast<int>(first + number % size * stride); }
};

Scope scope_of(const char* scope, const BlockCyclicLayout& layout, const ElementPlace& place) {
  check_pointer("scope", scope, "one of: \" \", \"R\", \"C\", \"A\"");
  switch (*scope) {
    case ' ':
      return {place.rank, 1, 1};
    case 'R':
    case 'r':
      return {layout.rank_of(place.row.process, 0), 1, layout.cols.procs()};
    case 'C':
    case 'c':
      return {place.col.process, layout.cols.procs(), layout.rows.procs()};
    case 'A':
    case 'a':
      return {0, 1, layout.grid_size()};
    default:
      break;
  }
  throw ArgumentError(fmt::format("scope = \"{}\", must be one of: \" \", \"R\", \"C\", \"A\"", scope));
}

// A binomial tree whose root is the owner: everyone has the value after log2(size) steps.
void spread(double* alpha, const Scope& scope, const MatrixDescriptor& matrix, std::int64_t owner) {
  const std::int64_t root = scope.number(owner);
  const std::int64_t me = (scope.number(matrix.rank) + scope.size - root) % scope.size;
  std::int64_t reach = 1;
  while (reach < scope.size && (me & reach) == 0) reach *= 2;
  if (me != 0) {
    check_mpi(
        MPI_Recv(alpha, 1, MPI_DOUBLE, scope.rank(me - reach + root), element_tag, matrix.comm, MPI_STATUS_IGNORE),
        "MPI_Recv");
  }
  for (reach /= 2; reach > 0; reach /= 2) {
    if (me + reach >= scope.size) continue;
    check_mpi(MPI_Send(alpha, 1, MPI_DOUBLE, scope.rank(me + reach + root), element_tag, matrix.comm), "MPI_Send");
  }
}

void set_element(double* a, int64_t ia, int64_t ja, const int64_t* desca, double alpha) {
  const MatrixDescriptor& matrix = recent_matrix_descriptor("desca", desca);
  const ElementPlace place = find_element(matrix, ia, ja);
  check_local_array("a", a, matrix);
  if (place.rank == matrix.rank) a[place.local(matrix.lld)] = alpha;
}

void get_element(const char* scope, double* alpha, const double* a, int64_t ia, int64_t ja, const int64_t* desca) {
  check_mpi_is_running();
  const MatrixDescriptor& matrix = recent_matrix_descriptor("desca", desca);
  const ElementPlace place = find_element(matrix, ia, ja);
  const Scope receivers = scope_of(scope, matrix.layout, place);
  check_local_array("a", a, matrix);
  if (!receivers.holds(matrix.rank)) return;
  check_pointer("alpha", alpha, "a variable to hold the element");
  if (place.rank == matrix.rank) *alpha = a[place.local(matrix.lld)];
  spread(alpha, receivers, matrix, place.rank);
}

}  // namespace
}  // namespace stencil

extern "C" {

void pdelset(double* a, int64_t ia, int64_t ja, const int64_t* desca, double alpha) {
  stencil::c_border("pdelset", [&] { stencil::set_element(a, ia, ja, desca, alpha); });
}

void pdelget(const char* scope, const char* /*top*/, double* alpha, const double* a, int64_t ia, int64_t ja,
             const int64_t* desca) {
  stencil::c_border("pdelget", [&] { stencil::get_element(scope, alpha, a, ia, ja, desca); });
}

}  // extern "C"
