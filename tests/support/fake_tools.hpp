// Tools that build modules, in the first folder of PATH: a `cmake` that compiles nothing, and a `verilator` of
// any version.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/support/scratch_directory.hpp"

namespace stencil::testing_support {

// Files in the folder steer the tools:
//   hold      cmake waits in its last step while this is there
//   fail      cmake prints its text and fails in its last step
//   reads     a path: that of a file that Verilator has read
//   verilator its version
// and cmake adds a line to `steps` as each of its steps begins.
class FakeTools {
 public:
  FakeTools() {
    namespace fs = std::filesystem;
    write_text(scratch_ / "cmake",
               "#!/bin/sh\n"
               "cd '" +
                   scratch_.path() +
                   "' && echo \"$*\" >>steps\n"
                   "case \"$*\" in\n"
                   "--build*config-*)\n"
                   "  while [ -e hold ]; do sleep 0.02; done\n"
                   "  if [ -e fail ]; then cat fail; exit 1; fi\n"
                   "  mkdir -p \"$2/lib/stencil-cosim/accel\" \"$2/models\" &&\n"
                   "  if [ -e reads ]; then echo \"model: $(cat reads)\" >\"$2/models/model.d\"; fi &&\n"
                   "  cp /bin/true \"$2/lib/stencil-cosim/accel/${4#config-}.so\"\n"
                   "esac\n");
    write_text(scratch_ / "verilator", "#!/bin/sh\n[ \"$1\" != --version ] || cat '" + scratch_.path() + "/version'\n");
    set("version", "Verilator 5.006 2023-01-22");
    for (const char* tool : {"cmake", "verilator"}) fs::permissions(scratch_ / tool, fs::perms::owner_all);
    // That of the first test, if several share a process: each may set another.
    static const std::string rest = std::getenv("PATH") == nullptr ? "/usr/bin:/bin" : std::getenv("PATH");
    path_ = scratch_.path() + ":" + rest;
  }

  // For PATH.
  const std::string& path() const { return path_; }
  void set(const std::string& file, const std::string& text) const { write_text(scratch_ / file, text + "\n"); }
  void unset(const std::string& file) const { std::filesystem::remove(scratch_ / file); }

  // For PATH, with what Open MPI needs to start a program alone and nothing else.
  std::string bare_path() const {
    const std::string bare = scratch_ / "bare";
    std::filesystem::create_directories(bare);
    const std::string command =
        "for tool in orted ssh; do ln -sf \"$(command -v $tool || echo /bin/true)\" '" + bare + "'/$tool; done";
    if (std::system(command.c_str()) != 0) throw std::runtime_error(command);
    return bare;
  }

  // Lines with the words that cmake was called with.
  std::string steps() const { return std::filesystem::exists(scratch_ / "steps") ? read_text(scratch_ / "steps") : ""; }
  // How often a module was built, or begun.
  int builds() const {
    int found = 0;
    std::istringstream lines(steps());
    for (std::string line; std::getline(lines, line);) found += line.find(" config-") != std::string::npos ? 1 : 0;
    return found;
  }

 private:
  ScratchDirectory scratch_;
  std::string path_;
};

}  // namespace stencil::testing_support
