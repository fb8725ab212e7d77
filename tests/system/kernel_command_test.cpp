// stencil-cosim kernel: what a kernel file means, its operator, and refusals on one rank and on two.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

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
        "area     about 9,125 LUT, 24 DSP: 4 adders, 3 multipliers, 2 delays of 27 words\n",
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

// Each command that chooses a kernel, in a folder with a kernel file that has the name of a built-in kernel.
TEST(KernelCommand, AFileThatIsCalledAsAKernelIsRefusedWhereTheKernelIsNamed) {
  const ScratchDirectory folder;
  const std::string text =
      "kernel k\nfield u\nsource q\n"
      "number a = 0.5\nnew u = a*(u[i-1,j] + u[i+1,j]) - q\n";
  const auto here = [&](int ranks, const Words& more) {
    Words words{"/usr/bin/env", "-C", folder / "."};
    if (ranks > 1) words.insert(words.end(), {STENCIL_MPIEXEC, "-n", std::to_string(ranks), "--oversubscribe"});
    words.push_back(STENCIL_COSIM);
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
  };
  const Words small{"--accel", "model", "--rows", "20", "--cols", "12"};
  const auto with = [](Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  for (const std::string name : {"jacobi", "five-point", "gauss-seidel"}) {
    const std::string config = name == "five-point" ? "five-point" : "small";
    const Words run = with({"run", "--config", config}, small), tune = with({"tune", "--config", config}, small);
    const Words cycles{"cycles", "--configs",  config, "--accel",  "model", "--cols",
                       "9",      "--portions", "6",    "--niters", "2"};
    std::vector<Words> commands{run, cycles, tune};
    if (name != "jacobi") commands.resize(1);
    for (const Words& command : commands)
      EXPECT_EQ(here(1, with(command, {"--kernel", name})).status, 0) << command.front() << ' ' << name;
    write_text(folder / name, text);
    const std::string line = "stencil-cosim: --kernel is '" + name + "', a kernel and also a file here: must be ./" +
                             name + " for the file; for the kernel, the file must have another name\n";
    for (const Words& command : commands) {
      const ProgramResult result = here(1, with(command, {"--kernel", name}));
      EXPECT_EQ(result.status, 2) << command.front() << ' ' << name;
      EXPECT_EQ(result.out, "");
      EXPECT_EQ(result.err, line);
      EXPECT_EQ(here(1, with(command, {"--kernel", "./" + name})).status, 0) << "the file: " << command.front();
      EXPECT_EQ(here(1, command).status, 0) << "nothing was named: " << command.front();
    }
    if (name == "jacobi") {
      const ProgramResult two = here(2, with(run, {"--kernel", name}));
      EXPECT_EQ(two.status, 2);
      EXPECT_EQ(count(two.err, line), 1) << two.err;
      EXPECT_EQ(here(1, {"random", "--cases", "1", "--seed", "1", "--accel", "model", "--config", "small"}).err,
                "stencil-cosim: random would draw '" + name + line.substr(line.find("', a kernel")));
    }
    std::filesystem::remove(folder / name);
  }
}

TEST(KernelCommand, AnUnknownKernelIsAnsweredWithKernelsAndFiles) {
  const ScratchDirectory folder;
  write_text(folder / "heat", read_text(example("heat")));
  const auto error_of = [&](const char* command, const char* name) {
    const ProgramResult result =
        run_program({"/usr/bin/env", "-C", folder / ".", STENCIL_COSIM, command, "--kernel", name});
    EXPECT_EQ(result.status, 2);
    return result.err;
  };
  const std::string files = "FILE: a kernel file, whose name has a '.' or a '/'";
  for (const char* command : {"run", "tune"})
    EXPECT_EQ(error_of(command, "nosuch"),
              "stencil-cosim: --kernel is 'nosuch', must be one of: jacobi, five-point, gauss-seidel, " + files + "\n");
  EXPECT_EQ(error_of("cycles", "nosuch"),
            "stencil-cosim: --kernel is 'nosuch', must be one of: jacobi, five-point, " + files + "\n");
  EXPECT_EQ(error_of("run", "heat"),
            "stencil-cosim: --kernel is 'heat', must be one of: jacobi, five-point, "
            "gauss-seidel, " +
                files + "; write ./heat for the file heat\n");
}

}  // namespace
}  // namespace stencil
