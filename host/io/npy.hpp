// Two-dimensional arrays of doubles in NumPy's .npy files, by row ranges.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "host/io/input_file.hpp"
#include "host/io/output_file.hpp"

namespace stencil {

// Accepts format versions 1 and 2, dtype '<f8' (little-endian binary64), C order (Fortran order if the caller allows
// it), shape (rows, cols), a file exactly as long as its header says. No MPI: each rank reads its own rows.
enum class NpyOrders { c_only, c_and_fortran };

struct NpyInfo {
  std::shared_ptr<const InputFile> file;  // stays open, so that rows come from the file inspected
  std::string path;
  int version = 1;
  bool fortran_order = false;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t data_offset_bytes = 0;
};

// Reads and checks the header and the length of the file.
// Throws ArgumentError "PATH: FOUND, must be ..." for a missing file and for one not accepted above.
NpyInfo inspect_npy(const std::string& path, NpyOrders orders = NpyOrders::c_only);
NpyInfo inspect_npy(std::shared_ptr<const InputFile> file, NpyOrders orders = NpyOrders::c_only);

// Throws ArgumentError, with both shapes, unless the array has shape (rows, cols).
void require_npy_shape(const NpyInfo& info, std::int64_t rows, std::int64_t cols);

// Reads rows [first_row, first_row + rows) of an array in C order into target, packed, bits unchanged.
// Throws ArgumentError for a range outside the array or a file that has become shorter.
void read_npy_rows(const NpyInfo& info, std::int64_t first_row, std::int64_t rows, double* target);

// Writes a version 1 file, rows in order; the file appears only at commit().
class NpyWriter {
 public:
  // rows, cols >= 0. Throws as OutputFile.
  NpyWriter(const std::string& path, std::int64_t rows, std::int64_t cols);

  // Appends the next `rows` rows. Throws std::logic_error for more rows than the shape has, and as OutputFile.
  void append_rows(const double* values, std::int64_t rows);

  // Throws std::logic_error if rows are missing.
  void commit();

 private:
  OutputFile file_;
  std::int64_t rows_left_;
  std::int64_t cols_;
};

}  // namespace stencil
