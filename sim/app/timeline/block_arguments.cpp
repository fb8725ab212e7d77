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
  void put(TraceArguments& arguments, const CauseCycles& cycles) const {
    for (std::size_t i = 0; i < cause_fields.size(); ++i)
      arguments.push_back({names_[i].c_str(), cycles.*cause_fields[i].member});
    arguments.push_back({names_.back().c_str(), cycles.total()});
  }

 private:
  std::array<std::string, cause_fields.size() + 1> names_;
};

// How a field is told. A field of another type does not compile.
void put(TraceArguments& to, const char* name, std::int64_t value) {
  to.push_back({name, value});
}
void put(TraceArguments& to, const char*, const ChainLinks& chain) {
  to.push_back({"above", chain.above});
  to.push_back({"below", chain.below});
}
void put(TraceArguments& to, const char*, const TileKind& tile) {
  to.push_back({"tile_class", name_of(tile.tile_class)});
  to.push_back({"backward", tile.backward});
}
void put(TraceArguments& to, const char* name, StepPlace place) {
  to.push_back({name, name_of(place)});
}
template <class Value>
void put(TraceArguments& to, const char* name, const std::optional<Value>& value) {
  if (value) put(to, name, *value);
}

bool as_predicted(const CycleCounts& cycles) {
  return std::all_of(cause_fields.begin(), cause_fields.end(),
                     [&](const CauseField& field) { return cycles.*field.member == cycles.model.*field.member; });
}

}  // namespace

void block_arguments(const BlockRecord& block, TraceArguments& arguments) {
  static const CauseNames cycles("cycles");
  static const CauseNames model("model");
  arguments.clear();
  const auto put_one = [&](const char* name, const auto& value) { put(arguments, name, value); };
  visit_fields(block, position_fields, put_one);
  visit_fields(block, class_fields, put_one);
  cycles.put(arguments, block.cycles);
  if (!as_predicted(block.cycles)) model.put(arguments, block.cycles.model);
  visit_other_counts(block, put_one);
}

}  // namespace stencil
