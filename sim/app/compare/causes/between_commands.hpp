// Waits of a command that follows another in the engine without a pause.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "sim/app/compare/causes/fit.hpp"

namespace stencil {

// Waits of as many cycles for each command. visible: classes whose schedule hides nothing; beyond: overlapped classes
// that differ.
std::optional<Fit> wait_between_commands(const std::vector<ClassPair>& pairs, const std::vector<bool>& visible,
                                         const std::vector<std::size_t>& beyond);

// Whether commands whose passes are equally deep wait for the lag of one processing element: the stall cycles of each
// step are those of so many commands. `one`: all that wait have the same lag, which may be a wait of that many cycles.
enum class Lags { none, one, several };
Lags lags_between_commands(const std::vector<ClassPair>& pairs, const std::vector<bool>& visible);

// Whether commands are no longer queued behind one another: none is chained, each that follows one costs idle cycles,
// of registers, and more of the stores shows; loads take as long as before. slower: lost, otherwise gained.
bool loses_queueing(const std::vector<ClassPair>& pairs, const std::vector<bool>& visible, bool slower);

}  // namespace stencil
