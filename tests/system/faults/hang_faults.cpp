// Each planted hang: the first screen names what stands still, where, and who waits for whom, and nothing untrue.
// SPDX-License-Identifier: Apache-2.0
//
// The words were written from the fault alone, before its first run: each of `says` must stand in what the run prints,
// none of `never` may.
#include "tests/system/faults/fault.hpp"

namespace stencil::faults_test {
namespace {

// Words of mpirun: the last lines are ours.
const Words launcher{"MPI_ABORT", "mpirun detected", "Primary job", "ORTE_ERROR_LOG"};
const Words tiles{"--kernel", "gauss-seidel", "--fuse", "off", "--rounds", "2", "--sweeps", "2"};
const Words strips{"--accel", "software", "--distribution", "cyclic"};

// variant: of the RTL (tests/variants), else a plant of the host library (hang_plants.cmake). rank: that alone has the
// plant; below 0: all.
struct Hang : Fault {
  Hang(const char* fault, bool variant, Words says, Words never, Words arguments = {}, int size = 2, int rank = -1)
      : Fault{fault, 3} {
    more = std::move(arguments);
    ranks = size;
    if (rank >= 0) environment = {"PLANT_RANK=" + std::to_string(rank)};
    screen = {std::move(says), {}, std::move(never)};
    screen.never.insert(screen.never.end(), launcher.begin(), launcher.end());
    of_the_rtl = variant;
  }
};

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
       {"; BVALID low since cycle 10,241; WVALID high", "load of ", " stands at its burst "},
       {"it holds", "never go on", "RVALID low"}},
      {"register-unanswered",
       true,
       {"s_axil: BVALID low since cycle ", "its register port does not answer", "write of register 0x120"},
       {"never go on", "WREADY low", "RVALID low since"}},
      {"never-done",
       true,
       {"a sweep of 20 x 30, 5 times, has not finished; it holds f buffer 0 and r buffer 0",
        "STATUS cannot be read, a register access waits for the transfers before it", "with 4 sweeps it hangs too",
        "with 1 sweep it hangs too"},
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
      // A command that the interlock never lets in, for a load that ended with a burst of one beat.
      {"begun-last",
       true,
       {"device hangs", "; the engine has no command (perf_cause): what is owed waits before it"},
       {"never go on", "irq"},
       {"--rows", "91", "--cols", "27", "--iterations", "6", "--stw", "3", "--portion", "16"}},
      {"planner-remainder",
       true,
       {"device hangs", "the engine has it or another (perf_cause)", "with 4 sweeps it ends: what hangs depends"},
       {"never go on", "irq", "the engine has no command"},
       {"--rows", "80", "--cols", "9", "--iterations", "5", "--stw", "5", "--portion", "80"},
       1},
      // A block that is too small for its passes to follow one another at once: the third waits for ever.
      {"release-forgotten",
       true,
       {"device hangs",
        "(perf_cause) and does not begin its next pass: it waits for results of the pass before (STALL)",
        "side: device", "step 0, strip 0, block 0"},
       {"never go on", "irq", "the engine has no command"},
       {"--rows", "9", "--cols", "7", "--iterations", "9", "--stw", "9", "--portion", "27"},
       1},
      // The third of its three passes is never let in.
      {"pass-forgets",
       true,
       {"device hangs", "; step 0, strip 0, block 1", "a sweep of 15 x 30, 5 times, has not finished",
        "the device owes its end"},
       {"never go on", "irq", "strip 0, block 0", "block 2"},
       {"--rows", "100", "--iterations", "10", "--stw", "5", "--portion", "15", "--blocking", "skewed"},
       1},
      // Its rows are wrong long before it hangs, and each command ends twice.
      {"two-ends",
       true,
       {"STATUS is busy", "where no command is owed", "it has announced ", "side: device",
        "before it failed, a value was wrong", "rank 0, step 0, strip 0, block 0", "has finished 2 commands"},
       {"while the device has no command", "never go on", "host or platform"},
       {},
       1},
      {"irq-lost",
       true,
       {"irq is low", "all commands have ended", "STATUS is not busy, done"},
       {"never go on", "has not finished", "it holds", "WREADY", "RVALID", "BVALID"}},
      {"irq-lowered",
       true,
       {"side: device", ": device hangs", "irq is low, and the write of register 0x158 waits until",
        "it was high before the write of register 0x150, which neither queues a command nor clears done"},
       {"platform hangs", "side: platform", "has not finished", "WREADY", "RVALID", "BVALID"},
       {"--kernel", "gauss-seidel", "--grid", "2x1", "--tiles", "2x1", "--rows", "60", "--cols", "40", "--sweeps", "4",
        "--rounds", "2"}},
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
      // Rank 0 has 11 blocks a step, and a list has steps until there are 4,096 blocks; rank 1 has 10.
      {"joined-exchange-missed",
       false,
       {"rank 1: halo exchange of step 389", "a message from rank 0",
        "rank 0 has left out the halo exchange of step 373, which other ranks have made"},
       {"device hangs", "died", "rank 1 has left out"},
       {"--accel", "software", "--schedule", "joined", "--rows", "59", "--cols", "6", "--stw", "1", "--portion", "3",
        "--iterations", "390"}},
  };
}

INSTANTIATE_TEST_SUITE_P(Faults, PlantedHang, ::testing::ValuesIn(faults_of(hangs())),
                         [](const auto& test) { return alphanumeric(test.param.name); });

}  // namespace
}  // namespace stencil::faults_test
