// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/latencies/clock_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>
#include <utility>
#include <vector>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"

namespace stencil {
namespace {

constexpr const char* column_names =
    "configuration\tmodule\tdelays\trouted_ns\trouted_from\trouted_to\tunplaced_ns\tunplaced_from\tunplaced_to";

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == '\t') {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

class FileLine {
 public:
  FileLine(const std::string& path, int line) : path_(path), line_(line) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw ArgumentError(fmt::format("{}:{}: {}", path_, line_, what));
  }
  double nanoseconds(const char* column, const std::string& text) const {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const bool whole = !text.empty() && *end == '\0';
    if (!whole || !std::isfinite(value) || value <= 0.0)
      fail(fmt::format("{} is '{}', must be a finite number of ns above 0", column, text));
    return value;
  }
  int line() const { return line_; }

 private:
  const std::string& path_;
  int line_;
};

}  // namespace

std::map<std::string, ClockEstimate> read_clock_file(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw ArgumentError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  std::map<std::string, ClockEstimate> clocks;
  std::set<std::pair<std::string, std::string>> modules;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    const FileLine place(path, ++number);
    if (number == 1) continue;  // the tools and their versions
    if (number == 2) {
      if (line != column_names)
        place.fail(fmt::format("is '{}', must be the columns of ci/synthesis: {}", line, column_names));
      continue;
    }
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() != 9)
      place.fail(
          fmt::format("has {} between tabs, must have 9", counted(static_cast<std::int64_t>(fields.size()), "field")));
    const std::string& configuration = fields[0];
    if (configuration.empty()) place.fail("configuration is '', must be a name");
    if (!modules.emplace(configuration, fields[1]).second)
      place.fail(fmt::format("module is '{}' again, must be another one of {}", fields[1], configuration));
    const double routed = place.nanoseconds("routed_ns", fields[3]);
    const double unplaced = place.nanoseconds("unplaced_ns", fields[6]);
    const auto [at, is_new] = clocks.try_emplace(configuration, ClockEstimate{routed, unplaced, fields[2], number});
    ClockEstimate& clock = at->second;
    if (fields[2] != clock.delays)
      place.fail(fmt::format("delays is '{}', must be '{}' as in line {}, the first of {}", fields[2], clock.delays,
                             clock.line, configuration));
    if (is_new) continue;
    clock.routed_ns = std::max(clock.routed_ns, routed);
    clock.unplaced_ns = std::max(clock.unplaced_ns, unplaced);
  }
  if (in.bad()) throw ArgumentError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  if (clocks.empty())
    throw ArgumentError(
        fmt::format("{}:{}: the file ends here, must have lines of configurations from line 3", path, number + 1));
  return clocks;
}

}  // namespace stencil
