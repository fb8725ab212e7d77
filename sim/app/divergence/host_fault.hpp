// A run whose accelerators made no wrong call: the first row that they were given wrong.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "sim/app/json/json.hpp"
#include "sim/device/capsule/recording_accelerator.hpp"

namespace stencil {

// Where a row of a strip was wrong while the main loop ran as stages.
struct StagedRow {
  std::int64_t strip = 0;
  bool on_device = false;
  bool halo = false;
  std::string when;  // "after its copy, right on the host"
};

// A row of the field that a rank has otherwise than the golden solver has it then.
struct WrongRow {
  enum class Room { blocking, halo_exchange, stages, host_sweep, local_memory, input };
  enum class Found {
    load,      // in what a block loads
    put_back,  // in the rank's memory once the results of a block are there
    received,  // there, where other ranks' values are received for a block: they overwrite it
    result,    // there, after the last step
    read,      // in what the rank has read, before any step
    plan,      // in what a step leaves though every block is right: other points are set, or in another order
  };

  std::int64_t order = 0;  // a wrong row with a lower number, on whatever rank, came before
  Room room = Room::blocking;
  Found found = Found::load;
  std::int64_t step = 0;
  std::optional<CapsulePlace> block = std::nullopt;  // of the first three
  Bank bank = Bank::f;
  std::int64_t row = 0;  // of the field
  std::int64_t col = 0;
  std::uint64_t expected = 0;
  std::uint64_t got = 0;
  std::int64_t owner = 0;                               // rank that set it
  std::optional<std::int64_t> since = std::nullopt;     // step that set it; no value: as it was read
  std::optional<std::int64_t> read_row = std::nullopt;  // read: the row of the input that it is
  Bank read_bank = Bank::f;
  std::optional<std::int64_t> read_part = std::nullopt;  // rank whose local part begins there
  std::int64_t read_owner = 0;                           // rank that owns that row
  std::optional<StagedRow> staged = std::nullopt;        // found around a stage
};

// Asks `check` about the calls of each wait until it finds a row.
class LoadListener final : public CapsuleListener {
 public:
  using Check = std::function<std::optional<WrongRow>(const Capsule& calls)>;
  explicit LoadListener(Check check) : check_(std::move(check)) {}

  bool wants(std::int64_t) override { return !found_; }
  bool wants_results() const override { return true; }
  void after_wait(const Capsule& calls) override {
    if (!found_) found_ = check_(calls);
  }
  const std::optional<WrongRow>& found() const { return found_; }

 private:
  Check check_;
  std::optional<WrongRow> found_;
};

// Collective: the earliest of what the ranks found: {"where": "host" | "local memory", "room": "halo exchange" |
// "blocking" | "stages" | "host sweep" | "local memory" | "input" | null, "rank", "step", "strip", "block",
// "side": "host" | "device" | null, "bank", "row", "col", "from_rank", "expected", "got", "expected_value",
// "got_value", "ulp", "text"}.
Json host_fault_json(MPI_Comm communicator, const std::optional<WrongRow>& mine);

}  // namespace stencil
