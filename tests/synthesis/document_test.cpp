// The synthesis page made from a record.
// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/document.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "ci/mapping/variants.hpp"
#include "tests/support/texts.hpp"

namespace stencil::synthesis {
namespace {

using test::holds;

ParameterSet small() {
  return {"small", false, {{"PES", 4}, {"LANES", 1}, {"F_BUFFERS", 2}, {"LINE_BEATS", 1024}, {"AXI_DATA_W", 64}}};
}

ModuleRow top(std::int64_t luts) {
  return {"stencil_accel", 1, {luts, 9, 2000, 97, 53, 16}, {{17, 1}, "", ""}, {}};
}

// Every variant has a hundred LUTs more than the previous one.
Record record() {
  const ModuleRow adder{
      "fp_add", 16, {1103, 14, 418, 0, 0, 0}, {{17, 1}, "", ""}, {{17, 1}, "u.s3_sum[39]", "u.s4[54]"}};
  Record record{"Yosys 0.23", {{"small", top(44000)}, {"small", adder}}};
  std::int64_t luts = 44000;
  for (const ParameterSet& variant : variants_of(small())) record.lines.push_back({variant.name, top(luts += 100)});
  return record;
}

TEST(Document, HasARowForEachConfigurationWithItsDevice) {
  const std::string page = document(record(), {small()});
  EXPECT_TRUE(holds(page, "| small | 4 | 44,000 | 9 | 2,000 | 97 | 26.5 | 16 | 17+1 | XCK26 | LUT 38 % |\n"));
}

TEST(Document, SaysWhatAParameterAdds) {
  const std::string page = document(record(), {small()});
  EXPECT_TRUE(holds(page, "| LANES=2 | 8 | +100 |  |  |  |  |  | 17+1 |\n"));
  EXPECT_TRUE(holds(page, "| LANES=4 | 16 | +200 |  |  |  |  |  | 17+1 |\n"));
}

TEST(Document, ShowsModulesAndTheirPathsOnAPageOfTheirOwn) {
  const std::string page = module_document(record(), {small()});
  for (const char* row : {"| fp_add | 16 | 1,103 | 14 | 418 | 0 | 0 | 0 | 17+1 | 17+1 |\n",
                          "| 17+1 | fp_add | `u.s3_sum[39]` | `u.s4[54]` |\n",
                          "| stencil_accel | 1 | 44,000 | 9 | 2,000 | 97 | 26.5 | 16 | 17+1 |  |\n"}) {
    EXPECT_TRUE(holds(page, row)) << row;
    EXPECT_FALSE(holds(document(record(), {small()}), row)) << row;
  }
}

TEST(Document, NamesWhatIsForSimulationOnly) {
  const ParameterSet endless{"endless", true, {{"PES", 64}}};
  EXPECT_TRUE(holds(document(record(), {small(), endless}), "- endless (for simulation only, not mapped): PES=64\n"));
}

TEST(Document, RefusesAConfigurationWithoutARecord) {
  ParameterSet other = small();
  other.name = "other";
  EXPECT_THROW(document(record(), {small(), other}), std::runtime_error);
  EXPECT_THROW(module_document(record(), {small(), other}), std::runtime_error);
}

}  // namespace
}  // namespace stencil::synthesis
