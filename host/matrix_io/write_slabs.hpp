// Writes a matrix slab by slab, in any format with records of fixed length.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "host/matrix_io/matrix_file.hpp"
#include "host/matrix_io/shared_output.hpp"

namespace stencil {

// Writes `count` consecutive elements, in the order of the file, at offset_bytes.
using WriteRun = std::function<void(const SharedOutput& output, std::int64_t offset_bytes, const double* values,
                                    std::int64_t count)>;

struct Format {
  const char* name = "";          // for errors
  std::string head;               // before the elements
  std::int64_t record_bytes = 0;  // per element of the file
  WriteRun write;
};

// Collective: writes the head, then the elements of the part column by column; every rank that sees the file writes its
// run of each slab. The file appears whole or not at all. Throws as the functions of matrix_file.hpp.
void write_slabs(const std::string& path, const DistributedMatrix& matrix, const Submatrix& part,
                 const FileOptions& options, const Format& format);

}  // namespace stencil
