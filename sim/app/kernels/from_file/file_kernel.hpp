// The kernel of a run that a kernel file describes (docs/formula.md).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/app/kernels/sweeps/sweep_kernel.hpp"

namespace stencil {

class FileKernel final : public SweepKernel {
 public:
  std::unique_ptr<Kernel> copy() const override { return std::make_unique<FileKernel>(*this); }
  const char* name() const override { return file_.c_str(); }  // the file, as given
  const char* about() const override { return ""; }
  std::vector<OptionGroup> option_groups() const override;
  const char* why_not(const std::string& option) const override;
  bool has_rhs() const override { return operator_.digest == 0 || operator_.reads_source; }
  void check(const RunOptions& run) const override;
  void agree_between(MPI_Comm communicator) const override;
  void describe(ReportProblem& problem) const override;
  void settle(const Report& report) override;
  SweepWeights weights(std::int64_t rows, std::int64_t cols) const override;
  std::int64_t flops() const override;
  std::string number_words() const override;

  // Reads the file. What is wrong with it check() throws: it is the same error on all ranks then.
  void read(const std::string& file);
  // "NAME=VALUE", several separated by commas. Throws ArgumentError for other texts and a name given before.
  void give(const std::string& text);
  // The part of check() that needs no options of a run: throws ArgumentError for a file that is none, and for numbers
  // that it does not have.
  void check_file() const;

  // With all numbers 0; digest 0: none was read.
  const FormulaWeights& formula() const { return operator_; }
  bool is_given() const { return !file_.empty(); }
  bool has_numbers() const { return !given_.empty(); }
  // By name.
  const std::map<std::string, double>& given_numbers() const { return given_; }

 private:
  std::vector<double> values(std::int64_t rows, std::int64_t cols) const;

  std::string file_;
  std::string error_;  // why the file is none; empty: it is one
  FormulaWeights operator_;
  std::map<std::string, double> given_;
};

constexpr const char* number_option_name = "--number";
constexpr const char* number_option_about =
    "a number of the kernel file in place of its default; once for each, or several separated by commas";
constexpr const char* no_named_numbers = "only a kernel file has numbers with names";

}  // namespace stencil
