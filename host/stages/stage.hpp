// A stage of a program: what it reads and writes, and how it is carried out on either side (seed 002).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "host/stages/datum.hpp"

namespace stencil {

// Some rows of a datum and what a stage does with them. "Modified" is two things here: rows that are overwritten need
// no copy of what they held, rows that are updated do.
struct Access {
  enum class Kind { read, overwrite, update };

  SharedDatum* datum = nullptr;
  Kind kind = Kind::read;
  std::optional<RowRange> rows;  // none: all of them

  bool needs_old() const { return kind != Kind::overwrite; }
  bool writes() const { return kind != Kind::read; }
  RowRange range() const { return rows.value_or(datum->all()); }
};

inline Access reads(SharedDatum& datum) {
  return {&datum, Access::Kind::read, std::nullopt};
}
inline Access reads(SharedDatum& datum, const RowRange& rows) {
  return {&datum, Access::Kind::read, rows};
}
inline Access overwrites(SharedDatum& datum) {
  return {&datum, Access::Kind::overwrite, std::nullopt};
}
inline Access overwrites(SharedDatum& datum, const RowRange& rows) {
  return {&datum, Access::Kind::overwrite, rows};
}
inline Access updates(SharedDatum& datum) {
  return {&datum, Access::Kind::update, std::nullopt};
}
inline Access updates(SharedDatum& datum, const RowRange& rows) {
  return {&datum, Access::Kind::update, rows};
}

class Stage {
 public:
  using Function = std::function<void()>;

  // The same datum may stand in the list several times, with the same rows or others: a row that is read and
  // overwritten is updated. Either function may be empty if `target` is never that side.
  // Throws ArgumentError for an empty name, a null datum, rows outside a datum, or no function for the target.
  Stage(std::string name, Side target, Function run_on_host, Function run_on_device, std::vector<Access> accesses);
  virtual ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  const std::string& name() const { return name_; }
  Side target() const { return target_; }
  // Where the stage runs from now on. Throws ArgumentError if it has no function for that side.
  void set_target(Side target);
  const std::vector<Access>& accesses() const { return accesses_; }

  // Calls the function of the target. A stage that needs more than one call, or chooses otherwise, overrides it; the
  // data is where target() says.
  virtual void run();

 private:
  std::string name_;
  Side target_;
  Function run_on_host_;
  Function run_on_device_;
  std::vector<Access> accesses_;
};

}  // namespace stencil
