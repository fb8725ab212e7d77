// Faults of the RTL that make wrong values: the first screen names the operator, operand or block, and nothing right.
// SPDX-License-Identifier: Apache-2.0
//
// The words were written from the fault alone, before the fault was first run.
#include "tests/system/faults/culprit_fault.hpp"

namespace stencil::faults_test::culprit {
namespace {

// Variants of tests/variants/planted_values.cmake.
std::vector<Fault> rtl_faults() {
  // The second pass reads each result as it leaves the first.
  const Words touching{"--rows", "3", "--cols", "59", "--iterations", "4", "--stw", "4"};
  const Words touching_blocks{"--rows", "60", "--cols",    "5",  "--iterations", "6",
                              "--stw",  "6",  "--portion", "12", "--blocking",   "skewed"};
  const Words paused_chain{"--rows",    "60", "--iterations", "2",      "--stw",      "2",
                           "--portion", "12", "--blocking",   "skewed", "--schedule", "sequential"};
  const Words chained{"--rows", "100", "--cols", "30", "--iterations", "5", "--stw", "5", "--portion", "20"};
  return {
      of_device("ties-away", {"component: adder", "ties away from zero"}, {"multiplier", "flipped", "operator"},
                uneven),
      of_device("residual-truncates", {"component: adder", "'... - r'", "toward zero"},
                {"flipped", "component: operator"}, uneven),
      of_device("sum-sticky", {"component: adder", "sticky"}, {"flipped", "component: operator"}, uneven),
      of_device("product-sticky", {"component: multiplier", "sticky"}, {"flipped", "component: operator"}, uneven),
      of_device("product-bit", {"multiplier"}, {"component: sweep", "interlock", "component: write-back"}, uneven),
      of_device("fifth-product", {"component: division", "1/5"}, {"flipped", "component: operator"}, tiles),
      of_device("buffer-kept", {"block 0", "went to f buffer", "component: write-back"}, {"interlock"}, chained),
      of_device("column-kept", {"component: border or write-back", "column 7 had been left as before"},
                {"adder", "multiplier"}),
      of_device("r-before", {"component: operand r", "one word before", ", sweep 0, "},
                {"component: adder", "component: weight"}),
      of_device("west-twice", {"component: operand east", "west"}, {"component: adder", "component: weight"}),
      of_device("more-sweeps", {"component: sweep", "one sweep more"}, {"adder", "multiplier"}),
      of_device("half-difference", {"adder", "half"}, {"multiplier", "component: weight"}, uneven),
      of_device("beta-rdy2", {"component: weight beta", "rdy2"}, {"adder"}, uneven),
      of_device("r-lost", {"component: operand r", "r had been 0"}, {"multiplier", "weight"}),
      // What fits few of the wrong values is no cause: the centre is that of a cell some slots on.
      of_device("west-centre", {"component: sweep", "tile 0, sweep 0"}, {"as if", "adder", "division"}, tiles),
      of_device("second-weight",
                {"component: weight rdx2", "bit 40", "processing element 1", "sweep 1 of a command of 2 sweeps,"},
                {"processing element 0", "adder"}, uneven),
      of_device("write-astray", {"component: write-back", "one word before"}, {"adder", "multiplier", "operand"}),
      of_device("planner-strict", {"component: sweep; as if only 2 of 5 sweeps had been made", "after 5 sweeps,"},
                {"write-back", "sweep 3", "processing element", " north "}, {"--iterations", "5", "--stw", "5"}),
      of_device("forward-address",
                {"component: write-back", ", sweep 2,", "pass 1 had read what was there before pass 0",
                 "or what pass 1 wrote had been lost"},
                {"sweep 3,", "processing element", " north ", "interlock"}, touching),
      of_device("no-forwarding",
                {"component: write-back", "pass 1 had read what was there before pass 0 wrote f", "block 1, sweep 2"},
                {"processing element", "adder", " north ", "interlock"}, touching_blocks),
      of_device("kept-row", {"block 1", "a row that the block before left had been lost", "one row south"},
                {"adder", "multiplier", "operand", "interlock"}, paused_chain),
      of_device("tile-slopes", {"tile 0", "sweep 1", "component: window", "bottom edge"},
                {"write-back", "adder", "division"},
                {"--kernel", "gauss-seidel", "--fuse", "off", "--rows", "61", "--cols", "50", "--rounds", "2"}),
      of_device("ring-short", {"tile 0", "sweep 0", "component: bands", "rows 14, 29"},
                {"component: sweep", "division", "adder", "interlock"},
                {"--kernel", "gauss-seidel", "--fuse", "off", "--rows", "61", "--cols", "50", "--rounds", "2"}),
      of_device("band-backward", {"step 1", "tile 0", "sweep 0", "component: bands", "begin a band each"},
                {"component: sweep", "division", "adder", "interlock"},
                {"--kernel", "gauss-seidel", "--fuse", "off", "--rows", "58", "--cols", "40", "--sweeps", "2"}),
      of_device("r-not-held", {"block 0", "component: interlock", "load of r buffer 0", "block 2"},
                {"once all is done", "adder", "write-back"},
                {"--rows", "200", "--cols", "33", "--iterations", "16", "--stw", "16", "--portion", "48"}),
  };
}

INSTANTIATE_TEST_SUITE_P(Culprit, WrongRtl, ::testing::ValuesIn(rtl_faults()), name_and_index);

}  // namespace
}  // namespace stencil::faults_test::culprit
