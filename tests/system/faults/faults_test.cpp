// Each planted fault: what a run prints names its room and no other.
// SPDX-License-Identifier: Apache-2.0
//
// The words were written from the fault alone, before any text was: `names`, one of which must stand in the blame, and
// `never`, none of which may. The blame is the line of a wrong value that begins with "room: ", else all of stderr and
// the last lines of stdout. The capsule of a wrong value is replayed, and shrinks as far as its fault allows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "sim/app/capsule/capsule_file.hpp"
#include "tests/support/run_program.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil::faults_test {
namespace {

using testing_support::ProgramResult;
using testing_support::ScratchDirectory;
using Words = std::vector<std::string>;

// mpirun has the status of the rank whose end it sees first: the killed one, or another that told of it.
constexpr int any_end = -1;

struct Fault {
  const char* name;
  int status;
  Words names;
  Words never;
  Words environment = {};  // beside the fault itself
  Words more = {};         // arguments
  int ranks = 2;
  // Of the minimised capsule: words of the largest block. A device sweeps 3 x 3 at least: one row of at most 8 columns
  // with its border.
  std::int64_t most_words = 3 * 10;
};

std::ostream& operator<<(std::ostream& out, const Fault& fault) {
  return out << fault.name;
}

// A run with --place has the word "stages" in other lines.
const Words host_rooms{"blocking", "halo exchange", "room: stages", "host sweep"};
const Words device_rooms{"adder", "multiplier", "division", "weight", "operand", "write-back", "load", "store"};

Words all_but(Words rooms, const Words& right, const Words& more = {}) {
  rooms.insert(rooms.end(), more.begin(), more.end());
  rooms.erase(std::remove_if(
                  rooms.begin(), rooms.end(),
                  [&](const std::string& room) { return std::find(right.begin(), right.end(), room) != right.end(); }),
              rooms.end());
  return rooms;
}

// A wrong value; `rooms` may be named, no other may.
Fault wrong_value(const char* name, const Words& rooms, Words more = {}, Words environment = {}, int ranks = 2) {
  return {name, 1, rooms, all_but(device_rooms, rooms, host_rooms), std::move(environment), std::move(more), ranks};
}
// The capsule keeps its room, and that needs so many words.
Fault up_to(std::int64_t words, Fault fault) {
  fault.most_words = words;
  return fault;
}
// Only word 77 of a buffer is wrong: in the last row but one, so that a sweep of the right words shows it.
Fault at_word_77(Fault fault) {
  return up_to(4 * 27, std::move(fault));
}
Fault wrong_host(const char* name, const Words& rooms, Words more = {}, Words environment = {}) {
  return {name, 1, rooms, all_but(host_rooms, rooms, device_rooms), std::move(environment), std::move(more)};
}
// The run ends by itself, with status 3.
Fault failure(const char* name, Words names, Words never, Words environment = {}, Words more = {}) {
  return {name, 3, std::move(names), std::move(never), std::move(environment), std::move(more)};
}

const Words slow_link{"--link-bytes", "4", "--paranoid"};

// Of the RTL: variants (tests/variants). Weights that are no powers of two, so that each bit of them counts.
std::vector<Fault> rtl_faults() {
  const Words uneven{"--dx", "0.7", "--dy", "0.6"};
  return {
      wrong_value("wrong-sign", {"adder", "operand r"}),
      wrong_value("other-weight", {"weight", "multiplier"}, uneven),
      // One bit of a weight and one of what it weighs can give the same bits: from outside, both are named.
      up_to(5 * 8, {"weight-bit", 1, {"weight rdx2"}, host_rooms, {}, uneven}),
      wrong_value("line-bit", {"operand"}),
      at_word_77(wrong_value("memory-bit", {"load", "memory"})),
      at_word_77(wrong_value("load-astray", {"load", "memory"})),
      at_word_77(wrong_value("load-bit", {"load", "memory"})),
      at_word_77(wrong_value("store-astray", {"store", "memory"})),
      wrong_value("no-interlock", {"interlock", "wait", "write-back"}),
      wrong_value("lost-sweep", {"pass", "sweep"}),
      up_to(3 * 17,
            wrong_value("no-forwarding", {"write-back", "forward", "operand"},
                        {"--rows", "3", "--cols", "59", "--iterations", "4", "--stw", "4", "--portion", "15"}, {}, 1)),
      {"change-low", 1, {"largest change"}, {"halo exchange", "room: "}, {}, {"--rows", "40", "--place", "norm=accel"}},
      failure("never-done", {"not finished"}, {"halo exchange", "response"}),
      failure("never-ready", {"WREADY"}, {"halo exchange", "not finished"}),
      failure("always-refused", {"response"}, {"halo exchange", "WREADY"}),
      failure("miscounts", {"CYCLES_COMPUTE"}, {"halo exchange", "WREADY", "CYCLES_WRITE"}),
      failure("rvalid-drops", {"s_axi R"}, {"s_axi B", "s_axi W", "s_axil"}, {}, slow_link),
      failure("rdata-moves", {"s_axi R"}, {"s_axi B", "s_axi W", "s_axil"}, {}, slow_link),
      failure("rid-wrong", {"s_axi R"}, {"s_axi B", "s_axi W", "s_axil"}, {}, slow_link),
      failure("bid-wrong", {"s_axi B"}, {"s_axi R", "s_axi W", "s_axil"}, {}, slow_link),
  };
}

// Of the host library and the ranks: plants.cmake.
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
      // Not of the host: but the calls that sweep are right, of what is there.
      wrong_value("load-astray", {"load", "memory"}, on_device, {"STENCIL_PLUSARGS=+variant=load-astray"}),
      {"killed", any_end, {"rank 1"}, {"PASS", "FAIL"}, {"PLANT_RANK=1", testing_support::second_of_grace}},
      failure("halo-skipped", {"halo exchange"}, {"PASS", "FAIL"}, one),
      failure("barrier", {"Barrier", "barrier"}, {"PASS", "FAIL"}, one),
      {"slow", 0, {"PASS"}, {"hang:", "never", "waits"}, one},
  };
}

std::string blame(const ProgramResult& result) {
  std::istringstream lines(result.out + result.err);
  std::string tail;
  std::string room;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("room: ", 0) == 0) {
      room = line;
    } else if (!room.empty()) {
      if (line.rfind("  ", 0) != 0 || line.rfind("  expected ", 0) == 0) return room;
      room += line.substr(1);  // wrapped
    }
    tail += line + '\n';
  }
  return tail.substr(tail.size() - std::min<std::size_t>(tail.size(), 2000));
}

bool stands(const std::string& word, const std::string& text) {
  return text.find(word) != std::string::npos;
}

// Words of the largest block of a capsule's commands.
std::int64_t largest_block(const Capsule& capsule) {
  std::int64_t words = 0;
  for (const CapsuleCall& call : capsule.calls) {
    if (call.kind != CapsuleCall::Kind::command) continue;
    const CommandBlock block = command_block(call.command);
    words = std::max(words, block.rows * block.cols);
  }
  return words;
}

// "room: weight rdx2" of what follows it; "" where not one room was found.
std::string one_room(const std::string& blame) {
  const std::string room = blame.substr(0, blame.find_first_of(";\n"));
  return stands("operator", room) || room == "room: sweep" ? "" : room;
}

void expect_small_capsule(const Fault& fault, const std::string& said, const std::string& scratch) {
  const std::string small = scratch + "/small.capsule";
  const ProgramResult minimised =
      testing_support::run_program({PLANTED_COSIM, "replay", scratch + "/r.capsule", "--minimise", "-o", small});
  ASSERT_EQ(minimised.status, 1) << minimised.out << minimised.err;
  EXPECT_TRUE(one_room(said).empty() || one_room(blame(minimised)) == one_room(said)) << said << minimised.out;
  EXPECT_LE(largest_block(read_capsule(small)), fault.most_words) << minimised.out;
  const ProgramResult again = testing_support::run_program({PLANTED_COSIM, "replay", small});
  EXPECT_EQ(again.status, 1) << again.out << again.err;
  EXPECT_TRUE(stands("cycles by cause: as captured", again.out)) << again.out;
  EXPECT_TRUE(stands("values: as captured, bit by bit", again.out)) << again.out;
}

enum class In { rtl, host };

void expect_named(In in, const Fault& fault) {
  const ScratchDirectory scratch;
  Words words{STENCIL_MPIEXEC,
              "-n",
              std::to_string(fault.ranks),
              "--oversubscribe",
              PLANTED_COSIM,
              "run",
              "--config",
              "varied",
              "--rows",
              "60",
              "--cols",
              "30",
              "--report",
              scratch / "r.json"};
  for (const std::string& word : fault.more) {
    const auto given = std::find(words.begin() + 5, words.end(), word);
    if (given != words.end()) words.erase(given, given + 2);  // --rows, --cols: with another value
    words.push_back(word);
  }
  Words environment = fault.environment;
  environment.push_back((in == In::rtl ? "STENCIL_PLUSARGS=+variant=" : "PLANT=") + std::string(fault.name));
  const ProgramResult result = testing_support::run_program(words, environment);
  if (fault.status == any_end)
    EXPECT_TRUE(result.status == 3 || result.status == 128 + 9) << result.status;
  else
    EXPECT_EQ(result.status, fault.status) << result.out << result.err;
  const std::string said = blame(result);
  EXPECT_TRUE(std::any_of(fault.names.begin(), fault.names.end(), [&](const auto& word) { return stands(word, said); }))
      << said;
  for (const std::string& word : fault.never) EXPECT_FALSE(stands(word, said)) << word << " in:\n" << said;
  if (said.rfind("room: ", 0) == 0 && in == In::rtl) expect_small_capsule(fault, said, scratch / ".");
}

std::string test_name(const ::testing::TestParamInfo<Fault>& test) {
  std::string name = test.param.name;
  const Words& more = test.param.more;
  const auto place = std::find(more.begin(), more.end(), "--place");
  if (place != more.end()) name += '_' + *(place + 1);
  if (!test.param.environment.empty() && test.param.environment.front() == "PLANT_RANK=1") name += "_on_one_rank";
  std::replace_if(
      name.begin(), name.end(), [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
  return name;
}

class PlantedRtl : public ::testing::TestWithParam<Fault> {};
TEST_P(PlantedRtl, NamesItsRoomAndNoOther) {
  expect_named(In::rtl, GetParam());
}
INSTANTIATE_TEST_SUITE_P(Faults, PlantedRtl, ::testing::ValuesIn(rtl_faults()), test_name);

class PlantedHost : public ::testing::TestWithParam<Fault> {};
TEST_P(PlantedHost, NamesItsRoomAndNoOther) {
  expect_named(In::host, GetParam());
}
INSTANTIATE_TEST_SUITE_P(Faults, PlantedHost, ::testing::ValuesIn(host_faults()), test_name);

}  // namespace
}  // namespace stencil::faults_test
