// Planted faults of the host library and the ranks (host_plants.cmake, tile_plants.cmake, stage_plants.cmake).
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/run_program.hpp"
#include "tests/system/faults/fault.hpp"

namespace stencil::faults_test {
namespace {

std::vector<Fault> host_faults() {
  const Words one{"PLANT_RANK=1"};
  const Words tiles{"--kernel", "gauss-seidel", "--rounds", "2", "--sweeps", "2"};
  const Words split{"--place", "exchange=cpu,sweep=split"};
  const Words on_device{"--place", "sweep=accel"};
  const Words all_on_device{"--place", "exchange=accel,sweep=accel"};
  const Words on_host{"--place", "sweep=cpu"};
  const Words in_turn{"--place", "sweep=accel", "--portion", "10", "--stw", "3"};  // more strips than buffers
  const Words one_step{"--place", "exchange=cpu,sweep=accel", "--iterations", "5"};
  return {
      wrong_host("store-row-off", {"blocking"}),
      wrong_host("load-row-off", {"blocking"}),
      wrong_host("few-sweeps", {"blocking"}),
      wrong_host("thin-overlap", {"blocking"}),
      wrong_host("no-after", {"blocking", "wait"}, {"--accel", "shuffled"}),
      wrong_host("halo-skipped", {"halo exchange"}),
      wrong_host("halo-bit", {"halo exchange"}, {}, one),
      wrong_host("tile-put-back", {"blocking"}, tiles),
      wrong_host("tile-load", {"blocking"}, tiles, one),
      wrong_host("tile-line-lost", {"halo exchange"}, tiles, one),
      wrong_host("tile-line-packed", {"halo exchange"}, tiles, one),
      wrong_host("tile-line-astray", {"halo exchange"}, tiles, {"PLANT_RANK=0"}),
      wrong_host("tile-few-sweeps", {"blocking"}, tiles),
      wrong_host("halo-skipped", {"halo exchange"}, split),
      wrong_host("halo-skipped", {"halo exchange"}, all_on_device),
      wrong_host("halo-bit", {"halo exchange"}, on_device, one),
      wrong_host("halo-bit", {"halo exchange"}, on_host, one),
      wrong_host("few-host-sweeps", {"host sweep"}, split, one),
      wrong_host("few-device-sweeps", {"blocking"}, split),
      wrong_host("copy-in-off", {"room: stages"}, on_device),
      wrong_host("copy-out-off", {"room: stages"}, in_turn),
      wrong_host("copy-out-off", {"room: stages"}, one_step),
      wrong_host("twice-beta", {"room: stages"}, on_device),
      wrong_host("stale-rows", {"room: stages"}, split),
      wrong_host("other-strip", {"halo exchange"}, all_on_device, {"PLANT_RANK=0"}),
      {"killed", any_end, {{"rank 1"}, {}, {"PASS", "FAIL"}}, {"PLANT_RANK=1", testing_support::second_of_grace}},
      failure("receives-lost", {"no receive has been posted"}, {"PASS", "FAIL", "tile grid", "device hangs"}, {},
              tiles),
      {"collected-halo",
       1,
       {},
       {},
       {},
       2,
       30,
       {{"collecting", "no call of an accelerator was wrong"}, {}, {"with its results", "room:", "side: device"}}},
      failure("halo-skipped", {"halo exchange"}, {"PASS", "FAIL"}, one),
      failure("barrier", {"Barrier", "barrier"}, {"PASS", "FAIL"}, one),
      {"slow", 0, {{"PASS"}, {}, {"hang:", "never", "waits"}}, one},
  };
}

INSTANTIATE_TEST_SUITE_P(Faults, PlantedHost, ::testing::ValuesIn(host_faults()), test_name);

}  // namespace
}  // namespace stencil::faults_test
