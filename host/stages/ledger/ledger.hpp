// What stages moved, datum by datum, beside the least that would have done.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "host/stages/ledger/optimum.hpp"
#include "host/stages/observer.hpp"

namespace stencil {

struct MovedBytes {
  std::int64_t to_device = 0;
  std::int64_t from_device = 0;
  std::int64_t transfers = 0;

  std::int64_t bytes() const { return to_device + from_device; }
};

// Copies made because of one stage. Those of a flush outside any stage stand under the name given to flushing().
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

// An observer of runStage. Data join with what is right at that moment; copies of others are an error of the program.
class StageLedger final : public StageObserver {
 public:
  // Before the first stage that names it. Names are unique: throws ArgumentError for one that is there already.
  void join(const SharedDatum& datum);
  // What follows, up to the next stage, is a flush of the datum; call it before flush().
  void flushing(const SharedDatum& datum, const std::string& why);

  // The stage that runs moves rows itself, as part of what it does: that counts for the optimum too.
  void moved_by_stage(const StageCopy& copy);

  void begins(const Stage& stage) override;
  // Throws ArgumentError for a datum that has not joined.
  void copied(const StageCopy& copy) override;
  void leaves_device(const SharedDatum& datum) override;
  void ended(const Stage& stage) override;
  // What was copied for a stage that could not run counts as wanted there.
  void failed(const Stage& stage, bool was_run) override;

  // In the order of joining; stages of a datum by first copy.
  std::vector<DatumTraffic> data() const;
  const std::vector<StageTraffic>& stages() const { return stages_; }
  MovedBytes total() const;
  std::int64_t optimum_bytes() const;

 private:
  struct Entry {
    const SharedDatum* datum;
    CopyOptimum optimum;
    std::int64_t row_bytes;
    MovedBytes moved;
    std::int64_t by_stages = 0;  // bytes of moved

    std::int64_t optimum_bytes() const { return optimum.rows() * row_bytes + by_stages; }
  };

  Entry& entry(const SharedDatum& datum);

  std::vector<Entry> data_;
  std::vector<StageTraffic> stages_;
  std::string stage_;
  std::vector<StageCopy> copies_;  // since the stage began
};

}  // namespace stencil
