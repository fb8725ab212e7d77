// SPDX-License-Identifier: Apache-2.0
#include "host/stages/memory/users.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/errors.hpp"
#include "host/mpi/fatal.hpp"

namespace stencil {

void Users::remove(const std::string& name) {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found != names_.end()) names_.erase(found);
}

void Users::require_none(const char* type, const std::string& name) const {
  if (names_.empty()) return;
  fatal(type, exit_usage,
        fmt::format("{} is destroyed while {} use{} it, must outlive them", name, fmt::join(names_, ", "),
                    names_.size() == 1 ? "s" : ""));
}

}  // namespace stencil
