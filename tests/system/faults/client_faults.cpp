// Planted faults of a client program (client_plants.cmake), with all of its checks: what its first screen names, and
// what its report has.
// SPDX-License-Identifier: Apache-2.0
#include "tests/system/faults/fault.hpp"

namespace stencil::faults_test {
namespace {

// Ended by the library, with its status; the report has the error.
Fault refused(const char* name, int status, Words all, Words never = {}) {
  return {name, status, {std::move(all), {}, std::move(never)}};
}
// Only a warning: what is wrong is the result alone, and the program does not compare it. `covers`: of the report's
// ok_covers.
Fault warned(const char* name, Words all, Words covers, Words never = {}) {
  Fault fault{name, 0, {std::move(all), {}, std::move(never)}};
  fault.covers = {std::move(covers), {}, {}};
  return fault;
}

std::vector<Fault> client_faults() {
  return {
      {"early-result",
       2,
       {{": f_from_accel: ", "VSDA_Update_end"},
        {"rows 60 .. 69 of a local part (VSDA elements of 264 bytes), which an operation in flight is sending to rank "
         "1",
         "rows 10 .. 19 of a local part (VSDA elements of 264 bytes), which an operation in flight is sending to rank "
         "0"},
        {"uninitialised", "warning"}}},
      // Of the rank that comes first.
      {"early-f",
       2,
       {{": f_to_accel: ", "VSDA_Update_end"},
        {"rows 70 .. 79 of a local part (VSDA elements of 264 bytes), which an operation in flight is receiving from "
         "rank 1",
         "rows 0 .. 9 of a local part (VSDA elements of 264 bytes), which an operation in flight is receiving from "
         "rank 0"},
        {"uninitialised", "warning"}}},
      refused("unended-update", 2, {": MPI_Finalize: ", "VSDA_Update_begin", "never ended"}, {"f_to_accel"}),
      warned("no-itstep", {"rank 0: f_from_accel: warning: ", "no itstep_accel"}, {"no sweep"}),
      warned("lost-itstep", {"rank 0: f_from_accel: warning: ", "no itstep_accel"}, {"stored without a sweep"},
             {"itstep_accel: "}),
      warned("row-fewer", {"rank 0: ", "row 69)", "itstep_accel", "warning: "}, {"swept"}, {"no itstep_accel"}),
      refused("null-array", 2, {": r_to_accel: ", "array = NULL"}),
      // No sweep reads a corner.
      refused("wrong-offset", 3, {": itstep_accel: ", "word 1 of f buffer 0", "neither loaded nor"}),
      warned("store-offset",
             {"rank 0: f_from_accel: warning: ", "internaloffset = 363, is 330 meant?", "(after block 0)"},
             {"stored again", "where other rows of their block belong"}, {"itstep_accel: "}),
      warned("rows-as-words",
             {"rank 0: f_from_accel: warning: ", "block 0", "internaloffset = 10", "no multiple of my = 33"},
             {"stored without a sweep"}, {"itstep_accel: "}),
      refused("unloaded-rows", 3, {": itstep_accel: ", "word 2278 of f buffer 0", "neither loaded nor"}),
      // Rows of two ages in one sweep.
      warned("late-rows", {": f_from_accel: warning: ", "block 1", "rows 0 .. 9", "f_to_accel", "10 sweeps"},
             {"two ages"}, {"itstep_accel: "}),
      // The two blocks of each step and rank are numbered on.
      warned("last-block-short", {": f_from_accel: warning: ", "block 1", "itstep_accel made 9 sweeps", "block 0, 10"},
             {"two ages"}),
      warned("first-rows-kept",
             {"rank 0: f_from_accel: warning: ", "itstep_accel (block 0) had made of rows 1 .. 9", "block 2",
              "no f_from_accel has stored"},
             {"two ages"}, {"rank 1: ", "itstep_accel made"}),
      warned("block-twice",
             {"VSDA_Update_begin: warning: ", "of the edge", "block ", "no f_from_accel has stored them"},
             {"two ages"}),
      warned("offset-in-rows", {": f_from_accel: warning: ", "block 0", "internaloffset = 10", "no whole rows"},
             {"rows"}),
      warned("load-in-rows", {": f_to_accel: warning: ", "block 1", "internaloffset = 10", "no whole rows"}, {"rows"}),
      warned("few-columns", {": itstep_accel: warning: ", "my = 32", "264 bytes", "33"}, {"left out"}),
      warned("no-update", {"warning: ", "VSDA_Update_end", "20 sweeps", "10 rows"}, {"shadow"}),
      warned("more-sweeps", {"warning: ", "VSDA_Update_end", "11 sweeps", "10 rows"}, {"shadow"}),
      warned("update-r", {"warning: ", "VSDA_Update_begin", "r_to_accel", "f_to_accel"}, {"update"}),
      warned("f-for-r", {"warning: ", "VSDA_Update_begin", "r_to_accel", "f_to_accel"}, {"update"}),
      // Cannot be known: the same calls are those of another problem.
      warned("weights-order", {"in the middle row"}, {"weights", "which rows"}, {"warning"}),
      warned("rows-below-lost",
             {"warning: ", "no f_to_accel has loaded the 10 halo rows that VSDA_Update_end fills from rank 1",
              "the last one of what itstep_accel"},
             {"which rows", "10 halo rows that updates fill and no call has loaded"}),
      refused("left-update", 2,
              {"rank 1: VSDA_Update_end: ", "operation 2", "update of array 1", "rank 0", "begun 1", "MPI_Reduce"}),
      refused("step-fewer", 2, {"MPI_Finalize", "update of array 1", "rank 1", "after 1"}),
      refused("null-local", 2, {": VSDA_Update_begin: ", "localportion = NULL"}),
      refused("token-twice", 2, {": VSDA_Update_begin: ", "still in flight"}),
      refused("freed-comm", 2, {": VSDA_Update_begin: ", "freed"}),
      refused("shadow-differs", 2, {"shadowwidth = 10", "shadowwidth = 0", "rank 0", "rank 1"}),
      {"none", 0, {{"in the middle row", "PASS: "}, {}, {"warning", "stencil: "}}},
  };
}

INSTANTIATE_TEST_SUITE_P(Faults, PlantedClient, ::testing::ValuesIn(client_faults()), test_name);

}  // namespace
}  // namespace stencil::faults_test
