// SPDX-License-Identifier: Apache-2.0
#include "host/c/steps/swept_parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include "host/arrays/vsda/tokens/token_registry.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/c/steps/sweep_part.hpp"

namespace stencil {
namespace {

std::int64_t doubles_of(const stencil_part& part) {
  return (part.rows - 1) * part.stride + part.cols;
}

// An array of a part, by its place among the parts.
struct Extent {
  const double* first;
  const double* last;
  std::int64_t part;
};

// f: in the order of addresses.
void check_apart(const std::vector<Extent>& f, const Extent& other, const char* name) {
  const auto after = std::lower_bound(f.begin(), f.end(), other.last, [](const Extent& one, const double* end) {
    return std::less<>{}(one.first, end);
  });
  if (after == f.begin()) return;
  const Extent& before = *std::prev(after);
  if (before.part == other.part || !std::less<>{}(other.first, before.last)) return;
  throw ArgumentError(
      fmt::format("{} of parts[{}] overlaps f of parts[{}], must be an array of its own: a step sweeps "
                  "each part by itself",
                  name, other.part, before.part));
}

// Whether no f of a part lies where another part has f or r.
void check_all_apart(const std::vector<stencil_part>& parts, const std::vector<std::int64_t>& places) {
  std::vector<Extent> f;
  for (std::size_t k = 0; k < parts.size(); ++k)
    f.push_back({parts[k].f, parts[k].f + doubles_of(parts[k]), places[k]});
  std::sort(f.begin(), f.end(), [](const Extent& a, const Extent& b) { return std::less<>{}(a.first, b.first); });
  for (std::size_t k = 1; k < f.size(); ++k) {
    if (std::less<>{}(f[k].first, f[k - 1].last)) check_apart({f[k - 1]}, f[k], "f");
  }
  for (std::size_t k = 0; k < parts.size(); ++k)
    check_apart(f, {parts[k].r, parts[k].r + doubles_of(parts[k]), places[k]}, "r");
}

}  // namespace

std::vector<stencil_part> checked_parts(const stencil_part* parts, std::int64_t count, std::int64_t sweeps,
                                        bool named) {
  std::vector<stencil_part> checked;
  std::vector<std::int64_t> places;
  for (std::int64_t k = 0; k < count; ++k) {
    try {
      check_range("rows", parts[k].rows, 0);
      if (parts[k].rows == 0) continue;
      checked.push_back(checked_part(parts[k], sweeps));
      places.push_back(k);
      check_range("cols", checked.back().cols, checked.front().cols, checked.front().cols, "as of the parts before");
    } catch (const ArgumentError& error) {
      if (!named) throw;
      throw ArgumentError(fmt::format("parts[{}]: {}", k, error.what()));
    }
  }
  check_all_apart(checked, places);
  return checked;
}

void check_same_part(const stencil_part& now, const stencil_part& first, const char* of_first) {
  const auto check_same = [&](const char* name, std::int64_t value, std::int64_t wanted) {
    check_range(name, value, wanted, wanted, of_first);
  };
  check_same("rows", now.rows, first.rows);
  check_same("cols", now.cols, first.cols);
  check_same("stride", now.stride, first.stride);
  check_same("first_owned", now.first_owned, first.first_owned);
  check_same("owned", now.owned, first.owned);
  check_same("global_row", now.global_row, first.global_row);
  const auto check_array = [&](const char* name, const double* array, const double* wanted) {
    if (array != wanted) throw ArgumentError(fmt::format("{} is another array, must be that {}", name, of_first + 3));
  };
  check_array("f", now.f, first.f);
  check_array("r", now.r, first.r);
}

SweptParts::SweptParts(const StepInfo& step, const std::vector<stencil_part>& parts, const char* begun_by)
    : copies_(parts.size()) {
  memory_.step = step.number;
  memory_.begun_by = begun_by;
  for (const stencil_part& part : parts) {
    const std::int64_t bytes = doubles_of(part) * static_cast<std::int64_t>(sizeof(double));
    token_registry().check_unused("f", part.f, bytes, true);
    token_registry().check_unused("r", part.r, bytes, false);
    StepInfo info = step;
    info.part = static_cast<std::int64_t>(all_.size());
    info.parts = static_cast<std::int64_t>(parts.size());
    info.first_owned = part.first_owned;
    info.owned = part.owned;
    info.global_row = part.global_row;
    info.strip = {part.rows, part.cols, part.f, part.r};
    info.array = part.f;
    info.stride = part.stride;
    memory_.parts.push_back({stepped(part, part.f), stepped(part, part.r)});
    Copies& copies = copies_[all_.size()];
    copies.f = part.f;
    if (part.stride != part.cols) {
      copies.f_ = packed(part, part.f);
      copies.r_ = packed(part, part.r);
      info.strip.f = copies.f_.data();
      info.strip.r = copies.r_.data();
    }
    all_.push_back(info);
  }
}

std::vector<StripArrays> SweptParts::strips() const {
  std::vector<StripArrays> strips;
  for (const StepInfo& info : all_) strips.push_back(info.strip);
  return strips;
}

void SweptParts::renumber(std::int64_t number, std::int64_t sweeps, StepInfo::Behind behind) {
  memory_.step = number;
  for (StepInfo& info : all_) {
    info.number = number;
    info.scheme.interval = sweeps;
    info.behind = behind;
  }
}

void SweptParts::copy_in() {
  for (std::size_t k = 0; k < all_.size(); ++k) {
    const StripArrays& strip = all_[k].strip;
    if (!copies_[k].f_.empty()) copy_rows(strip.rows, strip.cols, copies_[k].f, all_[k].stride, strip.f, strip.cols);
  }
}

void SweptParts::copy_out() {
  for (std::size_t k = 0; k < all_.size(); ++k) {
    const StripArrays& strip = all_[k].strip;
    if (!copies_[k].f_.empty()) copy_rows(strip.rows, strip.cols, strip.f, strip.cols, copies_[k].f, all_[k].stride);
  }
}

}  // namespace stencil
