// A stage of a program: what it reads and writes, and how it is carried out on either side (Centaur).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "host/stages/access.hpp"

namespace stencil {

// What a stage does on one side.
struct StagePart {
  Side side = Side::host;
  std::vector<Access> accesses;
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
  // Where the stage runs from now on. Throws ArgumentError if it has no function for that side.
  virtual void set_target(Side target);

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

  // Calls the function of the target. A stage that needs more than one call, or chooses otherwise, overrides it; the
  // data is where target() says.
  virtual void run();

  // As published.
  const Function runOnHost;
  const Function runOnDevice;

 protected:
  // For stages that divide themselves: they give their parts before anybody runs them.
  Stage(std::string name, Function run_on_host, Function run_on_device);
  // Throws ArgumentError as the constructor; the parts stay as they were.
  void set_parts(std::vector<StagePart> parts);
  void require_function(Side side) const;

 private:
  struct Seen {
    const SharedDatum* datum;
    std::uint64_t changes;
  };

  std::string name_;
  Side target_ = Side::host;
  std::vector<StagePart> parts_;
  std::vector<Seen> seen_;  // each datum once
  bool was_seen_ = false;
};

}  // namespace stencil
