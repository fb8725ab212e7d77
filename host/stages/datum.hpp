// Data of which host and device each hold a copy, with the rows that are right in each (Centaur, SharedDatum).
// "Centaur" here and in the other headers of this folder: its published description, in Russian (docs/stages.md).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "host/stages/row_ranges.hpp"

#pragma GCC visibility push(default)
namespace stencil {

class StageObserver;

enum class Side { host, device };

inline Side other(Side side) {
  return side == Side::host ? Side::device : Side::host;
}

// "host", "device".
const char* name_of(Side side);

// The copies that are right when a datum is made.
enum class Contents {
  none,    // neither: must be written first
  host,    // the host's
  device,  // the device's
  both,    // both, with the same values
};

// A piece of data of rows() rows. A row is the smallest unit of copies and of validity; a datum that cannot be divided
// has one row. An instance holds all that its copies need. It must be made before the stages that name it and outlive
// them: destroying it while a stage names it is a fatal error.
class SharedDatum {
 public:
  // Throws ArgumentError unless rows >= 0 and the name is not empty.
  SharedDatum(std::string name, Contents contents, std::int64_t rows = 1);
  virtual ~SharedDatum();
  SharedDatum(const SharedDatum&) = delete;
  SharedDatum& operator=(const SharedDatum&) = delete;

  const std::string& name() const { return name_; }
  std::int64_t rows() const { return rows_; }
  RowRange all() const { return {0, rows_}; }

  // Copy the whole datum, as published. Either may return before the copy is done; settle() waits. Copies count as
  // arrived when settle() returns, and as lost when a copy or settle() throws.
  virtual void copyToDevice() = 0;
  virtual void copyFromDevice() = 0;
  // Copy some rows. A datum of one row need not override these.
  virtual void copyRowsToDevice(const RowRange& rows);
  virtual void copyRowsFromDevice(const RowRange& rows);
  // Returns when no copy is in flight. Throws if one of them has not arrived.
  virtual void settle() {}

  // Called before a stage runs on the device with this datum, unless it is there. A datum that shares its place there
  // takes the place; the datum that had it moves to the host and is marked wrong on the device. Both call
  // place_changed().
  virtual void enter_device(StageObserver* /*observer*/) {}
  // False if the datum must enter_device() first, which makes it true.
  virtual bool on_device() const { return true; }
  // Identifies a place that data use in turn: two data with the same one cannot be on the device together. Null: the
  // datum has a place of its own. runStage refuses a stage with two data that enter the device and return null, because
  // one might displace the other.
  virtual const void* shared_place() const { return nullptr; }
  // For runStage: calls enter_device() if the datum is not on the device, and returns whether it did.
  // Throws ArgumentError if the datum is not there then.
  bool take_place(StageObserver* observer);
  // Throws ArgumentError if rows are right on the device and the datum is not there.
  void check_place() const {
    if (!device_.empty() && !on_device()) throw_not_there(device_.ranges().front());
  }
  // True if the datum is known to enter the device: it is not there, or had to enter before.
  bool takes_turns() const { return has_entered_ || !on_device(); }

  // Bytes that a copy of these rows moves.
  virtual std::int64_t bytes(const RowRange& rows) const = 0;

  // For StageChecker: number of 64-bit words per row, 0 if the datum cannot be examined, and reads and writes of them
  // on either side.  @pre for the device: the datum is on the device, and no copy is in flight
  virtual std::int64_t words_per_row() const { return 0; }
  virtual void peek(Side side, const RowRange& rows, double* words);
  virtual void poke(Side side, const RowRange& rows, const double* words);

  // True if all rows are right there.
  [[nodiscard]] bool validOnHost() const { return valid(Side::host).contains(all()); }
  [[nodiscard]] bool validOnDevice() const { return valid(Side::device).contains(all()); }

  const RowRanges& valid(Side side) const { return side == Side::host ? host_ : device_; }
  // For runStage, and for code that changes data outside a stage. Throw ArgumentError unless 0 <= first <= last <=
  // rows(); mark_valid also for rows on the device of a datum that is not there (on_device()).
  void mark_valid(Side side, const RowRange& rows) {
    check_rows(side, "right", rows);
    if (side == Side::device && !rows.empty() && !on_device()) throw_not_there(rows);
    if (set(side).insert(rows)) ++changes_;
  }
  void mark_invalid(Side side, const RowRange& rows) {
    check_rows(side, "wrong", rows);
    if (set(side).erase(rows)) ++changes_;
  }

  // Rises with every change of validity or of the place on the device. While it stays the same, a stage that had
  // nothing to copy has nothing to copy again.
  std::uint64_t changes() const { return changes_; }
  void place_changed() { ++changes_; }

  // Called by stages that begin and end to name this datum.
  void add_user() { ++users_; }
  void remove_user() { --users_; }

  // False as soon as the datum is destroyed; for DatumReference.
  [[nodiscard]] std::shared_ptr<const bool> alive() const { return alive_; }

 private:
  void check_rows(Side side, const char* what, const RowRange& rows) const {
    if (rows.first < 0 || rows.last < rows.first || rows.last > rows_) throw_outside(side, what, rows);
  }
  [[noreturn]] void throw_outside(Side side, const char* what, const RowRange& rows) const;
  [[noreturn]] void throw_not_there(const RowRange& rows) const;
  RowRanges& set(Side side) { return side == Side::host ? host_ : device_; }

  std::string name_;
  std::int64_t rows_;
  RowRanges host_;
  RowRanges device_;
  std::uint64_t changes_ = 0;
  bool has_entered_ = false;
  std::atomic<int> users_{0};
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

// A pointer to a datum that may be destroyed first; then it is null, also if another datum has got its address.
// Datum: SharedDatum or const SharedDatum.
template <typename Datum>
class DatumReference {
 public:
  DatumReference() = default;
  explicit DatumReference(Datum& datum) : datum_(&datum), alive_(datum.alive()) {}

  Datum* get() const { return alive_ != nullptr && *alive_ ? datum_ : nullptr; }

 private:
  Datum* datum_ = nullptr;
  std::shared_ptr<const bool> alive_;
};

}  // namespace stencil
#pragma GCC visibility pop
