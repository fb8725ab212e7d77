// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/board/processes.hpp"

#include <fmt/core.h>

#include <fstream>
#include <sstream>
#include <string>

namespace stencil {

std::optional<std::int64_t> process_start(long pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  // The second field, the name in brackets, may hold anything; fields are counted after it: 3 is the state, 22 the
  // start.
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream fields(line.substr(name_end + 1));
  std::string state;
  fields >> state;
  if (state == "Z" || state == "X") return std::nullopt;
  std::string field;
  for (int number = 4; number <= 22; ++number) fields >> field;
  if (!fields) return std::nullopt;
  return std::stoll(field);
}

}  // namespace stencil
