// The files that the arguments of option_case.hpp name, and calls of the command in this process: a process for
// each of many calls would take too long.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdio>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/app/program/command_line.hpp"
#include "tests/support/run_program.hpp"

namespace stencil {

using testing_support::ProgramResult;
using testing_support::read_text;
using testing_support::ScratchDirectory;
using testing_support::write_text;
using Words = std::vector<std::string>;

constexpr const char* history_line =
    R"({"schema":"stencil-cosim/history/1","commit":"0123456789012345678901234567890123456789",)"
    R"("date":"2026-11-22T10:00:00Z","dirty":false,"subject":"rtl: edit",)"
    R"("cycles":{"small":{"block":100}},"synthesis":null,"instructions":null})"
    "\n";

constexpr const char* kernel_text =
    "kernel mean\nfield u\n"
    "number w = 0.5\nnew u = (u[i-1,j] + u[i+1,j])*w\n";
constexpr const char* needy_text =
    "kernel needy\nfield u\n"
    "number w\nnew u = w*u\n";

constexpr const char* network_text = R"({"between_nodes": {"latency_cycles": 7, "bytes_per_cycle": 0.5}})";

constexpr const char* clocks_text =
    "Yosys, OpenSTA\n"
    "configuration\tmodule\tdelays\trouted_ns\trouted_from\trouted_to\tunplaced_ns\tunplaced_from\tunplaced_to\n"
    "small\tcontrol\te5\t10.000\tx\ty\t8.000\tx\ty\n";

inline ProgramResult in_this_process(Words words, const RunHooks& hooks = {}) {
  words.insert(words.begin(), "stencil-cosim");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const int status = command_line(MPI_COMM_WORLD, static_cast<int>(words.size()), argv.data(), hooks);
  std::fflush(stdout);
  std::string out = ::testing::internal::GetCapturedStdout();
  return {status, std::move(out), ::testing::internal::GetCapturedStderr()};
}

// {scratch}, as option_case.hpp describes it.
class OptionFiles {
 public:
  OptionFiles() {
    make_problem({"--rows", "40", "--cols", "12"}, "P", "F.npy", "R.npy");
    make_problem({"--kernel", "gauss-seidel", "--rows", "40", "--cols", "40"}, "Q", "G.npy", "");
    make_report("A.json", "0");
    make_report("B.json", "3");
    make({"run", "--rows", "40", "--cols", "12", "--accel", "model", "--config", "small", "--capture", "0:0:0",
          "--capsule", scratch_ / "C.capsule"});
    write_text(scratch_ / "H.jsonl", history_line);
    write_text(scratch_ / "K.stencil", kernel_text);
    write_text(scratch_ / "N.stencil", needy_text);
    write_text(scratch_ / "N.json", network_text);
    write_text(scratch_ / "T.tsv", clocks_text);
  }

  std::string operator/(const std::string& name) const { return scratch_ / name; }

  std::set<std::string> entries() const {
    const Words names = scratch_.entries();
    return {names.begin(), names.end()};
  }

  // The arguments with the name of the folder.
  Words filled(Words words) const {
    for (std::string& word : words) {
      const std::size_t at = word.find("{scratch}");
      if (at != std::string::npos) word.replace(at, 9, scratch_.path());
    }
    return words;
  }

 private:
  static void make(const Words& words) {
    const ProgramResult made = in_this_process(words);
    ASSERT_EQ(made.status, 0) << made.err;
  }
  void make_report(const std::string& name, const std::string& latency) {
    make({"run", "--rows", "40", "--cols", "12", "--accel", "model", "--config", "small", "--link-latency", latency,
          "--report", scratch_ / name});
  }
  void make_problem(const Words& shape, const std::string& prefix, const std::string& f, const std::string& r) {
    Words words{"run", "--accel", "software", "--seed", "77", "--check", "off", "--dump-input", scratch_ / prefix};
    words.insert(words.end(), shape.begin(), shape.end());
    make(words);
    std::filesystem::rename(scratch_ / (prefix + "_f.npy"), scratch_ / f);
    if (!r.empty()) std::filesystem::rename(scratch_ / (prefix + "_r.npy"), scratch_ / r);
  }

  ScratchDirectory scratch_;
};

}  // namespace stencil
