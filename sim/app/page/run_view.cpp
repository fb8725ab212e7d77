// SPDX-License-Identifier: Apache-2.0
#include "sim/app/page/run_view.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <vector>

#include "host/base/text.hpp"
#include "sim/app/json/utf8.hpp"
#include "sim/app/kernels/gauss_seidel/reported/tiles_section.hpp"
#include "sim/app/kernels/staged/reported/stages_section.hpp"
#include "sim/app/page/cluster_view.hpp"
#include "sim/app/page/reproduce.hpp"

namespace stencil {
namespace {

struct Verdict {
  const char* word;
  std::string text;
};

std::string place_text(const Json& mismatch) {
  const std::string strip = mismatch["strip"].is_null() ? "" : fmt::format("strip {}, ", mismatch["strip"].integer());
  return fmt::format("row {}, column {} (rank {}, step {}, {}block {}, sweep {})", mismatch["row"].integer(),
                     mismatch["col"].integer(), mismatch["rank"].integer(), mismatch["step"].integer(), strip,
                     mismatch["block"].integer(), mismatch["sweep"].integer());
}

Verdict verdict_of_report(const Json& report) {
  if (!report["error"].is_null()) {
    const Json& error = report["error"];
    return {"ERROR", fmt::format("rank {}: {}", error["rank"].integer(), error["text"].text())};
  }
  if (report["ok"].is_null()) return {"NOT CHECKED", "Nothing was compared: silence is not success."};
  if (report["ok"].boolean()) return {"PASS", "Every value compared has the bits of the golden solver."};
  const Json& first = report["first_mismatch"];
  if (first.is_null() && report.contains("changes") && report["changes"].contains("first")) {
    const Json& change = report["changes"]["first"];
    return {"FAIL", fmt::format("The largest change of step {} is {}, must be {}; all values are right.",
                                change["step"].integer(), change["got"].text(), change["expected"].text())};
  }
  if (first.is_null()) return {"FAIL", "The result differs from the golden solver."};
  const std::string distance =
      first["ulp"].is_null() ? "a NaN has no ULP distance" : first["ulp"].dump() + " ULP apart";
  return {"FAIL", fmt::format("First difference at {}: expected {}, got {}, {}.", place_text(first),
                              first["expected"].text(), first["got"].text(), distance)};
}

// Sums by cause, in the order of page_causes, and the total.
struct Sums {
  std::int64_t blocks = 0;
  std::int64_t causes[std::size(page_causes)] = {};
  std::int64_t total = 0;

  void add(const Json& cycles) {
    ++blocks;
    for (std::size_t i = 0; i < std::size(page_causes); ++i) causes[i] += cycles[page_causes[i]].integer();
    total += cycles["total"].integer();
  }
};

Json class_view(const Json& one) {
  const Json& cycles = one["cycles"];
  Json view;
  view.put("label", one["label"].text());
  view.put("count", one["count"].integer());
  for (const char* cause : page_causes) view.put(cause, cycles[cause]["sum"].integer());
  view.put("total", Json{{"minimum", cycles["total"]["minimum"].integer()},
                         {"maximum", cycles["total"]["maximum"].integer()},
                         {"sum", cycles["total"]["sum"].integer()}});
  view.put("model_total", one["model"]["total"]["sum"].integer());
  view.put("ideal", one["ideal_cycles"]["sum"].integer());
  view.put("roofline", one["roofline_cycles"]["sum"].integer());
  view.put("bytes_to_device", one["bytes_to_device"]["sum"].integer());
  view.put("bytes_from_device", one["bytes_from_device"]["sum"].integer());
  return view;
}

void put_classes(Json& view, const Json& report) {
  std::vector<Json> classes;
  for (const Json& one : report["classes"]) classes.push_back(class_view(one));
  std::stable_sort(classes.begin(), classes.end(), [](const Json& a, const Json& b) {
    return a["total"]["sum"].integer() > b["total"]["sum"].integer();
  });
  std::int64_t count = 0;
  std::int64_t total = 0;
  const std::size_t shown = std::min(classes.size(), most_page_classes);
  for (std::size_t i = shown; i < classes.size(); ++i) {
    count += classes[i]["count"].integer();
    total += classes[i]["total"]["sum"].integer();
  }
  view.put("other_classes", Json{{"classes", classes.size() - shown}, {"count", count}, {"total", total}});
  classes.resize(shown);
  view.put("classes", Json(classes));
}

// Bytes per cycle that the link moves each way.
std::int64_t link_bytes(const Json& machine) {
  const std::int64_t port = machine["axi_data_bits"].integer() / 8;
  const std::int64_t link = machine["link_bytes_per_cycle"].integer();
  return std::max<std::int64_t>(1, link == 0 ? port : std::min(link, port));
}

// Blocks of one rank, several blocks per bar where there are many.
Json bars_view(const std::vector<const Json*>& blocks, std::int64_t bytes_a_cycle, std::size_t blocks_a_bar) {
  Json bars = Json::array();
  for (std::size_t begin = 0; begin < blocks.size(); begin += blocks_a_bar) {
    const std::size_t end = std::min(blocks.size(), begin + blocks_a_bar);
    Sums sums;
    std::int64_t to_device = 0;
    std::int64_t from_device = 0;
    for (std::size_t i = begin; i < end; ++i) {
      sums.add((*blocks[i])["cycles"]);
      to_device += (*blocks[i])["bytes_to_device"].integer();
      from_device += (*blocks[i])["bytes_from_device"].integer();
    }
    Json bar = Json::array({sums.blocks, (*blocks[begin])["step"]});
    for (const std::int64_t cycles : sums.causes) bar.push_back(cycles);
    bar.push_back(sums.total);
    bar.push_back((to_device + bytes_a_cycle - 1) / bytes_a_cycle);
    bar.push_back((from_device + bytes_a_cycle - 1) / bytes_a_cycle);
    bars.push_back(bar);
  }
  return bars;
}

void put_ranks(Json& view, const Json& report) {
  std::map<std::int64_t, std::vector<const Json*>> by_rank;
  std::map<std::int64_t, Sums> sums;
  for (const Json& block : report["blocks"]) {
    const std::int64_t rank = block["rank"].integer();
    by_rank[rank].push_back(&block);
    sums[rank].add(block["cycles"]);
  }
  const std::int64_t bytes_a_cycle = link_bytes(report["machine"]);
  Json sequences = Json::array();
  Json ranks = Json::array();
  for (const auto& [rank, blocks] : by_rank) {
    if (sequences.size() < most_page_sequences) {
      const std::size_t blocks_a_bar = (blocks.size() + most_page_bars - 1) / most_page_bars;
      sequences.push_back({{"rank", rank},
                           {"blocks", blocks.size()},
                           {"blocks_a_bar", blocks_a_bar},
                           {"bars", bars_view(blocks, bytes_a_cycle, blocks_a_bar)}});
    }
    if (ranks.size() == most_page_ranks) continue;
    Json one{{"rank", rank}, {"blocks", sums[rank].blocks}};
    for (std::size_t i = 0; i < std::size(page_causes); ++i) one.put(page_causes[i], sums[rank].causes[i]);
    one.put("total", sums[rank].total);
    ranks.push_back(one);
  }
  view.put("blocks", report["blocks"].size());
  view.put("blocks_omitted", report["blocks_omitted"].integer());
  view.put(
      "sequence",
      Json{{"link_bytes", bytes_a_cycle}, {"other_ranks", by_rank.size() - sequences.size()}, {"ranks", sequences}});
  view.put("other_ranks", by_rank.size() - ranks.size());
  view.put("ranks", ranks);
}

// The ends and the length of a list of numbers that may be as long as the run.
Json ends_of(const Json& list) {
  if (list.size() == 0) return nullptr;
  return {{"first", list[std::size_t{0}]}, {"last", list[list.size() - 1]}, {"values", list.size()}};
}

void put_kernel_parts(Json& view, const Json& report) {
  for (const NamedSection& section : {stages_section, tiles_section}) {
    Json shown;
    if (const Json& all = report[section.name]; !all.is_null()) {
      for (const char* field : section.fields) shown.put(field, all[field]);
      shown.put(section.long_list, ends_of(all[section.long_list]));
    }
    view.put(section.shown, shown);
  }
}

// A value for people: of an object its first member, as of `rtl` the digest. A seed is a name: it has no commas.
std::string shown(const std::string& field, const Json& value) {
  if (value.is_text()) return value.text();
  if (value == Json(true)) return "yes";
  if (value.is_number() && !value.is_real() && field != "seed") return with_commas(value.integer());
  return value.is_number() ? value.dump() : value.members().front().value.text();
}

}  // namespace

Json facts_of(const Json& section, const FieldLabels& labels) {
  if (section.is_null()) return nullptr;
  Json facts = Json::array();
  for (const auto& [field, label] : labels) {
    if (!section.contains(field) || section[field].is_null()) continue;
    facts.push_back(Json::array({label, shown(field, section[field])}));
  }
  return facts;
}

Json run_view(const Json& report, const std::string& file, const PageLabels& labels) {
  const Verdict verdict = verdict_of_report(report);
  Json view{{"file", utf8_text(file)}, {"word", verdict.word}, {"said", verdict.text}};
  for (const char* name : {"compared", "mismatches", "first_mismatch", "error", "totals", "simulation"}) {
    view.put(name, report[name]);
  }
  const bool has_divergence = report.contains("divergence") && !report["divergence"].is_null();
  view.put("divergence", has_divergence ? report["divergence"]["text"] : Json(nullptr));
  view.put("problem", facts_of(report["problem"], labels.problem));
  view.put("machine", facts_of(report["machine"], labels.machine));
  for (const char* name : {"accel", "pes", "lanes"}) view.put(name, report["machine"][name]);
  view.put("rank_count", report["machine"]["ranks"]);
  put_classes(view, report);
  put_ranks(view, report);
  put_kernel_parts(view, report);
  put_cluster(view, report);
  view.put("reproduce", reproduce(report));
  return view;
}

}  // namespace stencil
