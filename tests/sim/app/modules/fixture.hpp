// A cache, a tree of RTL and tools of this test alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "sim/app/modules/module_maker.hpp"
#include "tests/support/fake_tools.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil::modules_test {

using testing_support::FakeTools;
using testing_support::read_text;
using testing_support::ScratchDirectory;
using testing_support::write_text;

class Modules : public ::testing::Test {
 protected:
  Modules() {
    setenv("STENCIL_CACHE", cache().c_str(), 1);
    setenv("PATH", tools_.path().c_str(), 1);
    std::filesystem::create_directories(rtl());
    write_text(rtl() + "/stencil_accel.v", "module stencil_accel;\n");
    write_text(rtl() + "/defs.vh", "// words\n");
  }

  std::string cache() const { return scratch_ / "cache"; }
  std::string rtl() const { return scratch_ / "rtl"; }
  ModuleRequest request() const { return {"small", "PES=4 LANES=1", rtl(), true}; }
  std::string make() const { return ModuleMaker(request()).make({}); }
  // Folders of builds that are under way or were left.
  int parts() const {
    int found = 0;
    for (const auto& entry : std::filesystem::directory_iterator(cache()))
      found += entry.path().string().find(".part-") != std::string::npos ? 1 : 0;
    return found;
  }

  const ScratchDirectory scratch_;
  const FakeTools tools_;
};

// The text of the error of this type; empty: there was none.
template <class Error, class Work>
std::string error_of(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace stencil::modules_test
