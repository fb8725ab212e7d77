// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/tiles_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>

#include "host/base/text.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/output/summary/read_report.hpp"

namespace stencil {

std::int64_t TilesReport::makespan() const {
  std::int64_t latest = 0;
  for (const TileTime& time : times) latest = std::max(latest, time.now());
  return latest;
}

std::int64_t TilesReport::waiting_cycles() const {
  std::int64_t sum = 0;
  for (const TileTime& time : times) sum += time.waiting;
  return sum;
}

Json TilesReport::json() const {
  Json residual_list = Json::array();
  Json residual_bits = Json::array();
  for (const double residual : residuals) {
    residual_list.push_back(residual);
    residual_bits.push_back(fmt::format("0x{:016x}", bits_of(residual)));
  }
  Json latest(nullptr);
  Json waiting(nullptr);
  Json ranks(nullptr);
  if (!times.empty()) {
    latest = makespan();
    waiting = waiting_cycles();
    ranks = Json::array();
    std::int64_t rank = 0;
    for (const TileTime& time : times) {
      ranks.push_back(
          {{"rank", rank++}, {"cycles", time.busy}, {"waiting_cycles", time.waiting}, {"end_cycle", time.now()}});
    }
  }
  return {{"row_cuts", row_cuts},
          {"col_cuts", col_cuts},
          {"messages", messages},
          {"words", words},
          {"expected_messages", expected_messages},
          {"expected_words", expected_words},
          {"residuals", residual_list},
          {"residual_bits", residual_bits},
          {"makespan_cycles", latest},
          {"waiting_cycles", waiting},
          {"ranks", ranks},
          {"fused_tiles", fused.empty() ? Json(nullptr) : Json(fused)}};
}

TilesReport TilesReport::read(const Json& json) {
  TilesReport report;
  if (json.contains("fused_tiles") && !json["fused_tiles"].is_null()) report.fused = json["fused_tiles"].text();
  for (const Json& cut : json["row_cuts"]) report.row_cuts.push_back(cut.integer());
  for (const Json& cut : json["col_cuts"]) report.col_cuts.push_back(cut.integer());
  report.messages = json["messages"].integer();
  report.words = json["words"].integer();
  report.expected_messages = json["expected_messages"].integer();
  report.expected_words = json["expected_words"].integer();
  for (const Json& bits : json["residual_bits"]) report.residuals.push_back(from_bits(read_bits(bits)));
  if (json["ranks"].is_null()) return report;
  for (const Json& rank : json["ranks"])
    report.times.push_back({rank["cycles"].integer(), rank["waiting_cycles"].integer()});
  return report;
}

std::string TilesReport::lines() const {
  std::string text = fused.empty() ? "" : fmt::format("tiles of each subdomain fused to {}\n", fused);
  text += fmt::format("messages between subdomains: {} of {} in all; needed: {} of {}", with_commas(messages),
                      counted(words, "word"), with_commas(expected_messages), with_commas(expected_words));
  if (times.size() > 1) {
    text += fmt::format("\nwaiting for messages: {} on all ranks; the last ends in cycle {}",
                        counted(waiting_cycles(), "cycle"), with_commas(makespan()));
  }
  if (!residuals.empty()) {
    const std::size_t rounds = residuals.size() - 1;
    text += fmt::format("\nresidual: {:.17g} at first, {:.17g} after {}", residuals.front(), residuals.back(),
                        counted(rounds, "round"));
  }
  return text;
}

ReportSection::PlanCheck TilesReport::check() const {
  return {"tiles", "messages",
          fmt::format("{} of {} sent, the grid needs {} of {}", counted(messages, "message"), counted(words, "word"),
                      with_commas(expected_messages), with_commas(expected_words)),
          messages == expected_messages && words == expected_words};
}

}  // namespace stencil
