// SPDX-License-Identifier: Apache-2.0
#include "sim/app/timeline/block_arguments.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "sim/app/report/record_fields.hpp"

namespace stencil {
namespace {

// "cycles.load" and so on, "cycles.total" at the end.
class CauseNames {
 public:
  explicit CauseNames(const std::string& of) {
    for (std::size_t i = 0; i < cause_fields.size(); ++i) names_[i] = of + "." + cause_fields[i].name;
    names_.back() = of + ".total";
  }
  void put(TraceEvent& to, const CauseCycles& cycles) const {
    for (std::size_t i = 0; i < cause_fields.size(); ++i)
      to.argument(names_[i].c_str(), cycles.*cause_fields[i].member);
    to.argument(names_.back().c_str(), cycles.total());
  }

 private:
  std::array<std::string, cause_fields.size() + 1> names_;
};

// How a field is written. A field of another type does not compile.
void put(TraceEvent& to, const char* name, std::int64_t value) {
  to.argument(name, value);
}
void put(TraceEvent& to, const char*, const ChainLinks& chain) {
  to.argument("above", chain.above).argument("below", chain.below);
}
void put(TraceEvent& to, const char*, const TileKind& tile) {
  to.argument("tile_class", name_of(tile.tile_class)).argument("backward", tile.backward);
}
void put(TraceEvent& to, const char* name, StepPlace place) {
  to.argument(name, name_of(place));
}
template <class Value>
void put(TraceEvent& to, const char* name, const std::optional<Value>& value) {
  if (value) put(to, name, *value);
}

bool as_predicted(const CycleCounts& cycles) {
  return std::all_of(cause_fields.begin(), cause_fields.end(),
                     [&](const CauseField& field) { return cycles.*field.member == cycles.model.*field.member; });
}

}  // namespace

void put_block(TraceEvent& to, const BlockRecord& block) {
  static const CauseNames cycles("cycles");
  static const CauseNames model("model");
  const auto put_one = [&](const char* name, const auto& value) { put(to, name, value); };
  visit_fields(block, position_fields, put_one);
  visit_fields(block, class_fields, put_one);
  cycles.put(to, block.cycles);
  if (!as_predicted(block.cycles)) model.put(to, block.cycles.model);
  visit_other_counts(block, put_one);
}

}  // namespace stencil
