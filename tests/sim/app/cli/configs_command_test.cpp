// stencil-cosim configs: the table, the JSON, and their agreement with the table for tools.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/configs_command.hpp"

#include <gtest/gtest.h>

#include "sim/app/json/json.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil {
namespace {

const Configuration tiny{"tiny", 4, 2, 16384, 1024, 64, 3, 512, 5, 6, false, ""};
const Configuration endless{"endless", 64, 4, 1000000, 10000, 512, 2, 250000, 16, 16, true, ""};

bool is_tiny(const Configuration& configuration) {
  return configuration.name == "tiny";
}

TEST(ConfigsCommand, TableHasALineAConfiguration) {
  EXPECT_EQ(configurations_table({endless, tiny}, is_tiny),
            "pes: processing elements, of this many lanes; bus: bits; words: of binary64 in\n"
            "each of f and r buffers; cols: longest row; line: beats; latency: cycles of a PE\n"
            "   name  pes  lanes  bus      words  f  r   MiB    cols     line  latency  built\n"
            "endless   64      4  512  1,000,000  2  2  30.5  10,000  250,000       82     no\n"
            "   tiny    4      2   64     16,384  3  2   0.6   1,024      512       29    yes\n"
            "endless: simulation only\n");
}

TEST(ConfigsCommand, TableMakesRoomForLongNames) {
  Configuration longest = tiny;
  longest.name = "configuration-with-a-name";
  const std::string table = configurations_table({longest}, is_tiny);
  const std::size_t head = table.find(" name ");
  const std::size_t row = table.find("\nconfiguration-with-a-name ");
  ASSERT_NE(row, std::string::npos) << table;
  EXPECT_EQ(table.find("\n", row + 1) - row, table.find("\n", head) - table.rfind("\n", head)) << table;
}

TEST(ConfigsCommand, JsonSaysTheSame) {
  const Json list = Json::parse(configurations_json({endless, tiny}, is_tiny));
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0]["name"], "endless");
  EXPECT_EQ(list[0]["simulation_only"], true);
  EXPECT_EQ(list[0]["built"], false);
  EXPECT_EQ(list[1], Json({{"name", "tiny"},
                           {"pes", 4},
                           {"lanes", 2},
                           {"memory_words", 16384},
                           {"f_buffers", 3},
                           {"r_buffers", 2},
                           {"memory_bytes", 5 * 8 * 16384},
                           {"max_cols", 1024},
                           {"line_beats", 512},
                           {"axi_data_bits", 64},
                           {"add_latency", 5},
                           {"mul_latency", 6},
                           {"div_latency", 2},
                           {"pe_latency", 29},
                           {"tile_latency", 22},
                           {"tile_slots_min", 13},
                           {"tile_slots_max", 32},
                           {"kernels", Json::parse(R"(["jacobi", "tiles", "change"])")},
                           {"formula", Json(nullptr)},
                           {"simulation_only", false},
                           {"built", true}}));
}

TEST(ConfigsCommand, TellWhatAConfigurationLeavesOut) {
  struct Case {
    std::uint64_t kernels;
    const char* row_end;
    const char* names;
  };
  for (const Case& each :
       {Case{1, "29    yes\ntiny: only jacobi\n", R"(["jacobi"])"},
        Case{2, " 0    yes\ntiny: only tiles\n", R"(["tiles"])"},
        Case{3, "29    yes\ntiny: only jacobi tiles\n", R"(["jacobi","tiles"])"},
        Case{5, "29    yes\ntiny: only jacobi change\n", R"(["jacobi","change"])"},
        Case{8, "34    yes\ntiny: only five-point\n", R"(["five-point"])"},
        Case{13, "34    yes\ntiny: only jacobi change five-point\n", R"(["jacobi","change","five-point"])"},
        Case{15, "34    yes\ntiny: also five-point\n", R"(["jacobi","tiles","change","five-point"])"}}) {
    Configuration partial = tiny;
    partial.kernels = each.kernels;
    const std::string table = configurations_table({partial}, is_tiny), end = each.row_end;
    EXPECT_EQ(table.substr(table.size() - std::min(table.size(), end.size())), end);
    const Json row = Json::parse(configurations_json({partial}, is_tiny))[0];
    EXPECT_EQ(row["kernels"], Json::parse(each.names));
    EXPECT_EQ(row["tile_slots_max"], partial.tiles() ? 32 : 0);
    EXPECT_EQ(row["pe_latency"], each.kernels == 2 ? 0 : each.kernels < 8 ? 29 : 34);
  }
}

// The simulated configurations are the synthesised ones: compares with the table that CMake wrote for tools.
TEST(ConfigsCommand, AgreesWithTheTableForTools) {
  const Json for_tools = Json::parse(testing_support::read_text(STENCIL_CONFIGURATIONS));
  const Json list = Json::parse(configurations_json(configurations(), is_tiny));
  ASSERT_EQ(list.size(), for_tools.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    EXPECT_EQ(for_tools[i]["name"], list[i]["name"]);
    EXPECT_EQ(for_tools[i]["simulation_only"], list[i]["simulation_only"]);
    Json parameters({{"PES", list[i]["pes"]},
                     {"LANES", list[i]["lanes"]},
                     {"MEMORY_WORDS", list[i]["memory_words"]},
                     {"MAX_COLS", list[i]["max_cols"]},
                     {"AXI_DATA_W", list[i]["axi_data_bits"]},
                     {"F_BUFFERS", list[i]["f_buffers"]},
                     {"LINE_BEATS", list[i]["line_beats"]},
                     {"ADD_LATENCY", list[i]["add_latency"]},
                     {"MUL_LATENCY", list[i]["mul_latency"]}});
    // Printed where they differ from the default.
    if (list[i]["div_latency"] != 2) parameters.put("DIV_LATENCY", list[i]["div_latency"]);
    const std::uint64_t kernels = configurations()[i].kernels;
    if (kernels != Configuration{}.kernels) parameters.put("KERNELS", kernels);
    EXPECT_EQ(for_tools[i]["parameters"], parameters);
  }
}

}  // namespace
}  // namespace stencil
