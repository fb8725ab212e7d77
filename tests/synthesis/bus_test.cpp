// No input of a bus of stencil_accel reaches an output of it without a register in between (rtl/CONTRACT.md): checks
// the netlist of the whole device, and planted paths that must be found.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "ci/mapping/netlist/bus_paths.hpp"
#include "ci/mapping/yosys.hpp"
#include "tests/support/texts.hpp"

namespace stencil::synthesis {
namespace {

namespace fs = std::filesystem;
using test::one_begins;
using Words = std::vector<std::string>;

// One small configuration, since the buses are similar in all: two words per beat.
const std::map<std::string, std::int64_t> small = {
    {"PES", 1}, {"MEMORY_WORDS", 16}, {"MAX_COLS", 4}, {"AXI_DATA_W", 128}};

// The paths of both buses.
Words paths_of(const std::string& tree, const std::string& work) {
  const Netlist netlist = elaborate_flat({tree, "stencil_accel", {"small", false, small}, work});
  Words paths = paths_through(netlist.module(netlist.top), "s_axi_");
  const Words registers = paths_through(netlist.module(netlist.top), "s_axil_");
  paths.insert(paths.end(), registers.begin(), registers.end());
  return paths;
}

// Rewrites the file with the first `from` replaced.
void plant(const fs::path& file, const std::string& from, const std::string& to) {
  std::ifstream in(file);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::size_t place = text.find(from);
  if (place == std::string::npos) throw std::runtime_error(file.string() + " has no " + from);
  std::ofstream(file) << text.replace(place, from.size(), to);
}

TEST(Bus, NoInputReachesAnOutputWithoutARegister) {
  EXPECT_EQ(paths_of(STENCIL_RTL, STENCIL_WORK "/paths"), Words{});
}

// Ready that waits for valid, ready that depends on the address, a queue that is ready because its head leaves.
TEST(Bus, APlantedWayIsFoundAndNamed) {
  const fs::path tree = STENCIL_WORK "/planted/rtl";
  fs::remove_all(tree);
  fs::create_directories(tree);
  fs::copy(STENCIL_RTL, tree, fs::copy_options::recursive);
  plant(tree / "bus/axil_port.v", "s_axil_awready = ~aw_kept;", "s_axil_awready = s_axil_awvalid & ~aw_kept;");
  plant(tree / "bus/axil_port.v", "s_axil_arready = ~ar_kept;", "s_axil_arready = ~ar_kept & i_read_ready;");
  plant(tree / "bus/fifo.v", "o_ready = ~held[SLOT_W];", "o_ready = ~held[SLOT_W] | i_ready;");
  const Words paths = paths_of(tree.string(), STENCIL_WORK "/planted/work");
  for (const char* way : {"s_axil_awvalid reaches s_axil_awready", "s_axil_araddr reaches s_axil_arready",
                          "s_axi_wvalid reaches s_axi_awready through ", "s_axi_bready reaches s_axi_wready through "})
    EXPECT_TRUE(one_begins(paths, way)) << way << " is missing among " << ::testing::PrintToString(paths);
}

}  // namespace
}  // namespace stencil::synthesis
