// SPDX-License-Identifier: Apache-2.0
#include "sim/app/modules/tools.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <system_error>
#include <thread>

extern char** environ;

namespace stencil {
namespace {

namespace fs = std::filesystem;

class SpawnActions {
 public:
  SpawnActions() { posix_spawn_file_actions_init(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }

  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

// Whether a child gets an entry of our environment: not MPI's, nor one that `added` has another value for.
bool is_passed_on(const std::string& entry, const std::vector<std::string>& added) {
  for (const char* prefix : {"OMPI_", "PMIX_", "PRTE_", "ORTE_"}) {
    if (entry.rfind(prefix, 0) == 0) return false;
  }
  const std::string name = entry.substr(0, entry.find('=') + 1);
  return std::none_of(added.begin(), added.end(), [&](const std::string& other) { return other.rfind(name, 0) == 0; });
}

// 0: it cannot be started.
pid_t spawn(const std::vector<std::string>& words, const std::vector<std::string>& added, SpawnActions& actions) {
  std::vector<std::string> entries = added;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    if (is_passed_on(*entry, added)) entries.push_back(*entry);
  }
  const auto pointers = [](const std::vector<std::string>& texts) {
    std::vector<char*> all;
    all.reserve(texts.size() + 1);
    for (const std::string& text : texts) all.push_back(const_cast<char*>(text.c_str()));
    all.push_back(nullptr);
    return all;
  };
  pid_t child = 0;
  const int failure =
      posix_spawnp(&child, words[0].c_str(), actions.get(), nullptr, pointers(words).data(), pointers(entries).data());
  return failure == 0 ? child : 0;
}

int exit_status(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

}  // namespace

std::string find_tool(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(name.find('/') != std::string::npos ? "" : path == nullptr ? "/usr/bin:/bin" : path);
  const auto is_there = [](const fs::path& file) {
    std::error_code none;
    return fs::is_regular_file(file, none) && ::access(file.c_str(), X_OK) == 0;
  };
  if (name.find('/') != std::string::npos) return is_there(name) ? name : "";
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder.empty() ? "." : folder) / name;
    if (is_there(file)) return file.string();
  }
  return "";
}

std::string output_of(const std::vector<std::string>& words) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return "";
  SpawnActions actions;
  posix_spawn_file_actions_addopen(actions.get(), 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(actions.get(), ends[1], 1);
  posix_spawn_file_actions_addopen(actions.get(), 2, "/dev/null", O_WRONLY, 0);
  const pid_t child = spawn(words, {"LC_ALL=C"}, actions);
  ::close(ends[1]);
  std::string text;
  std::array<char, 4096> bytes{};
  for (ssize_t count = 0; (count = ::read(ends[0], bytes.data(), bytes.size())) != 0;) {
    if (count > 0) text.append(bytes.data(), static_cast<std::size_t>(count));
    if (count < 0 && errno != EINTR) break;
  }
  ::close(ends[0]);
  if (child == 0) return "";
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (exit_status(status) != 0) return "";
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

int run_logged(const std::vector<std::string>& words, const std::vector<std::string>& environment,
               const fs::path& log) {
  SpawnActions actions;
  posix_spawn_file_actions_addopen(actions.get(), 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(actions.get(), 1, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
  posix_spawn_file_actions_adddup2(actions.get(), 1, 2);
  const pid_t child = spawn(words, environment, actions);
  if (child == 0) return 127;
  int status = 0;
  for (;;) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) return exit_status(status);
    if (ended < 0 && errno != EINTR) return 128;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

}  // namespace stencil
