// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/problem_source.hpp"

#include <fmt/format.h>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

constexpr std::int64_t default_rows = 101;
constexpr std::int64_t default_cols = 77;

void describe_gauss_seidel(const GaussSeidelOptions& options, ReportProblem& problem) {
  problem.iterations = options.iterations();
  if (options.grid) problem.grid = describe(*options.grid);
  problem.tiles = describe(options.tiles);
  problem.sweeps = options.sweeps;
  problem.rounds = options.rounds;
}

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
  numbers_ = grid_numbers(rows_, cols_, options.grid);
}

void ProblemSource::read_rows(ProblemArray array, std::int64_t first_row, std::int64_t count, double* target) const {
  const auto& file = array == ProblemArray::f ? f_file_ : r_file_;
  if (file) {
    read_npy_rows(*file, first_row, count, target);
  } else {
    fill_problem_rows(seed_, array, first_row, count, cols_, target);
  }
}

void ProblemSource::check_unchanged() const {
  if (f_file_) f_file_->file->check_unchanged();
  if (r_file_) r_file_->file->check_unchanged();
}

ReportProblem ProblemSource::description(const RunOptions& options) const {
  ReportProblem problem;
  problem.rows = rows_;
  problem.cols = cols_;
  problem.kernel = name_of(options.kernel);
  problem.input = options.input;
  if (options.kernel == Kernel::gauss_seidel) {
    describe_gauss_seidel(options.gauss_seidel, problem);
    if (!f_file_) problem.seed = seed_;
    return problem;
  }
  problem.iterations = options.iterations;
  problem.stw = options.stw;
  problem.portion = options.portion;
  problem.schedule = name_of(options.schedule());
  problem.blocking = name_of(options.itstep.blocking);
  problem.distribution = name_of(options.distribution);
  if (!f_file_ || !r_file_) problem.seed = seed_;
  problem.rhs = options.rhs;
  problem.dx = numbers_.dx;
  problem.dy = numbers_.dy;
  problem.beta = numbers_.weights.beta;
  return problem;
}

}  // namespace stencil
