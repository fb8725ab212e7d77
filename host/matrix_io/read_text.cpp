// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "host/errors.hpp"
#include "host/io/input_file.hpp"
#include "host/matrix_io/agreement.hpp"
#include "host/matrix_io/matrix_file.hpp"
#include "host/matrix_io/run_exchange.hpp"
#include "host/matrix_io/same_call.hpp"
#include "host/matrix_io/shared_file.hpp"
#include "host/matrix_io/text_records.hpp"
#include "host/mpi_check.hpp"

namespace stencil {
namespace {

struct TextShape {
  std::int64_t bytes = 0;       // of the file
  std::int64_t first_byte = 0;  // behind the header
  std::int64_t first_line = 0;  // lines before it
};

// On rank 0: opens the file, reads its header and holds it against the matrix.
TextShape inspect_text(const std::string& path, const Submatrix& part) {
  constexpr std::int64_t window_bytes = 16 * longest_line_bytes;
  const InputFile file(path);
  TextShape shape;
  shape.bytes = file.size_bytes();
  std::string text(static_cast<std::size_t>(std::min(shape.bytes, window_bytes)), '\0');
  file.read(0, text.data(), static_cast<std::int64_t>(text.size()), "the header");
  TextHeader header;
  try {
    header = read_text_header(text, shape.bytes <= window_bytes);
  } catch (const std::invalid_argument& error) {
    throw ArgumentError(fmt::format("{}: {}", path, error.what()));
  }
  if (header.m != part.rows || header.n != part.cols) {
    throw ArgumentError(fmt::format("{}: line {}: the header says {} x {}, the matrix is {} x {}, must be the same",
                                    path, header.lines, header.m, header.n, part.rows, part.cols));
  }
  shape.first_byte = header.bytes;
  shape.first_line = header.lines;
  return shape;
}

// The numbers of one range of the file: of all lines that begin in it.
class RangeReader {
 public:
  RangeReader(const SharedFile& file, std::int64_t file_bytes) : file_(file), file_bytes_(file_bytes) {}

  // @pre 0 < begin: a line begins where a line feed stands before it. Throws as SharedFile::read_at.
  Records read(std::int64_t begin, std::int64_t end) {
    values_.clear();
    lines_ = {};
    if (begin >= end) return {};
    // What the last line of the range may need beyond it, and a byte more, to see that it is too long.
    const std::int64_t last = std::min(file_bytes_, end + longest_line_bytes + 2);
    text_.resize(static_cast<std::size_t>(last - begin + 1));
    file_.read_at(begin - 1, text_.data(), last - begin + 1);
    const std::string_view text(text_.data(), text_.size());
    const std::size_t first = text.find('\n');
    if (first >= static_cast<std::size_t>(end - begin)) return {};
    const std::size_t behind = text.find('\n', static_cast<std::size_t>(end - begin));
    lines_ = text.substr(first + 1, behind == std::string_view::npos ? behind : behind - first);
    return read_records(lines_, values_);
  }

  const std::vector<double>& values() const { return values_; }
  std::int64_t line_of_value(std::int64_t k) const { return line_of_record(lines_, k); }

 private:
  const SharedFile& file_;
  std::int64_t file_bytes_;
  std::vector<char> text_;
  std::string_view lines_;
  std::vector<double> values_;
};

// What every rank tells the others of its range.
struct Count {
  std::int64_t values = 0;
  std::int64_t lines = 0;
  std::int64_t failed = 0;
};

std::vector<Count> all_counts(MPI_Comm comm, int ranks, const Count& mine) {
  std::vector<Count> counts(static_cast<std::size_t>(ranks));
  check_mpi(MPI_Allgather(&mine, 3, MPI_INT64_T, counts.data(), 3, MPI_INT64_T, comm), "MPI_Allgather");
  return counts;
}

}  // namespace

void read_text_matrix(const std::string& path, const DistributedMatrix& matrix, const FileLimits& limits) {
  const MPI_Comm comm = matrix.comm;
  const Submatrix part = whole(matrix);
  check_same_call(path, matrix, part);
  int rank = 0;
  int ranks = 0;
  check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(comm, &ranks), "MPI_Comm_size");
  TextShape shape;
  together(comm, [&] {
    if (rank == 0) shape = inspect_text(path, part);
  });
  check_mpi(MPI_Bcast(&shape, 3, MPI_INT64_T, 0, comm), "MPI_Bcast");

  const SharedFile file(comm, path, SharedFile::Mode::read);
  RangeReader reader(file, shape.bytes);
  RunExchange exchange(matrix, part, ElementOrder::columns, limits.values);
  const std::int64_t expected = part.rows * part.cols;
  const std::int64_t body_bytes = shape.bytes - shape.first_byte;
  const std::int64_t range_bytes = std::clamp<std::int64_t>(body_bytes / ranks + 1, 1, limits.text_bytes);
  std::int64_t values_before = 0;
  std::int64_t lines_before = shape.first_line;
  for (std::int64_t round = shape.first_byte; round < shape.bytes; round += ranks * range_bytes) {
    const std::int64_t begin = std::min(shape.bytes, round + rank * range_bytes);
    const std::int64_t end = std::min(shape.bytes, begin + range_bytes);
    Records records;
    std::unique_ptr<Failure> failure;
    try {
      records = reader.read(begin, end);
    } catch (...) {
      failure = failure_of_current_exception();
    }
    const auto found = static_cast<std::int64_t>(reader.values().size());
    const std::vector<Count> counts =
        all_counts(comm, ranks, {found, records.lines, failure || records.problem ? 1 : 0});

    // Numbers and lines before this rank's; no more is known behind a rank that has failed.
    std::vector<ElementRun> runs;
    bool failed = false;
    for (int r = 0; r < ranks; ++r) {
      const Count& count = counts[static_cast<std::size_t>(r)];
      const bool surplus = values_before + count.values > expected;
      if (r == rank && surplus && !failed) {
        const std::int64_t line = lines_before + reader.line_of_value(expected - values_before) + 1;
        failure.reset(new Failure{exit_usage, fmt::format("{}: line {}: values left over, the header says {} x {} = {}",
                                                          path, line, part.rows, part.cols, expected)});
      } else if (r == rank && records.problem && !failed) {
        failure.reset(new Failure{
            exit_usage,
            fmt::format("{}: line {}: {}", path, lines_before + records.problem->line + 1, records.problem->text)});
      }
      failed = failed || surplus || count.failed != 0;
      runs.push_back({values_before, count.values});
      values_before += count.values;
      lines_before += count.lines;
    }
    if (failed) agree(comm, failure.get());
    exchange.scatter(runs, reader.values().data());
  }
  together(comm, [&] {
    if (rank != 0 || values_before == expected) return;
    throw ArgumentError(fmt::format("{}: line {}: cut short, {} values where the header says {} x {} = {}", path,
                                    lines_before, values_before, part.rows, part.cols, expected));
  });
}

}  // namespace stencil
