// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/five_point/five_point_kernel.hpp"

#include <fmt/core.h>

#include <cmath>
#include <sstream>

#include "host/base/errors.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {
namespace {

constexpr const char* coefficients_option = "--coefficients";

ArgumentError not_six(const std::string& text) {
  return ArgumentError(
      fmt::format("{} is '{}', must be six finite numbers: aN,aS,aW,aE,aC,beta", coefficients_option, text));
}

}  // namespace

FivePointWeights parse_coefficients(const std::string& text) {
  std::istringstream stream(text + ",");
  std::vector<double> numbers;
  for (std::string word; std::getline(stream, word, ',');) {
    try {
      numbers.push_back(parse_number(coefficients_option, word));
    } catch (const ArgumentError&) {
      throw not_six(text);
    }
  }
  if (numbers.size() != FivePointWeights::fields().size()) throw not_six(text);
  FivePointWeights weights;
  std::size_t next = 0;
  for (const auto& field : FivePointWeights::fields()) weights.*field.member = numbers[next++];
  return weights;
}

std::string describe(const FivePointWeights& coefficients) {
  std::string text;
  for (const auto& field : FivePointWeights::fields()) {
    text += fmt::format("{}{}", text.empty() ? "" : ",", coefficients.*field.member);
  }
  return text;
}

std::vector<OptionGroup> FivePointKernel::option_groups() const {
  std::vector<OptionGroup> groups = sweep_option_groups({});
  groups.push_back({"Numbers of five-point",
                    {seldom(value_option<RunOptions>(
                        coefficients_option, "LIST",
                        "aN,aS,aW,aE,aC,beta: six finite numbers in place of --dx, --dy and --beta; each point becomes "
                        "((((aN*north + aS*south) + (aW*west + aE*east)) + aC*centre) - r)*beta",
                        stencil::describe(coefficients),
                        [](auto& run) -> auto& { return kernel_as<FivePointKernel>(run).coefficients; },
                        [](const char*, const std::string& text) { return parse_coefficients(text); },
                        "only --kernel five-point takes its numbers from there"))}});
  return groups;
}

const char* FivePointKernel::why_not(const std::string& option) const {
  const bool spacing = option == "--dx" || option == "--dy";
  return spacing              ? "--coefficients says all six numbers of the sum"
         : option == "--beta" ? "it is the last of --coefficients"
                              : "";
}

void FivePointKernel::check(const RunOptions& run) const {
  SweepKernel::check(run);
  for (const auto& field : FivePointWeights::fields()) {
    if (!std::isfinite(coefficients.*field.member)) throw not_six(stencil::describe(coefficients));
  }
}

void FivePointKernel::describe(ReportProblem& problem) const {
  SweepKernel::describe(problem);
  problem.coefficients = stencil::describe(coefficients);
}

}  // namespace stencil
