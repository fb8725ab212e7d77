// SPDX-License-Identifier: Apache-2.0
#include "host/stages/memory/host_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

struct Claimed {
  std::uintptr_t last;  // behind the last byte
  std::string name;
};

// All claims of the process, by first byte.
struct Claims {
  std::mutex mutex;
  std::map<std::uintptr_t, Claimed> by_first;
};

// Never destroyed, because data may be destroyed after everything else of the program.
Claims& claims() {
  static Claims& all = *new Claims;
  return all;
}

}  // namespace

HostClaim::HostClaim(const std::string& name, const double* words, std::int64_t count) {
  if (count == 0) return;
  const auto first = reinterpret_cast<std::uintptr_t>(words);
  const std::uintptr_t last = first + static_cast<std::uintptr_t>(count) * sizeof(double);
  Claims& all = claims();
  const std::lock_guard<std::mutex> lock(all.mutex);
  // Claims do not overlap, so that the last one that begins before the end of this one ends last of them.
  const auto after = all.by_first.lower_bound(last);
  if (after != all.by_first.begin()) {
    const auto& [begin, other] = *std::prev(after);
    if (other.last > first) {
      const std::uintptr_t low = std::max(first, begin);
      const std::uintptr_t high = std::min(last, other.last);
      throw ArgumentError(
          fmt::format("{}: bytes [{}, {}) of its memory on the host are bytes [{}, {}) of {}, must not be those of "
                      "another datum",
                      name, low - first, high - first, low - begin, high - begin, other.name));
    }
  }
  all.by_first.emplace_hint(after, first, Claimed{last, name});
  first_ = first;
}

HostClaim::~HostClaim() {
  if (first_ == 0) return;
  Claims& all = claims();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.by_first.erase(first_);
}

}  // namespace stencil
