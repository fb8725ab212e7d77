// Data that a host and a device hold copies of, and which copy of which rows is the right one (Centaur).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "host/stages/row_ranges.hpp"

namespace stencil {

class StageObserver;

enum class Side { host, device };

inline Side other(Side side) {
  return side == Side::host ? Side::device : Side::host;
}

// "host", "device".
const char* name_of(Side side);

// What is right when a datum is made.
enum class Contents {
  none,    // memory to be written first
  host,    // what the host's copy holds
  device,  // what the device's copy holds
  both,    // the same on both sides
};

// A piece of data of rows() rows, the least that is copied or told apart; a datum that cannot be divided has one row.
// An instance holds all that its copies need. It is made before the stages that name it and outlives them: one that
// goes while a stage names it is a fatal error.
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

  // Copies of all of it, as published. Either may return before the copy is done; settle() waits. What was copied is
  // taken to have arrived when settle() returns, and not when a copy or settle() throws.
  virtual void copyToDevice() = 0;
  virtual void copyFromDevice() = 0;
  // Copies of some rows. A datum of one row needs no others.
  virtual void copyRowsToDevice(const RowRange& rows);
  virtual void copyRowsFromDevice(const RowRange& rows);
  // Returns when no copy is under way any more. Throws if one of them has not arrived.
  virtual void settle() {}

  // Called before a stage runs on the device with this datum, for one whose place there is not its own: it takes the
  // place, and whoever had it goes to the host.
  virtual void enter_device(StageObserver* /*observer*/) {}
  // False where the datum would have to enter first.
  virtual bool on_device() const { return true; }
  // Tells places that data use in turn apart: two with the same one cannot be on the device together. Null: its own.
  virtual const void* shared_place() const { return nullptr; }

  // What a copy of these rows moves.
  virtual std::int64_t bytes(const RowRange& rows) const = 0;

  // For StageChecker, which looks behind the back of stages: words of 64 bits a row; 0: a datum that cannot be looked
  // at. The device's are those of its place there; the datum is on the device, and no copy is under way.
  virtual std::int64_t words_per_row() const { return 0; }
  virtual void peek(Side side, const RowRange& rows, double* words);
  virtual void poke(Side side, const RowRange& rows, const double* words);

  // True if all rows are.
  bool validOnHost() const { return valid(Side::host).contains(all()); }
  bool validOnDevice() const { return valid(Side::device).contains(all()); }

  const RowRanges& valid(Side side) const { return side == Side::host ? host_ : device_; }
  // For the handler of stages, and for code that changes data outside a stage and says so.
  void mark_valid(Side side, const RowRange& rows) {
    if (set(side).insert(rows)) ++changes_;
  }
  void mark_invalid(Side side, const RowRange& rows) {
    if (set(side).erase(rows)) ++changes_;
  }

  // Grows with every change of what is right where, or of the place on the device: as long as it stays, a stage that
  // found nothing to do finds nothing to do again.
  std::uint64_t changes() const { return changes_; }
  void place_changed() { ++changes_; }

  // Stages say that they name this datum, and that they no longer do.
  void add_user() { ++users_; }
  void remove_user() { --users_; }

 private:
  RowRanges& set(Side side) { return side == Side::host ? host_ : device_; }

  std::string name_;
  std::int64_t rows_;
  RowRanges host_;
  RowRanges device_;
  std::uint64_t changes_ = 0;
  std::atomic<int> users_{0};
};

}  // namespace stencil
