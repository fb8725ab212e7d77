// testfloat_latencies: drives an operator at every latency with lines of Berkeley TestFloat, for ci/testfloat.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>
#include <unistd.h>

#include <cstdint>
#include <exception>
#include <map>
#include <string>

#include "host/base/errors.hpp"
#include "latency_differences.hpp"
#include "sim/app/vectors/vector_reader.hpp"

namespace stencil {
namespace {

constexpr std::uint64_t canonical_nan = 0x7ff8000000000000u;
constexpr std::uint64_t infinity = 0x7ff0000000000000u;

const std::map<std::string, Operation> operations = {
    {"add", Operation::add}, {"sub", Operation::sub}, {"mul", Operation::mul}};

// Which NaN results from which operands is TestFloat's choice of a processor; ours is always the same.
std::uint64_t ours(std::uint64_t bits) {
  const std::uint64_t magnitude = bits & ~(std::uint64_t{1} << 63);
  return magnitude > infinity ? canonical_nan : bits;
}

int compare(const std::string& name, std::int64_t cases) {
  const auto operation = operations.find(name);
  if (operation == operations.end()) {
    throw ArgumentError(fmt::format("operation '{}' is unknown, available: add, sub, mul", name));
  }
  const auto bench = make_latency_bench(operation->second, 11, 52);
  LatencyDifferences found(*bench);
  VectorReader reader(STDIN_FILENO, VectorForm::two_operands);
  for (OperatorVector vector; reader.next(vector);) found.push(vector.a, vector.b, ours(vector.expected));
  found.flush(0);
  for (const std::string& difference : found.told()) fmt::print("{} {}\n", name, difference);
  fmt::print("{}: {} cases at latencies {} to {}, {} of {} results differ\n", name, reader.lines(),
             bench->least_cycles(), LatencyBench::most_cycles, found.differences(), found.compared());
  if (reader.lines() != cases) throw ArgumentError(fmt::format("{} cases, expected {}", reader.lines(), cases));
  return found.differences() == 0 ? 0 : 1;
}

int parse_and_compare(int argc, char** argv) {
  try {
    if (argc != 3) throw ArgumentError("usage: testfloat_latencies add|sub|mul CASES <LINES");
    return compare(argv[1], std::stoll(argv[2]));
  } catch (const std::exception& error) {
    fmt::print(stderr, "testfloat_latencies: {}\n", error.what());
    return 2;
  }
}

}  // namespace
}  // namespace stencil

int main(int argc, char** argv) {
  return stencil::parse_and_compare(argc, argv);
}
