// Faults of the platform and of what ranks read: what the first screen must say of each, and what it must not.
// SPDX-License-Identifier: Apache-2.0
//
// The words were written from the fault alone and committed before its first run.
#include "tests/system/faults/fault.hpp"

namespace stencil::faults_test {
namespace {

// Two ranks; 60 x 30, 10 sweeps, 5 a step, unless `more` has others.
struct PlatformFault : Fault {
  PlatformFault(const char* fault, int end, Words must, Words never, Words arguments = {}, Words variables = {})
      : Fault{fault, end} {
    environment = std::move(variables);
    more = std::move(arguments);
    most_words = 0;
    verdict = {std::move(must), {}, std::move(never)};
    const auto given = [this](const char* option) { return std::count(more.begin(), more.end(), option) > 0; };
    if (given("--kernel")) return;
    if (!given("--iterations")) more.insert(more.end(), {"--iterations", "10"});
    if (!given("--stw")) more.insert(more.end(), {"--stw", "5"});
  }
};

PlatformFault on_one_rank(PlatformFault fault) {
  fault.ranks = 1;
  return fault;
}

const std::vector<std::string> of_the_device{
    "component: local memory", "component: load",  "component: store", "adder", "multiplier", "interlock", "blocking",
    "halo exchange",           "of the device: a", "write-back"};
const std::vector<std::string> of_the_accelerator{
    "component: local memory", "component: load", "component: store", "adder", "interlock", "platform"};

std::vector<PlatformFault> platform_faults() {
  const std::vector<std::string> blocks{"--portion", "10", "--stw", "3"};
  const std::vector<std::string> tiles{"--kernel", "gauss-seidel", "--fuse", "off", "--rounds", "2", "--sweeps", "2"};
  const std::vector<std::string> shuffled{"--accel", "shuffled", "--portion", "10", "--stw", "3"};
  return {
      {"told-early", 1, {"platform", "wait", "store of f buffer", "block 2", "rank 0"}, of_the_device},
      {"interrupt-early", 3, {"platform", "interrupt"}, of_the_device, {"--place", "sweep=accel"}},
      {"bytes-reversed",
       1,
       {"platform", "accelerator target", "bytes", "reversed", "load of", "block 0"},
       of_the_device},
      {"word-twice", 1, {"platform", "accelerator target", "twice", "load of", "block 0"}, of_the_device},
      {"command-row-less", 1, {"platform", "accelerator target", "COMMAND", "block 0"}, of_the_device},
      {"dma-word-off", 1, {"platform", "DMA", "burst 1", "load of", "block 0"}, of_the_device},
      {"dma-short", 1, {"platform", "DMA", "load of", "block 0", "words"}, of_the_device},
      {"dma-count",
       3,
       {"platform, DMA", "counts", "load of", "the COMMAND of its block", "block 0"},
       {"posting_order", "order of posting", "device hangs"}},
      {"access-too-many",
       3,
       {"platform hangs", "store of f buffer", "is not offered to the device"},
       {"device hangs", "owes"},
       {"--rows", "20", "--iterations", "5", "--stw", "5", "--portion", "60"}},
      {"mixed-stores",
       3,
       {"platform hangs", "side: platform (sim/device/mixed)", "load of f buffer 0 is not offered", "step 2"},
       {"side: device", "device hangs"},
       {"--rows", "120", "--cols", "20", "--iterations", "15", "--stw", "5", "--portion", "15", "--accel", "mixed",
        "--rtl-steps", "0,2"}},
      {"mixed-change",
       1,
       {"step 1", "side: platform: register CHANGE", "it still is that of step 0", "sim/device/mixed/mixed_device.cpp"},
       {"side: device", "side: host", "reference"},
       {"--rows", "60", "--cols", "20", "--iterations", "15", "--stw", "5", "--portion", "60", "--accel", "mixed",
        "--rtl-steps", "0", "--place", "exchange=cpu,sweep=accel,norm=accel"}},
      {"monitor-page",
       3,
       {"platform, monitor of the bus", "sim/device/protocol/burst_shape.cpp", "AWADDR=0x"},
       {"breaks rule", "by the platform", "side: device", "DMA"},
       {"--rows", "40", "--cols", "40", "--iterations", "4", "--stw", "4", "--portion", "15", "--paranoid"}},
      {"job-once",
       1,
       {"platform, registers of the job", "register 0x130", "must write 0x2", "it holds 0x5", "step 4", "block 0"},
       {"blocking", "adder", "interlock", "side: device"},
       {"--iterations", "22", "--stw", "5"}},
      {"store-unwaited",
       1,
       {"platform, wait", "store of f buffer", "a wait for it", "tile 0"},
       of_the_device,
       {"--kernel", "gauss-seidel", "--rows", "52", "--cols", "40", "--tiles", "2x1", "--sweeps", "4", "--rounds",
        "2"}},
      {"job-half",
       3,
       {"platform, registers of the job", "register 0x158", "must write", "block 1"},
       {"side: device", "side: host"},
       {"--kernel", "gauss-seidel", "--fuse", "off", "--rows", "76", "--cols", "36", "--tiles", "2x1", "--sweeps", "4",
        "--rounds", "1"}},
      {"change-kept",
       1,
       {"every value is right", "side: platform: register CHANGE", "gives a wrong one too", "still is that of step 0"},
       {"blocking", "adder", "reference"},
       {"--place", "exchange=cpu,sweep=accel,norm=accel"}},
      {"bound-late",
       3,
       {"platform, bound of a hang", "command", "has not finished"},
       {"device hangs:", "the contract allows"},
       {"--place", "sweep=accel"}},
      {"dma-page", 3, {"platform", "DMA", "burst-page", "A3.4.1", "block 1", "load of f buffer"}, of_the_device, {}},
      {"page-exact",
       3,
       {"platform, accelerator target (sim/device/platform/refusal.cpp)", "lies in one page of 4 KiB", "step 0",
        "load of "},
       {"platform, DMA", "adder", "interlock", "sweep, element"},
       {"--rows", "84", "--portion", "12", "--stw", "3", "--burst", "64"}},
      {"store-row-north",
       1,
       {"platform", "bus master", "store of f buffer", "block 1", "30 words too early"},
       of_the_device,
       blocks},
      {"store-word-off", 1, {"platform", "bus master", "store of f buffer", "block 0"}, of_the_device},
      {"banks-swapped", 1, {"platform", "bus master", "load of", "block 0"}, of_the_device},
      {"order-lost",
       1,
       {"platform", "order of posting", "store of f buffer", "block 0", "before"},
       of_the_device,
       {"--portion", "20", "--stw", "3"}},
      {"order-lost", 1, {"platform", "order of posting", "waits for", "block 1"}, of_the_device, blocks},
      {"dma-short", 1, {"platform", "DMA", "load of"}, of_the_device, {"--accel", "model"}},
      {"store-word-off", 1, {"platform", "bus master", "store of f"}, of_the_device, tiles},
      {"ranks-swapped", 1, {"component: input", "rank 1", "row 0", "f"}, {"blocking", "halo exchange", "platform"}},
      {"r-row-off",
       1,
       {"component: input", "rank 1", "r"},
       {"blocking", "halo exchange", "platform"},
       {},
       {"PLANT_RANK=1"}},
      {"load-unwaited", 1, {"load of f buffer 0", "block 2", "store", "block 0", "wait"}, of_the_accelerator, shuffled},
      {"names-last",
       1,
       {"side: platform", "accelerator shuffled", "shuffled_accelerator.cpp", "before one that it names"},
       {"side: device", "side: host", "adder", "blocking", "halo exchange"},
       shuffled},
      {"sweep-unwaited", 1, {"command", "block 1", "load of", "wait"}, of_the_accelerator, shuffled},
      {"registers-left",
       1,
       {"step 1", "block 0", "component: handover", "side: platform", "sim/device/mixed/mixed_device.cpp"},
       {"side: device", "side: host", "state of the device", "blocking"},
       {"--portion", "15", "--accel", "mixed", "--rtl-steps", "0"}},
      {"handover-counts",
       1,
       {"step 1", "component: handover", "side: platform", "the same run on the model alone is right"},
       {"side: device", "side: host", "component: blocking"},
       {"--rows", "70", "--iterations", "15", "--stw", "5", "--portion", "15", "--schedule", "sequential", "--accel",
        "mixed", "--rtl-steps", "0"}},
      {"audit-late",
       3,
       {"CYCLES_TOTAL", "side: platform (sim/device/accelerator", "has no RTL, are not those at its pins either"},
       {"side: device", "side: host"}},
      on_one_rank({"r-spoiled",
                   1,
                   {"step 1", "r buffer 0", "no call has set it since", "side: platform (sim/device/kernels"},
                   {"side: device", "side: host", "component: blocking", "adder"},
                   {"--accel", "model", "--schedule", "resident"}}),
      {"burst-unheld",
       1,
       {"step 0", "store of f buffer 0", "not held back until the command of block 0", "side: platform (accelerator"},
       {"side: device", "side: host", "component: blocking", "adder"},
       {"--accel", "model", "--schedule", "resident"}},
      {"copied-early", 1, {"tile", "results are right on the device"}, of_the_accelerator, tiles},
      {"stride-off", 1, {"component: blocking", "tile 0", "load of f"}, of_the_accelerator, tiles},
  };
}

std::string platform_name(const ::testing::TestParamInfo<Fault>& test) {
  std::string name = test.param.name;
  for (const std::string& word : test.param.more) {
    if (word == "model" || word == "gauss-seidel" || word == "20") name += '_' + word;
  }
  return alphanumeric(name);
}

INSTANTIATE_TEST_SUITE_P(Faults, PlantedPlatform, ::testing::ValuesIn(faults_of(platform_faults())), platform_name);

}  // namespace
}  // namespace stencil::faults_test
