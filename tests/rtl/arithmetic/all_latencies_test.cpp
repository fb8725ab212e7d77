// Every latency gives the bits of the reference, in its cycle: where registers stand changes nothing else.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <string>
#include <tuple>

#include "fp64_generator.hpp"
#include "fp64_reference.hpp"
#include "latency_bench.hpp"
#include "operation_names.hpp"
#include "seed.hpp"
#include "tiny_format.hpp"

namespace stencil::all_latencies_test {
namespace {

// Compares the results of all latencies with those expected of the operands given as many clocks before.
class Comparison {
 public:
  explicit Comparison(LatencyBench& bench) : bench_(bench) {}

  void push(std::uint64_t a, std::uint64_t b, std::uint64_t expected) {
    expected_[at(clocks_)] = {a, b, expected};
    bench_.clock(a, b);
    ++clocks_;
    for (std::int64_t latency = bench_.least_cycles(); latency <= LatencyBench::most_cycles; ++latency) {
      if (clocks_ < latency) break;  // nothing has arrived yet
      const auto& vector = expected_[at(clocks_ - latency)];
      ++compared_;
      if (bench_.result(latency) == vector[2] || ++differences_ > 10) continue;
      ADD_FAILURE() << "latency " << latency << std::hex << ": " << vector[0] << " " << vector[1] << " expected "
                    << vector[2] << " got " << bench_.result(latency);
    }
  }

  // The last vectors have not arrived: zeros follow.
  void finish(std::uint64_t zero_result) {
    for (int i = 0; i < LatencyBench::most_cycles; ++i) push(0, 0, zero_result);
    EXPECT_EQ(differences_, 0);
    EXPECT_GT(compared_, 0);
  }

 private:
  static std::size_t at(std::int64_t clock) { return static_cast<std::size_t>(clock) % expected_size; }

  static constexpr std::size_t expected_size = 16;
  LatencyBench& bench_;
  std::array<std::array<std::uint64_t, 3>, expected_size> expected_{};
  std::int64_t clocks_ = 0;
  std::int64_t compared_ = 0;
  std::int64_t differences_ = 0;
};

class AllLatencies : public ::testing::TestWithParam<Operation> {};

// All anchor pairs, which are stored, and as many seeded ones; STENCIL_VECTORS of the environment says how many in all.
TEST_P(AllLatencies, GiveTheBitsOfTheHost) {
  const Operation operation = GetParam();
  const char* text = std::getenv("STENCIL_VECTORS");
  const std::int64_t vectors = text == nullptr ? 2 * Fp64Generator::anchor_pairs() : std::strtoll(text, nullptr, 10);
  const auto bench = make_latency_bench(operation, 11, 52);
  Fp64Generator generator(operation, test_seed());
  Comparison comparison(*bench);
  for (std::int64_t i = 0; i < vectors; ++i) {
    const OperandPair pair = generator.next();
    comparison.push(pair.a, pair.b, fp64_reference(operation, pair.a, pair.b));
  }
  comparison.finish(0);
}

INSTANTIATE_TEST_SUITE_P(Operators, AllLatencies,
                         ::testing::Values(Operation::add, Operation::sub, Operation::mul, Operation::div5),
                         operation_name);

class AllLatenciesExhaustive : public ::testing::TestWithParam<std::tuple<Operation, int>> {};

TEST_P(AllLatenciesExhaustive, GiveTheBitsOfEveryPair) {
  const auto [operation, exp_w] = GetParam();
  const TinyFormat format(exp_w, 7 - exp_w);
  const auto bench = make_latency_bench(operation, exp_w, 7 - exp_w);
  Comparison comparison(*bench);
  const std::uint64_t others = operation == Operation::div5 ? 1 : format.codes();
  for (std::uint64_t a = 0; a < format.codes(); ++a) {
    for (std::uint64_t b = 0; b < others; ++b) comparison.push(a, b, format.result(operation, a, b));
  }
  comparison.finish(0);
}

std::string format_name(const ::testing::TestParamInfo<AllLatenciesExhaustive::ParamType>& info) {
  return name_of(std::get<0>(info.param)) + "E" + std::to_string(std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(Formats, AllLatenciesExhaustive,
                         ::testing::Combine(::testing::Values(Operation::add, Operation::sub, Operation::mul,
                                                              Operation::div5),
                                            ::testing::Values(3, 4, 5)),
                         format_name);

}  // namespace
}  // namespace stencil::all_latencies_test
