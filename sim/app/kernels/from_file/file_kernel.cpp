// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/from_file/file_kernel.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <sstream>

#include "host/base/errors.hpp"
#include "host/base/nearest.hpp"
#include "host/mpi/agreement.hpp"
#include "models/kernel_file/number_values.hpp"
#include "models/kernel_rows/formula_weights.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/app/json/utf8.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// "FILE:LINE:1: '...' here, '...' on rank 0" for the first line that differs.
std::string difference_text(const std::string& file, const std::string& here, const std::string& there) {
  const std::vector<std::string> mine = lines_of(here), first = lines_of(there);
  std::size_t line = 0;
  while (line < mine.size() && line < first.size() && mine[line] == first[line]) ++line;
  const auto at = [&](const std::vector<std::string>& lines) {
    return line < lines.size() ? fmt::format("'{}'", one_line(lines[line])) : std::string("its end");
  };
  return fmt::format("{}:{}:1: {} here, {} on rank 0, must be the same file on all ranks", file, line + 1, at(mine),
                     at(first));
}

}  // namespace

std::vector<OptionGroup> FileKernel::option_groups() const {
  std::vector<OptionGroup> groups = sweep_option_groups({});
  RunOption number(
      number_option_name, "NAME=VALUE", number_option_about, "as in the file",
      [](RunOptions& run, const std::string& text) { kernel_as<FileKernel>(run).give(text); }, no_named_numbers);
  number.extras.repeated = true;
  number.get = [](const RunOptions& run) -> std::optional<std::string> {
    std::string text;
    for (const auto& [name, value] : kernel_as<FileKernel>(run).given_)
      text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, value);
    return text.empty() ? std::nullopt : std::optional(text);
  };
  groups.push_back({"Numbers of kernel files", {std::move(number)}});
  return groups;
}

const char* FileKernel::why_not(const std::string& option) const {
  const bool number = option == "--dx" || option == "--dy" || option == "--beta" || option == "--coefficients";
  return number ? "the file has its numbers, which --number gives" : "";
}

void FileKernel::read(const std::string& file) {
  file_ = file;
  try {
    operator_ = formula_weights(read_formula_file(file));
  } catch (const FormulaError& error) {
    error_ = one_line(error.what());
  }
}

void FileKernel::give(const std::string& text) {
  std::istringstream stream(text + ",");
  for (std::string word; std::getline(stream, word, ',');) {
    const std::size_t sign = word.find('=');
    if (sign == std::string::npos || sign == 0)
      throw ArgumentError(fmt::format("{} is '{}', must be NAME=VALUE", number_option_name, text));
    const std::string name = word.substr(0, sign);
    const double value = parse_number(fmt::format("{} {}", number_option_name, name), word.substr(sign + 1));
    if (!given_.emplace(name, value).second)
      throw ArgumentError(fmt::format("{} {} is given twice, must be given once", number_option_name, name));
  }
}

void FileKernel::check_file() const {
  if (!error_.empty()) throw ArgumentError(error_);
  std::vector<std::string> names;
  for (const FormulaNumber& number : operator_.formula->numbers) names.push_back(number.name);
  for (const auto& [name, value] : given_) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    throw ArgumentError(fmt::format("{} {} is {}, {}{}", number_option_name, name, value,
                                    names.empty() ? fmt::format("{} has no numbers", file_)
                                                  : fmt::format("must be a number of {}: {}", file_, joined(names)),
                                    did_you_mean(name, names)));
  }
}

void FileKernel::check(const RunOptions& run) const {
  check_file();
  if (!run.rhs.empty() && !has_rhs())
    throw ArgumentError(
        fmt::format("--rhs is {}, must not be given with --kernel {}: its formula reads no source", run.rhs, file_));
  SweepKernel::check(run);
}

void FileKernel::agree_between(MPI_Comm communicator) const {
  std::string first = operator_.formula->text;
  share_text(communicator, first);
  agree(communicator, [&] {
    if (first != operator_.formula->text) throw ArgumentError(difference_text(file_, operator_.formula->text, first));
  });
}

std::vector<double> FileKernel::values(std::int64_t rows, std::int64_t cols) const {
  try {
    return number_values(*operator_.formula, rows, cols, given_);
  } catch (const FormulaError& error) {
    throw ArgumentError(one_line(error.what()));
  }
}

void FileKernel::describe(ReportProblem& problem) const {
  SweepKernel::describe(problem);
  problem.formula = operator_.formula->text;
  const std::vector<double> numbers = values(problem.rows, problem.cols);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    problem.numbers += fmt::format("{}{}={}", k == 0 ? "" : ",", operator_.formula->numbers[k].name, numbers[k]);
  }
}

void FileKernel::settle(const Report& report) {
  SweepKernel::settle(report);
  given_.clear();
  if (!report.problem->numbers.empty()) give(report.problem->numbers);
}

SweepWeights FileKernel::weights(std::int64_t rows, std::int64_t cols) const {
  return with_numbers(operator_, values(rows, cols));
}

std::int64_t FileKernel::flops() const {
  return static_cast<std::int64_t>(operator_.formula->operations.size());
}

std::string FileKernel::number_words() const {
  std::string words;
  for (const auto& [name, value] : given_) words += fmt::format(" {} {}={}", number_option_name, name, value);
  return words;
}

}  // namespace stencil
