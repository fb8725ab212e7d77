// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/user_terminal.hpp"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stencil {
namespace {

bool is_terminal_name(const std::string& name) {
  return name.rfind("/dev/pts/", 0) == 0 || name.rfind("/dev/tty", 0) == 0 || name == "/dev/console";
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// As where a result has standard output to itself.
bool prints_to_standard_error() {
  struct stat out {};
  struct stat err {};
  return ::fstat(STDOUT_FILENO, &out) == 0 && ::fstat(STDERR_FILENO, &err) == 0 && out.st_dev == err.st_dev &&
         out.st_ino == err.st_ino;
}

constexpr std::pair<const char*, int> verdicts[] = {
    {"PASS", 32}, {"EQUAL", 32}, {"FAIL", 31}, {"NOT CHECKED", 33}, {"CHANGED", 33}};

}  // namespace

bool user_watches(int descriptor) {
  if (std::getenv("OMPI_COMM_WORLD_SIZE") == nullptr) return ::isatty(descriptor) == 1;
  std::error_code unreadable;
  const auto target = std::filesystem::read_symlink(fmt::format("/proc/{}/fd/{}", ::getppid(), descriptor), unreadable);
  return !unreadable && is_terminal_name(target.string());
}

bool colours_wanted() {
  const std::string terminal = variable("TERM");
  return variable("NO_COLOR").empty() && !terminal.empty() && terminal != "dumb" &&
         user_watches(prints_to_standard_error() ? STDERR_FILENO : STDOUT_FILENO);
}

std::string coloured_verdict(const std::string& line) {
  const std::string word = line.substr(0, line.find(':'));
  for (const auto& [verdict, colour] : verdicts) {
    if (word == verdict && word.size() < line.size()) {
      return fmt::format("\033[1;{}m{}\033[0m{}", colour, word, line.substr(word.size()));
    }
  }
  return line;
}

std::string coloured_last_line(const std::string& text) {
  if (text.empty()) return text;
  const std::size_t before = text.size() < 2 ? std::string::npos : text.rfind('\n', text.size() - 2);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return text.substr(0, begin) + coloured_verdict(text.substr(begin));
}

}  // namespace stencil
