// Every option of each subcommand, and the effect by which a test sees that it is not ignored.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/sim/app/kernel_names.hpp"

namespace stencil {

// Arguments may hold {scratch}, a folder with F.npy and R.npy, a problem of 40 x 12; G.npy, a field of 40 x 40; reports
// A.json and B.json, which differ in their link; a history H.jsonl of one commit; a capsule C.capsule; a network
// N.json; and kernel files: K.stencil with a number w, N.stencil with one that must be given.
struct OptionCase {
  enum class Shows {
    result,      // another than with `base` alone: of `run` the report, but for problem and machine, or the file
                 // {scratch}/out.npy; otherwise standard output or {scratch}/page.html
    silence,     // standard output has not `expected`, and has with `base` alone
    text,        // standard output has `expected`, and has not with `base` alone
    file,        // {scratch}/`expected` is there, and is not with `base` alone
    refusal,     // status 2 and the one line `expected` (its beginning), and status 0 with `base` alone; nothing is
                 // printed, no device is used and no word loaded into one before, nor a capsule or a row read
    failure,     // status 1, and status 0 with `base` alone, on accelerators that are slower than their model
    permission,  // status 0 or 1, and status 2 with `base` alone
  };

  std::string subcommand;
  std::vector<std::string> option;  // and its value
  std::vector<std::string> base;    // arguments it needs; an option in both is taken out of them
  Shows shows = Shows::result;
  std::string expected{};
};

inline std::vector<OptionCase> option_cases() {
  using Shows = OptionCase::Shows;
  const std::vector<std::string> jacobi{"--rows", "40", "--cols", "12", "--accel", "model"};
  const std::vector<std::string> seidel{"--kernel", "gauss-seidel", "--rows", "40", "--cols", "40", "--accel", "model"};
  const auto with = [](std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const auto five = with(jacobi, {"--kernel", "five-point", "--config", "five-point"});
  const auto with_file = with(jacobi, {"--kernel", "{scratch}/K.stencil"});
  const auto split = with(jacobi, {"--place", "sweep=split"});
  const std::vector<std::string> on_small{"--rows", "40", "--cols", "12", "--accel", "model", "--config", "small"};
  const std::vector<std::string> high{"--rows", "2000", "--cols", "12", "--accel", "model", "--config", "small"};
  const std::vector<std::string> on_rtl{"--rows", "40", "--cols", "12", "--config", "small"};
  const std::vector<std::string> on_software{"--rows",  "40",       "--cols",   "12",
                                             "--accel", "software", "--config", "small"};
  const std::vector<std::string> software{"--rows", "40", "--cols", "12", "--accel", "software"};
  const std::vector<std::string> cycles{"--accel", "model"};
  const std::vector<std::string> small{"--rows", "60", "--cols", "50", "--iterations", "10"};
  const auto tune = with(small, {"--accel", "model"});
  const auto two_ranks = with(tune, {"--ranks", "2"});
  const std::vector<std::string> same{"{scratch}/A.json", "{scratch}/A.json"};
  const std::vector<std::string> page{"{scratch}/A.json", "-o", "{scratch}/page.html"};
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
      {"run", {"--strip-rows", "9"}, with(jacobi, {"--distribution", "cyclic"})},
      {"run", {"--strip-rows", "9"}, jacobi, Shows::refusal, "--strip-rows is 9, must not be given with"},
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
      {"run", {"--kernel", "five-point"}, with(jacobi, {"--config", "five-point"})},
      {"run",
       {"--kernel", "five-point"},
       with(jacobi, {"--config", "small"}),
       Shows::refusal,
       "accelerator model of configuration small has no five-point kernel, only Jacobi, Gauss-Seidel; configuration "
       "five-point has it"},
      {"run", {"--coefficients", "1,1,1,1,0,0.2"}, five},
      {"run",
       {"--coefficients", "1,1,1,1,0"},
       five,
       Shows::refusal,
       "--coefficients is '1,1,1,1,0', must be six finite numbers: aN,aS,aW,aE,aC,beta"},
      {"run",
       {"--coefficients", "1,1,1,1,0,0.2"},
       jacobi,
       Shows::refusal,
       "--coefficients is 1,1,1,1,0,0.2, must not be given with --kernel jacobi"},
      {"run", {"--dx", "0.5"}, five, Shows::refusal, "--dx is 0.5, must not be given with --kernel five-point"},
      {"run", {"--beta", "0.5"}, five, Shows::refusal, "--beta is 0.5, must not be given with --kernel five-point"},
      {"run", {"--grid", "2x1"}, seidel, Shows::refusal, "--grid is 2x1"},
      {"run", {"--kernel", "{scratch}/K.stencil"}, jacobi},
      {"run", {"--kernel", "{scratch}/none.stencil"}, jacobi, Shows::refusal, "{scratch}/none.stencil:1:1: cannot be"},
      {"run", {"--number", "w=0.25"}, with_file},
      {"run",
       {"--number", "w=0.25"},
       jacobi,
       Shows::refusal,
       "--number is w=0.25, must not be given with --kernel jacobi"},
      {"run", {"--number", "v=1"}, with_file, Shows::refusal, "--number v is 1, must be a number of "},
      {"run", {"--number", "w=inf"}, with_file, Shows::refusal, "--number w is 'inf', must be a finite number"},
      {"run",
       {"--rhs", "{scratch}/R.npy"},
       with_file,
       Shows::refusal,
       "--rhs is {scratch}/R.npy, must not be given with --kernel "},
      {"run", {"--dx", "0.5"}, with_file, Shows::refusal, "--dx is 0.5, must not be given with --kernel "},
      {"run", {"--grid", "1x1"}, jacobi, Shows::refusal, "--grid is 1x1, must not be given with --kernel jacobi"},
      {"run", {"--row-cuts", "20"}, seidel, Shows::refusal, "the grid of --row-cuts and --col-cuts is 2x1"},
      {"run", {"--col-cuts", "20"}, seidel, Shows::refusal, "the grid of --row-cuts and --col-cuts is 1x2"},
      {"run",
       {"--tiles", "1x1"},
       {"--kernel", "gauss-seidel", "--rows", "40", "--cols", "40", "--accel", "model", "--fuse", "off"}},
      {"run", {"--fuse", "off"}, seidel},
      {"run", {"--fuse", "no"}, seidel, Shows::refusal, "--fuse is 'no', must be on or off"},
      {"run", {"--sweeps", "2"}, seidel},
      {"run", {"--rounds", "2"}, seidel},
      {"run", {"--history"}, seidel},
      {"run", {"--history"}, jacobi, Shows::refusal, "--history must not be given with --kernel jacobi"},
      {"run", {"--trace", "all"}, jacobi, Shows::refusal, "--trace is all, must come with --accel rtl, this is model"},
      {"run", {"--accel", "software"}, {"--rows", "40", "--cols", "12"}},
      {"run", {"--config", "wide"}, jacobi},
      {"run", {"--burst", "4"}, jacobi},
      {"run", {"--link-bytes", "2"}, jacobi},
      {"run", {"--link-latency", "50"}, jacobi},
      {"run", {"--burst", "4"}, software, Shows::text, "--link-latency have no effect:\n  accelerator software"},
      {"run", {"--link-bytes", "2"}, software, Shows::text, "--link-latency have no effect:\n  accelerator software"},
      {"run",
       {"--link-latency", "50"},
       software,
       Shows::text,
       "--link-latency have no effect:\n  accelerator software"},
      {"run", {"--network-latency", "50"}, jacobi, Shows::text, "messages take 50 cycles, whatever their length"},
      {"run",
       {"--network-latency", "50"},
       software,
       Shows::refusal,
       "--network-latency must not be given with --accel"},
      {"run", {"--network-bandwidth", "2.5"}, jacobi, Shows::text, "messages take 0 cycles, then 2.5 bytes per cycle"},
      {"run", {"--network", "{scratch}/N.json"}, jacobi, Shows::text, "messages take 7 cycles, then 0.5 bytes per"},
      {"run",
       {"--network", "{scratch}/N.json"},
       with(jacobi, {"--network-latency", "1"}),
       Shows::refusal,
       "--network is {scratch}/N.json, must not be given with --network-latency"},
      {"run", {"--check", "off"}, jacobi},
      {"run", {"--paranoid"}, jacobi, Shows::text, "paranoid: each block compared; words read must have been loaded"},
      {"run",
       {"--check", "off"},
       with(jacobi, {"--paranoid"}),
       Shows::refusal,
       "--check is off, must be block with --paranoid"},
      {"run",
       {"--check", "off"},
       with(jacobi, {"--paranoid", "--place", "sweep=accel"}),
       Shows::refusal,
       "--check is off, must be final with --paranoid"},
      {"run", {"--quiet"}, jacobi, Shows::silence, "problem 40 x 12"},
      {"run", {"--verbose"}, jacobi, Shows::text, "golden solution: "},
      {"run", {"--quiet"}, with(jacobi, {"--verbose"}), Shows::refusal, "--quiet must not be given with --verbose"},
      {"run", {"--output", "{scratch}/other.npy"}, jacobi, Shows::file, "other.npy"},
      {"run", {"--report", "{scratch}/other.json"}, jacobi, Shows::file, "other.json"},
      {"run", {"--list-blocks", "3"}, jacobi},
      {"run", {"--list-blocks", "3"}, with(jacobi, {"--place", "sweep=accel"})},
      {"run", {"--list-blocks", "-1"}, jacobi, Shows::refusal, "--list-blocks is -1, must be 0 .. 1048576"},
      {"run", {"--junit", "{scratch}/other.xml"}, jacobi, Shows::file, "other.xml"},
      {"run", {"--timeline", "{scratch}/other.pftrace"}, jacobi, Shows::file, "other.pftrace"},
      {"run", {"--digest"}, {"--rows", "40", "--cols", "12"}, Shows::text, "digests of rank 0:"},
      {"run", {"--digest"}, jacobi, Shows::refusal, "accelerator 'model' has no pins"},
      {"run",
       {"--capture", "0:1:0"},
       with(jacobi, {"--capsule", "{scratch}/other.capsule"}),
       Shows::file,
       "other.capsule"},
      {"run", {"--capture", "0:9:0"}, jacobi, Shows::refusal, "--capture is 0:9:0: step 9 must be 0 .. 3"},
      {"run", {"--capsule", "{scratch}/none/x.capsule"}, jacobi, Shows::refusal, ""},
      {"run", {"--dump-input", "{scratch}/other"}, jacobi, Shows::file, "other_r.npy"},

      // What the device decides.
      {"run", {"--accel", "abacus"}, jacobi, Shows::refusal, "accelerator 'abacus' is not known"},
      {"run", {"--config", "none"}, jacobi, Shows::refusal, "configuration 'none' is not known"},
      {"run", {"--cols", "1025"}, on_small, Shows::refusal, "cols = 1025, must be 1 .. 1024"},
      {"run", {"--cols", "1025"}, on_rtl, Shows::refusal, "cols = 1025, must be 1 .. 1024"},
      {"run", {"--cols", "1025"}, on_software, Shows::refusal, "cols = 1025, must be 1 .. 1024"},
      {"run",
       {"--portion", "1356"},
       high,
       Shows::refusal,
       "portion + 2*stw = 1366 rows of 12 columns, must be <= 1365 rows"},
      {"run",
       {"--stw", "10"},
       with(high, {"--portion", "1356", "--blocking", "skewed"}),
       Shows::refusal,
       "portion + stw = 1366 rows of 12 columns, must be <= 1365 rows"},
      {"run",
       {"--stw", "5"},
       {"--accel", "model", "--config", "small", "--cols", "1000", "--stw", "4", "--portion", "6", "--blocking",
        "skewed"},
       Shows::refusal,
       "stw = 5, must be 1 .. 4 (skewed blocks of 1000 columns: line buffers of 1024 beats"},
      {"run", {"--rows", "3000"}, with(on_small, {"--portion", "1000", "--place", "sweep=accel"}), Shows::result},
      {"run",
       {"--portion", "1400"},
       with(high, {"--place", "sweep=accel"}),
       Shows::refusal,
       "a strip has 1405 rows of 12 columns with its halo rows, must be at most 1365 rows"},
      {"run",
       {"--place", "exchange=accel"},
       on_small,
       Shows::refusal,
       "exchange=accel with 3 strips per rank, must be at most 2, which stay on the device"},
      {"run",
       {"--tiles", "1x1"},
       {"--kernel", "gauss-seidel", "--rows", "150", "--cols", "150", "--accel", "model", "--config", "small"},
       Shows::refusal,
       "rows of the largest tile with one row around = 150, must be 3 .. 109"},
      {"run", {"--sweeps", "30"}, seidel, Shows::refusal, "tile 0 of subdomain 0 = 19 rows, must be >= 31"},
      {"run", {"--capture", "0:0:9"}, jacobi, Shows::refusal, "--capture is 0:0:9: rank 0 has 3 blocks in step 0"},
      {"run", {"--capture", "1:0:0"}, jacobi, Shows::refusal, "--capture is 1:0:0: rank 1 must be 0 .. 0"},
      {"run", {"--output", "{scratch}/none/o.npy"}, jacobi, Shows::refusal, "{scratch}/none/o.npy: cannot create"},
      {"run", {"--strip-rows", "4"}, with(jacobi, {"--distribution", "cyclic"}), Shows::refusal, "--strip-rows is 4"},

      {"cycles",
       {"--kernel", "gauss-seidel"},
       cycles,
       Shows::refusal,
       "--kernel is 'gauss-seidel', " + test::one_of_sweep_kernels()},
      {"cycles", {"--kernel", "five-point"}, with(cycles, {"--configs", "five-point"})},
      {"cycles", {"--kernel", "{scratch}/K.stencil"}, cycles},
      {"cycles", {"--number", "w=3"}, with(cycles, {"--kernel", "{scratch}/N.stencil"}), Shows::permission},
      {"cycles",
       {"--number", "w=3"},
       cycles,
       Shows::refusal,
       "--number must not be given with --kernel jacobi: only a"},
      {"cycles", {"--configs", "wide"}, cycles},
      {"cycles", {"--configs", "small,none"}, cycles, Shows::refusal, "configuration 'none' is not known"},
      {"cycles", {"--cols", "20000"}, cycles, Shows::refusal, "no shape fits its configuration; the first: cols = "},
      {"cycles", {"--schedules", "sequential"}, cycles},
      {"cycles", {"--blockings", "skewed"}, cycles},
      {"cycles", {"--cols", "30"}, cycles},
      {"cycles", {"--portions", "18"}, cycles},
      {"cycles", {"--niters", "3"}, cycles},
      {"cycles", {"--blocks", "3"}, cycles},
      {"cycles", {"--accel", "software"}, {}, Shows::refusal, "--accel is 'software', which has no clock"},
      {"cycles", {"--burst", "4"}, with(cycles, {"--format", "csv"})},
      {"cycles", {"--link-bytes", "2"}, cycles},
      {"cycles", {"--link-latency", "50"}, cycles},
      {"cycles", {"--format", "csv"}, cycles},
      {"cycles", {"--every-block"}, cycles},
      {"cycles", {"--expect-model"}, cycles, Shows::failure},
      {"cycles", {"--output", "{scratch}/other.txt"}, cycles, Shows::file, "other.txt"},

      {"tune",
       {"--kernel", "gauss-seidel"},
       tune,
       Shows::refusal,
       "--kernel is 'gauss-seidel', " + test::one_of_sweep_kernels()},
      {"tune",
       {"--kernel", "five-point"},
       with(tune, {"--config", "small"}),
       Shows::refusal,
       "accelerator dry of configuration small has no five-point kernel, only Jacobi, Gauss-Seidel; configuration "
       "five-point has it"},
      {"tune", {"--kernel", "{scratch}/K.stencil"}, tune},
      {"tune", {"--number", "w=3"}, with(tune, {"--kernel", "{scratch}/K.stencil"})},
      {"tune",
       {"--number", "v=3"},
       with(tune, {"--kernel", "{scratch}/K.stencil"}),
       Shows::refusal,
       "--number v is 3, must"},
      {"tune", {"--config", "none"}, small, Shows::refusal, "configuration 'none' is not known"},
      {"tune", {"--cols", "20000"}, tune, Shows::refusal, "nothing fits: --rows 60 --cols 20000 on 1 rank"},
      {"tune", {"--rows", "61"}, tune},
      {"tune", {"--cols", "51"}, tune},
      {"tune", {"--iterations", "11"}, tune},
      {"tune", {"--ranks", "2"}, tune},
      {"tune", {"--schedules", "sequential"}, tune},
      {"tune", {"--blockings", "overlapped-rows"}, tune},
      {"tune", {"--config", "wide"}, tune},
      {"tune", {"--memory", "2000"}, with(tune, {"--config", "small"})},
      {"tune", {"--burst", "4"}, tune},
      {"tune", {"--link-bytes", "2"}, tune},
      {"tune", {"--link-latency", "50"}, tune},
      {"tune", {"--message-latency", "600"}, two_ranks},
      {"tune", {"--message-bytes", "16"}, two_ranks},
      {"tune", {"--show", "3"}, tune},
      {"tune", {"--verify-cycles", "0"}, tune},
      {"tune", {"--accel", "software"}, small, Shows::refusal, "--accel is 'software', must be one of"},
      {"tune", {"--output", "{scratch}/other.json"}, tune, Shows::file, "other.json"},

      {"configs", {"--json"}, {}},

      {"compare", {"--allow", "link"}, {"{scratch}/A.json", "{scratch}/B.json"}, Shows::permission},
      {"compare", {"--accept"}, {"{scratch}/A.jsonl", "{scratch}/A.json"}, Shows::permission},
      {"compare", {"--json", "{scratch}/other.json"}, same, Shows::file, "other.json"},
      {"compare", {"--markdown", "{scratch}/other.md"}, same, Shows::file, "other.md"},

      {"report", {"--baseline", "{scratch}/A.json"}, page},
      {"report",
       {"--allow", "link"},
       {"{scratch}/A.json", "--baseline", "{scratch}/B.json", "-o", "{scratch}/page.html"},
       Shows::permission},
      {"report", {"--allow", "link"}, page, Shows::refusal, "--allow must come with --baseline B.json"},
      {"report",
       {"--output", "{scratch}/none/page.html"},
       {"{scratch}/A.json", "--output", "{scratch}/page.html"},
       Shows::refusal,
       "report {scratch}/none/page.html: cannot create a file there"},
      {"report", {"--history", "{scratch}/H.jsonl"}, page},
      {"report", {"--output", "{scratch}/other.html"}, {"{scratch}/A.json"}, Shows::permission},

      {"replay", {"--accel", "software"}, {"{scratch}/C.capsule"}},
      {"replay", {"--config", "wide"}, {"{scratch}/C.capsule"}},
      {"replay", {"--rtl", "{scratch}"}, {"{scratch}/C.capsule"}, Shows::refusal, "--rtl is "},
      {"replay",
       {"--trace", "all"},
       {"{scratch}/C.capsule", "--accel", "model"},
       Shows::refusal,
       "--trace is all, must come with accelerator rtl, this is model"},
      {"replay", {"--minimise"}, {"{scratch}/C.capsule"}, Shows::refusal, "--minimise must come with -o FILE"},
      {"replay", {"--output", "x"}, {"{scratch}/C.capsule"}, Shows::refusal, "-o is x, must come with --minimise"},
      {"replay", {"--as-test", "{scratch}/other.cpp"}, {"{scratch}/C.capsule"}, Shows::file, "other.cpp"},

      {"replay", {"--accel", "abacus"}, {"{scratch}/C.capsule"}, Shows::refusal, "--accel is 'abacus', must be one of"},
      {"replay", {"--config", "none"}, {"{scratch}/C.capsule"}, Shows::refusal, "configuration 'none' is not known"},

      {"history",
       {"--output", "{scratch}/none/page.html"},
       {"{scratch}/H.jsonl"},
       Shows::refusal,
       "history {scratch}/none/page.html: cannot create a file there"},
      {"history", {"--output", "{scratch}/other.html"}, {"{scratch}/H.jsonl"}, Shows::file, "other.html"},

      {"kernel", {"--output", "{scratch}/mean.v"}, {"verilog", "{scratch}/K.stencil"}, Shows::file, "mean.v"},
  };
}

}  // namespace stencil
