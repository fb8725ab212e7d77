// A stage of a program: what it reads and writes, and how it is carried out on either side (Centaur).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "host/base/errors.hpp"
#include "host/stages/access.hpp"

namespace stencil {

// What a stage does on one side.
struct StagePart {
  Side side = Side::host;
  std::vector<Access> accesses;
};

class Stage;

// A function of a stage. Throws ArgumentError when the stage is being run by runStage, and not on this side: its data
// are elsewhere.
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

  // The same datum may stand in the list several times, with the same rows or others: a row that is read and
  // overwritten is updated. Either function may be empty if the target is never that side. A function on the device
  // returns when the device has done its work.
  // Throws ArgumentError for an empty name, a null datum, rows outside a datum, or no function for the target.
  Stage(std::string name, Side target, Function run_on_host, Function run_on_device, std::vector<Access> accesses);
  // As published: whole data, in two lists.
  Stage(std::string name, Side target, Function run_on_host, Function run_on_device,
        const std::vector<SharedDatum*>& reads, const std::vector<SharedDatum*>& writes)
      : Stage(std::move(name), target, std::move(run_on_host), std::move(run_on_device), accesses_of(reads, writes)) {}
  virtual ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  const std::string& name() const { return name_; }
  Side target() const { return target_; }
  // Where the stage runs from now on. Throws ArgumentError if it has no function for that side, or is being run.
  virtual void set_target(Side target);

  // Called by runStage before anything else: a stage that chooses its side by itself overrides it and calls
  // set_target() there. In run() it would be too late, the data have been copied for the other side.
  virtual void choose() {}

  // On which sides the stage runs, and with what; one part, unless the stage is divided.
  const std::vector<StagePart>& parts() const { return parts_; }

  // For runStage: whether nothing has changed for any datum of the stage since it was last seen, and whether it was.
  bool seen_unchanged() const {
    for (const Seen& seen : seen_) {
      if (seen.datum->changes() != seen.changes) return false;
    }
    return !parts_.empty() && was_seen_;
  }
  // Remembers how the data are now.
  void see();
  // Whatever it has seen.
  void forget() { was_seen_ = false; }

  // For runStage: the function of the stage is being called, as part of that of `outer` (null: of none).
  void begin_running(const Stage* outer);
  void end_running() { running_ = false; }
  bool is_running() const { return running_; }
  const Stage* outer() const { return outer_; }
  // Whether a function was called since the stage began to run.
  bool was_called() const { return called_; }

  // Calls the function of the target. A stage that needs more than one call overrides it; the data is where target()
  // says.
  virtual void run();

  // As published.
  const StageFunction runOnHost;
  const StageFunction runOnDevice;

 protected:
  // For stages that divide themselves: they give their parts before anybody runs them.
  Stage(std::string name, Function run_on_host, Function run_on_device);
  // Throws ArgumentError as the constructor; the parts stay as they were.
  void set_parts(std::vector<StagePart> parts);
  void require_function(Side side) const;
  // Throws ArgumentError when the stage is being run.
  void require_rest() const;
  // For functions other than those two: throws ArgumentError as they do.
  void enter_function(Side side) {
    if (running_ && side != target_) require_part(side);
    called_ = true;
  }

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
  bool called_ = false;
  const Stage* outer_ = nullptr;
};

inline void StageFunction::operator()() const {
  stage_.enter_function(side_);
  function_();
}

// What is thrown where a stage chooses its side when it is too late.
class ChosenTooLate final : public ArgumentError {
 public:
  ChosenTooLate(const Stage& stage, const std::string& text) : ArgumentError(text), stage_(&stage) {}
  const Stage& stage() const { return *stage_; }

 private:
  const Stage* stage_;
};

}  // namespace stencil
