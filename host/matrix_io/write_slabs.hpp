// Writes a matrix slab by slab, whatever a record of the file looks like.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "host/matrix_io/matrix_file.hpp"
#include "host/matrix_io/shared_output.hpp"

namespace stencil {

// Writes `count` consecutive elements, in the order of the file, from this place in the file on.
using WriteRun = std::function<void(const SharedOutput& output, std::int64_t offset_bytes, const double* values,
                                    std::int64_t count)>;

struct Format {
  const char* name = "";          // for errors
  std::string head;               // before the elements
  std::int64_t record_bytes = 0;  // of an element in the file
  WriteRun write;
};

// Collective: the head, then the elements of the part column by column; every rank that sees the file writes a share of
// each slab. The file appears whole or not at all. Throws as the functions of matrix_file.hpp.
void write_slabs(const std::string& path, const DistributedMatrix& matrix, const Submatrix& part,
                 const FileOptions& options, const Format& format);

}  // namespace stencil
