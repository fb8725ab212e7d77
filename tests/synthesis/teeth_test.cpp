// Each rule refuses a module that breaks it, through yosys itself.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "ci/mapping/record.hpp"
#include "ci/mapping/result.hpp"
#include "tests/support/texts.hpp"

namespace stencil::synthesis {
namespace {

using test::holds;
using test::one_begins;
using test::one_holds;
using Words = std::vector<std::string>;

Design mutant(const std::string& module, const std::map<std::string, std::int64_t>& parameters = {}) {
  const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return {
      STENCIL_SYNTHESIS_MUTANTS, module, {"mutant", false, parameters}, std::string(STENCIL_WORK "/") + test->name()};
}

// The text of the exception, or an empty text.
std::string error_of(const Design& design, bool maps) {
  try {
    synthesise(design, maps);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(Teeth, AHealthyModulePasses) {
  const Result result = synthesise(mutant("healthy"), true);
  EXPECT_EQ(result.breaches, Words{});
  EXPECT_EQ(result.top().resources.half_block_rams, 4);
  EXPECT_EQ(result.top().resources.dsps, 2);
}

TEST(Teeth, ALatchIsRefusedBeforeAndAfterMapping) {
  EXPECT_TRUE(one_holds(synthesise(mutant("latch"), false).breaches, "is a latch"));
  EXPECT_TRUE(one_holds(check_mapped({}, map_to_ultrascale_plus(mutant("latch"))), "is a latch"));
}

TEST(Teeth, TwoDriversAreRefused) {
  EXPECT_TRUE(holds(error_of(mutant("two_drivers"), false), "conflicting drivers"));
}

TEST(Teeth, ALoopIsRefused) {
  EXPECT_TRUE(holds(error_of(mutant("loop"), false), "logic loop"));
}

TEST(Teeth, ALoopAcrossModulesIsRefused) {
  EXPECT_EQ(error_of(mutant("loop_across"), false), "");
  EXPECT_TRUE(holds(error_of(mutant("loop_across"), true), "combinational loop through"));
}

TEST(Teeth, AMemoryReadWithoutAClockIsRefused) {
  EXPECT_TRUE(one_holds(synthesise(mutant("async_memory"), false).breaches, "read without a clock"));
  EXPECT_TRUE(one_holds(synthesise(mutant("async_memory"), true).breaches, "must be block RAM"));
}

TEST(Teeth, AMemoryThatBecomesRegistersIsRefused) {
  EXPECT_TRUE(one_holds(synthesise(mutant("cleared_memory"), true).breaches, "became registers"));
}

TEST(Teeth, AMultiplierOutsideOfDspsIsRefused) {
  EXPECT_TRUE(one_holds(synthesise(mutant("soft_multiplier"), true).breaches, "did not map to DSPs"));
}

TEST(Teeth, ADeeperAdderIsWorseThanTheRecord) {
  const auto record = [](std::int64_t terms) {
    Result result = synthesise(mutant("adder_chain", {{"TERMS", terms}}), true);
    EXPECT_EQ(result.breaches, Words{});
    Record rows;
    append(rows, result);
    return rows;
  };
  const Record two = record(2);
  EXPECT_EQ(differences(two, two), Words{});
  EXPECT_TRUE(one_begins(differences(two, record(4)), "worse: mutant, adder_chain: depth inside was"));
}

TEST(Teeth, AWarningOfYosysIsAnError) {
  EXPECT_TRUE(holds(error_of(mutant("undriven"), false), "is used but has no driver"));
}

TEST(Teeth, AnUnknownParameterIsRefused) {
  EXPECT_NE(error_of(mutant("healthy", {{"PES", 4}}), false), "");
}

// Alone or with other parameter sets in one wrapper.
TEST(Teeth, WhatOneOfManySetsDoesWrongIsSeenTogether) {
  const auto together = [](const std::string& module, const std::vector<ParameterSet>& sets) {
    return elaborate_together(mutant(module), sets);
  };
  const ParameterSet one = {"one", false, {{"TERMS", 1}}};
  const ParameterSet two = {"two", false, {{"TERMS", 2}}};
  const ParameterSet unknown = {"unknown", false, {{"PES", 4}}};
  EXPECT_EQ(check_elaborated(together("adder_chain", {one, two, one})), Words{});
  EXPECT_THROW(together("adder_chain", {one, unknown}), std::runtime_error);
  EXPECT_THROW(together("undriven", {{}}), std::runtime_error);
  EXPECT_THROW(together("loop", {{}}), std::runtime_error);
  EXPECT_TRUE(one_holds(check_elaborated(together("latch", {{}})), "is a latch"));
  EXPECT_TRUE(one_holds(check_elaborated(together("async_memory", {{}})), "read without a clock"));
}

}  // namespace
}  // namespace stencil::synthesis
