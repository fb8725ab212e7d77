// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cluster/time/cluster_report.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/base/text.hpp"
#include "sim/app/output/text_table.hpp"

namespace stencil {
namespace {

constexpr std::size_t most_ranks_in_table = 32;

Json connection_json(const Connection& connection) {
  return {{"latency_cycles", connection.latency_cycles},
          {"bytes_per_cycle", static_cast<double>(connection.bandwidth.bytes_per_1000_cycles) / 1000.0}};
}

Connection read_connection(const Json& json) {
  return {json["latency_cycles"].integer(), Bandwidth::of("bytes_per_cycle", json["bytes_per_cycle"].number())};
}

std::string share(std::int64_t part, std::int64_t whole) {
  return fmt::format("{:.3f}", whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0);
}

// "rank 1 until 5,100, to rank 0, until 9,400": the last stretches.
std::string path_text(const VirtualTime& time) {
  constexpr std::size_t shown = 6;
  const auto& path = time.critical_path;
  std::string text;
  const std::size_t first = path.size() > shown ? path.size() - shown : 0;
  for (std::size_t i = first; i < path.size(); ++i) {
    if (!text.empty()) text += ", ";
    text += path[i].is_message() ? fmt::format("message to rank {}", path[i].rank)
                                 : fmt::format("rank {} until {}", path[i].rank, with_commas(path[i].end));
  }
  return (first > 0 ? "... " : "") + text;
}

}  // namespace

Json ClusterReport::json() const {
  Json ranks = Json::array();
  std::int64_t rank = 0;
  for (const RankTime& one : time.ranks)
    ranks.push_back(
        {{"rank", rank++}, {"cycles", one.busy}, {"waiting_cycles", one.waiting}, {"end_cycle", one.end()}});
  const auto& path = time.critical_path;
  const std::size_t first = path.size() > most_listed ? path.size() - most_listed : 0;
  Json stretches = Json::array();
  for (std::size_t i = first; i < path.size(); ++i) {
    Json stretch{{"rank", path[i].rank}, {"begin_cycle", path[i].begin}, {"end_cycle", path[i].end}};
    if (path[i].is_message()) stretch.put("from_rank", path[i].from);
    stretches.push_back(std::move(stretch));
  }
  return {{"network",
           {{"ranks_per_node", network.ranks_per_node},
            {"within_node", connection_json(network.within_node)},
            {"between_nodes", connection_json(network.between_nodes)}}},
          {"makespan_cycles", time.makespan()},
          {"waiting_cycles", time.waiting()},
          {"efficiency", time.efficiency()},
          {"messages", time.messages},
          {"bytes", time.bytes},
          {"ranks", std::move(ranks)},
          {"critical_path",
           {{"message_cycles", path_message_cycles()},
            {"stretches", std::move(stretches)},
            {"stretches_omitted", omitted + first}}}};
}

ClusterReport ClusterReport::read(const Json& json) {
  ClusterReport report;
  const Json& network = json["network"];
  report.network = {read_connection(network["between_nodes"]), read_connection(network["within_node"]),
                    network["ranks_per_node"].integer()};
  report.time.messages = json["messages"].integer();
  report.time.bytes = json["bytes"].integer();
  for (const Json& rank : json["ranks"])
    report.time.ranks.push_back({rank["cycles"].integer(), rank["waiting_cycles"].integer()});
  for (const Json& one : json["critical_path"]["stretches"]) {
    const std::int64_t rank = one["rank"].integer();
    report.time.critical_path.push_back({rank, one.contains("from_rank") ? one["from_rank"].integer() : rank,
                                         one["begin_cycle"].integer(), one["end_cycle"].integer()});
  }
  report.omitted_message_cycles =
      json["critical_path"]["message_cycles"].integer() - report.time.message_cycles_on_path();
  report.omitted = static_cast<std::size_t>(json["critical_path"]["stretches_omitted"].integer());
  return report;
}

std::string ClusterReport::lines() const {
  const std::int64_t end = time.makespan();
  std::string text = "virtual cluster time: " + text_of_messages(network) + '\n';
  TextTable table;
  table.add({"rank", "cycles", "waiting", "end", "busy"});
  for (std::size_t rank = 0; rank < std::min(time.ranks.size(), most_ranks_in_table); ++rank) {
    const RankTime& one = time.ranks[rank];
    table.add({std::to_string(rank), with_commas(one.busy), with_commas(one.waiting), with_commas(one.end()),
               share(one.busy, end)});
  }
  text += table.text();
  if (time.ranks.size() > most_ranks_in_table)
    text += fmt::format("and {} more ranks\n", time.ranks.size() - most_ranks_in_table);
  text += wrapped(fmt::format("makespan {}, efficiency {:.3f}; {} of {}", counted(end, "cycle"), time.efficiency(),
                              counted(time.messages, "message"), counted(time.bytes, "byte")),
                  2, 0);
  if (time.ranks.size() == 1) return text;
  text += '\n' +
          wrapped(fmt::format("critical path: {} in messages; {}", share(path_message_cycles(), end), path_text(time)),
                  2, 0);
  return text;
}

ReportSection::PlanCheck ClusterReport::check() const {
  std::int64_t at = time.critical_path.empty() ? 0 : time.critical_path.front().begin;
  bool joined = at == 0 || omitted > 0;
  for (const Stretch& stretch : time.critical_path) {
    joined = joined && stretch.begin == at;
    at = stretch.end;
  }
  return {"cluster", "critical path",
          fmt::format("its {} lie one behind another until the makespan, cycle {}",
                      counted(static_cast<std::int64_t>(time.critical_path.size()), "stretch", "stretches"),
                      with_commas(time.makespan())),
          joined && at == time.makespan()};
}

}  // namespace stencil
