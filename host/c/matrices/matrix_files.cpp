// pdlaread, pdlawrite and their .npy counterparts of block_cyclic.h.
// SPDX-License-Identifier: Apache-2.0
#include "block_cyclic.h"

#include <optional>
#include <string>

#include "host/base/check.hpp"
#include "host/c/matrices/collective_border.hpp"
#include "host/c/matrices/matrix_descriptor.hpp"
#include "host/matrix_io/matrix_file.hpp"
#include "host/mpi/agreement.hpp"

namespace stencil {
namespace {

template <typename Body>
void file_border(const char* function, const int64_t* desca, Body&& body) {
  std::optional<MatrixDescriptor> matrix;
  const auto begin = [&]() -> MPI_Comm {
    matrix = matrix_descriptor("desca", desca);
    return matrix->comm;
  };
  collective_border(function, begin, [&] { body(*matrix); });
}

void check_path(const char* filnam) {
  check_pointer("filnam", filnam, "the name of a file");
}

// The rank of a process of the process grid.
int checked_process(const char* row_name, int64_t row, const char* col_name, int64_t col,
                    const MatrixDescriptor& matrix) {
  check_range(row_name, row, 0, matrix.layout.rows.procs() - 1, "rows of the process grid - 1");
  check_range(col_name, col, 0, matrix.layout.cols.procs() - 1, "columns of the process grid - 1");
  return static_cast<int>(matrix.layout.rank_of(row, col));
}

Submatrix checked_part(int64_t m, int64_t n, int64_t ia, int64_t ja, const MatrixDescriptor& matrix) {
  check_range("m", m, 0, matrix.layout.rows.n(), "M_ of desca");
  check_range("n", n, 0, matrix.layout.cols.n(), "N_ of desca");
  check_range("ia", ia, 1, matrix.layout.rows.n() - m + 1, "M_ of desca - m + 1");
  check_range("ja", ja, 1, matrix.layout.cols.n() - n + 1, "N_ of desca - n + 1");
  return {ia - 1, ja - 1, m, n};
}

DistributedMatrix distributed(const MatrixDescriptor& matrix, double* a) {
  return {{matrix.layout, matrix.lld}, matrix.comm, a};
}

// A write only reads the local matrix, but DistributedMatrix serves reads of files too.
DistributedMatrix distributed(const MatrixDescriptor& matrix, const double* a) {
  return distributed(matrix, const_cast<double*>(a));
}

}  // namespace
}  // namespace stencil

extern "C" {

void pdlawrite(const char* filnam, int64_t m, int64_t n, const double* a, int64_t ia, int64_t ja, const int64_t* desca,
               int64_t irwrit, int64_t icwrit, double* /*work*/) {
  using namespace stencil;
  file_border("pdlawrite", desca, [&](const MatrixDescriptor& matrix) {
    Submatrix part;
    FileOptions options;
    together(matrix.comm, [&] {
      check_path(filnam);
      part = checked_part(m, n, ia, ja, matrix);
      check_local_array("a", a, matrix);
      options.rank = checked_process("irwrit", irwrit, "icwrit", icwrit, matrix);
    });
    write_text_matrix(filnam, distributed(matrix, a), part, options);
  });
}

void pdlaread(const char* filnam, double* a, const int64_t* desca, int64_t irread, int64_t icread, double* /*work*/) {
  using namespace stencil;
  file_border("pdlaread", desca, [&](const MatrixDescriptor& matrix) {
    FileOptions options;
    together(matrix.comm, [&] {
      check_path(filnam);
      check_local_array("a", a, matrix);
      options.rank = checked_process("irread", irread, "icread", icread, matrix);
    });
    read_text_matrix(filnam, distributed(matrix, a), options);
  });
}

void pd_npy_write(const char* filnam, int64_t m, int64_t n, const double* a, int64_t ia, int64_t ja,
                  const int64_t* desca) {
  using namespace stencil;
  file_border("pd_npy_write", desca, [&](const MatrixDescriptor& matrix) {
    Submatrix part;
    FileOptions options;
    together(matrix.comm, [&] {
      check_path(filnam);
      part = checked_part(m, n, ia, ja, matrix);
      check_local_array("a", a, matrix);
      options.rank = static_cast<int>(matrix.layout.rank_of(0, 0));
    });
    write_npy_matrix(filnam, distributed(matrix, a), part, options);
  });
}

void pd_npy_read(const char* filnam, double* a, const int64_t* desca) {
  using namespace stencil;
  file_border("pd_npy_read", desca, [&](const MatrixDescriptor& matrix) {
    FileOptions options;
    together(matrix.comm, [&] {
      check_path(filnam);
      check_local_array("a", a, matrix);
      options.rank = static_cast<int>(matrix.layout.rank_of(0, 0));
    });
    read_npy_matrix(filnam, distributed(matrix, a), options);
  });
}

}  // extern "C"
