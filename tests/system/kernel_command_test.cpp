// stencil-cosim kernel: what a kernel file means, its operator, and refusals on one rank and on two.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "tests/support/texts.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

using test::holds;

std::string example(const std::string& name) {
  return std::string(STENCIL_FORMULA_EXAMPLES) + "/" + name + ".stencil";
}

TEST(KernelCommand, CheckPrintsWhatTheFileMeans) {
  const ProgramResult result = alone({"kernel", "check", example("jacobi")});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  for (const char* line :
       {"kernel jacobi: field u, source r, 7 operations\n", "  v6 = v5 - r               line 10, column 66\n",
        "reads    u[i-1,j], u[i+1,j], u[i,j-1], u[i,j+1], r\n",
        "latency  3*ADD_LATENCY + 2*MUL_LATENCY: 27 cycles with ADD_LATENCY 5, MUL_LATENCY 6\n",
        "area     about 9,888 LUT, 24 DSP: 4 adders, 3 multipliers, 2 delays of 27 words\n",
        "number   dx = 1/(rows - 1)  (no register: only other numbers read it)\n", "number   rdx2 = 1/(dx*dx)\n"}) {
    EXPECT_EQ(count(result.out, line), 1) << line << result.out;
  }
}

TEST(KernelCommand, CheckNamesWhatIsNotUsed) {
  const ScratchDirectory scratch;
  write_text(scratch / "k.stencil",
             "kernel k\nfield u\nsource q\n"
             "number of_none = 2\n"
             "idle = u*of_none\nnew u = u[i-1,j]/5\n");
  const ProgramResult result = alone({"kernel", "check", scratch / "k.stencil"});
  EXPECT_TRUE(holds(result.out, "reads    u[i-1,j]; not the source q\n")) << result.out;
  EXPECT_TRUE(holds(result.out, "latency  DIV_LATENCY: 2 cycles with DIV_LATENCY 2\n")) << result.out;
  EXPECT_TRUE(holds(result.out, "1 divider by 5")) << result.out;
  EXPECT_TRUE(holds(result.out, "number   of_none = 2  (no register: nothing reads it)\n")) << result.out;
  EXPECT_TRUE(holds(result.out, "unused   idle\n")) << result.out;
}

TEST(KernelCommand, VerilogIsTheSameTextInAFile) {
  const ScratchDirectory scratch;
  const ProgramResult printed = alone({"kernel", "verilog", example("heat")});
  EXPECT_EQ(printed.status, 0) << printed.err;
  EXPECT_TRUE(holds(printed.out, "module heat_formula_operator #(")) << printed.out;
  EXPECT_TRUE(holds(printed.out, "// lap_c = v4 + v7 (line 8, column 38)")) << printed.out;
  EXPECT_EQ(alone({"kernel", "verilog", example("heat"), "-o", scratch / "heat.v"}).status, 0);
  EXPECT_EQ(read_text(scratch / "heat.v"), printed.out);
}

TEST(KernelCommand, RefusesInOneLineOnAnyNumberOfRanks) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "k.stencil";
  write_text(path, "kernel k\nfield u\nnew u = u + v\n");
  const std::string line = "stencil-cosim: " + path + ":3:13: 'v' is not known above, must be one of: u\n";
  for (const char* action : {"check", "verilog"}) {
    const ProgramResult result = alone({"kernel", action, path});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err, line);
  }
  const ProgramResult two = under_mpirun(2, STENCIL_COSIM, {"kernel", "check", path});
  EXPECT_EQ(count(two.err, line), 1) << two.err;
  EXPECT_EQ(alone({"kernel", "check", scratch / "absent"}).err,
            "stencil-cosim: " + (scratch / "absent") +
                ":1:1: cannot be read (No such file or directory), must be a kernel file\n");
  EXPECT_EQ(alone({"kernel", "check", "five-point"}).err,
            "stencil-cosim: 'five-point' is the name of a kernel, must be a file: ./five-point\n");
  EXPECT_EQ(alone({"kernel", "run", path}).err, "stencil-cosim: kernel is 'run', must be one of: check, verilog\n");
}

TEST(KernelCommand, NeverOverwritesTheFileItself) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "k.stencil";
  write_text(path, read_text(example("heat")));
  const ProgramResult result = alone({"kernel", "verilog", path, "-o", path});
  EXPECT_EQ(result.status, 2);
  EXPECT_TRUE(holds(result.err, "--output is the same file, which would be overwritten")) << result.err;
  EXPECT_EQ(read_text(path), read_text(example("heat")));
}

}  // namespace
}  // namespace stencil
