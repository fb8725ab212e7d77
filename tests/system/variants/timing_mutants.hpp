// RTL that loses cycles in one way each (tests/variants/timing.cmake), and what `compare` must report of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil::test {

// cause: a regular expression for the first explanation. Each other one that is certain must match it too: no other
// cause may be named.
struct TimingMutant {
  const char* name;
  const char* cause;
};

// Written before the first run of each; amended after it where `was:` gives what was expected.
inline constexpr TimingMutant sweep_mutants[] = {
    {"row-bubble", R"(compute: 1 cycle more per row of a pass \(a bubble per row\))"},
    {"turn-skewed", R"(compute: 2 cycles more per turnaround between rows of a pass .*in joined blocks)"},
    {"turn-all", R"(compute: 1 cycle more per turnaround between rows of a pass)"},
    {"last-block-rows", R"(compute: 1 cycle more per row of a pass .*in blocks joined above alone)"},
    {"classic-rows", R"(compute: 4 cycles more per row of a pass .*in blocks that are not joined)"},
    {"wide-rows", R"(compute: 3 cycles more per row of a pass .*in blocks of 77 columns or more)"},
    {"beat-bubble", R"(compute: 1 cycle more per beat of the engine \(a bubble per beat\))"},
    {"engine-bubble-7", R"(compute: 1 cycle more in every 7 beats)"},
    {"engine-bubble-40", R"(compute: 1 cycle more in every (40|3\d to 4\d) beats)"},
    {"pass-bubble", R"(compute: 3 cycles more per pass \(pass overhead\))"},
    {"pass-gap", R"(stall: 1 cycle more per change of passes \(pass gap\))"},
    {"sweep-bubble", R"(compute: 1 cycle more per sweep \(sweep overhead\))"},
    {"command-bubble", R"(fill: 5 cycles more per command \(drain\))"},
    {"drain-bubble", R"(fill: 1 cycle more per command \(drain\))"},
    {"deep-drain", R"(fill: 1 cycle more per sweep of the deepest pass \(latency of a processing element\))"},
    // was: store: a wait shows as load where rows of the next block are being loaded
    {"late-verdict", R"(load and store: 1 cycle more per block \(wait before a command, or for its buffer)"},
    // was: store
    {"command-wait", R"(load and store: 4 cycles more per block \(wait before a command, or for its buffer)"},
    // was: store
    {"short-command",
     R"(load and store: 6 cycles more per block \(wait before a command, or for .* in blocks of 11 rows or fewer)"},
    {"late-plan", R"(store: 8 cycles more .*first block of a step.*plan of its passes)"},
    {"follow-wait", R"(stall: 5 cycles more per command after another \(interlock, or gate of a pass\))"},
    // The chained commands of these classes have one lag, 32 cycles.
    {"even-wait",
     R"(stall: a command that follows another (no longer )?waits for the lag .*, or 32 cycles more per command)"},
    {"whole-pass",
     R"(stall: 1 cycle more per cycle of the way out .*last result of the one before, not for the first)"},
    {"padded-rows",
     R"(fill: 1 cycle more per row of a pass but the last, .*not joined and whose rows have an odd number of beats)"},
    {"lost-chaining", R"(fill: .*loss of chaining)"},
    // was: loads and stores; but for three last blocks the cycles are those of lost-load-overlap
    {"lost-overlap", R"(loads no longer run beside compute, .*do not show whether stores do)"},
    {"lost-load-overlap", R"(loads no longer run beside compute)"},
    {"reads-yield", R"(loads and stores no longer run beside one another)"},
    {"reads-yield-beats", R"(loads and stores no longer run beside one another \(contention\), in)"},
    {"interlock-all", R"(overlap: not explained: .*interlock wait)"},
    {"load-burst-gap", R"(load: 1 cycle more per load burst after another \(burst overhead\))"},
    {"load-bubble-11", R"(load: 1 cycle more in every 11 beats)"},
    {"load-bubble-16", R"(load: 1 cycle more in every 16 beats)"},
    {"load-bubble-27", R"(load: 1 cycle more in every (27|2\d to [23]\d) beats)"},
    {"load-page", R"(load: 1 cycle more in every (64|[56]\d to [67]\d) beats)"},
    {"load-bank-r", R"(load: 1 cycle more .*per beat of one bank)"},
    {"paced-writes", R"(load: 1 cycle more per beat loaded \(a bubble per beat\))"},
    // was: per block
    {"response-late", R"(load: 1 cycle more per load waited for \(start or response of a load\))"},
    // was: 37 per block; responses wait for one another
    {"late-responses", R"(load: not explained: \+37 to \+110 cycles per block)"},
    {"store-burst-gap", R"(store: 1 cycle more per store burst \(burst overhead\))"},
    {"store-burst-after", R"(store: 3 cycles more per store burst after another \(burst overhead\))"},
    {"store-beat", R"(store: 1 cycle more per beat stored \(a bubble per beat\))"},
    {"late-reads", R"(store: 5 cycles more per beat stored \(a bubble per beat\))"},
    // was: 6 per block; a first block writes five more registers
    {"register-late", R"(idle: (1 cycle more per block \(registers, |5 cycles more per first block of a step))"},
    {"register-read-late",
     R"(idle: \d+ cycles? more per block \(registers, completion, CHANGE, or wait before a command\))"},
    // was: the same for each block
    {"late-registers", R"(idle: (71 cycles more per block \(registers, |230 cycles more per first block of a step))"},
};

inline constexpr TimingMutant tile_mutants[] = {
    {"tile-pass-gap", R"(fill: 1 cycle more per pass \(pass overhead\))"},
    {"tile-sweep", R"((compute|fill): 1 cycle more per sweep \(sweep overhead\))"},
    {"tile-band", R"(compute: 2 cycles more per band of rows)"},
    {"tile-wide-row", R"(compute: 1 cycle more per row slot of each band before another.* \(longer rows of a band\))"},
    {"tile-slot", R"(compute: tiles are processed in 1 row slot (more|fewer) \(row slots\))"},
    {"tile-round", R"(compute: 1 cycle more per round of the row slots)"},
    {"late-verdict", R"(store: 1 cycle more per block \(start of a store, or wait before a command\))"},
    {"load-burst-gap", R"(load: 1 cycle more per load burst after another \(burst overhead\))"},
    {"store-burst-gap", R"(store: 1 cycle more per store burst \(burst overhead\))"},
    {"load-bubble-16", R"(load: 1 cycle more in every 16 beats)"},
    {"paced-writes", R"(load: 1 cycle more per beat loaded \(a bubble per beat\))"},
    // was: per block; these tiles wait for one load each
    {"response-late", R"(load: 1 cycle more per load waited for .*, or 1 cycle more per block)"},
    // was: 4 per block; a tile of another width writes one register more
    {"register-late", R"(idle: not explained: )"},
};

// In stages with a change, which is not read once for each block.
inline constexpr TimingMutant stage_mutants[] = {
    {"change-late", R"(idle: not explained: \+\d+ cycles in \d+ blocks)"},
    {"register-read-late",
     R"(idle: 2 cycles more per block \(registers, completion, CHANGE, or wait before a command\), or )"},
};

}  // namespace stencil::test
