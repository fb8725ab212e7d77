// Faults of strips, of the steps they are swept in and of what stages say they read (strip_plants.cmake).
// SPDX-License-Identifier: Apache-2.0
//
// The words were written from the fault alone.
#include <algorithm>

#include "tests/system/faults/fault.hpp"

namespace stencil::faults_test::strips {
namespace {

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Fault in_host(const char* name, const Words& must, const Words& never = {}, const Words& more = {}) {
  Fault fault{name, 1, {}, {}, more, 2, 0};
  fault.verdict = {
      joined({"side: host"}, must), {}, joined({"reference", "side: device", "adder", "interlock"}, never)};
  return fault;
}

// The report's side is that of the row.
Fault in_stages(const char* name, const Words& must, const Words& never, const Words& more) {
  Fault fault = in_host(name, must, never, more);
  std::reverse(fault.verdict.all.begin(), fault.verdict.all.end());
  return fault;
}

std::vector<Fault> host_faults() {
  const Words dealt{"--distribution", "cyclic", "--strip-rows", "12", "--stw", "3", "--portion", "12", "--rows", "70"};
  Fault copied_too_little =
      in_stages("copy-skipped", {"component: stages", "step 1", "of f on the host", "stage exchange reads"},
                {"halo exchange"}, {"--place", "exchange=cpu,sweep=accel", "--rows", "60"});
  copied_too_little.screen = {{"too few, rows that a stage reads were not copied"}, {}, {}};
  Fault above_of_halo =
      in_host("above-of-halo",
              {"step 1, strip 1, block 0: its load of f has row 9 wrong", "component: blocking", "or from elsewhere"},
              {"halo exchange", "state of the device"},
              {"--rows", "60", "--cols", "24", "--iterations", "9", "--stw", "3", "--portion", "24", "--schedule",
               "joined", "--distribution", "cyclic", "--strip-rows", "12"});
  above_of_halo.ranks = 1;
  return {
      in_host("strips-overlap", {"component: distribution", "for strip 0", "for strip 2", "overlap by 1 row"},
              {"input"}, dealt),
      in_stages("halo-unread", {"component: stages", "halo row 15 of f on the device", "stage sweep", "never copied"},
                {"blocking"}, {"--place", "exchange=cpu,sweep=accel"}),
      copied_too_little,
      in_stages("edge-unread",
                {"component: stages", "step 1", "rank 1", "row 45 of f on the host", "stage exchange sends"},
                {"halo exchange"}, {"--place", "exchange=cpu,sweep=accel", "--rows", "60"}),
      in_host("strip-unswept", {"strip 4 was not swept in step 1", "row 48"}, {"halo exchange"}, dealt),
      in_host("halo-before", {"component: halo exchange", "step 2", "row 30", "from rank 1", "before step 1"},
              {"blocking"}),
      in_host("halo-row-less", {"component: halo exchange", "row 34", "from rank 1", "has not set"}, {"blocking"}),
      in_host("exchange-rare", {"component: halo exchange", "step 1", "from rank 1", "has not set"}, {"blocking"}),
      above_of_halo,
      in_host("steps-alike", {"component: blocking", "step 2", "has 5 sweeps, the step 2"}, {"taken from"},
              {"--iterations", "12"}),
  };
}

INSTANTIATE_TEST_SUITE_P(Strips, WrongHost, ::testing::ValuesIn(host_faults()), test_name);

}  // namespace
}  // namespace stencil::faults_test::strips
