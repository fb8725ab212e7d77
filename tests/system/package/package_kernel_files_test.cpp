// Kernel files in programs of the installed package: by name, by environment, and on RTL.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/app/json/json.hpp"
#include "tests/support/fake_tools.hpp"
#include "tests/support/texts.hpp"
#include "tests/system/package/package.hpp"

namespace stencil {
namespace {

using test::holds;

TEST_F(Package, AKernelFileIsSweptByItsNameOrThatOfTheEnvironment) {
  const std::string client = compile("mpicc", {"tests/host/c/clients/formula_client.c"});
  const std::string heat = prefix() + "/share/doc/stencil-cosim/examples/formula/heat.stencil";
  const std::string report = scratch_ / "report.json";
  const Words environment{"STENCIL_ACCEL=model", "STENCIL_CONFIG=small", "STENCIL_REPORT=" + report};
  const ProgramResult step = run_program({client, heat}, environment);
  ASSERT_EQ(step.status, 0) << step.err;
  const auto json = Json::parse(read_text(report));
  EXPECT_EQ(json["problem"]["kernel"], heat);
  EXPECT_EQ(json["problem"]["formula"], read_text(heat));
  EXPECT_EQ(json["problem"]["numbers"], "ax=0.15,ay=0.25,dt=0.125");
  Words named = environment;
  named.push_back("STENCIL_KERNEL=" + heat);
  EXPECT_EQ(run_program({client}, named).status, 0);
  EXPECT_EQ(Json::parse(read_text(report))["classes"][0]["kernel"], "formula");
  const ProgramResult none = run_program({client}, environment);
  EXPECT_EQ(none.status, 2);
  EXPECT_TRUE(
      holds(none.err, "itstep_accel_formula: environment variable STENCIL_KERNEL is not set, must be a kernel"));
}

// With tools that build nothing: `system_package_modules_test` builds.
TEST_F(Package, OnRtlTheModuleOfAKernelFileIsBuiltBeforeAnyDataMove) {
  const testing_support::FakeTools tools;
  tools.set("fail", "a.cpp:3: error: no way");
  const std::string client = compile("mpicc", {"tests/host/c/clients/formula_client.c"});
  const std::string heat = prefix() + "/share/doc/stencil-cosim/examples/formula/heat.stencil";
  const auto run = [&](const std::string& config) {
    return run_program({client, heat}, {"STENCIL_ACCEL=rtl", "STENCIL_CONFIG=" + config, "PATH=" + tools.path(),
                                        "STENCIL_CACHE=" + (scratch_ / "cache"), "ASAN_OPTIONS=detect_leaks=0"});
  };
  const ProgramResult failed = run("small");
  EXPECT_EQ(failed.status, 2) << failed.err;
  EXPECT_TRUE(holds(failed.err, "stencil: building the module of configuration small")) << failed.err;
  EXPECT_TRUE(holds(failed.err, "a.cpp:3: error: no way")) << failed.err;
  EXPECT_EQ(tools.builds(), 1);
  // A configuration that has the formula needs none.
  const ProgramResult built = run("heat");
  EXPECT_EQ(built.status, 0) << built.err;
  EXPECT_EQ(tools.builds(), 1);
}

}  // namespace
}  // namespace stencil
