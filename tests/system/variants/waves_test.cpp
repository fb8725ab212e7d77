// Waves of runs and capsules, read back: what they show is what the device did, around the cycle that went wrong.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "host/base/text.hpp"
#include "sim/app/capsule/capsule_file.hpp"
#include "sim/app/json/json.hpp"
#include "sim/app/modules/traced_module.hpp"
#include "sim/app/waves/failure_watch.hpp"
#include "sim/app/waves/gtkwave/fst_file.hpp"
#include "sim/device/capsule/replay.hpp"
#include "tests/support/texts.hpp"
#include "tests/system/variants/pin_handshakes.hpp"
#include "tests/system/variants/waves_runs.hpp"

namespace stencil::waves_test {
namespace {

TEST_F(VariantWaves, TheFailingRankAloneWritesAndNamesTheOperatorAndItsCycle) {
  STENCIL_NEEDS_PLANT("adder-bit");
  const ProgramResult run = run_wrong("adder-bit", {"--trace", "failure"}, 2);
  EXPECT_EQ(files_in(scratch_ / "."), (std::set<std::string>{"r.capsule", "r.fst", "r.gtkw", "r.json"}));
  std::smatch told;
  const std::string out = test::unwrapped(run.out);
  ASSERT_TRUE(std::regex_search(
      out, told,
      std::regex(
          "waves: .*r\\.fst \\(cycles ([0-9]+) to ([0-9]+)\\); gtkwave .*r\\.gtkw\n"
          "  marked: cycle ([0-9]+), in which the adder "
          "(TOP\\.varied_accel\\.u_accel\\.u_kernels\\.g_sweeps\\.u_engine\\.u_cascade\\.g_pe\\[[01]\\]\\.[a-z_0-9."
          "\\[\\]]*) gives (0x[0-9a-f]{16}), must be (0x[0-9a-f]{16}); the wrong word leaves in cycle ([0-9]+)\n")))
      << run.out;
  // The first divergence has it too, and is told last.
  EXPECT_TRUE(has(out, "in device cycle " + with_commas(std::stoll(told[3])) + " the adder " + told[4].str()))
      << run.out;
  const Json divergence = Json::parse(read_text(scratch_ / "r.json"))["divergence"];
  EXPECT_EQ(divergence["operator"]["cycle"].integer(), std::stoll(told[3]));
  EXPECT_EQ(divergence["given_cycle"].integer(), std::stoll(told[1]));  // the window begins with the command
  EXPECT_EQ(divergence["leaves_cycle"].integer(), std::stoll(told[7]));
  const std::int64_t marked = std::stoll(told[3]);
  EXPECT_EQ(std::stoull(told[5], nullptr, 16) ^ std::stoull(told[6], nullptr, 16), 0x00100000u);
  EXPECT_LE(std::stoll(told[1]), marked);
  EXPECT_LT(marked, std::stoll(told[7]));

  // The operator's output shows it in that cycle.
  const FstFile waves(scratch_ / "r.fst");
  EXPECT_EQ(waves.begin_ns(), static_cast<std::uint64_t>(std::stoll(told[1]) * wave_ns_per_cycle));
  EXPECT_LE(waves.end_ns(), static_cast<std::uint64_t>((std::stoll(told[2]) + 1) * wave_ns_per_cycle));
  bool shown = false;
  for (const WaveSignal& signal : waves.signals()) {
    if (signal.path != told[4].str() + ".o_y[63:0]") continue;
    std::string before_edge;
    waves.changes({signal.handle}, [&](std::uint64_t ns, std::uint32_t, const std::string& text) {
      if (ns < static_cast<std::uint64_t>(marked * wave_ns_per_cycle + wave_ns_per_cycle / 2)) before_edge = text;
    });
    EXPECT_EQ(number_of(before_edge), std::stoull(told[5], nullptr, 16));
    shown = true;
  }
  EXPECT_TRUE(shown);
}

TEST_F(VariantWaves, ShowTheHandshakesOfTheReplay) {
  STENCIL_NEEDS_PLANT("wrong-sign");
  run_wrong("wrong-sign");
  const ProgramResult replayed = replay({"--trace", "failure"});
  ASSERT_EQ(replayed.status, 1) << replayed.err;
  // The adder does as it is told: the operator's own results are right.
  EXPECT_TRUE(has(replayed.out, "in which the first wrong word leaves the device\n")) << replayed.out;
  const std::int64_t marked = number_after(replayed.out, "marked: cycle ");
  const std::int64_t from = number_after(replayed.out, "(cycles ");
  const std::int64_t to = number_after(replayed.out.substr(replayed.out.find("(cycles ")), " to ");
  EXPECT_GE(from, marked - 20000);
  EXPECT_EQ(to, marked + 2000);

  // The same calls in this process, on a module made alike.
  const Capsule capsule = read_capsule(scratch_ / "r.capsule");
  setenv("STENCIL_PLUSARGS", capsule.plusargs.c_str(), 1);
  AcceleratorOptions machine = capsule.device;
  machine.digest = true;
  const auto played_on = [&](const AcceleratorOptions& options, HandshakeDigests& digests) {
    const auto device = make_accelerator(options);
    const Capsule played = play(capsule, *device);
    digests = device->handshake_digests();
    return played;
  };
  HandshakeDigests fast_digests, traced_digests, none;
  const Capsule fast = played_on(machine, fast_digests);
  machine.module = traced_module({find_configuration("varied")}, {});
  const Capsule traced = played_on(machine, traced_digests);
  EXPECT_TRUE(same_values(fast, traced));
  EXPECT_TRUE(same_cycles(fast, traced));
  EXPECT_EQ(fast_digests.with_cycles, traced_digests.with_cycles);
  EXPECT_FALSE(fast_digests.with_cycles.empty());
  PinRecorder recorder;
  Inspection inspection;
  inspection.handshakes = &recorder;
  machine.inspection = &inspection;
  machine.digest = false;
  played_on(machine, none);

  std::set<Seen> expected;
  for (const Seen& seen : recorder.all) {
    if (std::get<0>(seen) >= from && std::get<0>(seen) <= to) expected.insert(seen);
  }
  EXPECT_GT(expected.size(), 1000u);
  const std::set<Seen> shown = handshakes_of(FstFile(scratch_ / "r.fst"));
  EXPECT_EQ(shown, expected);
  // The marked beat brings the first wrong word.
  const CapsuleDifference wrong = difference(capsule);
  EXPECT_EQ(shown.count({marked, "s_axi_r", wrong.first.got_bits}), 1u);
}

TEST_F(VariantWaves, OfAHangShowItsLastHandshake) {
  const ProgramResult run =
      test::run_variant("never-ready", 1, {"--report", scratch_ / "r.json", "--capture", "failure"});
  EXPECT_EQ(run.status, 3) << run.err;
  const ProgramResult replayed = replay({"--trace", "failure"});
  EXPECT_EQ(replayed.status, 3) << replayed.err;
  const std::int64_t marked = number_after(replayed.out, "marked: cycle ");
  std::int64_t last = 0;
  for (const Seen& seen : handshakes_of(FstFile(scratch_ / "r.fst"))) {
    const std::string& channel = std::get<1>(seen);
    if (channel != "s_axil_ar" && channel != "s_axil_r") last = std::max(last, std::get<0>(seen));  // polls of STATUS
  }
  EXPECT_EQ(marked, last) << replayed.out;
}

TEST_F(VariantWaves, TheSaveFileHasOurRoomsAndNoSignalThatIsNotThere) {
  STENCIL_NEEDS_PLANT("adder-bit");
  // Of a step that is not the first: before its calls the device is given the last command of the step before.
  run_wrong("adder-bit", {"--capture", "0:2:0", "--capsule", scratch_ / "r.capsule"});
  const ProgramResult replayed = replay({"--trace", "failure"});
  ASSERT_EQ(replayed.status, 1);
  std::string told = replayed.out;
  told.erase(std::remove(told.begin(), told.end(), ','), told.end());
  EXPECT_EQ(number_after(told, "device cycles: "), number_after(told, "(cycles ")) << replayed.out;
  std::set<std::string> paths;
  const FstFile waves(scratch_ / "r.fst");
  for (const WaveSignal& signal : waves.signals()) paths.insert(signal.path);
  std::istringstream lines(read_text(scratch_ / "r.gtkw"));
  std::vector<std::string> rooms, device;
  std::size_t shown = 0;
  int depth = 0;
  std::string mode;
  for (std::string line; std::getline(lines, line);) {
    if (line[0] == '[' || line[0] == '*') continue;
    if (line[0] == '@') {
      mode = line;
      continue;
    }
    const bool begins = mode == "@800200" || mode == "@c00200";
    if (line[0] == '-') {
      if (begins && depth == 0) rooms.push_back(line.substr(1));
      if (begins && depth == 1 && !rooms.empty() && rooms.back() == "device") device.push_back(line.substr(1));
      depth += begins ? 1 : -1;
      continue;
    }
    EXPECT_EQ(paths.count(line), 1u) << line;
    ++shown;
  }
  EXPECT_EQ(depth, 0);
  EXPECT_GT(shown, 1000u);
  ASSERT_GT(rooms.size(), 1u);
  EXPECT_EQ(rooms[0].rfind("adder u_accel.u_kernels.g_sweeps.u_engine.u_cascade.g_pe[", 0), 0u) << rooms[0];
  EXPECT_TRUE(has(test::unwrapped(replayed.out), "in which the adder TOP.varied_accel." + rooms[0].substr(6)))
      << replayed.out;
  EXPECT_EQ(rooms[1], "ports");
  rooms.erase(rooms.begin());
  // The module around the device, of the tests, has instances of its own.
  std::set<std::string> ours;
  for (const std::string& room : rooms) {
    if (room.rfind("u_", 0) != 0) ours.insert(room);
  }
  EXPECT_EQ(device, (std::vector<std::string>{"TOP.varied_accel", "u_accel"}));
  EXPECT_EQ(ours, (std::set<std::string>{"ports", "device", "bus", "control", "engine", "kernels", "memory"}));
}

TEST_F(VariantWaves, ARunThatWritesAllHasTheSameCyclesAndBits) {
  const auto run = [&](const std::string& report, const std::vector<std::string>& more) {
    std::vector<std::string> words{"--report", scratch_ / report, "--digest"};
    words.insert(words.end(), more.begin(), more.end());
    const ProgramResult result = test::run_variant("", 2, words);
    EXPECT_EQ(result.status, 0) << result.err;
    return Json::parse(read_text(scratch_ / report));
  };
  const Json fast = run("fast.json", {});
  const Json traced = run("r.json", {"--trace", "all:8000-8099"});
  EXPECT_EQ(files_in(scratch_ / "."),
            (std::set<std::string>{"fast.json", "r-0.fst", "r-0.gtkw", "r-1.fst", "r-1.gtkw", "r.json"}));
  for (const char* part : {"machine", "blocks", "classes", "totals", "ok", "compared"}) {
    ASSERT_TRUE(fast.contains(part)) << part;
    EXPECT_EQ(fast[part].dump(), traced[part].dump()) << part;
  }
  for (const char* rank : {"0", "1"}) {
    const FstFile waves(scratch_ / ("r-" + std::string(rank) + ".fst"));
    EXPECT_EQ(waves.begin_ns(), 80000u);
    EXPECT_EQ(waves.end_ns(), 80995u);
  }
}

TEST_F(VariantWaves, TheAuditIsSilentWhereTheOperatorsAreRight) {
  for (const std::vector<std::string>& kernel :
       {std::vector<std::string>{}, {"--kernel", "gauss-seidel"}, {"--blocking", "skewed"}}) {
    std::vector<std::string> words{VARIANT_COSIM, "run", "--config",  "varied", "--rows",    "40",
                                   "--cols",      "30",  "--capture", "0:0:0",  "--capsule", scratch_ / "r.capsule"};
    words.insert(words.end(), kernel.begin(), kernel.end());
    ASSERT_EQ(test::run_words("", words).status, 0);
    const Capsule capsule = read_capsule(scratch_ / "r.capsule");
    FailureWatch watch(Inside::shown);
    const Inspection inspection = watch.inspection();
    AcceleratorOptions machine = capsule.device;
    machine.inspection = &inspection;
    machine.module = traced_module({find_configuration("varied")}, {});
    const auto device = make_accelerator(machine);
    play(capsule, *device);
    EXPECT_EQ(watch.operators().count(), 0);
  }
}

}  // namespace
}  // namespace stencil::waves_test
