// fp64_vectors: drives an RTL operator with test vectors from standard input and reports every difference.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>
#include <unistd.h>

#include <exception>
#include <map>
#include <string>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "sim/app/cli/command.hpp"
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/progress/progress.hpp"
#include "sim/app/vectors/operator_checker.hpp"
#include "sim/app/vectors/operator_model.hpp"
#include "sim/app/vectors/vector_reader.hpp"

namespace {

using stencil::ArgumentError;
using stencil::Arithmetic;
using stencil::Operation;
using stencil::print_out;

const std::map<std::string, Operation> operations = {
    {"add", Operation::add}, {"sub", Operation::sub}, {"mul", Operation::mul}, {"div5", Operation::div5}};
const std::map<std::string, Arithmetic> arithmetics = {
    {"rtl", Arithmetic::rtl},
    {"operators", Arithmetic::operators},
    {"behavioural", Arithmetic::operators}};  // what it was called first

constexpr const char* description =
    "Reads Berkeley TestFloat lines (A B RESULT FLAGS, hexadecimal) from standard input, runs A and B through a\n"
    "binary64 operator, one vector per clock, and compares each output with RESULT, bit by bit; a NaN equals any\n"
    "other NaN. FLAGS are read and ignored. Prints the first 20 differences and the count.\n"
    "div5 (A / 5) takes the lines of a division whose B is 4014000000000000, counts and skips all others, and takes\n"
    "lines A RESULT FLAGS.\n"
    "Exit status: 0 no difference and at least one vector; 1 a difference; 2 bad usage, malformed or no input;\n"
    "3 standard output cannot be written.";

constexpr std::int64_t vectors_between_looks = 4096;  // microseconds

struct Options {
  std::string operation;
  std::string arithmetic = "rtl";
};

Operation chosen_operation(const std::string& name) {
  const auto found = operations.find(name);
  if (found == operations.end()) {
    throw ArgumentError(fmt::format("operation '{}' is unknown, available: add, sub, mul, div5", name));
  }
  return found->second;
}

Arithmetic chosen_arithmetic(const std::string& name) {
  const auto found = arithmetics.find(name);
  if (found == arithmetics.end()) {
    throw ArgumentError(fmt::format("--arithmetic '{}' is unknown, available: rtl, operators", name));
  }
  return found->second;
}

void print_differences(const stencil::OperatorChecker& checker, const Options& options) {
  for (const auto& difference : checker.first_differences()) {
    const auto& vector = difference.vector;
    print_out(fmt::format("line {}: {} {:016x} {:016x} expected {:016x} got {:016x}\n", vector.line, options.operation,
                          vector.a, vector.b, vector.expected, difference.got));
  }
}

int run(const Options& options) {
  const Operation operation = chosen_operation(options.operation);
  const auto model = stencil::make_fp64_operator(operation, chosen_arithmetic(options.arithmetic));
  stencil::OperatorChecker checker(*model, stencil::NanRule::any_nan);
  using stencil::VectorForm;
  stencil::VectorReader reader(STDIN_FILENO,
                               operation == Operation::div5 ? VectorForm::quotient_of_five : VectorForm::two_operands);
  stencil::OperatorVector vector;
  {
    stencil::ProgressLine progress(isatty(STDERR_FILENO) == 1 ? stencil::ProgressLine::Form::redrawn
                                                              : stencil::ProgressLine::Form::plain);
    stencil::Work work(&progress, "vectors");
    while (reader.next(vector)) {
      checker.push(vector);
      if (checker.compared() % vectors_between_looks == 0)
        work.at(std::nullopt, stencil::counted(checker.compared(), "vector"));
    }
    checker.finish();
  }
  if (checker.compared() == 0) {
    throw ArgumentError(reader.skipped() == 0
                            ? "no vectors on standard input"
                            : fmt::format("no vectors on standard input: {} lines, none with B = {:016x}",
                                          reader.skipped(), stencil::five_bits));
  }

  print_differences(checker, options);
  if (reader.skipped() != 0) {
    print_out(fmt::format("{} skipped, their B is not {:016x}\n", stencil::counted(reader.skipped(), "line"),
                          stencil::five_bits));
  }
  print_out(fmt::format("{}, {} differ\n", stencil::counted(checker.compared(), "vector"),
                        stencil::with_commas(checker.differences())));
  return checker.differences() == 0 ? stencil::exit_ok : stencil::exit_difference;
}

int parse_and_run(int argc, char** argv) {
  try {
    Options options;
    stencil::Command program("fp64_vectors", description);
    program.add_required_text("operation", options.operation, "add (A + B), sub (A - B), mul (A * B) or div5 (A / 5)");
    program.add_text("--arithmetic", options.arithmetic,
                     "rtl: rtl/arithmetic; operators: its twin in sim/device/arithmetic/operators");
    if (const auto end = program.parse(argc, argv)) {
      if (!end->asked) throw ArgumentError(end->error);
      print_out(end->out);
      return stencil::exit_ok;
    }
    return run(options);
  } catch (const std::exception& error) {
    stencil::flush_out();
    fmt::print(stderr, "fp64_vectors: {}\n", error.what());
    return stencil::exit_usage;
  }
}

}  // namespace

int main(int argc, char** argv) {
  stencil::open_missing_descriptors();
  return stencil::status_with_output("fp64_vectors", parse_and_run(argc, argv));
}
