// SPDX-License-Identifier: Apache-2.0
#include "sim/app/scale/traces/cluster_traces.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <filesystem>
#include <system_error>

#include "host/base/errors.hpp"
#include "host/io/output_file.hpp"

namespace stencil {
namespace {

// Each of these was found out by a replay that was off without it: docs/cluster.md.
constexpr const char* replay_script =
    "#!/bin/sh\n"
    "# Replays these traces with SimGrid's SMPI; the simulated seconds that it prints are cycles.\n"
    "cd \"$(dirname \"$0\")\" || exit 1\n"
    "exec smpirun -np {} -platform platform.xml -hostfile hosts -replay traces \\\n"
    "  --cfg=smpi/display-timing:yes --cfg=smpi/async-small-thresh:2000000000 \\\n"
    "  --cfg=smpi/send-is-detached-thresh:2000000000 --cfg=smpi/bw-factor:0:1 --cfg=smpi/lat-factor:0:1 \\\n"
    "  --cfg=network/TCP-gamma:0 \\\n"
    "  --cfg=network/weight-S:0 --log=xbt_cfg.thres:critical \"$@\"\n";

void check_traceable(const std::vector<RankLog>& logs) {
  for (const RankLog& log : logs)
    for (const RankEvent& event : log.events)
      if (event.kind == RankEvent::met) refuse_meetings();
}

}  // namespace

void refuse_meetings() {
  throw ArgumentError(
      "--history must not be given with --smpi or --goal: ranks meet for it, which costs nothing here and messages "
      "there");
}

std::string smpi_actions(const RankLog& log, std::int64_t rank) {
  std::string text = fmt::format("{} init\n", rank);
  std::int64_t at = 0;
  const auto compute = [&](std::int64_t until) {
    if (until > at) text += fmt::format("{} compute {}\n", rank, until - at);
    at = until;
  };
  for (const RankEvent& event : log.events) {
    compute(event.cycle);
    text +=
        fmt::format("{} {} {} 0 {}\n", rank, event.kind == RankEvent::sent ? "send" : "recv", event.peer, event.bytes);
  }
  compute(log.cycles);
  return text + fmt::format("{} finalize\n", rank);
}

std::string smpi_platform(const Network& network, std::int64_t ranks) {
  if (network.ranks_per_node != 1)
    throw ArgumentError(fmt::format("ranks_per_node is {}, must be 1 with --smpi, whose platform has no nodes",
                                    network.ranks_per_node));
  const Connection& way = network.between_nodes;
  const std::int64_t rate = way.bandwidth.bytes_per_1000_cycles;
  // Only a backbone of this kind lets messages pass one another: links of the hosts would be shared by their messages.
  return fmt::format(
      "<?xml version='1.0'?>\n"
      "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
      "<platform version=\"4.1\">\n"
      "  <cluster id=\"ranks\" prefix=\"rank-\" suffix=\"\" radical=\"0-{}\" speed=\"1f\" bw=\"1e18Bps\" lat=\"0s\"\n"
      "    bb_bw=\"{}Bps\" bb_lat=\"{}s\" bb_sharing_policy=\"FATPIPE\"/>\n"
      "</platform>\n",
      ranks - 1, rate == 0 ? std::string("1e18") : describe(way.bandwidth), way.latency_cycles);
}

void make_smpi_folder(const std::string& folder) {
  std::error_code problem;
  std::filesystem::create_directory(folder, problem);
  if (problem) throw ArgumentError(fmt::format("--smpi {}: cannot make a folder: {}", folder, problem.message()));
}

void write_smpi(const std::string& folder, const std::vector<RankLog>& logs, const Network& network) {
  check_traceable(logs);
  const auto ranks = static_cast<std::int64_t>(logs.size());
  const std::string platform = smpi_platform(network, ranks);
  make_smpi_folder(folder);
  std::string traces, hosts;
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    const std::string name = fmt::format("rank-{}.txt", rank);
    write_output(fmt::format("{}/{}", folder, name), smpi_actions(logs[static_cast<std::size_t>(rank)], rank));
    traces.append(name).append("\n");
    hosts += fmt::format("rank-{}\n", rank);
  }
  write_output(folder + "/traces", traces);
  write_output(folder + "/hosts", hosts);
  write_output(folder + "/platform.xml", platform);
  write_output(folder + "/replay.sh", fmt::format(replay_script, ranks));
}

std::string goal_text(const std::vector<RankLog>& logs) {
  check_traceable(logs);
  std::string text = fmt::format("num_ranks {}\n", logs.size());
  for (std::size_t rank = 0; rank < logs.size(); ++rank) {
    text += fmt::format("\nrank {} {{\n", rank);
    std::int64_t label = 0, last = 0, at = 0;  // last: what the next one waits for, never a send
    const auto add = [&](const std::string& what) {
      text += fmt::format("l{}: {}\n", ++label, what);
      if (last > 0) text += fmt::format("l{} requires l{}\n", label, last);
    };
    const auto compute = [&](std::int64_t until) {
      if (until > at) {
        add(fmt::format("calc {}", until - at));
        last = label;
      }
      at = until;
    };
    for (const RankEvent& event : logs[rank].events) {
      compute(event.cycle);
      const bool sends = event.kind == RankEvent::sent;
      add(fmt::format("{} {}b {} {} tag 0", sends ? "send" : "recv", event.bytes, sends ? "to" : "from", event.peer));
      if (!sends) last = label;
    }
    compute(logs[rank].cycles);
    text += "}\n";
  }
  return text;
}

}  // namespace stencil
