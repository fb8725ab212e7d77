// pdelset and pdelget of block_cyclic.h.
// SPDX-License-Identifier: Apache-2.0
#include "block_cyclic.h"

#include <fmt/core.h>

#include "host/arrays/vsda/arguments.hpp"
#include "host/arrays/vsda/tokens/finalize_watch.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/c/matrices/matrix_descriptor.hpp"
#include "host/mpi/border.hpp"
#include "host/mpi/check.hpp"
#include "host/mpi/message_tags.hpp"

namespace stencil {
namespace {

// Where an element lies: its process in the process grid, and its place in the local matrix, 0-based.
struct Found {
  GridPlace process;
  std::int64_t row = 0;  // local
  std::int64_t col = 0;

  bool is_mine(const MatrixDescriptor& matrix) const {
    return process.row == matrix.place.row && process.col == matrix.place.col;
  }
  std::int64_t local(const MatrixDescriptor& matrix) const { return row + col * matrix.lld; }
};

Found find_element(const MatrixDescriptor& matrix, int64_t ia, int64_t ja) {
  const BlockCyclicLayout& layout = matrix.layout;
  check_range("ia", ia, 1, layout.rows.n(), "M_ of desca");
  check_range("ja", ja, 1, layout.cols.n(), "N_ of desca");
  const CyclicAxis::Place row = layout.rows.place(ia - 1);
  const CyclicAxis::Place col = layout.cols.place(ja - 1);
  return {{row.process, col.process}, row.local, col.local};
}

// Processes (row, col) .. (row + rows - 1, col + cols - 1) of a process grid, numbered by rows: one, a row, a column or
// all.
struct Scope {
  std::int64_t row = 0;
  std::int64_t col = 0;
  std::int64_t rows = 1;
  std::int64_t cols = 1;

  std::int64_t size() const { return rows * cols; }
  bool holds(const GridPlace& place) const {
    return place.row >= row && place.row < row + rows && place.col >= col && place.col < col + cols;
  }
  std::int64_t number(const GridPlace& place) const { return (place.row - row) * cols + (place.col - col); }
  GridPlace place(std::int64_t number) const { return {row + number / cols, col + number % cols}; }
};

Scope scope_of(const char* scope, const BlockCyclicLayout& layout, const GridPlace& owner) {
  check_pointer("scope", scope, "one of: \" \", \"R\", \"C\", \"A\"");
  switch (*scope) {
    case ' ':
      return {owner.row, owner.col, 1, 1};
    case 'R':
    case 'r':
      return {owner.row, 0, 1, layout.cols.procs()};
    case 'C':
    case 'c':
      return {0, owner.col, layout.rows.procs(), 1};
    case 'A':
    case 'a':
      return {0, 0, layout.rows.procs(), layout.cols.procs()};
    default:
      break;
  }
  throw ArgumentError(fmt::format("scope = \"{}\", must be one of: \" \", \"R\", \"C\", \"A\"", scope));
}

// Sends the value along a binomial tree from the owner: all have it after log2(size) steps, rounded up.
void spread(double* alpha, const Scope& scope, const MatrixDescriptor& matrix, const GridPlace& owner) {
  const std::int64_t root = scope.number(owner);
  const std::int64_t me = (scope.number(matrix.place) + scope.size() - root) % scope.size();
  // The rank of the process `distance` places after the root.
  const auto rank = [&](std::int64_t distance) {
    const GridPlace place = scope.place((root + distance) % scope.size());
    return static_cast<int>(matrix.layout.rank_of(place.row, place.col));
  };
  std::int64_t reach = 1;
  while (reach < scope.size() && (me & reach) == 0) reach *= 2;
  if (me != 0) {
    check_mpi(MPI_Recv(alpha, 1, MPI_DOUBLE, rank(me - reach), element_tag, matrix.comm, MPI_STATUS_IGNORE),
              "MPI_Recv");
  }
  for (reach /= 2; reach > 0; reach /= 2) {
    if (me + reach >= scope.size()) continue;
    check_mpi(MPI_Send(alpha, 1, MPI_DOUBLE, rank(me + reach), element_tag, matrix.comm), "MPI_Send");
  }
}

void set_element(double* a, int64_t ia, int64_t ja, const int64_t* desca, double alpha) {
  const MatrixDescriptor& matrix = recent_matrix_descriptor("desca", desca);
  const Found found = find_element(matrix, ia, ja);
  if (a == nullptr) check_local_array("a", a, matrix);
  if (found.is_mine(matrix)) a[found.local(matrix)] = alpha;
}

void get_element(const char* scope, double* alpha, const double* a, int64_t ia, int64_t ja, const int64_t* desca) {
  if (!finalize_is_watched()) {
    check_mpi_is_running();
    watch_finalize();
  }
  const MatrixDescriptor& matrix = recent_matrix_descriptor("desca", desca);
  const Found found = find_element(matrix, ia, ja);
  const Scope receivers = scope_of(scope, matrix.layout, found.process);
  if (a == nullptr) check_local_array("a", a, matrix);
  if (!receivers.holds(matrix.place)) return;
  check_pointer("alpha", alpha, "a variable to hold the element");
  if (found.is_mine(matrix)) *alpha = a[found.local(matrix)];
  if (receivers.size() > 1) spread(alpha, receivers, matrix, found.process);
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
