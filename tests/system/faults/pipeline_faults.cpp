// Faults of what a pass waits for, keeps and hands on (tests/variants/planted_pipeline.cmake).
// SPDX-License-Identifier: Apache-2.0
//
// The words were written from the fault alone.
#include "tests/system/faults/fault.hpp"

namespace stencil::faults_test::pipeline {
namespace {

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Fault in_device(const char* name, const Words& must, const Words& never = {}, const Words& more = {}) {
  Fault fault{name, 1, {}, {}, more, 1, 0};
  fault.verdict = {
      joined({"side: device"}, must), {}, joined({"reference", "blocking", "halo exchange", "side: host"}, never)};
  return fault;
}

std::vector<Fault> rtl_faults() {
  const Words uneven{"--dx", "0.7", "--dy", "0.6"};
  const Words short_passes{"--rows", "6", "--cols", "12", "--iterations", "9", "--stw", "6", "--portion", "20"};
  const Words tiles{"--kernel", "gauss-seidel", "--fuse", "off", "--rows", "61", "--cols", "50", "--rounds", "2"};
  const Words two_passes{"--kernel", "gauss-seidel", "--fuse",   "off", "--rows",   "61",
                         "--cols",   "50",           "--rounds", "1",   "--sweeps", "6"};
  return {
      in_device("pass-unwaited",
                {"component: write-back", "pass 1 had read what was there before pass 0", "not waited"},
                {"interlock", "sweeps had been made"}, short_passes),
      in_device("command-unwaited", {"component: commands in flight", "the command of block 1 waits", "of block 0"},
                {"interlock", "adder"}),
      in_device("read-for-both",
                {"component: local memory or store: store of f buffer 0", "is right before block 1 is swept, and after",
                 "wrong while that is swept"},
                {"commands in flight", "interlock"}),
      in_device("gate-early", {"component: commands in flight", "the command of block"},
                {"interlock", "adder", "not found"},
                {"--rows", "90", "--cols", "16", "--iterations", "18", "--stw", "9", "--portion", "30", "--schedule",
                 "joined"}),
      in_device("window-late", {"component: stencil", "every operand", "one word before"}, {"write-back"}, uneven),
      in_device("line-skips", {"component: line buffer", "one row north", "column 4"}, {"write-back"}, uneven),
      in_device("border-late", {"component: border", "one word before"}, {"write-back", "adder"}, uneven),
      in_device("last-row-swept", {"component: border", "its last row", "block 3"}, {"adder"}, uneven),
      in_device("r-early", {"component: operand r", "words behind", "sweep 1 "}, {"adder", "weight rdx2"}, uneven),
      in_device("second-address", {"component: write-back", "one row north"}, {"adder", "operand"}, uneven),
      in_device("subnormal-product", {"component: multiplier", "'(...)*beta'", "0 where its result is subnormal"},
                {"adder '"}, {"--beta", "1e-308"}),
      in_device("tile-bottom", {"component: window", "bottom edge had been row 29, not 31"}, {"write-back"}, tiles),
      in_device("tile-left-stays", {"component: window", "slope of the left edge had been 0, not -1"}, {"operand"},
                tiles),
      in_device("tile-pass-end", {"component: window", "the top edge had been row 1, not 2,", "pass of sweeps"},
                {"component: sweep", "adder", "division"}, two_passes),
      in_device("row-too-many", {"component: rows of a pass", "had had 1 row more", "block 1"}, {"adder", "not found"},
                {"--rows", "70", "--cols", "19", "--iterations", "5", "--stw", "5", "--portion", "15", "--blocking",
                 "skewed"}),
      in_device("tile-row-late", {"component: write-back", "pass 1 writes had gone 1 row and", "sweep 1,"},
                {"component: sweep", "adder", "division"},
                {"--kernel", "gauss-seidel", "--rows", "40", "--cols", "40", "--grid", "1x1", "--tiles", "2x2",
                 "--sweeps", "3", "--rounds", "1"}),
      // The device hangs at other numbers of sweeps.
      in_device("planner-remainder",
                {"component: sweep; as if only 5 of 9 sweeps had been made", "step 0", "block 0", "after 9 sweeps"},
                {"adder", "operand", "write-back", "not found"},
                {"--rows", "80", "--cols", "9", "--iterations", "9", "--stw", "9", "--portion", "80"}),
      in_device(
          "r-unmoved",
          {"component: write-back", "had read what was there before", "wrote r,", "in this block of the chain alone"},
          {"adder", "operand r", "component: sweep"},
          {"--cols", "25", "--iterations", "12", "--stw", "6", "--portion", "12", "--blocking", "skewed"}),
      in_device("tile-pass-left", {"component: window", "the left edge had been column", "pass of sweeps"},
                {"component: sweep", "adder", "division"}, two_passes),
  };
}

INSTANTIATE_TEST_SUITE_P(Pipeline, WrongRtl, ::testing::ValuesIn(rtl_faults()), test_name);

}  // namespace
}  // namespace stencil::faults_test::pipeline
