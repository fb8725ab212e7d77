// One access of a stage to rows of a datum (Centaur, reads and writes).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "host/stages/datum.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Centaur's "modified" is two kinds here: rows that are overwritten need no copy of their old values, rows that are
// updated do. The last two kinds are for work areas, which a stage leaves in no useful state.
struct [[nodiscard]] Access {
  enum class Kind {
    read,
    overwrite,  // then right on the target, wrong on the other side
    update,     // likewise, after a read
    consume,    // read, then wrong on the target; the other side keeps the old values, copied there before if need be
    spoil,      // not read, then wrong on the target; the other side does not change
  };

  SharedDatum* datum = nullptr;
  Kind kind = Kind::read;
  RowRange rows;

  bool needs_old() const { return kind == Kind::read || kind == Kind::update || kind == Kind::consume; }
  bool writes() const { return kind == Kind::overwrite || kind == Kind::update; }
  bool leaves_wrong() const { return kind == Kind::consume || kind == Kind::spoil; }
};

inline Access reads(SharedDatum& datum, const RowRange& rows) {
  return {&datum, Access::Kind::read, rows};
}
inline Access overwrites(SharedDatum& datum, const RowRange& rows) {
  return {&datum, Access::Kind::overwrite, rows};
}
inline Access updates(SharedDatum& datum, const RowRange& rows) {
  return {&datum, Access::Kind::update, rows};
}
inline Access consumes(SharedDatum& datum, const RowRange& rows) {
  return {&datum, Access::Kind::consume, rows};
}
inline Access spoils(SharedDatum& datum, const RowRange& rows) {
  return {&datum, Access::Kind::spoil, rows};
}
// The same for all rows.
inline Access reads(SharedDatum& datum) {
  return reads(datum, datum.all());
}
inline Access overwrites(SharedDatum& datum) {
  return overwrites(datum, datum.all());
}
inline Access updates(SharedDatum& datum) {
  return updates(datum, datum.all());
}
inline Access consumes(SharedDatum& datum) {
  return consumes(datum, datum.all());
}
inline Access spoils(SharedDatum& datum) {
  return spoils(datum, datum.all());
}

// Centaur's two lists as accesses: a datum in `writes` alone is overwritten, one in both is updated.
// Throws ArgumentError for a null datum.
std::vector<Access> accesses_of(const std::vector<SharedDatum*>& reads, const std::vector<SharedDatum*>& writes);

}  // namespace stencil
#pragma GCC visibility pop
