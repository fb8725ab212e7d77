// Planted faults of the host library and the ranks (host_plants.cmake, tile_plants.cmake, stage_plants.cmake).
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/run_program.hpp"
#include "tests/system/faults/fault.hpp"

namespace stencil::faults_test {
namespace {

std::vector<Fault> host_faults() {
  const Words one{"PLANT_RANK=1"};
  const Words tiles{"--kernel", "gauss-seidel", "--fuse", "off", "--rounds", "2", "--sweeps", "2"};
  const Words split{"--place", "exchange=cpu,sweep=split"};
  const Words on_device{"--place", "sweep=accel"};
  const Words all_on_device{"--place", "exchange=accel,sweep=accel"};
  const Words on_host{"--place", "sweep=cpu"};
  const Words in_turn{"--place", "sweep=accel", "--portion", "10", "--stw", "3"};  // more strips than buffers
  const Words one_step{"--place", "exchange=cpu,sweep=accel", "--iterations", "5"};
  const Words wide{"--cols", "33", "--stw", "5", "--portion", "15"};
  const auto sized = [](Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  // `words` stand on the first screen beside the component.
  const auto seen = [](Fault fault, Words words, Words never = {}) {
    fault.screen = {std::move(words), {}, std::move(never)};
    return fault;
  };
  return {
      seen(wrong_host("rows-behind", {"blocking"}, sized(wide, {"--rows", "56"})),
           {"block 1", "behind the local part", "side: host"}, {"halo exchange"}),
      seen(wrong_host("store-unwaited", {"blocking"}, sized(wide, {"--link-bytes", "1"})),
           {"step 0", "block 0, store of f buffer", "block 1, load of f buffer", "does not wait", "host's memory",
            "side: host"},
           {"step 1,"}),
      seen(wrong_host("halo-of-after", {"halo exchange"},
                      {"--distribution", "cyclic", "--strip-rows", "24", "--rows", "101", "--cols", "50", "--stw", "5",
                       "--portion", "20"}),
           {"strip 4", "row 91", "from rank 1", "it holds row 96"}),
      seen(wrong_host("edge-early", {"halo exchange"}, wide), {"rank 1", "row 25", "from rank 0", "it holds row 24"}),
      seen(wrong_host("line-outside", {"halo exchange"},
                      {"--kernel", "gauss-seidel", "--fuse", "off", "--tiles", "2x1", "--rows", "90", "--cols", "60",
                       "--rounds", "2"}),
           {"rank 1", "row 44", "from rank 0"}, {"its own point"}),
      seen(wrong_host("store-row-off", {"blocking"}), {"block 1", "of its results goes to row"}),
      seen(wrong_host("load-row-off", {"blocking"}), {"step 0", "block 1: its load of f", "taken from row"}),
      seen(wrong_host("skew-twice", {"blocking"}, {"--blocking", "skewed"}),
           {"step 0", "block 1: counted from the rows that were loaded for it, row 10 of its results goes to row 15"}),
      seen(wrong_host("head-over-top", {"blocking"}, sized(wide, {"--schedule", "sequential"})),
           {"step 0", "block 0: row 0 of its results is wrong", "of f buffer 0 over it before call", "side: host"}),
      seen(wrong_host("few-sweeps", {"blocking"}), {"step 0", "block 1", "the step 5"}),
      seen(wrong_host("thin-overlap", {"blocking"}), {"step 0", "edge of the rows", "5 sweeps need 5"}),
      seen(wrong_host("other-r", {"blocking"}),
           {"step 0", "block 1", "of r is wrong in the buffer that its command reads"}),
      seen(wrong_host("other-beta", {"blocking"}), {"step 0", "block 1", "weights are not those of the problem"}),
      wrong_host("no-after", {"blocking", "wait"}, {"--accel", "shuffled"}),
      wrong_host("halo-skipped", {"halo exchange"}),
      wrong_host("halo-bit", {"halo exchange"}, {}, one),
      wrong_host("tile-put-back", {"blocking"}, tiles),
      wrong_host("tile-load", {"blocking"}, tiles, one),
      wrong_host("tile-line-lost", {"halo exchange"}, tiles, one),
      wrong_host("tile-line-packed", {"halo exchange"}, tiles, one),
      wrong_host("tile-line-astray", {"halo exchange"}, tiles, {"PLANT_RANK=0"}),
      wrong_host("tile-few-sweeps", {"blocking"}, tiles),
      seen(wrong_host("tile-order", {"blocking"},
                      {"--kernel", "gauss-seidel", "--fuse", "off", "--tiles", "2x2", "--rows", "41", "--cols", "37",
                       "--rounds", "2"}),
           {"step 1", "planned wrong", "in the backward group", "group_plan.cpp"}, {"from rank"}),
      seen(wrong_host("tile-edge", {"blocking"}, tiles),
           {"planned wrong", "in the backward group the command of the tile", "its bottom edge at row", "block_of"},
           {"from rank"}),
      seen(wrong_host("border-unread", {"component: distribution"},
                      {"--kernel", "gauss-seidel", "--fuse", "off", "--tiles", "2x1", "--rows", "60", "--cols", "30",
                       "--rounds", "2"}),
           {"rank 0", "column 29", "before its first tile", "tile_field.cpp"}),
      wrong_host("halo-skipped", {"halo exchange"}, split),
      wrong_host("halo-skipped", {"halo exchange"}, all_on_device),
      wrong_host("halo-bit", {"halo exchange"}, on_device, one),
      wrong_host("halo-bit", {"halo exchange"}, on_host, one),
      wrong_host("few-host-sweeps", {"host sweep"}, split, one),
      wrong_host("few-device-sweeps", {"blocking"}, split),
      wrong_host("copy-in-off", {"component: stages"}, on_device),
      wrong_host("copy-out-off", {"component: stages"}, in_turn),
      wrong_host("copy-out-off", {"component: stages"}, one_step),
      wrong_host("twice-beta", {"component: stages"}, on_device),
      wrong_host("stale-rows", {"component: stages"}, split),
      seen(wrong_host("ahead-short", {"component: stages"}, sized(in_turn, {"--accel", "model"})),
           {"too few, rows that a stage reads were not copied", "every call of an accelerator is right",
            "of the copies made ahead", "host/stages/ahead", "side: host"},
           {"halo exchange"}),
      wrong_host("other-strip", {"halo exchange"}, all_on_device, {"PLANT_RANK=0"}),
      {"killed", any_end, {{"rank 1"}, {}, {"PASS", "FAIL"}}, {"PLANT_RANK=1", testing_support::second_of_grace}},
      failure("receives-lost", {"no receive has been posted for the message of rank 1 in round 1, forward"},
              {"PASS", "FAIL", "tile grid", "device hangs"}, {}, tiles),
      {"rest-short",
       1,
       {},
       {},
       {},
       2,
       30,
       {{"component: blocking", "block 0", "row 15 of f is wrong", "no call since the last wait has loaded it",
         "side: host"},
        {},
        {"not found", "side: device"}}},
      {"collected-halo",
       1,
       {},
       {},
       {},
       2,
       30,
       {{"component: collecting", "row 30", "rank 1", "row 35 of it holds row 30", "side: host"},
        {},
        {"not found", "side: device"}}},
      {"r-buffer-first",
       3,
       {{"side: host, whose blocking makes a call that no device takes: load bank r: buffer 9",
         "posted before the first command of step 0"},
        {},
        {"side: device", "after the command", "PASS"}},
       {},
       {"--portion", "10", "--stw", "3"}},
      {"r-buffer",
       3,
       {{"side: host, whose blocking makes a call that no device takes: load bank r: buffer ",
         "posted after the command of step 0, strip "},
        {},
        {"side: device", "--portion is", "PASS"}},
       {},
       {"--portion", "10", "--stw", "3"}},
      failure("halo-skipped", {"halo exchange"}, {"PASS", "FAIL"}, one),
      failure("barrier", {"Barrier", "barrier"}, {"PASS", "FAIL"}, one),
      {"slow", 0, {{"PASS"}, {}, {"hang:", "never", "waits"}}, one},
  };
}

INSTANTIATE_TEST_SUITE_P(Faults, PlantedHost, ::testing::ValuesIn(host_faults()), test_name);

}  // namespace
}  // namespace stencil::faults_test
