// The rows of a rank's array in the buffers of a device, and where the newest values of each are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/gauss_seidel/grid.hpp"

namespace stencil {

// A buffer holds a strip: consecutive rows, packed from word 0 on. Rows move between buffers through the array. Only
// what is posted must come in a certain order: a load waits for stores that read the words it sets, a store for loads
// that read the host memory it sets; values that a load needs from a store are waited for, so that host memory has them
// when the load is posted.
class DeviceRows {
 public:
  // frame: of the array. waited: called after each wait for a call. Device and array must outlive this.
  DeviceRows(Accelerator& device, const TileFrame& frame, double* field, std::function<void()> waited);

  // The buffer that holds the strip, whose rows these are. Where none does, the one that was used longest ago takes it:
  // its rows that the array has not are stored.
  int hold(std::int64_t strip, const PointRange& rows);
  // Posts loads of the rows that the array has and the buffer has not, but for `changing`, which are about to change.
  void load_ahead(int buffer, const std::vector<PointRange>& changing);
  // Brings all its rows into the buffer.
  void load_all(int buffer);
  // The loads and stores that must end before a command on the buffer begins.
  After before_command(int buffer) const;
  // A command on the buffer was posted, and sets these rows.
  void swept(int buffer, Ticket command, const PointRange& rows);

  // The array has these rows when it returns.
  void bring(const std::vector<PointRange>& rows);
  // Posts stores of the rows that it lacks and this strip has, those of `first` before the others.
  void store_strip(std::int64_t strip, const PointRange& first);
  // Posts stores of all rows that it has not.
  void bring_all();
  // Nothing posted uses these rows of the array, and all commands are done, when it returns.
  void release(const std::vector<PointRange>& rows);
  // The array has new values of these rows.
  void set(const std::vector<PointRange>& rows);

 private:
  struct Row {
    std::int64_t newest = 0;  // number of the values, 0: as given
    std::int64_t host = 0;    // of those in the array, once `stored` is done
    Ticket stored = 0;        // the last store into the array
    Ticket loaded = 0;        // the last load from it
  };
  struct Stored {
    PointRange rows;  // of the buffer
    Ticket ticket;
  };
  struct Buffer {
    std::int64_t strip = -1;  // -1: none
    PointRange rows;
    std::vector<std::int64_t> held;  // by row: the number of its values; -1: none
    Ticket command = 0;              // the last one
    std::vector<Ticket> loads;       // since then
    std::vector<Stored> stores;      // since then, or since the strip came
    std::int64_t used = 0;
  };

  Row& row(std::int64_t number) { return rows_[static_cast<std::size_t>(number - frame_.rows.first)]; }
  Buffer& buffer(int number) { return buffers_[static_cast<std::size_t>(number)]; }
  static std::int64_t& held(Buffer& in, std::int64_t number) {
    return in.held[static_cast<std::size_t>(number - in.rows.first)];
  }
  bool is_pending(Ticket ticket) const { return ticket > done_; }
  void wait(Ticket ticket);
  Place place(int number, const PointRange& rows);
  double* host(std::int64_t number) { return field_ + frame_.index(number, frame_.cols.first); }
  void load(int number, const PointRange& rows);
  Ticket store(int number, const PointRange& rows);
  // Posts stores of those of the rows that the array has not.
  void post_stores(const PointRange& rows);
  void store_newest(int number, std::int64_t pieces, const PointRange& rows);
  int holder(std::int64_t number);
  template <class Wanted>
  void load_where(int number, std::int64_t pieces, const Wanted& wanted);

  Accelerator& device_;
  TileFrame frame_;
  double* field_;
  std::function<void()> waited_;
  std::vector<Row> rows_;
  std::vector<Buffer> buffers_;
  std::int64_t values_ = 0;  // numbers of values given out
  std::int64_t uses_ = 0;
  bool replaces_ = false;  // there are more strips than buffers
  Ticket command_ = 0;     // the last one
  Ticket done_ = 0;        // calls up to this one
};

}  // namespace stencil
