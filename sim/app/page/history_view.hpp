// Selects from a history the series that its page draws.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "sim/app/json/json.hpp"
#include "sim/app/page/history_file.hpp"

namespace stencil {

// Limits of the page: the last commits, and the first series of those that change, then of the others.
inline constexpr std::size_t most_page_commits = 200;
inline constexpr std::size_t most_page_series = 120;

// {file, commits: [{commit, date, subject, dirty}], other_commits, series: [{kind, group, name, values}],
// other_series}.
Json history_view(const History& history, const std::string& file);

}  // namespace stencil
