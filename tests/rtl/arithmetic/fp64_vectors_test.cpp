// The program fp64_vectors as a script uses it: its output, on which stream, and its exit status.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "fp64_reference.hpp"
#include "seed.hpp"
#include "tests/rtl/arithmetic/operands/fp64_generator.hpp"

namespace stencil::fp64_vectors_test {
namespace {

struct Outcome {
  int status = -1;
  std::string output;
  std::string errors;
};

class Fp64Vectors : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "fp64_vectors_test.XXXXXX";
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
  }
  void TearDown() override {
    for (const char* name : {"/in", "/out", "/err"}) std::remove((folder_ + name).c_str());
    rmdir(folder_.c_str());
  }

  // Through a pipe, as scripts use it.
  Outcome run(const std::string& arguments, const std::string& input) const {
    std::ofstream(folder_ + "/in", std::ios::binary) << input;
    const std::string command =
        fmt::format("cat '{0}/in' | '{1}' {2} > '{0}/out' 2> '{0}/err'", folder_, STENCIL_FP64_VECTORS, arguments);
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of("/out"), text_of("/err")};
  }

  static void expect_usage_error(const Outcome& result, const std::string& fragment) {
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.output, "");
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
    EXPECT_NE(result.errors.find(fragment), std::string::npos) << result.errors;
  }

 private:
  std::string text_of(const char* name) const {
    std::ifstream file(folder_ + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  std::string folder_;
};

std::string line_of(std::uint64_t a, std::uint64_t b, std::uint64_t result) {
  return fmt::format("{:016X} {:016X} {:016X} 00\n", a, b, result);
}

constexpr std::uint64_t one = 0x3ff0000000000000u;
constexpr std::uint64_t two = 0x4000000000000000u;

TEST_F(Fp64Vectors, PassesGoodVectorsOfEveryOperationAndArithmetic) {
  const std::uint64_t seed = test_seed();
  const std::pair<const char*, Operation> operations[] = {
      {"add", Operation::add}, {"sub", Operation::sub}, {"mul", Operation::mul}, {"div5", Operation::div5}};
  for (const auto& [name, operation] : operations) {
    Fp64Generator generator(operation, seed);
    std::string input;
    for (int i = 0; i < 20000; ++i) {
      OperandPair pair = generator.next();
      if (operation == Operation::div5) pair.b = 0x4014000000000000u;
      input += line_of(pair.a, pair.b, fp64_reference(operation, pair.a, pair.b));
    }
    for (const char* option : {"", "--arithmetic rtl", "--arithmetic operators"}) {
      const Outcome result = run(fmt::format("{} {}", name, option), input);
      EXPECT_EQ(result.status, 0) << name << " " << option << result.errors;
      EXPECT_EQ(result.output, "20,000 vectors, 0 differ\n") << name << " " << option;
      EXPECT_EQ(result.errors, "");
    }
  }
}

TEST_F(Fp64Vectors, DividesByFiveAndSkipsOtherDivisors) {
  const std::uint64_t five = 0x4014000000000000u;
  const std::uint64_t fifth = 0x3fc999999999999au;
  const std::string good = line_of(one, five, fifth);
  const std::string without_divisor = fmt::format("{:016X} {:016X} 01\n", one, fifth);
  for (const char* option : {"", "--arithmetic rtl", "--arithmetic operators", "--arithmetic behavioural"}) {
    const std::string arguments = fmt::format("div5 {}", option);
    EXPECT_EQ(run(arguments, good + without_divisor).output, "2 vectors, 0 differ\n");
    const Outcome result = run(arguments, line_of(one, two, one) + good + line_of(one, five, fifth - 1));
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.output,
              "line 3: div5 3ff0000000000000 4014000000000000 expected 3fc9999999999999 got 3fc999999999999a\n"
              "1 line skipped, their B is not 4014000000000000\n"
              "2 vectors, 1 differ\n");
    expect_usage_error(run(arguments, line_of(one, two, one)), "1 lines, none with B = 4014000000000000");
    expect_usage_error(run(arguments, ""), "no vectors");
  }
  expect_usage_error(run("add", without_divisor), "line 1");
}

TEST_F(Fp64Vectors, ReportsAWrongVector) {
  const Outcome result = run("add", line_of(one, one, two) + line_of(one, one, two + 1) + line_of(one, one, two));
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.output,
            "line 2: add 3ff0000000000000 3ff0000000000000 expected 4000000000000001 got 4000000000000000\n"
            "3 vectors, 1 differ\n");
}

TEST_F(Fp64Vectors, CapsTheDifferencesItPrintsAtTwenty) {
  std::string input;
  for (int i = 0; i < 100; ++i) input += line_of(one, one, one);
  const Outcome result = run("mul", input + line_of(one, one, two));
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 2);
  input.clear();
  for (int i = 0; i < 100; ++i) input += line_of(one, two, one);
  const Outcome many = run("mul", input);
  EXPECT_EQ(std::count(many.output.begin(), many.output.end(), '\n'), 21);
  EXPECT_NE(many.output.find("100 vectors, 100 differ\n"), std::string::npos) << many.output;
}

TEST_F(Fp64Vectors, TakesEveryNanForAnyOther) {
  const std::uint64_t infinity = 0x7ff0000000000000u;
  const std::uint64_t other_nan = 0xfff8000000000001u;
  EXPECT_EQ(run("sub", line_of(infinity, infinity, other_nan)).status, 0);
  EXPECT_EQ(run("sub", line_of(infinity, infinity, infinity)).status, 1);
  EXPECT_EQ(run("sub", line_of(infinity, one, other_nan)).status, 1);
}

TEST_F(Fp64Vectors, CountsFewerVectorsThanTheLatency) {
  const Outcome result = run("mul", line_of(one, two, two));
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.output, "1 vector, 0 differ\n");
}

TEST_F(Fp64Vectors, RefusesMalformedAndEmptyInput) {
  expect_usage_error(run("add", line_of(one, one, two) + "3ff 3ff 3ff 00\n"), "line 2");
  expect_usage_error(run("add", line_of(one, one, two) + "3ff 3ff 3ff 00\n"), "'3ff 3ff 3ff 00'");
  expect_usage_error(run("add", line_of(one, one, two) + "\n"), "line 2");
  expect_usage_error(run("add", ""), "no vectors");
}

TEST_F(Fp64Vectors, RefusesWhatItDoesNotKnow) {
  const std::string input = line_of(one, one, two);
  expect_usage_error(run("divide", input), "'divide' is unknown");
  expect_usage_error(run("add --arithmetic abacus", input), "'abacus' is unknown");
  expect_usage_error(run("add --speed 3", input), "--speed");
  expect_usage_error(run("add sub", input), "sub");
  expect_usage_error(run("", input), "operation");
}

TEST_F(Fp64Vectors, ExplainsItself) {
  const Outcome result = run("--help", "");
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.output.find("Exit status"), std::string::npos);
  EXPECT_NE(result.output.find("--arithmetic"), std::string::npos);
}

}  // namespace
}  // namespace stencil::fp64_vectors_test
