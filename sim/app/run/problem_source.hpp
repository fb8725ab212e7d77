// Where the numbers of a run come from: a seed, or .npy files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "host/io/npy.hpp"
#include "host/io/one_file.hpp"
#include "models/problem.hpp"
#include "sim/app/report/report.hpp"
#include "sim/app/run/options.hpp"

namespace stencil {

// The files that the options name, open. Null where none is named.
struct ProblemFiles {
  std::shared_ptr<const InputFile> f;
  std::shared_ptr<const InputFile> r;
};

// Collective: every rank has the same files open, whoever replaces them while it does so (host/io/one_file.hpp).
// Throws AgreedError.
ProblemFiles open_problem_files(MPI_Comm communicator, const RunOptions& options);

// Rows are produced on demand, so each rank touches only those it holds.
class ProblemSource {
 public:
  // Settles the shape: as the options say, else as the files say, else 101 x 77. Reads the files' headers only.
  // Throws ArgumentError: a bad file (host/io/npy.hpp), shapes that disagree, sizes out of range.
  ProblemSource(const RunOptions& options, const ProblemFiles& files);
  // Opens the files itself, for one process alone.
  explicit ProblemSource(const RunOptions& options);

  std::int64_t rows() const { return rows_; }
  std::int64_t cols() const { return cols_; }

  // Rows [first_row, first_row + count) of an array, packed. Throws ArgumentError when a file cannot be read.
  void read_rows(ProblemArray array, std::int64_t first_row, std::int64_t count, double* target) const;

  // All rows to an .npy file, whole or not at all. Throws as read_rows and NpyWriter.
  void write(ProblemArray array, const std::string& path) const;
  // The files of --dump-input, where it was given. Throws as write().
  void dump(const RunOptions& options) const;

  // After the last read. Throws ArgumentError where a file was changed meanwhile.
  void check_unchanged() const;

  ReportProblem description(const RunOptions& options) const;

 private:
  std::uint64_t seed_;
  std::optional<NpyInfo> f_file_;
  std::optional<NpyInfo> r_file_;
  std::int64_t rows_ = 0;
  std::int64_t cols_ = 0;
};

}  // namespace stencil
