// All of a capsule but its values, as JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/json/json.hpp"
#include "sim/device/capsule/capsule.hpp"

namespace stencil {

// {"program": "0.1.0", "accel": "rtl", "config": "small", "parameters": "PES=4 ...", "plusargs": "+variant=...",
//  "arithmetic": "operators" | "points", where it is not that of the RTL,
//  "rtl": "SHA-256" | "", "link": {"burst_beats", "bytes_per_cycle", "latency_cycles", "stalls" where it is not 0},
//  "capabilities": {...},
//  "origin": {"rank", "step", "first_block", "command",
//             "places": [{"strip": 0 | null, "block", "row", "col", "step": where it is another}]},
//  "minimised": false, "failure": text, only where the device failed during the calls,
//  "weights": {"rdx2": "0x..."}, "before": null | command,
//  "contents": [place], "calls": [{"call": "load"|"store", place} | {"call": "wait"} |
//    {"call": "sweep"|"tile", fields of the command, "operator", "weights", "cycles": {...}, "model": {...}}]}
// place: {"bank": "f"|"r", "buffer", "offset", "words"}. Calls have "after": [positions of calls], but waits for
// all calls before them; a wait for one call and those before it names that alone. Stores have "expected": true where
// expected values follow theirs. Weights are their bits. A capsule without "places" does not know them.
Json capsule_head(const Capsule& capsule);

// Without the values; each place has its length. Throws JsonError for what is missing or of another kind or range.
Capsule capsule_of_head(const Json& head);

}  // namespace stencil
