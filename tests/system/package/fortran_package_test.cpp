// The installed Fortran module, compiled, and as source for other compilers: through CMake, through pkg-config, and by
// hand.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/app/json/json.hpp"
#include "tests/support/texts.hpp"
#include "tests/system/package/package.hpp"

namespace stencil {
namespace {

class FortranPackage : public Package {
 protected:
  void SetUp() override {
#ifdef STENCIL_FORTRAN_LACKS
    GTEST_SKIP() << STENCIL_FORTRAN_LACKS;
#else
    Package::SetUp();
#endif
  }
  static std::string client() {
    return STENCIL_SOURCE_DIR "/tests/system/package/fortran_consumer/consumer.f90";
  }
  void expect_runs(const std::string& program) {
    const std::string report = scratch_ / "report.json";
    const ProgramResult result = under_mpirun(
        2, program, {"STENCIL_ACCEL=model", "STENCIL_CHECK=block", "STENCIL_PARANOID=1", "STENCIL_REPORT=" + report});
    ASSERT_EQ(result.status, 0) << result.out << result.err;
    EXPECT_TRUE(test::only_summary(result.err, "PASS"));
    EXPECT_EQ(result.out, "rank 0 of 2 holds rows 0 .. 5, 36 values are right\n");
    const auto json = Json::parse(read_text(report));
    EXPECT_EQ(json["machine"]["ranks"], 2);
    EXPECT_EQ(json["blocks"].size(), 2u);
  }
  ProgramResult configure(const std::string& build, const Words& more) {
    Words words{STENCIL_CMAKE, "-S",  STENCIL_SOURCE_DIR "/tests/system/package/fortran_consumer",
                "-B",          build, "-DCMAKE_PREFIX_PATH=" + prefix()};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
  }
  void expect_builds(const Words& options, const std::string& from) {
    const std::string build = scratch_ / ("build " + from);
    const ProgramResult result = configure(build, options);
    ASSERT_EQ(result.status, 0) << result.out << result.err;
    EXPECT_NE(result.out.find("stencil_cosim::fortran is " + from), std::string::npos) << result.out;
    const ProgramResult make = run_program({STENCIL_CMAKE, "--build", build});
    ASSERT_EQ(make.status, 0) << make.out << make.err;
    expect_runs(build + "/consumer");
  }
};

TEST_F(FortranPackage, IsFoundByCMakeCompiled) {
  expect_builds({}, "compiled");
}

TEST_F(FortranPackage, IsFoundByCMakeAsSource) {
  expect_builds({"-DSTENCIL_COSIM_FORTRAN_FROM_SOURCE=ON"}, "source");
}

TEST_F(FortranPackage, IsFoundByPkgConfig) {
  const std::string program = scratch_ / "client";
  const ProgramResult make =
      run_program({"sh", "-c",
                   "mpif90 -o " + shell_quoted(program) + " " + shell_quoted(client()) +
                       " $(PKG_CONFIG_PATH=" + shell_quoted(prefix() + "/" STENCIL_LIBDIR "/pkgconfig") +
                       " pkg-config --cflags --libs stencil-cosim-fortran)"});
  ASSERT_EQ(make.status, 0) << make.err;
  expect_runs(program);
}

// Needs no flag of the package except those of the C library.
TEST_F(FortranPackage, SourcesAreCompiledByHandInTheOrderOfTheDocument) {
  const std::string program = scratch_ / "client";
  const ProgramResult make = run_program(
      {"sh", "-c",
       "cd " + shell_quoted(scratch_.path()) + " && f=" + shell_quoted(prefix() + "/include/stencil-cosim/fortran") +
           " && mpif90 -o client \"$f\"/stencil_cosim_*.f90 \"$f\"/stencil_cosim.f90 " + shell_quoted(client()) +
           " $(PKG_CONFIG_PATH=" + shell_quoted(prefix() + "/" STENCIL_LIBDIR "/pkgconfig") +
           " pkg-config --libs stencil-cosim)"});
  ASSERT_EQ(make.status, 0) << make.err;
  expect_runs(program);
}

TEST_F(FortranPackage, TheProgramOfTheDocumentRuns) {
  const std::string document = read_text(STENCIL_SOURCE_DIR "/docs/fortran.md");
  const std::size_t begin = document.find("program halo\n");
  const std::size_t end = document.find("```", begin);
  ASSERT_NE(end, std::string::npos);
  testing_support::write_text(scratch_ / "halo.f90", document.substr(begin, end - begin));
  const std::string program = scratch_ / "halo";
  const ProgramResult make = run_program(
      {"sh", "-c",
       "mpif90 -std=f2008 -Wall -Werror -o " + shell_quoted(program) + " " + shell_quoted(program + ".f90") +
           " $(PKG_CONFIG_PATH=" + shell_quoted(prefix() + "/" STENCIL_LIBDIR "/pkgconfig") +
           " pkg-config --cflags --libs stencil-cosim-fortran)"});
  ASSERT_EQ(make.status, 0) << make.err;
  const ProgramResult result = under_mpirun(2, program, {"STENCIL_ACCEL=model", "STENCIL_CHECK=block"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(test::only_summary(result.err, "PASS"));
}

// COMPONENTS fortran in a project that has not enabled the language.
TEST_F(FortranPackage, IsMissedByNameWhereTheLanguageIsNotEnabled) {
  const ProgramResult result = configure(scratch_ / "build", {"-DWITHOUT_FORTRAN=ON"});
  EXPECT_NE(result.status, 0);
  EXPECT_NE(result.err.find("stencil_cosim::fortran: the project has not enabled language Fortran"), std::string::npos)
      << result.err;
}

}  // namespace
}  // namespace stencil
