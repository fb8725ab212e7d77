// Where the numbers of a run come from: a seed, or .npy files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

#include "host/io/npy.hpp"
#include "host/io/ranks/one_file.hpp"
#include "models/problem.hpp"
#include "sim/app/report/report.hpp"
#include "sim/app/run/options.hpp"

namespace stencil {

class ProgressLine;

// The open input files. Null where the options name none.
struct ProblemFiles {
  std::shared_ptr<const InputFile> f;
  std::shared_ptr<const InputFile> r;
};

// Collective: all ranks open the same files, even if these are replaced meanwhile (host/io/ranks/one_file.hpp).
// Throws AgreedError.
ProblemFiles open_problem_files(MPI_Comm communicator, const RunOptions& options);

// Produces rows on demand, so each rank reads only its own.
class ProblemSource {
 public:
  // Determines the shape: by the options, else by the files, else 101 x 77. Reads the files' headers only. Throws
  // ArgumentError for a bad file (host/io/npy.hpp), shapes that disagree, sizes out of range.
  ProblemSource(const RunOptions& options, const ProblemFiles& files);
  // Opens the files itself, for one process alone.
  explicit ProblemSource(const RunOptions& options);

  std::int64_t rows() const { return rows_; }
  std::int64_t cols() const { return cols_; }

  // Shows reading and writing that take long; null: nobody sees it.
  void report_to(ProgressLine* progress) { progress_ = progress; }

  // Rows [first_row, first_row + count) of an array, packed. Throws ArgumentError when a file cannot be read.
  void read_rows(ProblemArray array, std::int64_t first_row, std::int64_t count, double* target) const;

  // Writes all rows to an .npy file, the whole file or nothing. Throws as read_rows and NpyWriter.
  void write(ProblemArray array, const std::string& path) const;
  // The files of --dump-input, where it was given. Throws as write().
  void dump(const RunOptions& options) const;

  // To be called after the last read. Throws ArgumentError if a file was changed meanwhile.
  void check_unchanged() const;

  ReportProblem description(const RunOptions& options) const;

 private:
  // Rows of 4 MiB together, or one.
  std::int64_t rows_of_piece() const { return std::max<std::int64_t>(1, (std::int64_t{1} << 19) / cols_); }

  std::uint64_t seed_;
  std::optional<NpyInfo> f_file_;
  std::optional<NpyInfo> r_file_;
  std::int64_t rows_ = 0;
  std::int64_t cols_ = 0;
  ProgressLine* progress_ = nullptr;
};

}  // namespace stencil
