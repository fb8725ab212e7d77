// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/problem_source.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "host/base/errors.hpp"
#include "sim/app/progress/progress.hpp"

namespace stencil {
namespace {

constexpr std::int64_t default_rows = 101;
constexpr std::int64_t default_cols = 77;

ProblemFiles open_alone(const RunOptions& options) {
  ProblemFiles files;
  if (!options.input.empty()) files.f = std::make_shared<InputFile>(options.input);
  if (!options.rhs.empty()) files.r = std::make_shared<InputFile>(options.rhs);
  return files;
}

}  // namespace

ProblemFiles open_problem_files(MPI_Comm communicator, const RunOptions& options) {
  ProblemFiles files;
  const auto open = [&](const std::string& path) {
    return path.empty() ? nullptr : open_one_file(communicator, path, 0, Unseen::refused).file;
  };
  files.f = open(options.input);
  files.r = open(options.rhs);
  return files;
}

ProblemSource::ProblemSource(const RunOptions& options) : ProblemSource(options, open_alone(options)) {}

ProblemSource::ProblemSource(const RunOptions& options, const ProblemFiles& files) : seed_(options.seed) {
  if (files.f) f_file_ = inspect_npy(files.f);
  if (files.r) r_file_ = inspect_npy(files.r);
  const NpyInfo* leading = f_file_ ? &*f_file_ : r_file_ ? &*r_file_ : nullptr;
  rows_ = options.rows.value_or(leading != nullptr ? leading->rows : default_rows);
  cols_ = options.cols.value_or(leading != nullptr ? leading->cols : default_cols);
  if (f_file_) require_npy_shape(*f_file_, rows_, cols_);
  if (r_file_) require_npy_shape(*r_file_, rows_, cols_);
  require_in_range(rows_range, rows_);
  require_in_range(cols_range, cols_);
  if (rows_ > most_cells / cols_) {
    throw ArgumentError(
        fmt::format("--rows {} times --cols {} are too many cells, must be at most {}", rows_, cols_, most_cells));
  }
}

void ProblemSource::read_rows(ProblemArray array, std::int64_t first_row, std::int64_t count, double* target) const {
  const auto& file = array == ProblemArray::f ? f_file_ : r_file_;
  Work work(progress_, file ? "reading " + file->path : std::string("problem of the seed"));
  const std::int64_t piece_rows = rows_of_piece();
  for (std::int64_t done = 0; done < count; done += piece_rows) {
    work.at_units(done, count);
    const std::int64_t rows = std::min(piece_rows, count - done);
    if (file) {
      read_npy_rows(*file, first_row + done, rows, target + done * cols_);
    } else {
      fill_problem_rows(seed_, array, first_row + done, rows, cols_, target + done * cols_);
    }
  }
}

void ProblemSource::write(ProblemArray array, const std::string& path) const {
  NpyWriter writer(path, rows_, cols_);
  Work work(progress_, "writing " + path);
  const std::int64_t piece_rows = rows_of_piece();
  std::vector<double> piece;
  for (std::int64_t row = 0; row < rows_; row += piece_rows) {
    const std::int64_t count = std::min(piece_rows, rows_ - row);
    work.at_units(row, rows_);
    piece.resize(static_cast<std::size_t>(count * cols_));
    read_rows(array, row, count, piece.data());
    writer.append_rows(piece.data(), count);
  }
  writer.commit();
}

void ProblemSource::check_unchanged() const {
  if (f_file_) f_file_->file->check_unchanged();
  if (r_file_) r_file_->file->check_unchanged();
}

ReportProblem ProblemSource::description(const RunOptions& options) const {
  ReportProblem problem;
  problem.rows = rows_;
  problem.cols = cols_;
  problem.kernel = options.kernel->name();
  if (!f_file_ || (options.kernel->has_rhs() && !r_file_)) problem.seed = seed_;
  problem.input = options.input;
  problem.rhs = options.rhs;
  options.kernel->describe(problem);
  return problem;
}

void ProblemSource::dump(const RunOptions& options) const {
  if (options.dump_input.empty()) return;
  write(ProblemArray::f, options.dump_f());
  if (options.kernel->has_rhs()) write(ProblemArray::r, options.dump_r());
}

}  // namespace stencil
