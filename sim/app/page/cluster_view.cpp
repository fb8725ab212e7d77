// SPDX-License-Identifier: Apache-2.0
#include "sim/app/page/cluster_view.hpp"

#include <algorithm>
#include <vector>

#include "sim/app/page/run_view.hpp"

namespace stencil {

// Virtual cluster time: the first ranks, and the last stretches of the critical path.
void put_cluster(Json& view, const Json& report) {
  if (!report.contains("cluster") || report["cluster"].is_null()) {
    view.put("cluster", nullptr);
    return;
  }
  const Json& all = report["cluster"];
  const Json& path = all["critical_path"];
  Json cluster;
  for (const char* name : {"network", "makespan_cycles", "waiting_cycles", "efficiency", "messages", "bytes"})
    cluster.put(name, all[name]);
  Json ranks = Json::array();
  for (const Json& rank : all["ranks"])
    if (ranks.size() < most_page_ranks) ranks.push_back(rank);
  cluster.put("rank_count", all["ranks"].size());
  cluster.put("ranks", ranks);
  const std::size_t count = path["stretches"].size();
  const std::size_t first = count > most_page_stretches ? count - most_page_stretches : 0;
  Json stretches = Json::array();
  for (std::size_t i = first; i < count; ++i) stretches.push_back(path["stretches"][i]);
  cluster.put("path_message_cycles", path["message_cycles"]);
  cluster.put("stretches", stretches);
  cluster.put("stretches_omitted", path["stretches_omitted"].integer() + static_cast<std::int64_t>(first));
  view.put("cluster", cluster);
}

}  // namespace stencil
