// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/io/input_file.hpp"
#include "host/io/ranks/one_file.hpp"
#include "host/matrix_io/file_ranks.hpp"
#include "host/matrix_io/matrix_file.hpp"
#include "host/matrix_io/run_exchange.hpp"
#include "host/matrix_io/same_call.hpp"
#include "host/matrix_io/text/text_records.hpp"
#include "host/mpi/agreement.hpp"
#include "host/mpi/check.hpp"

namespace stencil {
namespace {

struct TextShape {
  std::int64_t bytes = 0;       // of the file
  std::int64_t first_byte = 0;  // after the header
  std::int64_t first_line = 0;  // number of lines before it
  std::int64_t rows = 0;
  std::int64_t cols = 0;
};
constexpr int text_shape_words = sizeof(TextShape) / sizeof(std::int64_t);

// Reads the header and checks it against the shape of the matrix.
TextShape inspect_text(const InputFile& file, const Submatrix& most) {
  constexpr std::int64_t window_bytes = 16 * longest_line_bytes;
  TextShape shape;
  shape.bytes = file.size_bytes();
  std::string text(static_cast<std::size_t>(std::min(shape.bytes, window_bytes)), '\0');
  file.read(0, text.data(), static_cast<std::int64_t>(text.size()), "the header");
  TextHeader header;
  try {
    header = read_text_header(text, shape.bytes <= window_bytes);
  } catch (const std::invalid_argument& error) {
    throw ArgumentError(fmt::format("{}: {}", file.path(), error.what()));
  }
  if (header.m > most.rows || header.n > most.cols) {
    throw ArgumentError(fmt::format("{}: line {}: the header says {} x {}, must be at most {} x {}, the matrix",
                                    file.path(), header.lines, header.m, header.n, most.rows, most.cols));
  }
  shape.first_byte = header.bytes;
  shape.first_line = header.lines;
  shape.rows = header.m;
  shape.cols = header.n;
  return shape;
}

// Reads the numbers of one range of the file: those of all lines that begin in it.
class RangeReader {
 public:
  // file: null on a rank that reads nothing.
  RangeReader(const InputFile* file, std::int64_t file_bytes) : file_(file), file_bytes_(file_bytes) {}

  // Reads byte begin - 1 too, since a line begins after a line feed.  @pre 0 < begin. Throws as InputFile::read.
  Records read(std::int64_t begin, std::int64_t end) {
    values_.clear();
    lines_ = {};
    if (begin >= end) return {};
    // The last line of the range may reach this far beyond it; one byte more shows that it is too long.
    const std::int64_t last = std::min(file_bytes_, end + longest_line_bytes + 2);
    text_.resize(static_cast<std::size_t>(last - begin + 1));
    file_->read(begin - 1, text_.data(), last - begin + 1, "its lines");
    const std::string_view text(text_.data(), text_.size());
    const std::size_t first = text.find('\n');
    if (first >= static_cast<std::size_t>(end - begin)) return {};
    const std::size_t last_end = text.find('\n', static_cast<std::size_t>(end - begin));
    lines_ = text.substr(first + 1, last_end == std::string_view::npos ? last_end : last_end - first);
    return read_records(lines_, values_);
  }

  const std::vector<double>& values() const { return values_; }
  std::int64_t line_of_value(std::int64_t k) const { return line_of_record(lines_, k); }

 private:
  const InputFile* file_;
  std::int64_t file_bytes_;
  std::vector<char> text_;
  std::string_view lines_;
  std::vector<double> values_;
};

// The counts of its range that every rank sends to all.
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

void read_text_matrix(const std::string& path, const DistributedMatrix& matrix, const FileOptions& options) {
  const MPI_Comm comm = matrix.comm;
  check_same_call("text read", path, matrix, whole(matrix), options);
  int rank = 0;
  int ranks = 0;
  check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(comm, &ranks), "MPI_Comm_size");
  const OneFile one = open_one_file(comm, path, options.rank, Unseen::allowed);
  TextShape shape;
  together(comm, [&] {
    if (rank == options.rank) shape = inspect_text(*one.file, whole(matrix));
  });
  check_mpi(MPI_Bcast(&shape, text_shape_words, MPI_INT64_T, options.rank, comm), "MPI_Bcast");

  const FileRanks readers(one.seen);
  const Submatrix part{0, 0, shape.rows, shape.cols};
  RangeReader reader(one.file.get(), shape.bytes);
  RunExchange exchange(matrix, part, ElementOrder::columns, options.values);
  const std::int64_t expected = part.rows * part.cols;
  const std::int64_t body_bytes = shape.bytes - shape.first_byte;
  const std::int64_t range_bytes = std::clamp<std::int64_t>(body_bytes / readers.count() + 1, 1, options.text_bytes);
  std::int64_t values_before = 0;
  std::int64_t lines_before = shape.first_line;
  for (std::int64_t round = shape.first_byte; round < shape.bytes; round += readers.count() * range_bytes) {
    const std::int64_t begin = std::min(shape.bytes, round + readers.before(rank) * range_bytes);
    const std::int64_t end = readers.takes_part(rank) ? std::min(shape.bytes, begin + range_bytes) : begin;
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

    // Sums up the numbers and lines before each rank's; they are unknown after a rank that has failed.
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
    throw ArgumentError(fmt::format("{}: line {}: cut short, {} where the header says {} x {} = {}", path, lines_before,
                                    counted(values_before, "value"), part.rows, part.cols, expected));
  });
  check_unchanged(comm, one);
}

}  // namespace stencil
