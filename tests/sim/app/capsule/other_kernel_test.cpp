// A capsule's calls with another kernel file.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/other_kernel.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "sim/app/capsule/capsule_file.hpp"
#include "sim/app/capsule/replay_text.hpp"
#include "tests/sim/app/capsule/sample.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil::capsule_tests {
namespace {

FormulaWeights file_of(const std::string& lines) {
  return formula_weights(read_formula("other.stencil", "kernel other\nfield u\n" + lines));
}

// Numbers in other places than the registers of Jacobi, one that nothing reads and that needs the field.
FormulaWeights jacobi_file() {
  return file_of(
      "source r\n"
      "number dx = 1/(rows - 1)\n"
      "number beta = 3\n"
      "number rdy2 = 1/(dx*dx)\n"
      "number rdx2\n"
      "new u = ((u[i-1,j] + u[i+1,j])*rdx2 + (u[i,j-1] + u[i,j+1])*rdy2 - r)*beta\n");
}

// On software, with what it expects.
Capsule played(const Capsule& capsule) {
  AcceleratorOptions options = capsule.device;
  options.accel = "software";
  const auto device = make_accelerator(options);
  Capsule made = play(capsule, *device);
  made.capabilities = device->capabilities();
  expect(made);
  return made;
}

std::vector<double> numbers_of(const Capsule& capsule) {
  for (const CapsuleCall& call : capsule.calls) {
    if (call.kind != CapsuleCall::Kind::command) continue;
    const auto& all = std::get<FormulaWeights>(std::get<SweepCommand>(call.command).weights);
    return {all.numbers.begin(), all.numbers.begin() + static_cast<std::ptrdiff_t>(all.formula->numbers.size())};
  }
  return {};
}

std::string refused(const Capsule& capsule, const std::string& lines, const std::map<std::string, double>& given = {}) {
  return test::refusal([&] { with_kernel(capsule, file_of(lines), given); });
}

// A chain of blocks with the numbers that the device keeps, and a tile.
TEST(OtherKernel, JacobiAsAFileGivesTheBitsOfJacobi) {
  const Capsule kept = played(sample());
  const Capsule made = played(with_kernel(kept, jacobi_file(), {}));
  EXPECT_TRUE(same_values(kept, made));
  EXPECT_EQ(expected_words(kept, made).changed, 0);
  EXPECT_EQ(numbers_of(made), (std::vector<double>{0.0, 0.125, 2.0, 1.0}));
  EXPECT_EQ(other_kernel_text(kept, made),
            "kernel: other.stencil in place of Jacobi; beta=0.125,rdx2=1,rdy2=2; 0 of 30\n"
            "  words expected change\n");
  // The kept numbers, not the commands', are those that the chain sweeps with.
  Capsule other = kept;
  other.weights[static_cast<std::size_t>(Weight::beta)] = 0.5;
  EXPECT_FALSE(same_values(played(with_kernel(other, jacobi_file(), {})), made));
}

TEST(OtherKernel, TakesGivenNumbersThenThoseOfTheCallsThenDefaults) {
  const std::string lines =
      "source q\n"
      "number c = 0.5\n"
      "number a = 7\n"
      "number d = a*2\nnew u = c*u + a*u[i-1,j] + d*q\n";
  const Capsule kept = formula_sample();
  EXPECT_EQ(numbers_of(with_kernel(kept, file_of(lines), {})), (std::vector<double>{0.5, 0.3, 0.6}));
  const Capsule given = with_kernel(kept, file_of(lines), {{"a", 4.0}, {"c", -1.0}});
  EXPECT_EQ(numbers_of(given), (std::vector<double>{-1.0, 4.0, 8.0}));
  const Capsule made = played(given);
  EXPECT_EQ(difference(made).mismatches, 0);
  // 2 x 3 inner points.
  EXPECT_EQ(expected_words(kept, made).changed, 6);
  EXPECT_EQ(other_kernel_text(kept, made).rfind("kernel: other.stencil in place of k.stencil; a=4,c=-1,d=8; ", 0), 0u);
  // As a file it has the formula that was played.
  const testing_support::ScratchDirectory scratch;
  write_capsule(made, scratch / "m.capsule");
  const Capsule read = read_capsule(scratch / "m.capsule");
  EXPECT_EQ(read.device.formula.digest, file_of(lines).digest);
  EXPECT_TRUE(same_values(played(read), made));
}

TEST(OtherKernel, RefusesWhatTheCallsCannotGive) {
  const Capsule kept = formula_sample();
  EXPECT_EQ(refused(kept, "number b\nnew u = b*u\n"),
            "other.stencil:3:8: number b is none of the calls (a) and has no default, must be given: --number b=X");
  EXPECT_EQ(refused(kept,
                    "number b = 1/rows\n"
                    "number c = 2*b\nnew u = c*u\n"),
            "other.stencil:4:8: number c is none of the calls (a) and its default needs rows or cols, which they do "
            "not tell, must be given: --number c=X");
  EXPECT_EQ(refused(kept,
                    "number b = 1/rows\n"
                    "number c = 2*b\nnew u = c*u\n",
                    {{"b", 2.0}}),
            "accepted");
  Capsule none = with_kernel(kept, file_of("new u = u/2\n"), {});
  EXPECT_EQ(refused(none, "source r\nnew u = u + r\n"),
            "--kernel is other.stencil, which reads source r: the calls have none, must be a formula without a source");
  none.calls.erase(none.calls.begin() + 2);
  EXPECT_EQ(refused(none, "new u = u/4\n"),
            "--kernel is other.stencil, must not be given for calls without a sweep: tiles keep their operator");
}

}  // namespace
}  // namespace stencil::capsule_tests
