// Notices functions of stages that change data on the host which the stage does not say it changes, while the device's
// copy stays right, or leave words that the stage says it overwrites, and stages that sweep on the device what they do
// not say they change, or with what they do not say they read: later stages use old values. At the end, results that
// never left the device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "host/stages/stage_watch.hpp"
#include "sim/app/package/checks/stages/overwritten_rows.hpp"
#include "sim/app/package/checks/stages/unflushed_rows.hpp"

namespace stencil {

// Looks at all data that a stage of the same thread has named by then, before and after each function for the host. A
// stage that runs inside the function of another ends the look at the outer one, and what is copied, flushed or marked
// inside is left alone. The first change is one line of warning on stderr, all are counted.
class StageChanges final : public StageWatch {
 public:
  void begins(const Stage& stage) override;
  void runs(const Stage& stage) override;
  void ran(const Stage& stage, bool threw) override;
  void ended(const Stage& stage) override;
  void destroyed(const SharedDatum& datum) override { unflushed_.destroyed(datum); }
  // To the process's accelerator: passed on to the check of its calls.
  void copies(Accelerator& device, const Place& place, const double* source) override;

  // The program has run its last stage.
  void ended();

  // A sweep of buffers 0 on the process's accelerator, inside a stage or outside of all. Its cols are the length of
  // rows in arrays that know none of their own. f, r: the words there before it.
  void swept(const SweepCommand& command, const double* f, const double* r);
  // From now on words that a stage overwrites are marked while it runs (overwritten_rows.hpp).
  void mark_overwritten() { marks_.store(true, std::memory_order_relaxed); }
  // Words that were changed, each as often as a stage did it; words changed outside of all stages; words that stages
  // have left which overwrite them; rows that the host has never got.
  std::int64_t words() const { return words_.load(std::memory_order_relaxed); }
  std::int64_t outside() const { return outside_.load(std::memory_order_relaxed); }
  std::int64_t unwritten() const { return unwritten_.load(std::memory_order_relaxed); }
  std::int64_t unflushed() const { return unflushed_count_.load(std::memory_order_relaxed); }

 private:
  static std::string name_of_datum(const SharedDatum& datum);
  std::string place_of(const SharedDatum& datum, std::int64_t word) const;
  void warn(const std::string& text);
  void note(const Stage& stage, const SharedDatum& datum, std::int64_t first, std::int64_t words);
  void note_stale(SharedDatum& datum, const Place& place, const double* on_device, std::int64_t swept);
  void note_swept(const Stage& stage);
  void note_left(const Stage& stage, const OverwrittenRows::Left& left);

  std::atomic<std::int64_t> cols_{0};
  std::atomic<std::int64_t> words_{0};
  std::atomic<std::int64_t> outside_{0};
  std::atomic<std::int64_t> unwritten_{0};
  std::atomic<std::int64_t> unflushed_count_{0};
  UnflushedRows unflushed_;
  std::atomic<bool> marks_{false};
  std::atomic<bool> warned_{false};
};

// Never destroyed: a report may be written at exit.
StageChanges& stage_changes();

}  // namespace stencil
