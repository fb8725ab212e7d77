// Every option of a subcommand, and how it shows that it was not ignored.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace stencil {

// Words may hold {scratch}, a folder with F.npy and R.npy: a problem of 40 x 12.
struct OptionCase {
  enum class Shows {
    result,  // the report, but for problem and machine, or the file {scratch}/out.npy is another than with `base` alone
    text,    // standard output has `expected`, and has not with `base` alone
    file,    // {scratch}/`expected` is there, and is not with `base` alone
    refusal  // status 2 and the one line `expected` (its beginning), and status 0 with `base` alone
  };

  std::string subcommand;
  std::vector<std::string> option;  // and its value
  std::vector<std::string> base;    // what must be there for it
  Shows shows = Shows::result;
  std::string expected{};
};

// Subcommands that are not named here are not looked at.
inline std::vector<OptionCase> option_cases() {
  using Shows = OptionCase::Shows;
  const std::vector<std::string> jacobi{"--rows", "40", "--cols", "12", "--accel", "model"};
  const std::vector<std::string> seidel{"--kernel", "gauss-seidel", "--rows", "40", "--cols", "40", "--accel", "model"};
  const auto with = [](std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const auto split = with(jacobi, {"--place", "sweep=split"});
  const auto files = with(jacobi, {"--input", "{scratch}/F.npy", "--rhs", "{scratch}/R.npy"});
  return {
      {"run", {"--rows", "41"}, {"--cols", "12", "--accel", "model"}},
      {"run", {"--cols", "13"}, {"--rows", "40", "--accel", "model"}},
      {"run", {"--kernel", "gauss-seidel"}, {"--rows", "40", "--cols", "40", "--accel", "model"}},
      {"run", {"--seed", "2"}, jacobi},
      {"run", {"--seed", "2"}, files, Shows::refusal, "--seed is 2, must not be given with --input and --rhs"},
      {"run",
       {"--seed", "2"},
       with(seidel, {"--input", "{scratch}/G.npy"}),
       Shows::refusal,
       "--seed is 2, must not be given with --input"},
      {"run", {"--input", "{scratch}/F.npy"}, jacobi},
      {"run", {"--iterations", "7"}, jacobi},
      {"run", {"--rhs", "{scratch}/R.npy"}, jacobi},
      {"run", {"--dx", "0.5"}, jacobi},
      {"run", {"--dy", "0.5"}, jacobi},
      {"run", {"--beta", "0.125"}, jacobi},
      {"run", {"--stw", "3"}, jacobi},
      {"run", {"--portion", "20"}, jacobi},
      {"run", {"--distribution", "cyclic"}, jacobi},
      {"run", {"--block-rows", "9"}, with(jacobi, {"--distribution", "cyclic"})},
      {"run", {"--block-rows", "9"}, jacobi, Shows::refusal, "--block-rows is 9, must not be given with"},
      {"run", {"--schedule", "sequential"}, jacobi},
      {"run",
       {"--schedule", "overlapped"},
       with(jacobi, {"--place", "sweep=accel"}),
       Shows::refusal,
       "--schedule is overlapped, must be sequential with --place"},
      {"run", {"--blocking", "skewed"}, jacobi},
      {"run",
       {"--blocking", "skewed"},
       with(jacobi, {"--place", "sweep=accel"}),
       Shows::refusal,
       "--blocking is skewed, must be overlapped-rows with --place"},
      {"run", {"--place", "norm=cpu"}, jacobi},
      {"run", {"--share", "0.25"}, split},
      {"run", {"--share", "0.25"}, jacobi, Shows::refusal, "--share and --host-rate must come with"},
      {"run", {"--host-rate", "2"}, split},
      {"run", {"--host-rate", "2"}, jacobi, Shows::refusal, "--share and --host-rate must come with"},
      {"run", {"--clock", "300"}, with(split, {"--host-rate", "measured"}), Shows::text, "clock 300 MHz"},
      {"run", {"--clock", "300"}, jacobi, Shows::refusal, "--clock is 300, must come with --host-rate measured"},
      {"run", {"--clock", "300"}, split, Shows::refusal, "--clock is 300, must come with --host-rate measured"},
      {"run", {"--grid", "2x1"}, seidel, Shows::refusal, "--grid is 2x1"},
      {"run", {"--grid", "1x1"}, jacobi, Shows::refusal, "--grid is 1x1, must not be given with --kernel jacobi"},
      {"run", {"--tiles", "1x1"}, seidel},
      {"run", {"--sweeps", "2"}, seidel},
      {"run", {"--rounds", "2"}, seidel},
      {"run", {"--history"}, seidel},
      {"run", {"--history"}, jacobi, Shows::refusal, "--history must not be given with --kernel jacobi"},
      {"run", {"--accel", "software"}, {"--rows", "40", "--cols", "12"}},
      {"run", {"--config", "wide"}, jacobi},
      {"run", {"--burst", "4"}, jacobi},
      {"run", {"--link-bytes", "2"}, jacobi},
      {"run", {"--link-latency", "50"}, jacobi},
      {"run", {"--check", "off"}, jacobi},
      {"run", {"--output", "{scratch}/other.npy"}, jacobi, Shows::file, "other.npy"},
      {"run", {"--report", "{scratch}/other.json"}, jacobi, Shows::file, "other.json"},
      {"run", {"--junit", "{scratch}/other.xml"}, jacobi, Shows::file, "other.xml"},
      {"run", {"--digest"}, {"--rows", "40", "--cols", "12"}, Shows::text, "digest of rank 0: "},
      {"run", {"--digest"}, jacobi, Shows::refusal, ""},
      {"run", {"--dump-input", "{scratch}/other"}, jacobi, Shows::file, "other_r.npy"},
  };
}

}  // namespace stencil
