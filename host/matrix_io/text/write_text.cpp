// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <vector>

#include "host/matrix_io/matrix_file.hpp"
#include "host/matrix_io/shared_output.hpp"
#include "host/matrix_io/text/fortran_real.hpp"
#include "host/matrix_io/text/text_records.hpp"
#include "host/matrix_io/write_slabs.hpp"

namespace stencil {
namespace {

constexpr std::int64_t record_bytes = d30_18_chars + 1;

// Formats and writes the values piece by piece, so that the text of a piece stays in the cache.
void write_records(const SharedOutput& output, std::int64_t offset_bytes, const double* values, std::int64_t count,
                   std::int64_t piece_values, std::vector<char>& text) {
  while (count > 0) {
    const std::int64_t piece = std::min(count, piece_values);
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
                       const FileOptions& options) {
  std::vector<char> text;
  write_slabs(path, matrix, part, options,
              {"text", text_header(part.rows, part.cols), record_bytes,
               [&](const SharedOutput& output, std::int64_t offset_bytes, const double* values, std::int64_t count) {
                 write_records(output, offset_bytes, values, count, options.written_values, text);
               }});
}

}  // namespace stencil
