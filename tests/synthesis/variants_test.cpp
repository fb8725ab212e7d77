// Variants of a configuration with one parameter changed.
// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/variants.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace stencil::synthesis {
namespace {

ParameterSet base() {
  return {"small", false, {{"PES", 4}, {"LANES", 1}, {"F_BUFFERS", 2}, {"LINE_BEATS", 1024}, {"AXI_DATA_W", 64}}};
}

TEST(Variants, ChangeOneThingEach) {
  const std::vector<ParameterSet> variants = variants_of(base());
  ASSERT_FALSE(variants.empty());
  for (const ParameterSet& variant : variants) {
    int changed = 0;
    for (const auto& [parameter, value] : variant.parameters)
      changed += base().parameters.count(parameter) == 0 || value != base().parameters.at(parameter) ? 1 : 0;
    // A change of the lanes changes the beats of a line too.
    EXPECT_EQ(changed, variant.parameters.at("LANES") == 1 ? 1 : 2) << variant.name;
  }
}

TEST(Variants, WithMoreLanesHoldTheSameWordsInALine) {
  const ParameterSet two_lanes = variants_of(base()).front();
  EXPECT_EQ(two_lanes.name, "small LANES=2");
  EXPECT_EQ(two_lanes.parameters.at("LINE_BEATS"), 512);
}

TEST(Variants, OfASetWithoutTheParameterAreRefused) {
  ParameterSet set = base();
  set.parameters.erase("F_BUFFERS");
  EXPECT_THROW(variants_of(set), std::runtime_error);
}

}  // namespace
}  // namespace stencil::synthesis
