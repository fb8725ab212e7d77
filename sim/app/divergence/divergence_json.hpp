// The first divergence of a capsule for programs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/json/json.hpp"
#include "sim/device/divergence/divergence.hpp"

namespace stencil {

// {"where": "sweep" | "load" | "store" | "local memory" | "interlock" |
//  "state of the device", "room", "rank", "step", "strip", "block",
//  "sweep", "row", "col": of the field, null where that is not known,
//  "call", "command": in the capsule, "buffer": {"bank", "number", "word", "row", "col"},
//  "expected", "got": bits, "expected_value", "got_value", "ulp", "differing", "words",
//  "burst", "beat", "element", "lane", "formula",
//  "operands": [{"name", "bits", "value", "from"}], "operators": [{"step", "unit", "a", "b", "result"}],
//  "as_if", "fits", "of", "only_this_sweep",
//  "given_cycle", "leaves_cycle": device cycles of its command and of the first wrong word that is stored,
//  "operator": {"instance", "kind", "cycle", "expected", "got"}, "operators_right": null where none can be seen,
//  "text": for people}
// A field that does not apply is null.
Json divergence_json(const Capsule& capsule, const Divergence& divergence);

}  // namespace stencil
