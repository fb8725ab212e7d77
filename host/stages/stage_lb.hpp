// A stage whose rows are divided between host and device (Centaur, StageLB).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "host/stages/stage.hpp"

namespace stencil {

// What the stage needs of a datum to work on its rows [first, last): rows [at + first - before, at + last + after) of
// the datum, as far as there are any. Only the rows of the side itself are written: an update reads the others too, and
// leaves them wrong in the copy of that side.
struct SplitAccess {
  SharedDatum* datum = nullptr;
  Access::Kind kind = Access::Kind::read;
  std::int64_t at = 0;
  std::int64_t before = 0;
  std::int64_t after = 0;
  // Not numbered by rows: each side that has any reads all of it.
  bool whole = false;
};

// Rows [0, d) run on the device, the others on the host, each side in its own copy of the data: there are no
// dependences between rows of one run, but through what was there before it. So rows that a side reads beyond its own
// may be updated by the other side at the same time: each finds them as they were.
class StageLB final : public Stage {
 public:
  using Function = std::function<void(const RowRange& rows)>;

  // The share of the rows for the device, 0 .. 1, as in the text. Functions are called with the rows of their side, the
  // device's first, and one after the other: run_on_device returns when the device is done. A side without rows is not
  // called, and gets no copies.
  // Throws ArgumentError as Stage, for rows < 1, for a share outside [0, 1], for a whole datum that is not only read,
  // and where a side has rows but no function.
  StageLB(std::string name, double share, Function run_on_host, Function run_on_device, std::int64_t rows,
          std::vector<SplitAccess> accesses);
  // Both sides at work at the same time: the device is started, the host's function is called, the device is awaited.
  // start returns as soon as the device works by itself, wait when it is done; neither function of the host nor
  // anything else may use the device in between. wait is called whenever start has returned, also when the host's
  // function throws: what that threw passes through, and what the device throws is dropped then.
  StageLB(std::string name, double share, Function run_on_host, Function start_device, Function wait_for_device,
          std::int64_t rows, std::vector<SplitAccess> accesses);

  std::int64_t rows() const { return rows_; }
  std::int64_t device_rows() const { return device_rows_; }
  RowRange rows_of(Side side) const {
    return side == Side::device ? RowRange{0, device_rows_} : RowRange{device_rows_, rows_};
  }
  // Throw ArgumentError as the constructor, and while the stage is being run.
  void set_share(double share);
  void set_device_rows(std::int64_t rows);

  // All rows.
  void set_target(Side target) override { set_device_rows(target == Side::device ? rows_ : 0); }
  void run() override;

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
