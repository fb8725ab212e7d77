// Who builds, who waits, and what a killed or failing build leaves.
// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "host/base/errors.hpp"
#include "tests/sim/app/modules/fixture.hpp"

namespace stencil::modules_test {
namespace {

namespace fs = std::filesystem;

void wait_for(const std::function<bool()>& condition) {
  for (int i = 0; i < 30000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ASSERT_TRUE(condition());
}

// A child that builds the module, and its exit status: 0, if it had it.
pid_t child_makes(const std::function<std::string()>& make) {
  const pid_t child = fork();
  if (child != 0) return child;
  try {
    _exit(make().empty() ? 1 : 0);
  } catch (const std::exception&) {
    _exit(2);
  }
}

int status_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(Modules, TwoProgramsAtOnceBuildOnce) {
  tools_.set("hold", "");
  const pid_t first = child_makes([this] { return make(); });
  wait_for([this] { return tools_.builds() == 1; });
  std::vector<std::string> lines;
  const std::string module = ModuleMaker(request()).make({[&](const std::string& line) {
    lines.push_back(line);
    tools_.unset("hold");
  }});
  EXPECT_EQ(status_of(first), 0);
  EXPECT_EQ(tools_.builds(), 1);
  EXPECT_EQ(read_text(module), read_text("/bin/true"));
  EXPECT_EQ(lines, std::vector<std::string>{
                       "another program builds the traced module of configuration small: waiting for it"});
}

TEST_F(Modules, AKilledProgramKeepsNoOneFromBuilding) {
  tools_.set("hold", "");
  const pid_t killed = child_makes([this] { return make(); });
  wait_for([this] { return tools_.builds() == 1; });
  kill(killed, SIGKILL);
  EXPECT_EQ(status_of(killed), -1);
  EXPECT_EQ(parts(), 1);
  EXPECT_FALSE(ModuleMaker(request()).find());
  const pid_t next = child_makes([this] { return make(); });
  wait_for([this] { return tools_.builds() == 2; });
  EXPECT_EQ(parts(), 1) << "its own; that of the killed program is removed";
  tools_.unset("hold");
  EXPECT_EQ(status_of(next), 0);
  EXPECT_TRUE(ModuleMaker(request()).find());
}

TEST_F(Modules, AFailingBuildNamesItsLogAndLeavesNoModule) {
  tools_.set("fail", "FAILED: it\nwrong.v:7: error: no way\nmore");
  const auto expected = [this](const std::string& begin, const std::string& log) {
    return begin + "the traced module of configuration small cannot be built" + log;
  };
  std::string log;
  {
    ModuleRequest own = request();
    own.rtl.clear();
    const std::string error = error_of<ArgumentError>([&] { ModuleMaker(own).make({}); });
    log = error.substr(error.rfind(' ') + 1);
    EXPECT_EQ(error, expected("", ": wrong.v:7: error: no way; see " + log));
  }
  EXPECT_EQ(read_text(log), "FAILED: it\nwrong.v:7: error: no way\nmore\n");
  EXPECT_EQ(fs::path(log).parent_path(), cache());
  const std::string of_user = error_of<ArgumentError>([this] { make(); });
  EXPECT_EQ(of_user.rfind(expected("--rtl is " + rtl() + ": ", " of it: wrong.v:7: error: no way; see "), 0), 0u)
      << of_user;
  // A full disk is no error of the user's RTL.
  tools_.set("fail", "fatal: a.cpp: No space left on device");
  const std::string full = error_of<ArgumentError>([this] { make(); });
  EXPECT_TRUE(has(full, "fatal: a.cpp: No space left on device; see ")) << full;
  tools_.set("fail", "wrong.v:7: error: no way\nb.cpp: No space left on device");
  const std::string hidden = error_of<ArgumentError>([this] { make(); });
  EXPECT_TRUE(has(hidden, ": no space is left in " + cache() + " (wrong.v:7: error: no way); see ")) << hidden;
  EXPECT_FALSE(ModuleMaker(request()).find());
  EXPECT_EQ(parts(), 0);
  tools_.unset("fail");
  EXPECT_TRUE(fs::exists(make()));
}

TEST_F(Modules, AModuleThatWasCutOffIsBuiltAgain) {
  const std::string module = make();
  fs::resize_file(module, fs::file_size(module) / 2);
  EXPECT_FALSE(ModuleMaker(request()).find());
  EXPECT_EQ(make(), module);
  EXPECT_EQ(read_text(module), read_text("/bin/true"));
  EXPECT_EQ(tools_.builds(), 2);
}

TEST_F(Modules, ACacheThatCannotBeWrittenIsNamedBeforeAnythingIsBuilt) {
  write_text(scratch_ / "file", "");
  setenv("STENCIL_CACHE", (scratch_ / "file/below").c_str(), 1);
  for (const auto& work : {std::function<void()>([this] { make(); }), {[this] { ModuleMaker(request()).check(); }}}) {
    const std::string error = error_of<ArgumentError>(work);
    EXPECT_EQ(error.rfind((scratch_ / "file/below") + " cannot be written: Not a directory; ", 0), 0u) << error;
  }
  setenv("STENCIL_CACHE", "below", 1);
  EXPECT_TRUE(has(error_of<ArgumentError>([this] { make(); }), "STENCIL_CACHE is 'below', must be the absolute path"));
  EXPECT_EQ(tools_.builds(), 0);
  // Without it, as other programs do.
  unsetenv("STENCIL_CACHE");
  setenv("XDG_CACHE_HOME", (scratch_ / "xdg").c_str(), 1);
  EXPECT_EQ(make().rfind(scratch_ / "xdg/stencil-cosim/rtl/", 0), 0u);
  unsetenv("XDG_CACHE_HOME");
  setenv("HOME", (scratch_ / "home").c_str(), 1);
  EXPECT_EQ(make().rfind(scratch_ / "home/.cache/stencil-cosim/rtl/", 0), 0u);
}

}  // namespace
}  // namespace stencil::modules_test
