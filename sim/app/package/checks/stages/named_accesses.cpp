// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/stages/named_accesses.hpp"

#include <algorithm>

namespace stencil {
namespace {

// is_it(side, access): of an access to the datum.
template <class IsIt>
bool has_access(const Stage& stage, const SharedDatum& datum, const IsIt& is_it) {
  return std::any_of(stage.parts().begin(), stage.parts().end(), [&](const StagePart& part) {
    return std::any_of(part.accesses.begin(), part.accesses.end(),
                       [&](const Access& access) { return access.datum == &datum && is_it(part.side, access); });
  });
}

bool is_change(const Access& access) {
  return access.kind != Access::Kind::read;
}

}  // namespace

bool names(const Stage& stage, const SharedDatum& datum) {
  return has_access(stage, datum, [](Side, const Access&) { return true; });
}

bool changes(const Stage& stage, const SharedDatum& datum) {
  return has_access(stage, datum, [](Side, const Access& access) { return is_change(access); });
}

bool changes(const Stage& stage, const SharedDatum& datum, std::int64_t row) {
  return has_access(stage, datum, [row](Side side, const Access& access) {
    return side == Side::host && is_change(access) && row >= access.rows.first && row < access.rows.last;
  });
}

const char* naming_of(const Stage& stage, const SharedDatum& datum) {
  if (changes(stage, datum)) return "outside the rows that it says it changes there";
  return names(stage, datum) ? "which it names only as read" : "which it does not name";
}

bool runs_on_host(const Stage& stage) {
  return std::any_of(stage.parts().begin(), stage.parts().end(),
                     [](const StagePart& part) { return part.side == Side::host; });
}

}  // namespace stencil
