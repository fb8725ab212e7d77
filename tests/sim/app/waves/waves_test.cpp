// What --trace may be, the save file for GTKWave, components of signals, wave files that are not whole.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "sim/app/choices/trace_choice.hpp"
#include "sim/app/waves/gtkwave/components.hpp"
#include "sim/app/waves/gtkwave/fst_file.hpp"
#include "sim/app/waves/gtkwave/save_file.hpp"
#include "sim/app/waves/operator_events.hpp"
#include "sim/app/waves/run_waves.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil {
namespace {

using Which = TraceChoice::Which;

TEST(Trace, IsOffOrFailureOrAllOrAWindow) {
  for (const char* text : {"off", "failure", "all", "all:0-0", "all:7500-9000"})
    EXPECT_EQ(text_of(parse_trace("--trace", text)), text);
  const TraceChoice window = parse_trace("--trace", "all:7500-9000");
  EXPECT_EQ(window.which, Which::all);
  EXPECT_EQ(window.from_cycle, 7500);
  EXPECT_EQ(window.to_cycle, 9000);
  for (const char* text : {"", "on", "all:", "all:5", "all:5-", "all:-5-9", "all:9-5", "all:1-2x", "failure:1-2",
                           "all:1--2", "all:99999999999999999999-1"}) {
    EXPECT_THROW(parse_trace("--trace", text), ArgumentError) << text;
  }
}

TEST(Trace, NeedsPinsAndForAFailureACapsule) {
  AcceleratorOptions device;
  TraceChoice choice;
  device.accel = "model";
  EXPECT_NO_THROW(check_trace(choice, device, ""));
  choice.which = Which::all;
  EXPECT_THROW(check_trace(choice, device, "r.capsule"), ArgumentError);
  device.accel = "rtl";
  EXPECT_NO_THROW(check_trace(choice, device, ""));
  choice.which = Which::failure;
  EXPECT_NO_THROW(check_trace(choice, device, "r.capsule"));
  EXPECT_THROW(check_trace(choice, device, ""), ArgumentError);
}

TEST(Trace, FilesAreNamedAfterTheCapsuleOrTheReport) {
  EXPECT_EQ(wave_path("a/r.capsule"), "a/r.fst");
  EXPECT_EQ(wave_path("r.json", "-3"), "r-3.fst");
  EXPECT_EQ(wave_path("trace", "-0"), "trace-0.fst");
  EXPECT_EQ(wave_path(".json"), ".json.fst");
}

TEST(Rooms, FollowTheInstances) {
  EXPECT_EQ(component_of("TOP"), "ports");
  EXPECT_EQ(component_of("TOP.stencil_accel"), "device");
  EXPECT_EQ(component_of("TOP.stencil_accel.u_control.u_registers"), "control");
  EXPECT_EQ(component_of("TOP.stencil_accel.u_control.u_axil"), "bus");
  EXPECT_EQ(component_of("TOP.stencil_accel.u_data_port.u_buffers.g_f[0].u_memory"), "memory");
  EXPECT_EQ(component_of("TOP.stencil_accel.u_kernels.g_sweeps.u_engine.u_cascade"), "engine");
  EXPECT_EQ(component_of("TOP.stencil_accel.u_kernels.g_sweeps.u_engine.u_cascade.g_pe[0].u_pe.u_operator"), "kernels");
  EXPECT_EQ(component_of("TOP.stencil_accel.their_core.alu"), "their_core");
}

TEST(SaveFile, ShowsPortsOpenThenRoomsWithPortsFirstAndTheMarkedCycle) {
  const std::vector<WaveSignal> signals{{"TOP.clk", 1, true, false, false, 1},
                                        {"TOP.a.WIDTH[31:0]", 32, false, false, true, 2},
                                        {"TOP.a.u_control.busy", 1, false, false, false, 3},
                                        {"TOP.a.u_control.word[63:0]", 64, false, true, false, 4}};
  const std::string text = save_text("r.fst", signals, 70000, WaveMarker{8000, "", ""});
  EXPECT_EQ(text.substr(text.find("@800200")),
            "@800200\n-ports\n@28\nTOP.clk\n@1000200\n-ports\n"
            "@c00200\n-control\n@c00200\n-u_control\n@22\nTOP.a.u_control.word[63:0]\n@28\nTOP.a.u_control.busy\n"
            "@1401200\n-u_control\n@1401200\n-control\n");
  EXPECT_NE(text.find("[dumpfile] \"r.fst\"\n[timestart] 78405\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n*-9.000000 80005 -1 "), std::string::npos) << text;
  const std::string unmarked = save_text("r.fst", signals, 70000, std::nullopt);
  EXPECT_NE(unmarked.find("[timestart] 70000\n"), std::string::npos) << unmarked;
  EXPECT_NE(unmarked.find("\n*-9.000000 -1 -1 "), std::string::npos) << unmarked;
}

TEST(SaveFile, ShowsTheMarkedOperatorFirst) {
  const std::vector<WaveSignal> signals{{"TOP.clk", 1, true, false, false, 1},
                                        {"TOP.a.u_add.LATENCY[31:0]", 32, false, false, true, 2},
                                        {"TOP.a.u_add.clk", 1, true, false, false, 1},
                                        {"TOP.a.u_add.i_sub", 1, true, false, false, 3},
                                        {"TOP.a.u_add.i_a[63:0]", 64, true, false, false, 4},
                                        {"TOP.a.u_add.sum[63:0]", 64, false, false, false, 5},
                                        {"TOP.a.u_add.o_y[63:0]", 64, false, true, false, 6},
                                        {"TOP.a.u_add.u_below.i_a[63:0]", 64, true, false, false, 7}};
  const std::string text = save_text("r.fst", signals, 70000, WaveMarker{8000, "adder", "TOP.a.u_add"});
  const std::string first =
      "@800200\n-adder u_add\n@28\nTOP.a.u_add.i_sub\n@22\nTOP.a.u_add.i_a[63:0]\n@22\nTOP.a.u_add.o_y[63:0]\n"
      "@1000200\n-adder u_add\n@800200\n-ports\n";
  EXPECT_EQ(text.substr(text.find("@800200"), first.size()), first);
  // Waves of other RTL may lack it.
  const std::string none = save_text("r.fst", signals, 70000, WaveMarker{8000, "adder", "TOP.a.u_other"});
  EXPECT_EQ(none.substr(none.find("@800200"), 15), "@800200\n-ports\n");
}

TEST(FstFile, RefusesWhatIsNotWhole) {
  const testing_support::ScratchDirectory scratch;
  for (const std::string& bytes : {std::string(), std::string("text"), std::string(400, '\0')}) {
    std::ofstream(scratch / "w.fst", std::ios::binary) << bytes;
    EXPECT_THROW(FstFile{scratch / "w.fst"}, std::runtime_error) << bytes.size();
  }
  EXPECT_THROW(FstFile{scratch / "none.fst"}, std::runtime_error);
}

WrongResult wrong(const char* instance, std::int64_t cycle, std::uint64_t a) {
  return {instance, "multiplier", cycle, {a, 2}, 2, 7, 8};
}

TEST(OperatorEvents, KeepTheFirstAndCountAll) {
  OperatorEvents events(3);
  events.seen(wrong("TOP.x.u_change.g.u_difference", 10, 1));
  events.seen(wrong("TOP.x.u_mul", 11, 1));
  events.seen(wrong("TOP.x.u_mul", 12, 1));  // its operands stand still
  events.seen(wrong("TOP.x.u_mul", 13, 3));
  events.seen(wrong("TOP.x.u_mul", 14, 4));
  EXPECT_EQ(events.count(), 4);
  ASSERT_EQ(events.kept().size(), 3u);
  EXPECT_EQ(events.kept()[1].ordinal, 1);
  EXPECT_EQ(events.kept()[2].ordinal, 2);
  EXPECT_EQ(events.kept()[2].cycle, 13);
  EXPECT_EQ(events.kept()[2].kind, "multiplier");
  EXPECT_EQ(events.kept()[2].operands[0], 3u);
  EXPECT_EQ(events.kept()[2].expected, 7u);
  EXPECT_EQ(events.kept()[2].got, 8u);
  ASSERT_EQ(events.since(0).size(), 2u);
  EXPECT_EQ(events.since(0).front().cycle, 11);
  EXPECT_EQ(events.since(12).front().cycle, 13);
  EXPECT_TRUE(events.since(14).empty());
}

}  // namespace
}  // namespace stencil
