// Planted faults of the RTL (tests/variants). Weights that are no powers of two, so that each bit of them counts.
// SPDX-License-Identifier: Apache-2.0
#include "tests/system/faults/fault.hpp"

namespace stencil::faults_test {
namespace {

// The capsule keeps its component, and that needs so many words.
Fault up_to(std::int64_t words, Fault fault) {
  fault.most_words = words;
  return fault;
}
// Only word 77 of a buffer is wrong: in the last row but one, so that a sweep of the right words shows it.
Fault at_word_77(Fault fault) {
  return up_to(4 * 27, std::move(fault));
}
// No capsule of its run is minimised.
Fault whole(Fault fault) {
  fault.most_words = 0;
  return fault;
}
const Words slow_link{"--link-bytes", "4", "--paranoid"};

std::vector<Fault> rtl_faults() {
  const Words uneven{"--dx", "0.7", "--dy", "0.6"};
  return {
      wrong_value("wrong-sign", {"adder", "operand r"}),
      wrong_value("other-weight", {"weight", "multiplier"}, uneven),
      // One bit of a weight and one of what it weighs can give the same bits: from outside, both are named.
      up_to(5 * 8, {"weight-bit", 1, {{"weight rdx2"}, {}, host_components}, {}, uneven}),
      wrong_value("line-bit", {"operand"}),
      at_word_77(wrong_value("memory-bit", {"load", "memory"})),
      at_word_77(wrong_value("load-astray", {"load", "memory"})),
      at_word_77(wrong_value("load-bit", {"load", "memory"})),
      at_word_77(wrong_value("store-astray", {"store", "memory"})),
      // The calls of a stage that sweeps are right, of what is there.
      whole(wrong_value("load-astray", {"load", "memory"}, {"--place", "sweep=accel"})),
      wrong_value("no-interlock", {"interlock", "wait", "write-back", "store"}),
      wrong_value("lost-sweep", {"pass", "sweep"}),
      up_to(3 * 17,
            wrong_value("no-forwarding", {"write-back", "forward", "operand"},
                        {"--rows", "3", "--cols", "59", "--iterations", "4", "--stw", "4", "--portion", "15"}, {}, 1)),
      {"change-low",
       1,
       {{"largest change", "register CHANGE, which the device's first sweep"},
        {},
        {"halo exchange", "component: ", "no call of an accelerator was wrong"}},
       {},
       {"--rows", "40", "--place", "norm=accel"}},
      {"change-half",
       1,
       {{"largest change", "register CHANGE", "its lower half is 0", "side: device: register CHANGE",
         "sim/device/pins"},
        {},
        {"halo exchange", "component: ", "did not count"}},
       {},
       {"--rows", "40", "--place", "norm=accel"}},
      whole({"ninth-beat",
             3,
             {{"rule read-last", "had been lost before it", "side: device", "store of f buffer"},
              {},
              {"side: platform", "are right", "had come twice"}},
             {},
             {"--link-bytes", "4"}}),
      {"burst-wraps",
       1,
       {{"local memory", "128 words behind it"}, {}, {"adder", "sweep", "blocking", "halo exchange"}},
       {},
       {},
       1,
       0},
      {"fifo-overrun",
       1,
       {{"burst address", "of this load had gone here"}, {}, {"adder", "sweep,", "blocking", "halo exchange"}},
       {},
       {"--rows", "32", "--cols", "64", "--iterations", "4", "--stw", "4", "--portion", "32"},
       1,
       0},
      failure("never-done", {"not finished"}, {"halo exchange", "response"}),
      {"middle-closes",
       3,
       {{"error 8", "2 of ", "the next in their order", "that one was refused, or one before it",
         "the command of block 2 of the step is the one refused", "passes*beats 2*30 = 60 of LINE_BEATS 128"},
        {},
        {"halo exchange", "the last one was"}},
       {},
       {"--blocking", "skewed", "--portion", "10", "--stw", "4"},
       1},
      failure("never-ready", {"WREADY"}, {"halo exchange", "not finished"}),
      failure("always-refused", {"STATUS is not failed, ERROR 0 (no error), MODE 0x1"}, {"halo exchange", "WREADY"}),
      {"miscounts",
       3,
       {{"CYCLES_COMPUTE", "side: device, or what counts at its pins"},
        {},
        {"side: platform", "halo exchange", "WREADY", "CYCLES_WRITE"}},
       {},
       {},
       1},
      failure("rvalid-drops", {"s_axi R"}, {"s_axi B", "s_axi W", "s_axil"}, {}, slow_link),
      failure("rdata-moves", {"s_axi R"}, {"s_axi B", "s_axi W", "s_axil"}, {}, slow_link),
      failure("rid-wrong", {"s_axi R"}, {"s_axi B", "s_axi W", "s_axil"}, {}, slow_link),
      failure("bid-wrong", {"s_axi B"}, {"s_axi R", "s_axi W", "s_axil"}, {}, slow_link),
  };
}

INSTANTIATE_TEST_SUITE_P(Faults, PlantedRtl, ::testing::ValuesIn(rtl_faults()), test_name);

}  // namespace
}  // namespace stencil::faults_test
