// What an installation holds: manual page, completion, tools for waves, files for CMake and pkg-config, names.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "sim/app/json/json.hpp"
#include "tests/support/fake_tools.hpp"
#include "tests/support/texts.hpp"
#include "tests/system/package/package.hpp"

namespace stencil {
namespace {

using test::only_summary;

TEST_F(Package, BringsTheManualPageAndTheCompletionOfBash) {
  EXPECT_EQ(read_text(prefix() + "/share/man/man1/stencil-cosim.1").rfind(".TH STENCIL\\-COSIM 1 ", 0), 0u);
  const std::string completion = prefix() + "/share/bash-completion/completions/stencil-cosim";
  const ProgramResult offered =
      run_program({"bash", "-c",
                   "source \"$1\" && COMP_WORDS=(stencil-cosim run --strip) && COMP_CWORD=2 && "
                   "_stencil_cosim && echo \"${COMPREPLY[*]}\"",
                   "-", completion});
  EXPECT_EQ(offered.out, "--strip-rows\n") << offered.err;
}

TEST_F(Package, KnowsWhetherItCanMakeWavesBeforeARunAndWhereverItIsMoved) {
  const testing_support::FakeTools tools;
  std::filesystem::rename(prefix(), scratch_ / "moved");
  const auto run = [&](const std::string& trace) {
    return run_program({scratch_ / "moved/bin/stencil-cosim", "run", "--config", "small", "--rows", "9", "--cols", "9",
                        "--report", scratch_ / "r.json", "--trace", trace},
                       {"PATH=" + tools.path(), "STENCIL_CACHE=" + (scratch_ / "cache")});
  };
  const ProgramResult right = run("failure");
  EXPECT_EQ(right.status, 0) << right.err;
  EXPECT_EQ(tools.builds(), 0);
  std::filesystem::remove(scratch_ / "r.json");
  // What CMake is given: the installed tree.
  tools.set("fail", "a.cpp:3: error: no way");
  EXPECT_EQ(run("all").status, 2);
  EXPECT_EQ(tools.builds(), 1);
  EXPECT_NE(tools.steps().find("-S" + (scratch_ / "moved/share/stencil-cosim/cmake/module") + " "), std::string::npos)
      << tools.steps();
  EXPECT_NE(tools.steps().find("-DMODULE_RTL_DIR=" + (scratch_ / "moved/share/stencil-cosim/rtl") + " "),
            std::string::npos)
      << tools.steps();
  std::filesystem::remove(scratch_ / "r.json");
  tools.set("version", "Verilator 4.038");
  const ProgramResult old = run("failure");
  EXPECT_EQ(old.status, 2);
  EXPECT_EQ(old.out, "");
  EXPECT_EQ(std::count(old.err.begin(), old.err.end(), '\n'), 1) << old.err;
  EXPECT_NE(old.err.find("Verilator 5.006 or newer is needed"), std::string::npos) << old.err;
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "r.json"));
}

TEST_F(Package, IsFoundByCMake) {
  const std::string build = scratch_ / "build";
  const ProgramResult configure = run_program(
      {STENCIL_CMAKE, "-S", STENCIL_SOURCE_DIR "/tests/system/package/consumer", "-B", build,
       "-DCMAKE_PREFIX_PATH=" + prefix(), "-DCLIENT=" STENCIL_SOURCE_DIR "/tests/system/package/published_client.c"});
  ASSERT_EQ(configure.status, 0) << configure.out << configure.err;
  const ProgramResult make = run_program({STENCIL_CMAKE, "--build", build});
  ASSERT_EQ(make.status, 0) << make.out << make.err;
  const ProgramResult result = run_program({build + "/consumer"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out.rfind("default 1 ", 0), 0u) << result.out;

  const std::string report = scratch_ / "report.json";
  const ProgramResult client =
      under_mpirun(2, build + "/mpi_client", {"STENCIL_ACCEL=software", "STENCIL_REPORT=" + report});
  EXPECT_EQ(client.status, 0) << client.err;
  EXPECT_TRUE(only_summary(client.err, "NOT CHECKED"));
  EXPECT_EQ(Json::parse(read_text(report))["machine"]["ranks"], 2);
}

TEST_F(Package, AReportThatIsNotWrittenIsNamed) {
  const std::string client = scratch_ / "client";
  const ProgramResult make = run_program(
      {"sh", "-c",
       "mpicc -std=gnu99 -o " + shell_quoted(client) +
           " " STENCIL_SOURCE_DIR "/tests/system/package/published_client.c -lmpi $(PKG_CONFIG_PATH=" +
           shell_quoted(prefix() + "/" STENCIL_LIBDIR "/pkgconfig") + " pkg-config --cflags --libs stencil-cosim)"});
  ASSERT_EQ(make.status, 0) << make.err;
  const std::string report = scratch_ / "report.json";
  const ProgramResult result = under_mpirun(1, client, {"STENCIL_ACCEL=software", "STENCIL_REPORT=" + report});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "stencil: STENCIL_REPORT = " + report +
                            " is not written: the program has called MPI's own "
                            "MPI_Finalize, must be that of libstencil_cosim; link it before MPI\n");
  EXPECT_EQ(under_mpirun(1, client, {"STENCIL_ACCEL=software"}).err, "");
}

TEST_F(Package, LeavesTheClientItsNames) {
  const ProgramResult names =
      run_program({"nm", "-D", "--defined-only", prefix() + "/" STENCIL_LIBDIR "/libstencil_cosim.so"});
  ASSERT_EQ(names.status, 0) << names.err;
  for (const char* taken : {" itstep\n", " itstep_test\n", " main\n"})
    EXPECT_EQ(names.out.find(taken), std::string::npos) << taken;
  for (const char* offered : {" itstep_accel\n",
                              " itstep_accel_five_point\n",
                              " itstep_accel_formula\n",
                              " itstep_accel_test\n",
                              " itstep_accel_test_portion\n",
                              " f_to_accel\n",
                              " f_from_accel\n",
                              " r_to_accel\n",
                              " VSDA_Create\n",
                              " VSDA_Copy\n",
                              " VSDA_Destroy\n",
                              " MPI_Finalize\n",
                              " mpi_finalize_\n",
                              " mpi_finalize_f08_\n",
                              " stencil_fortran_VSDA_Create\n",
                              " numroc\n",
                              " numroc_bound\n",
                              " numroc_bound_ceil\n",
                              " indxg2k\n",
                              " indxg2m\n",
                              " indxg2x\n",
                              " indxg2p\n",
                              " indxg2l\n",
                              " indxl2g\n",
                              " descinit\n",
                              " pdelset\n",
                              " pdelget\n",
                              " pdgemr2d\n",
                              " block_cyclic_context\n",
                              " block_cyclic_context_free\n",
                              " block_cyclic_gridinfo\n",
                              " pdlaread\n",
                              " pdlawrite\n",
                              " pd_npy_read\n",
                              " pd_npy_write\n"})
    EXPECT_NE(names.out.find(offered), std::string::npos) << offered;
}

}  // namespace
}  // namespace stencil
