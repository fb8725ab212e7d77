// The first divergence of a capsule for programs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/json/json.hpp"
#include "sim/device/divergence/divergence.hpp"

namespace stencil {

// {"where": "sweep" | "load" | "store" | "local memory" | "interlock" |
//  "state of the device", "room", "side": "device" | "platform" | "reference" | null where nothing decides,
//  "source": files of a wrong reference, "rank", "step", "strip", "block",
//  "sweep", "row", "col": of the field, null where that is not known; "sweep" also where several can be it, or none,
//  "call", "command": in the capsule, "buffer": {"bank", "number", "word", "row", "col"},
//  "expected", "got": bits, "expected_value", "got_value", "formula_gives": bits, "ulp", "differing", "words",
//  "burst", "beat", "element", "lane", "formula",
//  "operands": [{"name", "bits", "value", "from"}], "operators": [{"step", "unit", "a", "b", "result"}],
//  "as_if", "fits", "of", "only_this_sweep",
//  "stray": {"command", "words", "first", "swept"}: results of that command in the buffer of this one,
//  "given_cycle", "leaves_cycle": device cycles of its command and of the first wrong word that is stored,
//  "operator": {"instance", "kind", "cycle", "expected", "got"}, "operators_right": null where none can be seen,
//  "text": for people}
// A field that does not apply is null.
Json divergence_json(const Capsule& capsule, const Divergence& divergence);

}  // namespace stencil
