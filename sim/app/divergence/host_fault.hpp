// A run whose accelerators made no wrong call: the first row that they were given wrong.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "models/compare.hpp"
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
  enum class Component {
    blocking,
    halo_exchange,
    stages,
    host_sweep,
    local_memory,
    input,
    reference,
    change,
    collecting,
    distribution,
    handover  // of a device's buffers between RTL and model
  };
  enum class Found {
    load,       // in what a block loads
    results,    // in what a block gives, though it has loaded right rows
    stored,     // in the rank's memory: a block's right result goes to another row
    put_back,   // in the rank's memory once the results of a block are there
    received,   // there, where other ranks' values are received for a block: they overwrite it
    result,     // there, after the last step
    collected,  // on rank 0, though its owner has it right
    read,       // in what the rank has read, before any step
    change,     // not a row: the largest change of the first sweep of the step
    changed,    // in the device: a word that no call has set since, `whose` says where
    shared,     // none is wrong yet: how rows lie in the memory of ranks
    plan,       // in what a step leaves though every block is right: other points are set, or in another order
  };

  std::int64_t order = 0;  // a wrong row with a lower number, on whatever rank, came before
  Component component = Component::blocking;
  Found found = Found::load;
  std::int64_t step = 0;
  std::optional<CapsulePlace> block = std::nullopt;  // of the first five
  Bank bank = Bank::f;
  std::int64_t row = 0;  // of the field
  std::int64_t col = 0;
  std::uint64_t expected = 0;
  std::uint64_t got = 0;
  std::int64_t owner = 0;                            // rank that set it
  std::optional<std::int64_t> since = std::nullopt;  // step that set it; no value: as it was read
  std::string whose = {};                            // in place of owner and since: "which the rank has read right"
  std::string detail = {};                           // ": it holds row 24"
  std::optional<StagedRow> staged = std::nullopt;    // found around a stage
  std::string source = {};                           // of a wrong reference: the file that is wrong
  std::optional<std::int64_t> sweep = std::nullopt;  // of that step, which made the reference wrong
  bool is_ahead = false;                             // loaded before the step before has ended
  bool is_unstored = false;                          // no store of a block has brought it right
  bool only_solution = false;                        // and only the golden solution of the verdict
  bool model_too = false;                            // of `changed`, `change`: of the model of the device too
  bool change_on_device = false;                     // of `change`: the device measures it
  bool change_on_the_way = false;                    //   and the platform may have lost it
  // Calls whose results the formula does not give: the loops that compute them, which the golden models use too, are
  // wrong. Null: none.
  std::shared_ptr<Capsule> calls = nullptr;
  Json searched = nullptr;  // sim/app/divergence/divergence_json.hpp, of these calls

  static WrongRow at(std::int64_t row, const Mismatch& mismatch) {
    WrongRow wrong;
    wrong.row = row;
    wrong.col = mismatch.col;
    wrong.expected = mismatch.expected_bits;
    wrong.got = mismatch.got_bits;
    return wrong;
  }
  // The row is what the formula of a point gives: what it was compared with is wrong.
  void blame_reference(const char* file) {
    component = Component::reference;
    source = file;
  }
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
// "blocking" | "stages" | "host sweep" | "distribution" | "local memory" | "input" | "reference" | "collecting" |
// "handover" | null, "rank", "step", "strip", "block", "side": "host" | "device" | "platform" | "input" | "reference" |
// null, "source": file of a wrong reference, "bank", "row", "col", "from_rank", "expected", "got", "expected_value",
// "got_value", "ulp", "unstored": true, "text"}. "unstored" only of a row that no store of a block has brought right;
// "room" of a largest change, which no row is, is null.
Json host_fault_json(MPI_Comm communicator, const std::optional<WrongRow>& mine);

}  // namespace stencil
