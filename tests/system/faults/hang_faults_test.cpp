// Each planted hang: the first screen names what stands still, where, and who waits for whom, and nothing untrue.
// SPDX-License-Identifier: Apache-2.0
//
// The words were written from the fault alone, before its first run: each of `says` must stand in what the run prints,
// none of `never` may.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "tests/support/run_program.hpp"
#include "tests/support/texts.hpp"

namespace stencil::hang_faults_test {
namespace {

using Words = std::vector<std::string>;

struct Hang {
  const char* name;
  bool of_the_rtl;  // a variant (tests/variants), else a plant of the host library (hang_plants.cmake)
  Words says;
  Words never;
  Words more = {};  // arguments
  int ranks = 2;
  int rank = -1;  // that alone has the plant; below 0: all
};

std::ostream& operator<<(std::ostream& out, const Hang& hang) {
  return out << hang.name;
}

// Words of mpirun: the last lines are ours.
const Words launcher{"MPI_ABORT", "mpirun detected", "Primary job", "ORTE_ERROR_LOG"};
const Words tiles{"--kernel", "gauss-seidel", "--rounds", "2", "--sweeps", "2"};
const Words strips{"--accel", "software", "--distribution", "cyclic"};

std::vector<Hang> hangs() {
  return {
      // No command is in the device: the next one waits for the load that stands still.
      {"wready-stuck",
       true,
       {"; WVALID high and WREADY low since cycle ", "load of ", " stands at its burst ", "waits to be written"},
       {"it holds", "never go on", "RVALID low"}},
      {"rvalid-stuck",
       true,
       {"RVALID low since cycle ", "store of f buffer ", " stands at its burst "},
       {"it holds", "never go on", "WREADY low", "BVALID low"}},
      {"bvalid-lost",
       true,
       {"; BVALID low since cycle 10,244; WVALID high", "load of ", " stands at its burst "},
       {"it holds", "never go on", "RVALID low"}},
      {"register-unanswered",
       true,
       {"s_axil: BVALID low since cycle ", "its register port does not answer", "write of register 0x120"},
       {"never go on", "WREADY low", "RVALID low since"}},
      {"never-done",
       true,
       {"a sweep of 20 x 30, 5 times, has not finished; it holds f buffer 0 and r buffer 0",
        "STATUS cannot be read, a register access waits for the transfers before it"},
       {"never go on", "irq", "BVALID low"}},
      {"tile-never-done",
       true,
       {"a tile of ", "has not finished; it holds f buffer 0", "STATUS is busy"},
       {"never go on", "a sweep of", "and r buffer", "irq"},
       tiles},
      // No transfer is at fault: the loads have ended, the store waits for the command.
      {"plan-early",
       true,
       {"device hangs", "; step 0, strip 0, block 0", "a sweep of 20 x 30, 5 times, has not finished",
        "it holds f buffer 0 and r buffer 0", "the device owes its end", "8 (PROGRESS_SWEEP) times the ",
        " cycles of a sweep of 20 x 30, 5 times"},
       {"never go on", "irq", "does not answer"},
       {},
       1},
      // The third of its three passes is never let in.
      {"pass-forgets",
       true,
       {"device hangs", "; step 0, strip 0, block 1", "a sweep of 15 x 30, 5 times, has not finished",
        "the device owes its end"},
       {"never go on", "irq", "block 0", "block 2"},
       {"--rows", "100", "--iterations", "10", "--stw", "5", "--portion", "15", "--blocking", "skewed"},
       1},
      {"irq-lost",
       true,
       {"irq is low", "all commands have ended", "STATUS is not busy, done"},
       {"never go on", "has not finished", "it holds", "WREADY", "RVALID", "BVALID"}},
      {"other-tag",
       false,
       {"rank 0", "a message from rank 1 with tag 22084",
        "has posted no receive for the message that rank 1 sent in MPI_Isend with tag 22085"},
       {"device hangs", "died"},
       strips,
       2,
       1},
      {"other-source",
       false,
       {"a message from rank 1 with tag 22084",
        "has posted no receive for the message that rank 2 sent in MPI_Isend with tag 22084"},
       {"device hangs", "died", "that rank 0 sent"},
       strips,
       3,
       1},
      {"barrier-missed",
       false,
       {"waits in MPI_Barrier for rank 1 to enter it", "waits in MPI_Wait for a message from rank 0 with tag 22084"},
       {"device hangs", "died", "has posted no receive"},
       {"--accel", "software"}},
  };
}

class PlantedHang : public ::testing::TestWithParam<Hang> {};

TEST_P(PlantedHang, IsNamedAndNothingElse) {
  const Hang& hang = GetParam();
  Words words{
      STENCIL_MPIEXEC, "-n", std::to_string(hang.ranks), "--oversubscribe", PLANTED_COSIM, "run", "--config", "varied",
      "--cols",        "30"};
  if (std::find(hang.more.begin(), hang.more.end(), "--rows") == hang.more.end())
    words.insert(words.end(), {"--rows", "60"});
  words.insert(words.end(), hang.more.begin(), hang.more.end());
  Words environment{(hang.of_the_rtl ? "STENCIL_PLUSARGS=+variant=" : "PLANT=") + std::string(hang.name)};
  if (hang.rank >= 0) environment.push_back("PLANT_RANK=" + std::to_string(hang.rank));
  const testing_support::ProgramResult result = testing_support::run_program(words, environment);
  EXPECT_EQ(result.status, 3);
  const std::string screen = result.out + test::unwrapped(result.err);
  for (const std::string& word : hang.says)
    EXPECT_NE(screen.find(word), std::string::npos) << word << " in:\n" << screen;
  Words never = hang.never;
  never.insert(never.end(), launcher.begin(), launcher.end());
  for (const std::string& word : never) EXPECT_EQ(screen.find(word), std::string::npos) << word << " in:\n" << screen;
}

INSTANTIATE_TEST_SUITE_P(Faults, PlantedHang, ::testing::ValuesIn(hangs()), [](const auto& test) {
  std::string name = test.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace stencil::hang_faults_test
