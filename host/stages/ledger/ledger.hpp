// Records the bytes that stages moved, per datum, with the least that any way of copying would have moved.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/stages/ledger/optimum.hpp"
#include "host/stages/observer.hpp"

#pragma GCC visibility push(default)
namespace stencil {

struct MovedBytes {
  std::int64_t to_device = 0;
  std::int64_t from_device = 0;
  std::int64_t transfers = 0;

  std::int64_t bytes() const { return to_device + from_device; }
};

// Copies made for one stage. Those of a flush outside any stage have the name given to flushing(), or without it that
// of the stage before.
struct StageTraffic {
  std::string stage;
  std::string datum;
  MovedBytes moved;
};

struct DatumTraffic {
  std::string datum;
  MovedBytes moved;
  std::int64_t optimum_bytes = 0;
};

// An observer of runStage and flush. Data join with the validity they have at that moment; copies of other data are an
// error. Stages and flushes that run without the ledger are not in it, and its optimum is then not that of the program.
// Data may be destroyed before the ledger, which keeps what they moved.
class StageLedger final : public StageObserver {
 public:
  // Call it before the first stage that names the datum. Throws ArgumentError if another datum had the same name, also
  // one that has been destroyed.
  void join(const SharedDatum& datum);
  // Names the copies up to the next stage `why`; for a call before flush(). A flush without it counts too.
  void flushing(const SharedDatum& datum, const std::string& why);

  // For rows that the function of the running stage moves itself; they count for the optimum too.
  void moved_by_stage(const StageCopy& copy);

  void begins(const Stage& stage) override;
  // Throws ArgumentError for a datum that has not joined.
  void copied(const StageCopy& copy) override;
  void leaves_device(const SharedDatum& datum) override;
  void ended(const Stage& stage) override;
  // Copies for a stage that then could not run count as needed for the optimum.
  void failed(const Stage& stage, bool was_run) override;

  // data(): in the order of joining; stages(): in the order of first copies.
  [[nodiscard]] std::vector<DatumTraffic> data() const;
  const std::vector<StageTraffic>& stages() const { return stages_; }
  [[nodiscard]] MovedBytes total() const;
  [[nodiscard]] std::int64_t optimum_bytes() const;

 private:
  struct Entry {
    DatumReference<const SharedDatum> datum;
    std::string name;
    CopyOptimum optimum;
    std::int64_t row_bytes;
    MovedBytes moved;
    std::int64_t by_stages = 0;  // bytes moved by the functions of stages; included in `moved`

    std::int64_t optimum_bytes() const { return optimum.rows() * row_bytes + by_stages; }
  };

  Entry& entry(const SharedDatum& datum);

  std::vector<Entry> data_;
  std::vector<StageTraffic> stages_;
  std::string stage_;
  std::vector<StageCopy> copies_;  // since the stage began
};

}  // namespace stencil
#pragma GCC visibility pop
