// Digests of inputs.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/modules/inputs.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "host/base/errors.hpp"
#include "sim/app/modules/traced_module.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil::modules_test {
namespace {

using testing_support::ScratchDirectory;
using testing_support::write_text;

TEST(ModuleInputs, AreFilesByTheirRelativePathsAndEndings) {
  const ScratchDirectory scratch;
  std::filesystem::create_directories(scratch / "a/b");
  write_text(scratch / "a/z.v", "abc");
  write_text(scratch / "a/b/y.vh", "");
  write_text(scratch / "a/b/none", "");
  write_text(scratch / "a/x.vhd", "");
  ModuleInputs inputs;
  inputs.add("traced", "yes");
  inputs.add_files("rtl", scratch / "a", scratch / "a", ".v .vh");
  const std::string nothing = sha256_of("");
  EXPECT_EQ(nothing, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(inputs.text(), "traced yes\nrtl b/y.vh " + nothing + "\nrtl z.v " + sha256_of("abc") + "\n");
  EXPECT_EQ(inputs.digest(), sha256_of(inputs.text()).substr(0, 32));
  EXPECT_THROW(inputs.add_files("rtl", scratch / "a", scratch / "no", ".v"), ArgumentError);
}

TEST(VerilogDigest, LeavesOutCommentsAndBlankLines) {
  const std::string digest = sha256_of("\nmodule a;\n  b\nend\n");
  for (const char* text :
       {"module a;\n  b\nend\n", "// head\n\nmodule a; // why\n \t\n  b\nend", "\n\nmodule a;  \n//\n  b//\nend\n\n"})
    EXPECT_EQ(verilog_digest(text), digest) << text;
  for (const char* text : {"module a;\n b\nend\n", "module a;\n  c\nend\n", "module a; b\nend\n"})
    EXPECT_NE(verilog_digest(text), digest) << text;
}

}  // namespace
}  // namespace stencil::modules_test
