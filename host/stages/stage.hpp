// A stage of a program: the rows it reads and writes, and its functions for either side (Centaur, Stage).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "host/base/errors.hpp"
#include "host/stages/access.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// The accesses of a stage on one side.
struct StagePart {
  Side side = Side::host;
  std::vector<Access> accesses;
};

class Stage;

// A function of a stage. Throws ArgumentError if runStage is running the stage on the other side, where its data are.
class StageFunction {
 public:
  StageFunction(Stage& stage, Side side, std::function<void()> function)
      : stage_(stage), side_(side), function_(std::move(function)) {}

  explicit operator bool() const { return static_cast<bool>(function_); }
  void operator()() const;

 private:
  Stage& stage_;
  Side side_;
  std::function<void()> function_;
};

class Stage {
 public:
  using Function = std::function<void()>;

  // The list may contain a datum several times, with the same rows or others; a row that is read and overwritten is
  // updated. A function may be empty if the target is never its side. A function for the device returns when the device
  // is done.
  // Throws ArgumentError for an empty name, a null datum, rows outside a datum, or no function for the target.
  Stage(std::string name, Side target, Function run_on_host, Function run_on_device, std::vector<Access> accesses);
  // As published, with whole data in two lists.
  Stage(std::string name, Side target, Function run_on_host, Function run_on_device,
        const std::vector<SharedDatum*>& reads, const std::vector<SharedDatum*>& writes)
      : Stage(std::move(name), target, std::move(run_on_host), std::move(run_on_device), accesses_of(reads, writes)) {}
  virtual ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  const std::string& name() const { return name_; }
  Side target() const { return target_; }
  // Sets the side for the next runs. Throws ArgumentError if the stage has no function for that side, or is running.
  virtual void set_target(Side target);

  // Called by runStage before anything else. A stage that chooses its side overrides it and calls set_target(). In
  // run() that is too late, because the data have been copied for the other side.
  virtual void choose() {}
  // Whether the stage has these parts until its next run, so that runStages() may copy for it ahead. A class that
  // derives from this one is taken to choose, unless it overrides this too.
  [[nodiscard]] virtual bool keeps_its_side() const;

  // The sides on which the stage runs, with its accesses there; one part, unless the stage is divided.
  const std::vector<StagePart>& parts() const { return parts_; }

  // For runStage: true if see() was called and no datum of the stage has changed since.
  bool seen_unchanged() const {
    for (const Seen& seen : seen_) {
      if (seen.datum->changes() != seen.changes) return false;
    }
    return !parts_.empty() && was_seen_;
  }
  // Remembers the state of the data.
  void see();
  // Forgets the state that see() remembered.
  void forget() { was_seen_ = false; }

  // For runStage, around the call of the stage's function; outer: the stage whose function runs this one, or null.
  void begin_running(const Stage* outer);
  void end_running() { running_ = false; }
  bool is_running() const { return running_; }
  const Stage* outer() const { return outer_; }
  // True if a function was called since begin_running().
  bool was_called() const { return called_[0] || called_[1]; }
  // False if the stage surely changed no row on that side in the run that ended last. True where run() might have
  // worked without the stage's functions.
  virtual bool ran_on(Side /*side*/) const { return true; }

  // Calls the function of the target. A stage that needs more than one call overrides it; the data are on side
  // target().
  virtual void run();

  // As published.
  const StageFunction runOnHost;
  const StageFunction runOnDevice;

 protected:
  // For stages that divide themselves; they must call set_parts() before they run.
  Stage(std::string name, Function run_on_host, Function run_on_device);
  // Throws ArgumentError as the constructor, and if parts on different sides write the same row of a datum, because
  // either side has its own result then; it changes nothing in that case.
  void set_parts(std::vector<StagePart> parts);
  void require_function(Side side) const;
  // Throws ArgumentError if the stage is running.
  void require_rest() const;
  // To be called before a function other than those two. Throws ArgumentError as they do.
  void enter_function(Side side) {
    if (running_ && side != target_) require_part(side);
    called_[static_cast<std::size_t>(side)] = true;
  }
  bool was_called(Side side) const { return called_[static_cast<std::size_t>(side)]; }

 private:
  friend class StageFunction;
  void require_part(Side side) const;

  struct Seen {
    const SharedDatum* datum;
    std::uint64_t changes;
  };

  std::string name_;
  Side target_ = Side::host;
  std::vector<StagePart> parts_;
  std::vector<Seen> seen_;  // each datum once
  bool was_seen_ = false;
  bool running_ = false;
  std::array<bool, 2> called_{};  // by side
  const Stage* outer_ = nullptr;
};

inline void StageFunction::operator()() const {
  stage_.enter_function(side_);
  function_();
}

// Thrown by a stage that chooses its side after its data have been copied.
class ChosenTooLate final : public ArgumentError {
 public:
  ChosenTooLate(const Stage& stage, const std::string& text) : ArgumentError(text), stage_(&stage) {}
  const Stage& stage() const { return *stage_; }

 private:
  const Stage* stage_;
};

}  // namespace stencil
#pragma GCC visibility pop
