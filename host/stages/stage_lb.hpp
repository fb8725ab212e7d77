// A stage whose rows are divided between host and device (Centaur, StageLB).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "host/stages/stage.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// The access to a datum for rows [first, last) of the stage: rows [at + first - before, at + last + after) of the
// datum, as far as they exist. A side writes only rows [at + first, at + last). An update also reads the rows around
// those, and leaves them wrong in that side's copy. at, before and after are >= 0, and at + after + rows of the stage
// is below 2^63.
struct SplitAccess {
  SharedDatum* datum = nullptr;
  Access::Kind kind = Access::Kind::read;
  std::int64_t at = 0;
  std::int64_t before = 0;
  std::int64_t after = 0;
  // True: each side that has rows reads the whole datum.
  bool whole = false;
};

// Rows [0, d) run on the device, the others on the host, each side in its own copy of the data. Rows of one run must
// depend on each other only through values from before the run. So one side may read rows, with their old values, that
// the other side updates at the same time.
//
// When one side fails, rows that the stage writes are wrong on each side whose function was called, also where that
// function finished: an update has no old values there for a second run, and would make the step twice. Rows of a side
// whose function was not called stay as they were.
class StageLB final : public Stage {
 public:
  using Function = std::function<void(const RowRange& rows)>;

  // share: of the rows for the device, 0 .. 1, as in Centaur. The functions get the rows of their side and are called
  // one after the other, the device's first; run_on_device returns when the device is done. A side without rows is not
  // called and gets no copies.
  // Throws ArgumentError as Stage, for rows < 1, for a share outside 0 .. 1, for at, before or after outside their
  // range, for a whole datum that the stage writes, if a side has rows but no function, and if both sides write the
  // same row of a datum, as two writing accesses with different `at` can.
  StageLB(std::string name, double share, Function run_on_host, Function run_on_device, std::int64_t rows,
          std::vector<SplitAccess> accesses);
  // Both sides work at the same time: runs start_device, run_on_host, wait_for_device in this order. start_device
  // returns as soon as the device works, wait_for_device when it is done; nothing else may use the device in between.
  // wait_for_device is called whenever start_device has returned, also when run_on_host throws; then its own errors are
  // dropped and that of the host passes through.
  StageLB(std::string name, double share, Function run_on_host, Function start_device, Function wait_for_device,
          std::int64_t rows, std::vector<SplitAccess> accesses);

  std::int64_t rows() const { return rows_; }
  std::int64_t device_rows() const { return device_rows_; }
  RowRange rows_of(Side side) const {
    return side == Side::device ? RowRange{0, device_rows_} : RowRange{device_rows_, rows_};
  }
  // Throw ArgumentError as the constructor, and while the stage is running.
  void set_share(double share);
  void set_device_rows(std::int64_t rows);

  // Gives all rows to one side.
  bool keeps_its_side() const override;
  void set_target(Side target) override { set_device_rows(target == Side::device ? rows_ : 0); }
  void run() override;
  bool ran_on(Side side) const override { return was_called(side); }

 private:
  const Function& function(Side side) const { return side == Side::device ? split_on_device_ : split_on_host_; }
  StagePart part(Side side, const RowRange& rows) const;
  void call_host();

  Function split_on_host_;
  Function split_on_device_;
  Function wait_for_device_;  // may be empty
  std::int64_t rows_;
  std::vector<SplitAccess> accesses_;
  std::int64_t device_rows_ = 0;
};

}  // namespace stencil
#pragma GCC visibility pop
