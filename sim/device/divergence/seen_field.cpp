// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/seen_field.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "host/base/text.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/capsule/replay.hpp"
#include "sim/device/divergence/calls/shorter_calls.hpp"
#include "sim/device/kernels/common/pass_plan.hpp"

namespace stencil {
namespace {

using Kind = CapsuleCall::Kind;

// Loads between a command and a store into the buffer of both: of what they bring, the store shows nothing swept.
std::vector<Place> loaded_between(const Capsule& calls, std::size_t command, std::size_t store) {
  std::vector<Place> loaded;
  for (std::size_t i = command; i < store; ++i) {
    const CapsuleCall& call = calls.calls[i];
    if (call.kind == Kind::load && call.place.bank == Bank::f && call.place.buffer == calls.calls[store].place.buffer)
      loaded.push_back(call.place);
  }
  return loaded;
}

bool has_word(const std::vector<Place>& places, std::int64_t word) {
  return std::any_of(places.begin(), places.end(), [&](const Place& place) {
    return word >= place.offset_words && word < place.offset_words + place.length_words;
  });
}

// The command of a chain that takes cycles for whole rows more, or fewer, than its passes need by the laws.
struct OtherRows {
  std::size_t call;
  std::int64_t rows;    // more
  std::int64_t cycles;  // of compute, more
};

std::optional<OtherRows> other_rows(const Capsule& calls, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i <= last; ++i) {
    const CapsuleCall& call = calls.calls[i];
    const auto* const sweep = std::get_if<SweepCommand>(&call.command);
    if (call.kind != Kind::command || sweep == nullptr) continue;
    const std::int64_t more = call.cycles.compute - call.model.compute;
    if (call.model.compute <= 0 || more == 0) continue;
    const std::int64_t beats = (sweep->cols + calls.capabilities.lanes - 1) / calls.capabilities.lanes;
    const std::int64_t passes = plan_passes(sweep->niter, calls.capabilities.pes).passes;
    if (more % beats != 0 || std::abs(more / beats) > passes) return std::nullopt;
    return OtherRows{i, more / beats, more};
  }
  return std::nullopt;
}

}  // namespace

SeenField seen_field(const SweptChain& chain, std::size_t look, std::int64_t sweeps) {
  const Capsule& calls = chain.calls;
  const std::vector<double>& golden = chain.field.after(sweeps);
  const std::vector<std::size_t> positions = command_positions(calls);
  SeenField seen{golden, golden, std::vector<char>(golden.size())};
  for (std::size_t i = positions[chain.first]; i < calls.calls.size(); ++i) {
    const CapsuleCall& call = calls.calls[i];
    if (call.kind != Kind::store || call.place.bank != Bank::f) continue;
    const std::optional<std::size_t> command =
        i >= look ? std::optional(positions[chain.last]) : command_of(calls, i, call.place.buffer);
    if (!command || *command < positions[chain.first] || *command > positions[chain.last]) continue;
    const std::vector<Place> loaded = loaded_between(calls, *command, i);
    const std::size_t number = commands_before(calls, *command);
    const std::int64_t at = chain.field.first_finished(number, sweeps) * chain.field.cols() + call.place.offset_words;
    for (std::size_t k = 0; k < call.data.size(); ++k) {
      const auto word = static_cast<std::size_t>(at) + k;
      if (word >= golden.size() || has_word(loaded, call.place.offset_words + static_cast<std::int64_t>(k))) continue;
      seen.device[word] = call.data[k];
      seen.golden[word] = call.expected[k];
      seen.shown[word] = 1;
      seen.differs = seen.differs || bits_of(call.data[k]) != bits_of(call.expected[k]);
    }
  }
  const CapsuleCall& last = calls.calls[positions[chain.last]];
  if (last.model.compute > 0 && last.cycles.compute != last.model.compute)
    seen.took = TookCycles::others;
  else if (last.model.compute > 0)
    seen.took = last.cycles.stall == last.model.stall  ? TookCycles::all
                : last.cycles.stall < last.model.stall ? TookCycles::all_but_waits
                                                       : TookCycles::others;
  return seen;
}

std::optional<ValueExplanation> with_rows_of_pass(std::optional<ValueExplanation> guess, const Capsule& calls,
                                                  std::size_t first, std::size_t last) {
  if (guess && (guess->step || guess->input || guess->whole_sweeps)) return guess;
  const auto other = other_rows(calls, first, last);
  if (!other) return guess;
  const char* const many = other->rows > 0 ? "more" : "fewer";
  std::string as_if =
      fmt::format("a pass of call {} had had {} {}: its sweeps take {} {} of compute than the laws say", other->call,
                  counted(std::abs(other->rows), "row"), many, counted(std::abs(other->cycles), "cycle"), many);
  if (!guess) guess.emplace();
  if (!guess->as_if.empty()) as_if += "; " + guess->as_if;
  guess->component = "rows of a pass";
  guess->as_if = std::move(as_if);
  return guess;
}

void settle(SweptField& field, std::int64_t sweep, SeenField agreed, SeenField& after) {
  if (std::count(agreed.shown.begin(), agreed.shown.end(), char{0}) > 0) {
    const std::vector<double> exact = field.exact(sweep);
    for (std::size_t word = 0; word < exact.size(); ++word) {
      if (agreed.shown[word] == 0) agreed.device[word] = exact[word];
    }
  }
  field.settle(sweep, std::move(agreed.device));
  const std::vector<double>& exact = field.after(sweep + 1);
  for (std::size_t word = 0; word < exact.size(); ++word) {
    if (after.shown[word] == 0) after.device[word] = after.golden[word] = exact[word];
  }
}

WrongSide side_of(const std::vector<double>& exact, const SeenField& seen) {
  const bool device_right = same_bits(seen.device, exact);
  const bool golden_right = same_bits(seen.golden, exact);
  if (device_right == golden_right) return WrongSide::unknown;
  return device_right ? WrongSide::reference : WrongSide::device;
}

std::string golden_source(const SweptField& field, bool golden_field_right) {
  if (field.is_tile()) return "models/gauss_seidel_tile.cpp";
  const auto& sweep = std::get<SweepCommand>(field.command());
  const bool is_chain = field.commands() > 1 || sweep.above || sweep.below;
  if (golden_field_right && is_chain) return "models/skewed_sweeps.cpp, models/local_memory.cpp";
  if (golden_field_right) return "models/jacobi.cpp, models/local_memory.cpp";
  if (std::holds_alternative<FormulaWeights>(sweep.weights)) return "models/jacobi.cpp, models/kernel_rows";
  if (sweep.weights.index() == 0) return "models/jacobi.cpp";
  // The other operators have their rows in folders of their names.
  std::string name = operator_name(sweep.weights);
  std::replace(name.begin(), name.end(), '-', '_');
  return "models/jacobi.cpp, models/" + name + "/" + name + "_row.cpp";
}

}  // namespace stencil
