// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/terms/cycle_terms.hpp"

#include <map>

#include "sim/app/compare/causes/terms/lone_command.hpp"

namespace stencil {

const std::vector<Term>& terms_of(const std::string& cause) {
  using namespace counts;
  static const Term further = {"start or response of a transfer", "transfer beyond three of a block",
                               "at each transfer beyond three", "blockings", more_transfers};
  static const Term step = {"registers of a job, or plan of its passes", "first block of a step",
                            "at the first block of a step", "places", step_starts};
  static const Term row = {"a bubble per row", "row of a pass", "at each row of a pass", "rows", pass_rows};
  static const Term beat = {"a bubble per beat", "beat of the engine", "at each beat of the engine", "columns",
                            engine_beats};
  static const Term turn = {"turnaround", "turnaround between rows of a pass",
                            "at each turnaround between rows of a pass", "rows", turnarounds};
  static const Term any_turn = {"turnaround", "turnaround between rows of a command",
                                "at each turnaround between rows of a command", "rows", command_turnarounds};
  static const Term longer = {"longer rows", "row of a pass, and of those in the line buffers",
                              "at each row, in the line buffers too", "sweeps", longer_rows};
  static const Term padded = {"longer rows", "row of a pass but the last, and of those in the line buffers",
                              "at each row, in the line buffers too", "sweeps", padded_rows};
  static const Term band = {"start of a band", "band of rows", "at each band of rows", "rows", bands};
  static const Term long_row = {"longer rows of a band", "row slot of each band before another",
                                "at each row slot of the bands but the last", "rows", band_slots};
  static const Term wide_row = {
      "longer rows of a band", "row slot of each band before another, in rows of more than two columns per slot",
      "at each row slot of the bands but the last, where rows are wide", "rows", wide_band_slots};
  static const Term round = {"a bubble per round", "round of the row slots", "at each round of the row slots", "rows",
                             rounds};
  static const Term gap = {"pass gap", "change of passes", "at the change of passes", "sweeps", pass_changes};
  static const Term pass = {"pass overhead", "pass", "at each pass", "sweeps", passes};
  static const Term latency = {"latency of a processing element", "sweep of the deepest pass",
                               "in the filling of the cascade", "sweeps", deepest};
  static const Term step_between = {"a register between processing elements",
                                    "step between elements of the deepest pass",
                                    "in the filling of the cascade, between elements", "sweeps", element_steps};
  static const Term sweep = {"sweep overhead", "sweep", "at each sweep", "sweeps", sweeps};
  static const std::map<std::string, std::vector<Term>> terms{
      {"load",
       {{"burst overhead", "load burst", "at each load burst", "bursts", load_bursts},
        {"burst overhead", "load burst after another", "at each load burst after another", "bursts", more_load_bursts},
        {"a bubble per beat", "beat loaded", "at each beat loaded", "rows", load_beats},
        {"a bubble within bursts", "beat loaded but the last of a burst", "at each beat loaded but the last of a burst",
         "bursts", inner_load_beats},
        {"a bubble per beat of one bank", "beat of bank r", "at each beat of bank r", "banks", r_beats},
        {"a bubble per beat of one bank", "beat of bank f", "at each beat of bank f", "banks", f_beats},
        {"start or response of a load", "load waited for", "once per load waited for", "blockings", load_waits},
        further,
        {"start or response of a load, change of buffers, or wait before a command", "block", "once per block",
         "blocks", blocks},
        step}},
      {"store",
       {{"burst overhead", "store burst", "at each store burst", "bursts", store_bursts},
        {"burst overhead", "store burst after another", "at each store burst after another", "bursts",
         more_store_bursts},
        {"a bubble per beat", "beat stored", "at each beat stored", "rows", store_beats},
        {"a bubble within bursts", "beat stored but the last of a burst", "at each beat stored but the last of a burst",
         "bursts", inner_store_beats},
        further,
        {"start of a store, or wait before a command", "block", "once per block", "blocks", blocks},
        step}},
      {"compute",
       {row,
        beat,
        turn,
        any_turn,
        longer,
        padded,
        {"a bubble per row", "row of a sweep", "at each row of a sweep", "sweeps", swept_rows},
        band,
        long_row,
        wide_row,
        round,
        gap,
        pass,
        latency,
        step_between,
        sweep,
        {"command overhead", "command", "once per command", "blocks", blocks}}},
      {"fill",
       {latency,
        step_between,
        gap,
        pass,
        sweep,
        row,
        beat,
        turn,
        any_turn,
        longer,
        padded,
        band,
        long_row,
        wide_row,
        round,
        {"drain", "command", "once per command, while the cascade fills or drains", "blocks", blocks}}},
      {"stall",
       {{"wait for results", "pass that waits for the one before", "where a pass waits for the one before", "rows",
         waiting_passes},
        {"latency of a processing element", "sweep of a pass that the next one waits for",
         "where a pass waits for the one before, for each sweep", "sweeps", waiting_sweeps},
        {"a register between processing elements", "step between elements of a pass that the next one waits for",
         "where a pass waits for the one before, between elements", "sweeps", waiting_steps},
        gap,
        {"pass gap", "change of passes without a wait", "at the changes of passes that wait for nothing", "sweeps",
         idle_changes},
        {"interlock, or gate of a pass", "command after another", "between one command and the next", "blocks",
         followed},
        {"wait before a command", "command", "once per command", "blocks", blocks}}},
      {"idle",
       {{"registers, completion, CHANGE, or wait before a command", "block",
         "once per block, at registers or before its command", "blocks", blocks},
        step}},
      {"several",
       {{"wait before a command, or for its buffer after it", "block", "once per block, at its command", "blocks",
         blocks},
        step}}};
  return terms.at(cause.find(" and ") == std::string::npos ? cause : "several");
}

const Term& whole_pass_term() {
  static const Term term = {"a pass waits for the last result of the one before, not for the first",
                            "cycle of the way out of a pass that another follows", "at the change of passes", "sweeps",
                            [](const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
                              const Delay whole{0, 0, true};
                              return recorded.count *
                                     (stall_cycles(key, device, whole) - stall_cycles(key, device, {}));
                            }};
  return term;
}

std::int64_t beats_of(const std::string& cause, const ClassKey& key, const RecordedClass& recorded,
                      const TermDevice& device) {
  if (cause == "load") return counts::load_beats(key, recorded, device);
  if (cause == "store") return counts::store_beats(key, recorded, device);
  return cause == "compute" ? counts::engine_beats(key, recorded, device) : 0;
}

std::int64_t runs_of_beats(const std::string& cause, const ClassKey& key, const RecordedClass& recorded,
                           const TermDevice& device) {
  if (cause == "compute") return counts::passes(key, recorded, device);
  return cause == "load" ? counts::load_transfers(key, recorded) : counts::store_transfers(key, recorded);
}

}  // namespace stencil
