// SPDX-License-Identifier: Apache-2.0
#include "host/mpi/environment.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <set>
#include <utility>

#include "host/base/nearest.hpp"
#include "host/mpi/fatal.hpp"

namespace stencil {
namespace {

constexpr const char* prefix = "STENCIL_";

// entry is NAME=VALUE.
void add_entry(std::map<std::string, std::string>& variables, const char* entry) {
  const char* equals = std::strchr(entry, '=');
  if (equals != nullptr) variables.emplace(std::string(entry, equals), std::string(equals + 1));
}

// NAME=VALUE for each variable, each ended by a zero byte, which neither can contain.
std::string flatten(const std::map<std::string, std::string>& variables) {
  std::string text;
  for (const auto& [name, value] : variables) text.append(name).append(1, '=').append(value).append(1, '\0');
  return text;
}

std::map<std::string, std::string> unflatten(const char* text, std::size_t length) {
  std::map<std::string, std::string> variables;
  for (const char* entry = text; entry < text + length; entry += std::strlen(entry) + 1) {
    add_entry(variables, entry);
  }
  return variables;
}

// Every rank's variables, on rank 0.
std::vector<std::map<std::string, std::string>> gather(MPI_Comm communicator,
                                                       const std::map<std::string, std::string>& mine) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  const std::string text = flatten(mine);
  const int length = static_cast<int>(text.size());
  std::vector<int> lengths(rank == 0 ? static_cast<std::size_t>(ranks) : 0);
  MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, communicator);
  std::vector<int> offsets(lengths.size());
  std::exclusive_scan(lengths.begin(), lengths.end(), offsets.begin(), 0);
  std::string all(lengths.empty() ? 0 : static_cast<std::size_t>(offsets.back() + lengths.back()), '\0');
  MPI_Gatherv(text.data(), length, MPI_CHAR, all.data(), lengths.data(), offsets.data(), MPI_CHAR, 0, communicator);
  std::vector<std::map<std::string, std::string>> result;
  for (std::size_t r = 0; r < lengths.size(); ++r) {
    result.push_back(unflatten(all.data() + offsets[r], static_cast<std::size_t>(lengths[r])));
  }
  return result;
}

}  // namespace

const std::vector<std::string>& known_variables() {
  static const std::vector<std::string> names{"STENCIL_ACCEL",
                                              "STENCIL_ARITHMETIC",
                                              "STENCIL_BLOCKING",
                                              "STENCIL_BURST",
                                              "STENCIL_CACHE",
                                              "STENCIL_CHECK",
                                              "STENCIL_CHECK_STATUS",
                                              "STENCIL_CONFIG",
                                              "STENCIL_INSTRUCTIONS",
                                              "STENCIL_KERNEL",
                                              "STENCIL_LINK_BYTES",
                                              "STENCIL_LINK_LATENCY",
                                              "STENCIL_LINK_STALLS",
                                              "STENCIL_MODULES",
                                              "STENCIL_NODE_TIMEOUT",
                                              "STENCIL_PARANOID",
                                              "STENCIL_PARANOID_SECONDS",
                                              "STENCIL_PLUSARGS",
                                              "STENCIL_PORTION",
                                              "STENCIL_REPORT",
                                              "STENCIL_SCHEDULE",
                                              "STENCIL_SUMMARY",
                                              "STENCIL_TILES",
                                              "STENCIL_WATCH"};
  return names;
}

std::vector<std::string> misspelt_variables(const std::map<std::string, std::string>& mine) {
  constexpr std::size_t most_letters = 2;
  const std::vector<std::string>& known = known_variables();
  std::vector<std::string> lines;
  for (const auto& [name, value] : mine) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string meant = nearest(name, known);
    if (meant.empty() || edit_distance(name, meant) > most_letters) continue;
    lines.push_back(fmt::format("{} is not known and has no effect; did you mean {}?", name, meant));
  }
  return lines;
}

void warn_of_misspelt_variables() {
  static bool warned = false;
  if (std::exchange(warned, true)) return;
  int rank = 0;
  if (mpi_is_running()) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) return;
  for (const std::string& line : misspelt_variables(stencil_variables())) fmt::print(stderr, "stencil: {}\n", line);
}

std::map<std::string, std::string> stencil_variables() {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    if (std::strncmp(*entry, prefix, std::strlen(prefix)) == 0) add_entry(variables, *entry);
  }
  return variables;
}

std::vector<std::string> environment_differences(MPI_Comm communicator,
                                                 const std::map<std::string, std::string>& mine) {
  const auto all = gather(communicator, mine);
  if (all.empty()) return {};
  std::set<std::string> names;
  for (const auto& variables : all) {
    for (const auto& [name, value] : variables) names.insert(name);
  }
  const auto same = [](const auto& a, const auto& b, const std::string& name) {
    const auto in_a = a.find(name);
    const auto in_b = b.find(name);
    if (in_a == a.end() || in_b == b.end()) return in_a == a.end() && in_b == b.end();
    return in_a->second == in_b->second;
  };
  std::vector<std::string> lines;
  for (const std::string& name : names) {
    std::vector<int> differing;
    for (std::size_t rank = 1; rank < all.size(); ++rank) {
      if (!same(all[0], all[rank], name)) differing.push_back(static_cast<int>(rank));
    }
    if (differing.empty()) continue;
    const auto first = all[0].find(name);
    const std::string value = first == all[0].end() ? "not set" : "'" + first->second + "'";
    lines.push_back(fmt::format("{} is {} on rank 0 and something else on rank{} {}; mpirun -x {} sends it to all",
                                name, value, differing.size() == 1 ? "" : "s", rank_list(differing), name));
  }
  return lines;
}

std::string rank_list(const std::vector<int>& ranks) {
  std::string text;
  for (std::size_t begin = 0; begin < ranks.size();) {
    std::size_t end = begin + 1;
    while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1) ++end;
    if (!text.empty()) text += ", ";
    text += std::to_string(ranks[begin]);
    if (end - begin > 1) text += (end - begin > 2 ? "-" : ", ") + std::to_string(ranks[end - 1]);
    begin = end;
  }
  return text;
}

}  // namespace stencil
