// Compares rtl/CONTRACT.md, the Verilog and sim/device/contract/contract.hpp: names and numbers must be the same.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "Vperf_counters.h"
#include "Vregisters_15.h"
#include "sim/device/contract/contract.hpp"
#include "sim/device/kernels/sweeps/engine_timing.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/text_tables.hpp"

namespace stencil::test {
namespace {

using Lines = std::vector<std::string>;

const std::string document_path = "rtl/CONTRACT.md";

// Without the numbers of clauses.
Lines document() {
  const std::regex number_of_clause("\\[C[0-9]+\\.[0-9]+\\] ?");
  Lines lines = lines_of(document_path);
  for (std::string& line : lines) line = std::regex_replace(line, number_of_clause, "");
  return lines;
}

// Lines of the document from a heading to the next.
Lines section(const std::string& title) {
  Lines result;
  bool inside = false;
  for (const std::string& line : document()) {
    if (line.rfind("## ", 0) == 0) inside = line == "## " + title;
    if (inside) result.push_back(line);
  }
  if (result.empty()) throw std::runtime_error("no section " + title + " in " + document_path);
  return result;
}

// Which registers can be read and written, tried on the modules themselves with all kernels; an offset that is not in
// the table does not exist.
// Holds C6.3.
TEST(Contract, RegisterAccess) {
  std::map<std::uint64_t, bool> writable;
  for (const contract::RegisterRow& row : contract::register_rows) {
    if (row.address < contract::REG_N0) writable[row.address] = row.writable;  // without a formula
  }
  Clocked<Vperf_counters> counters;
  counters.reset();
  Clocked<Vregisters_15> registers;
  registers->i_write = registers->i_busy = registers->i_queue_full = registers->i_finished = 0;
  registers->i_refuse = registers->i_data_error = 0;
  registers.reset();
  registers->i_write_data = 0;
  counters->i_read = registers->i_read = registers->i_write = 1;  // offered, and no clock accepts them
  for (unsigned offset = 0; offset < 4096; ++offset) {
    drive(counters->i_read_addr, offset);
    drive(registers->i_read_addr, offset);
    drive(registers->i_write_addr, offset);
    counters.settle();
    registers->i_counter = counters->o_read_data;
    registers->i_counter_here = counters->o_read_here;
    registers.settle();
    const auto row = writable.find(offset);
    // CONTROL and COMMAND are write-only and read as 0.
    EXPECT_EQ(registers->o_read_ok, row != writable.end()) << "offset " << offset;
    EXPECT_EQ(registers->o_write_ok, row != writable.end() && row->second) << "offset " << offset;
  }
}

TEST(Contract, OldestVersion) {
  const std::string older = matches(document(), "Devices of versions ([0-9]+) and [0-9]+ are")[0][1];
  EXPECT_EQ(contract::oldest_version, static_cast<int>(number(older)));
}

// "bit 0: start the command" and the like in the row of a register.
NumberOf bits_of(const std::string& register_name) {
  NumberOf bits;
  for (const std::string& line : section("Registers"))
    if (line.find("| " + register_name + " |") != std::string::npos)
      for (const Match& bit : matches({line}, "bit ([0-9]+): ([A-Za-z]+)"))
        bits.emplace(bit[2], std::uint64_t{1} << number(bit[1]));
  return bits;
}

// Holds C6.26, C6.27, C6.29, C6.30, C6.32.
TEST(Contract, Bits) {
  using namespace contract;
  EXPECT_EQ(bits_of("CONTROL"), (NumberOf{{"clear", control_clear_counters}}));
  EXPECT_EQ(bits_of("COMMAND"), (NumberOf{{"above", command_above}, {"below", command_below}}));
  EXPECT_EQ(bits_of("STATUS"), (NumberOf{{"busy", status_busy}, {"done", status_done}, {"failed", status_failed}}));
  EXPECT_EQ(bits_of("MODE"), (NumberOf{{"interrupt", mode_interrupt}, {"refuse", mode_no_hold}}));
  EXPECT_EQ(bits_of("TILE"), (NumberOf{{"backward", tile_backward}}));
  const NumberOf tile_fields = {{"slots", tile_slots_bit},
                                {"top", tile_top_bit},
                                {"bottom", tile_bottom_bit},
                                {"left", tile_left_bit},
                                {"right", tile_right_bit}};
  NumberOf documented_fields;
  for (const Match& row : matches(section("Registers"), "\\| TILE \\| .*"))
    for (const Match& field : matches({row[0]}, "([a-z]+) in bits [0-9]+:([0-9]+)"))
      documented_fields[field[1]] = number(field[2]);
  EXPECT_EQ(documented_fields, tile_fields);
  const Match fields = matches(
      section("Registers"),
      "\\| COMMAND \\|.* rows in bits 31:0, f buffer in bits 3[34]:([0-9]+), r buffer in bits 3[78]:([0-9]+),")[0];
  EXPECT_EQ(number(fields[1]), command_f_buffer_bit);
  EXPECT_EQ(number(fields[2]), command_r_buffer_bit);
  EXPECT_EQ(number(matches(lines_of("rtl/stencil_accel.v"), "^    parameter KERNELS +=([ 0-9]+),$")[0][1]),
            usual_kernels);
}

// Holds C4.1, C4.3.
TEST(Contract, AddressMap) {
  NumberOf documented;
  for (const Match& row : matches(section("Data port"), "^\\| (0x[0-9a-f]{8}) \\| ([fr]),.*, (0x[0-9a-f]{8}) apart")) {
    documented[row[2]] = number(row[1]);
    EXPECT_EQ(number(row[3]), contract::buffer_stride);
  }
  EXPECT_EQ(documented, (NumberOf{{"f", contract::base_f}, {"r", contract::base_r}}));
  // The top address bit chooses the bank, the two below it the buffer.
  const Lines top = lines_of("rtl/stencil_accel.v");
  EXPECT_EQ(number(matches(top, "parameter AXI_ADDR_W += ([0-9]+)")[0][1]), contract::address_bits);
  EXPECT_EQ(contract::base_r, std::uint64_t{1} << (contract::address_bits - 1));
  EXPECT_EQ(contract::buffer_stride, std::uint64_t{1} << (contract::address_bits - 3));
  EXPECT_EQ(contract::max_buffers * contract::buffer_stride, contract::base_r);
}

// Holds C6.19, C6.20, C6.22.
TEST(Contract, FixedNumbers) {
  const auto verilog = [](const std::string& name) {
    return matches(lines_of("rtl/control/registers.v"), "localparam \\[63:0\\] " + name + " = 64'd([0-9]+);")[0][1];
  };
  EXPECT_EQ(matches(section("Registers"), "\\| R_BUFFERS \\| read \\| ([0-9]+)")[0][1], verilog("R_BUFFERS"));
  EXPECT_EQ(matches(section("Registers"), "\\| QUEUE_DEPTH \\| read \\|.* ours ([0-9]+)")[0][1],
            verilog("QUEUE_DEPTH"));
  const Match settle = matches(section("Registers"), "\\| SETTLE_CYCLES \\| read \\| ([0-9]+)\\.\\.([0-9]+):")[0];
  EXPECT_GE(number(verilog("SETTLE_CYCLES")), number(settle[1]));
  EXPECT_LE(number(verilog("SETTLE_CYCLES")), number(settle[2]));
}

TEST(Contract, LatencyOfChange) {
  const std::string documented =
      matches(section("Latencies"), "^\\| perf_finished \\| CHANGE has all of .* \\| ([0-9]+) \\|")[0][1];
  const std::string verilog = matches(lines_of("rtl/engine/change_norm.v"), "localparam SETTLE = ([0-9]+);")[0][1];
  EXPECT_EQ(documented, verilog);
  EXPECT_EQ(number(documented), contract::change_cycles);
}

// Holds C3.1.
TEST(Contract, Parameters) {
  const NumberOf documented = named_numbers(section("Parameters"), "^\\| `([A-Z_]+)` \\| ([0-9]+) \\|");
  const NumberOf verilog = named_numbers(lines_of("rtl/stencil_accel.v"), "^    parameter ([A-Z_]+) += ([0-9]+),?$");
  EXPECT_EQ(differences(document_path, documented, "stencil_accel.v", verilog), "");
  // LINE_BEATS has a default that follows from others.
  EXPECT_EQ(matches(section("Parameters"), "^\\| `LINE_BEATS` \\| (.*?) \\|")[0][1], "ceil(MAX_COLS/LANES)");
  EXPECT_EQ(matches(lines_of("rtl/stencil_accel.v"), "^    parameter LINE_BEATS += (.*),$")[0][1],
            "(MAX_COLS + LANES - 1) / LANES");
}

// Port names, each with its number of bits; 0 if that depends on a parameter.
NumberOf verilog_ports() {
  NumberOf ports;
  for (const Match& port :
       matches(lines_of("rtl/stencil_accel.v"), "^    (input|output) +wire +(\\[([^\\]]*)\\] )? *([a-z_]+),?$")) {
    const std::string range = port[3];
    std::uint64_t bits = 1;
    if (!port[2].empty()) {
      std::smatch high;
      bits = std::regex_match(range, high, std::regex(" *([0-9]+):0")) ? number(high[1]) + 1 : 0;
    }
    ports[port[4]] = bits;
  }
  return ports;
}

// Holds C2.6-C2.9.
TEST(Contract, Ports) {
  const Lines lines = section("Clock, reset, ports");
  NumberOf documented = {{"clk", 1}, {"rst", 1}};
  std::set<std::string> names;
  for (const Match& group : matches({matches(lines, "^\\| `s_axi_\\*` \\| .*$")[0][0]}, "`([a-z ]+)`")) {
    std::istringstream words(group[1]);
    for (std::string word; words >> word;) names.insert("s_axi_" + word);
  }
  // AXI4-Lite leaves no choice of names, only of widths.
  const Match widths = matches(lines, "AXI4-Lite slave for registers, ([0-9]+) data bits, ([0-9]+) address bits")[0];
  for (const char* one_bit :
       {"awvalid", "awready", "wvalid", "wready", "bvalid", "bready", "arvalid", "arready", "rvalid", "rready"})
    documented[std::string("s_axil_") + one_bit] = 1;
  for (const char* data : {"wdata", "rdata"}) documented[std::string("s_axil_") + data] = number(widths[1]);
  for (const char* address : {"awaddr", "araddr"}) documented[std::string("s_axil_") + address] = number(widths[2]);
  for (const char* response : {"bresp", "rresp"}) documented[std::string("s_axil_") + response] = 2;
  documented["s_axil_wstrb"] = number(widths[1]) / 8;
  documented["irq"] = matches(lines, "^\\| `irq` \\| level").size();
  for (const Match& port : matches(lines, "^\\| `(perf_[a-z]+)` \\| ([0-9]) bits?,"))
    documented[port[1]] = number(port[2]);

  NumberOf verilog = verilog_ports();
  std::set<std::string> data_port;
  for (auto port = verilog.begin(); port != verilog.end();)
    if (port->first.rfind("s_axi_", 0) == 0) {
      data_port.insert(port->first);
      port = verilog.erase(port);
    } else {
      ++port;
    }
  EXPECT_EQ(data_port, names);
  EXPECT_EQ(differences(document_path, documented, "stencil_accel.v", verilog), "");
}

std::string without_spaces(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

// Holds C6.17, C6.21, C6.43.
TEST(Contract, LatencyAndCycles) {
  const Match lp =
      matches(section("Registers"),
              "PE_LATENCY \\| read \\| Lp = ([^|;]+); PE_ADDITIONS is ([0-9]) with bit 3 .* ([0-9]) \\|")[0];
  const Lines top = lines_of("rtl/stencil_accel.v");
  const std::string written = matches(top, "localparam WRITTEN_LATENCY = WRITTEN != 0 \\? ([^:]+) : 0;")[0][1];
  EXPECT_EQ(without_spaces("2 + max(FORMULA_LATENCY, " + written + "), the latter with bit 0 or 3 of KERNELS alone"),
            without_spaces(lp[1]));
  EXPECT_EQ(matches(top, "localparam PE_LATENCY = ([^;]+);")[0][1],
            "2 + (FORMULA_LATENCY > WRITTEN_LATENCY ? FORMULA_LATENCY : WRITTEN_LATENCY)");
  const Match additions = matches(top, "localparam PE_ADDITIONS = WEIGHTED != 0 \\? ([0-9]) : ([0-9]);")[0];
  EXPECT_EQ(additions[1], lp[2]);
  EXPECT_EQ(additions[2], lp[3]);
  const std::string tile = matches(section("Registers"), "TILE_LATENCY \\| read \\| ([^|]+) \\|")[0][1];
  EXPECT_EQ(without_spaces(matches(top, "localparam TILE_LATENCY = ([^;]+);")[0][1]), without_spaces(tile));
  const Match slots = matches(section("Registers"),
                              "TILE_SLOTS \\| read \\|.* least ([^a-z]+) in bits 7:0, most, "
                              "([0-9]+) or .* in bits 15:([0-9]+) \\|")[0];
  EXPECT_EQ(without_spaces(matches(top, "localparam MIN_SLOTS = ([^;]+);")[0][1]), without_spaces(slots[1]));
  EXPECT_EQ(matches(top, "localparam MAX_SLOTS = .*: ([0-9]+);")[0][1], slots[2]);
  EXPECT_EQ(number(slots[3]), contract::tile_slots_max_bit);

  const Match compute = matches(
      section("Cycles"), "compute = passes\\*ROWS\\*beats \\+ deepest\\*\\(beats \\+ PE_LATENCY\\) \\+ ([0-9]+);")[0];
  EXPECT_EQ(engine_timing({4, 1, 29}, 100, 100, 4).control_cycles, static_cast<std::int64_t>(number(compute[1])));
  const Match stall =
      matches(section("Cycles"), "max\\(0, depth\\*\\(beats \\+ PE_LATENCY\\) \\+ ([0-9]+) - ROWS\\*beats\\)")[0];
  // Two passes of one sweep over a single beat.
  EXPECT_EQ(engine_timing({1, 1, 29}, 1, 1, 2).stall_cycles, 1 + 29 + static_cast<std::int64_t>(number(stall[1])) - 1);
}

}  // namespace
}  // namespace stencil::test
