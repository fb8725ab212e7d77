// SPDX-License-Identifier: Apache-2.0
#include "sim/app/page/reproduce.hpp"

#include <fmt/core.h>

#include <string>

#include "host/base/shell_word.hpp"

namespace stencil {
namespace {

Json refused(const char* why) {
  return {{"command", nullptr}, {"note", why}};
}

// Whether the member is there and not null.
bool has_value(const Json& of, const char* name) {
  return of.contains(name) && !of[name].is_null();
}

}  // namespace

Json reproduce(const Json& report) {
  if (!report.contains("command")) {
    // A run knows where its arrays came from, a program of its own does not.
    const Json& problem = report["problem"];
    if (!problem.is_null() && (has_value(problem, "seed") || has_value(problem, "input")))
      return refused("The report does not hold its command line: an older stencil-cosim wrote it.");
    return refused("A program of its own made this report, or there was no device yet: start that program again.");
  }
  std::string before;
  std::string exported;
  for (const auto& [name, value] : report["command"]["environment"].members()) {
    before += fmt::format("{}={} ", name, shell_word(value.text()));
    exported += " -x " + name;
  }
  std::string line =
      fmt::format("{}mpirun -n {}{} stencil-cosim", before, report["machine"]["ranks"].integer(), exported);
  for (const Json& word : report["command"]["words"]) line += " " + shell_word(word.text());
  return {{"command", line}, {"note", nullptr}};
}

}  // namespace stencil
