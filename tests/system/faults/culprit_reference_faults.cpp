// Faults of the golden models: the first screen names the side and the golden loop, and nothing that is right.
// SPDX-License-Identifier: Apache-2.0
//
// The words were written from the fault alone, before the fault was first run.
#include "tests/support/run_program.hpp"
#include "tests/support/scratch_directory.hpp"
#include "tests/system/faults/culprit_fault.hpp"

namespace stencil::faults_test::culprit {
namespace {

using testing_support::ProgramResult;

// The loops of the model, by reference_plants.cmake: the device is wrong.
std::vector<Fault> model_faults() {
  const Words model{"--accel", "model"};
  return {
      of_device("memory-lane", {"sweep 0"}, {}, model),
      // An odd number of inner points is no multiple of any register's.
      of_device("memory-rest", {"sweep 0"}, {}, with(model, {"--cols", "31"})),
      // Rows are folded where a command makes twelve sweeps or more.
      of_device("memory-folded", {"step 0"}, {},
                with(model, {"--cols", "50", "--iterations", "12", "--stw", "12", "--portion", "36"})),
      of_device("memory-tile", {"1/5"}, {}, with(tiles, model)),
  };
}

// Plants of reference_plants.cmake.
std::vector<Fault> reference_faults() {
  const Words blocks{"--check", "block"};
  return {
      of_reference("ref-fused", {"models/jacobi.cpp", "fused"}, uneven, 2),
      of_reference("ref-column", {"models/jacobi.cpp", "column 28 had been left as before"}, {}, 2),
      of_reference("ref-weight", {"models/jacobi.cpp", "rdy2", "rdx2"}, uneven),
      of_reference("ref-row", {"models/jacobi.cpp", "the whole row 18 had been left as before"}),
      of_reference("ref-border", {"models/jacobi.cpp", "column 0", "no sweep sets this point"}),
      of_reference("ref-short", {"models/jacobi.cpp", "this sweep had not been made"}),
      of_reference("ref-short", {"models/jacobi.cpp", "this sweep had not been made"}, blocks),
      of_reference("ref-narrow", {"models/jacobi.cpp", "worked out in integers, the formula gives"}, {"--cols", "3"}),
      of_reference("ref-long", {"models/jacobi.cpp", "one sweep more"}),
      of_reference("ref-solution", {"golden solution", "it is the field after 18 of 20 sweeps", "golden_rows.cpp"}, {},
                   2),
      of_reference("ref-tile", {"models/gauss_seidel_tile.cpp", "1/5"}, with(tiles, blocks)),
      of_reference("ref-round", {"models/gauss_seidel.cpp"}, tiles),
      of_reference("ref-round", {"models/gauss_seidel.cpp", "1 golden sweep backward is wrong in rows "}, tiles, 2),
      of_reference("ref-cuts", {"models/gauss_seidel.cpp", "1 golden sweep backward is wrong in row"},
                   {"--kernel", "gauss-seidel", "--fuse", "off", "--tiles", "2x1", "--rows", "90", "--cols", "60",
                    "--rounds", "2"},
                   2),
      of_reference("ref-chain-r", {"models/skewed_sweeps.cpp", "block 1", "sweep 0", "r had been", "model"},
                   {"--blocking", "skewed", "--accel", "model", "--stw", "5", "--portion", "15"}, 2),
      // Of the golden solution, in what its ranks send one another.
      of_reference("golden-shifted", {"golden solution", "golden_rows.cpp"}, tall, 2),
      of_reference("golden-old", {"golden solution", "golden_rows.cpp"}, tall, 2),
      of_reference("golden-steps", {"golden solution", "golden_rows.cpp"},
                   {"--rows", "128", "--cols", "20", "--iterations", "20", "--stw", "5", "--portion", "64", "--place",
                    "exchange=cpu,sweep=accel,norm=accel"},
                   2),
      named("ref-change", {"side: reference", "models/largest_change.cpp"}, {"side: device", "side: host", "not found"},
            {"--place", "norm=accel"}),
      of_reference("ref-rounds", {"golden solution", "sim/app/kernels/gauss_seidel/tiled_session.cpp"}, tiles, 2),
      of_reference("ref-check", {"check of its blocks", "sim/app/kernels/sweeps/block_check.cpp", "step 1"}, blocks, 2),
      named("ref-change-odd", {"side: reference", "models/largest_change.cpp", "step 1"},
            {"side: device", "side: host", "not found"},
            {"--rows", "60", "--cols", "33", "--iterations", "40", "--stw", "5", "--portion", "60", "--place",
             "exchange=cpu,sweep=accel,norm=accel"},
            2),
      named("ref-compare", {"side: reference", "models/compare.cpp", "has the bits that are expected"},
            {"side: device", "side: host", "sweep 0", "commands in flight"}, {"--beta", "1e300"}, 2),
      // Of the host, in what goes from tile to tile, or from step to step, where all are under way.
      named("pipeline-stale",
            {"every call of an accelerator is right", "of the field, which tile ", "had not been stored when",
             "host/gauss_seidel/pipeline", "component: blocking", "side: host"},
            {"side: device", "reference", "not found"},
            {"--kernel", "gauss-seidel", "--rows", "46", "--cols", "30", "--grid", "2x1", "--tiles", "2x1", "--sweeps",
             "4", "--rounds", "2"},
            2),
      named("pipeline-unset",
            {"step 1, tile ", "by rank ", "received in a message", "not loaded again", "host/gauss_seidel/pipeline",
             "component: blocking", "side: host"},
            {"side: device", "reference", "not found"},
            {"--kernel", "gauss-seidel", "--rows", "46", "--cols", "30", "--grid", "2x1", "--tiles", "2x1", "--sweeps",
             "4", "--rounds", "2"},
            2),
      named("joined-unwaited",
            {"step 1, strip 0, block 0, load of f", "may come before step 0, strip 0, block 1, store of f",
             "component: blocking", "does not wait", "side: host"},
            {"side: device", "reference", "not found"},
            {"--rows", "60", "--cols", "24", "--iterations", "20", "--stw", "10", "--portion", "30", "--schedule",
             "joined"}),
      named("joined-halo-early",
            {"step 1, strip 1, block 0: its load of f has row 50 wrong", "a halo row from rank 0", "step too old",
             "the load came before the exchange", "component: blocking", "side: host"},
            {"side: device", "reference", "not found"},
            {"--rows", "120", "--cols", "24", "--iterations", "20", "--stw", "10", "--portion", "30", "--schedule",
             "joined"},
            2),
      named("joined-halo-unwaited",
            {"step 1, strip 0, block 0, load of f", "may come before step 0, strip 1, block 0, store of f",
             "component: blocking", "does not wait", "side: host"},
            {"side: device", "reference", "not found"},
            {"--rows", "48", "--cols", "24", "--iterations", "8", "--stw", "4", "--portion", "30", "--schedule",
             "joined", "--distribution", "cyclic", "--strip-rows", "24"}),
      named("joined-halo-row",
            {"step 1, strip 0, block 0: its load of f has row 24 wrong", "it holds row 25", "component: blocking",
             "side: host", "host/jacobi/steps"},
            {"side: device", "reference", "not found"},
            {"--rows", "96", "--cols", "24", "--iterations", "8", "--stw", "4", "--portion", "30", "--schedule",
             "joined", "--distribution", "cyclic", "--strip-rows", "24"}),
      // The exchange sets these rows while the load of them is under way.
      named("joined-halo-place",
            {"step 1, strip 0, block 1: its load of f has row 20 wrong", "it holds row 15", "component: blocking",
             "side: host"},
            {"side: device", "reference", "not found", "after it was posted"},
            {"--rows", "60", "--cols", "35", "--iterations", "15", "--stw", "5", "--portion", "15", "--schedule",
             "joined", "--distribution", "cyclic", "--strip-rows", "20"}),
      named("joined-sweeps",
            {"the command of block 0 of step 1", "makes 4 sweeps, its step 3", "component: blocking", "side: host"},
            {"side: device", "reference", "not found"},
            {"--rows", "40", "--cols", "20", "--iterations", "7", "--stw", "4", "--portion", "12", "--schedule",
             "joined"}),
      named("resident-short",
            {"rank 1, step 1, strip 1, block 0", "row 19 wrong, a halo row from rank 0",
             "not brought row 19 of rank 0 home", "host/jacobi/steps", "component: blocking", "side: host"},
            {"side: device", "reference", "not found", "exchange before"},
            {"--rows", "40", "--cols", "24", "--iterations", "12", "--stw", "3", "--portion", "40", "--schedule",
             "resident"},
            2),
      named("resident-edges",
            {"step 1", "every call of an accelerator is right", "no store of any step brings it home",
             "host/jacobi/steps", "component: blocking", "side: host"},
            {"side: device", "reference", "not found"},
            {"--rows", "40", "--cols", "24", "--iterations", "8", "--stw", "4", "--schedule", "resident"}, 2),
      named("joined-plan",
            {"step 2", "the store of block 1 of step 2, has brought it", "it holds row 18", "component: blocking",
             "side: host"},
            {"side: device", "reference", "not found"},
            {"--rows", "60", "--cols", "20", "--iterations", "12", "--stw", "5", "--portion", "15", "--blocking",
             "skewed", "--schedule", "joined"}),
      named("resident-one-side",
            {"rank 1, step 1", "the command of block 0 of step 1",
             "sweeps beside halo row 15, which no call has loaded", "component: blocking", "side: host"},
            {"side: device", "reference", "not found"},
            {"--rows", "60", "--cols", "20", "--iterations", "10", "--stw", "5", "--portion", "40", "--schedule",
             "resident"},
            3),
      // Where halo rows are exchanged with one neighbour after the other, which needs three ranks.
      named("resident-unwaited",
            {"rank 1, step 0", "load of f buffer 0 (call 5)", "may come before strip 1, block 0, command (call 2)",
             "component: blocking", "side: host"},
            {"side: device", "reference", "not found"},
            {"--rows", "33", "--cols", "20", "--iterations", "15", "--stw", "5", "--portion", "40", "--schedule",
             "resident"},
            3),
      named("resident-below",
            {"rank 1, step 0", "load of f buffer 0 (call 5)",
             "may come before strip 1, block 0, store of f buffer 0 (call 4)", "component: blocking", "side: host"},
            {"side: device", "reference", "not found"},
            {"--rows", "33", "--cols", "20", "--iterations", "15", "--stw", "5", "--portion", "40", "--schedule",
             "resident"},
            3),
      // A chain that its last command does not end; a tile pipeline that does not know rows of a tile to be set; rows
      // of the device's own part that RTL does not hand on to the model.
      named("open-chain",
            {"component: blocking", "a middle link of a chain", "no command goes on with the chain", "side: host"},
            {"side: device", "reference", "not found"},
            {"--blocking", "skewed", "--rows", "40", "--cols", "20", "--iterations", "10", "--stw", "5", "--portion",
             "12"}),
      named("pipeline-rows",
            {"row 18 of the field, which tile 0 of step 0 (call 1) had set, had not been stored when the load of f "
             "buffer 1 (call 2)",
             "component: blocking", "side: host"},
            {"side: device", "reference", "not found"},
            {"--kernel", "gauss-seidel", "--rows", "40", "--cols", "128", "--tiles", "4x1", "--sweeps", "3", "--rounds",
             "1"}),
      named("update-early",
            {"rank 0, step 1", "its own row, stored right in step 0 and overwritten by the exchange of halo rows",
             "a row of rank 1 1 row too far up", "it holds row 31", "component: halo exchange", "side: host"},
            {"side: device", "reference", "not found", "blocking"},
            {"--rows", "61", "--cols", "20", "--iterations", "8", "--stw", "4", "--portion", "15"}, 2),
      named("pipeline-holder",
            {"of the field, which tile 0 of step 1", "the store of f buffer 0 (call ", "which has it older",
             "component: blocking", "side: host"},
            {"side: device", "reference", "not found"},
            {"--kernel", "gauss-seidel", "--rows", "40", "--cols", "20", "--grid", "2x1", "--tiles", "2x1", "--sweeps",
             "3", "--rounds", "2"},
            2),
      // Where columns are cut, the last one of a message; parts of rows that go from buffer to buffer.
      named("pipeline-columns",
            {"rank 0, step 1, tile 0", "column 27 (set in step 0 by rank 1, received in a message)",
             "not its newest value", "host/gauss_seidel/pipeline", "component: blocking", "side: host"},
            {"side: device", "reference", "not found", "no store brings it home"},
            {"--kernel", "gauss-seidel", "--rows", "30", "--cols", "46", "--grid", "1x2", "--tiles", "1x2", "--sweeps",
             "4", "--rounds", "2"},
            2),
      named("pipeline-column-astray",
            {"rank 0, step 3, tile 1, load of f buffer 0", "may come before tile 0, store of f buffer 1",
             "the same words of the host's memory", "component: blocking", "side: host"},
            {"side: device", "reference", "not found"},
            {"--kernel", "gauss-seidel", "--rows", "30", "--cols", "46", "--grid", "1x2", "--tiles", "1x2", "--sweeps",
             "4", "--rounds", "2"},
            2),
      named("pipeline-unwaited",
            {"rank 0, step 0, tile 1, load of f buffer 1", "may come before tile 0, store of f buffer 0",
             "component: blocking", "side: host"},
            {"side: device", "reference", "not found"},
            {"--kernel", "gauss-seidel", "--rows", "60", "--cols", "24", "--grid", "2x1", "--tiles", "2x1", "--sweeps",
             "4", "--rounds", "2"},
            2),
      // On one rank, where no exchange ends the commands before the shorter last step.
      {"job-early",
       3,
       {{"write of register 0x130", "NITER was written when 6 of 9 commands had finished",
         "side: platform (sim/device/accelerator)"},
        {},
        {"side: device", "side: host", "reference"}},
       {},
       {"--cols", "20", "--iterations", "12", "--stw", "5", "--portion", "15", "--schedule", "joined"},
       1,
       0},
      named("resident-late",
            {"it is as step 1 left it, no store of step 2 brings it home", "host/jacobi/steps", "component: blocking",
             "side: host"},
            {"side: device", "reference", "not found"},
            {"--rows", "40", "--cols", "20", "--iterations", "12", "--stw", "4", "--portion", "40", "--schedule",
             "resident"},
            2),
      named("handover-extent",
            {"rank 1, step 2, strip 1, block 0", "before step 2 the device goes from RTL to the model",
             "component: handover", "side: platform (sim/device/mixed/mixed_device.cpp, handover.cpp)"},
            {"side: device", "side: host", "reference", "not found"},
            {"--accel", "mixed", "--rtl-steps", "0,1", "--rows", "60", "--cols", "24", "--iterations", "20", "--stw",
             "5", "--portion", "40", "--schedule", "resident"},
            2),
      of_reference("ref-order", {"models/jacobi.cpp", "in another order"}, uneven),
      of_reference("ref-r", {"models/jacobi.cpp", "r had been the value one word before"}),
      of_reference("ref-far-row", {"models/jacobi.cpp", "row 58"}),
      of_reference("ref-far-row", {"models/jacobi.cpp", "row 58"}, {}, 2),
      of_reference("ref-far-row", {"models/jacobi.cpp", "row 58"}, {"--place", "exchange=cpu,sweep=accel"}, 2),
      of_reference("ref-tile-order", {"models/gauss_seidel_tile.cpp"}, with(tiles, blocks)),
      // The golden loop, which gives no edge its values, must not judge itself.
      of_reference("ref-tile-south", {"models/gauss_seidel_tile.cpp", "south had been centre"},
                   with(tiles, {"--rows", "61", "--cols", "50", "--check", "block"})),
      of_reference("ref-column", {"models/jacobi.cpp", "column 28"}, {"--place", "exchange=cpu,sweep=accel"}, 2),
      of_reference("ref-column", {"models/jacobi.cpp", "column 28"}, {"--blocking", "skewed"}, 2),
  };
}

INSTANTIATE_TEST_SUITE_P(Model, WrongReference, ::testing::ValuesIn(model_faults()), name_and_index);

INSTANTIATE_TEST_SUITE_P(Culprit, WrongReference, ::testing::ValuesIn(reference_faults()), name_and_index);

// The calls of a wrong reference are right for a program whose golden models are: no component is named.
TEST(WrongReferenceReplayed, IsReportedAsAnotherProgramsAndPasses) {
  const testing_support::ScratchDirectory scratch;
  testing_support::run_program(
      {PLANTED_COSIM, "run", "--config", "varied", "--rows", "60", "--cols", "30", "--report", scratch / "r.json"},
      {"PLANT=ref-column"});
  const ProgramResult wrong =
      testing_support::run_program({PLANTED_COSIM, "replay", scratch / "r.capsule"}, {"PLANT=ref-column"});
  EXPECT_EQ(wrong.status, 1) << wrong.out;
  EXPECT_NE(wrong.out.find("\nside: reference; "), std::string::npos) << wrong.out;
  EXPECT_EQ(wrong.out.find("\nreference: "), std::string::npos) << wrong.out;
  const ProgramResult right = testing_support::run_program({PLANTED_COSIM, "replay", scratch / "r.capsule"});
  EXPECT_EQ(right.status, 0) << right.out;
  EXPECT_NE(right.out.find("\nreference: 290 of 1,800 words that the capsule kept as expected are not what"),
            std::string::npos)
      << right.out;
  EXPECT_EQ(right.out.find("component: "), std::string::npos) << right.out;
}

}  // namespace
}  // namespace stencil::faults_test::culprit
