// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/report_fields.hpp"

#include <fmt/core.h>

#include <tuple>

#include "models/values/canonical_nan.hpp"
#include "sim/app/output/blocks_json.hpp"

namespace stencil {
namespace {

std::string hex(std::uint64_t bits) {
  return fmt::format("0x{:016x}", bits);
}

template <auto... path>
constexpr auto of_mismatch = &value_at<LocatedMismatch, path...>;
constexpr ReportField<LocatedMismatch> mismatch_fields[] = {
    {"rank", "of the block or tile that made the value", of_mismatch<&LocatedMismatch::rank>},
    {"step", "of the run, from 0; of a C client 0", of_mismatch<&LocatedMismatch::step>},
    {"strip", "global number of the strip; null: made by a tile", of_mismatch<&LocatedMismatch::strip>},
    {"block", "in the step of its strip or, for tiles, rank", of_mismatch<&LocatedMismatch::block>},
    {"sweep", "inside the block, from 0", of_mismatch<&LocatedMismatch::sweep>},
    {"row", "of the whole domain; of a C client in the block", of_mismatch<&LocatedMismatch::at, &Mismatch::row>},
    {"col", "the same", of_mismatch<&LocatedMismatch::at, &Mismatch::col>},
    {"expected", "bits of the golden value, in hexadecimal",
     [](const LocatedMismatch& found) { return Json(hex(found.at.expected_bits)); }},
    {"got", "bits of the value that was computed",
     [](const LocatedMismatch& found) { return Json(hex(found.at.got_bits)); }},
    {"ulp", "distance of the two; null: one of them is a NaN",
     [](const LocatedMismatch& found) { return Json(found.at.ulp()); }},
};

constexpr ReportField<ReportError> error_fields[] = {
    {"rank", "where it occurred; the lowest of several", &value_at<ReportError, &ReportError::rank>},
    {"text", "a sentence", &value_at<ReportError, &ReportError::text>},
    {"status", "the exit status: 2 bad input, 3 the device or the run failed",
     &value_at<ReportError, &ReportError::status>},
    {"launch", "missing: all ranks wrote the report together; else the job of the rank that wrote it alone",
     [](const ReportError& error) { return text_or_null(error.launch); }, "", true},
    {"blocks_of", "missing: all ranks; else those whose blocks are in the report, a text, \"1, 3-5\"",
     [](const ReportError& error) { return text_or_null(error.blocks_of); }, "", true},
};

Json dma_json(const ReportedRun& run) {
  const std::int64_t version = run.report.machine.device.contract_version;
  Json json;
  for (const DmaField& field : dma_fields) {
    const bool counted = version == 0 || version >= field.since;
    json.put(field.name, counted ? Json(run.report.dma.*field.member) : Json(nullptr));
  }
  json.put("efficiency", run.report.dma_efficiency());
  return json;
}

template <auto... path>
Json of_totals(const ReportedRun& run) {
  return value_at<Totals, path...>(run.totals);
}
constexpr ReportField<ReportedRun> totals_fields[] = {
    {"cycles", "of the slowest rank", &of_totals<&Totals::cycles>},
    {"cycles_all_ranks", "their sum", &of_totals<&Totals::cycles_all_ranks>},
    {"model_cycles", "predicted: the largest sum of one rank", &of_totals<&Totals::model_cycles>},
    {"ideal_cycles", "of a schedule without waiting: the largest sum of one rank", &of_totals<&Totals::ideal_cycles>},
    {"efficiency", "ideal_cycles over cycles; null: no cycles were counted",
     [](const ReportedRun& run) { return Json(run.totals.efficiency()); }},
    {"roofline_cycles", "the least that engine, load and store allow: the largest sum of one rank",
     &of_totals<&Totals::roofline_cycles>},
    {"stream_cycles", "issue slots of the engine, of all ranks", &of_totals<&Totals::stream_cycles>},
    {"occupancy", "stream_cycles over cycles_all_ranks; null: no cycles were counted",
     [](const ReportedRun& run) { return Json(run.totals.occupancy()); }},
    {"rows_swept", "rows times sweeps, of all ranks", &of_totals<&Totals::rows_swept>},
    {"useful_points_per_cycle",
     "points of the problem times sweeps, over cycles_all_ranks; null: no cycles, a problem that is not known, or "
     "sweeps on the host alone",
     [](const ReportedRun& run) { return Json(run.report.useful_points_per_cycle()); }},
    {"bytes_to_device", "of all ranks", &of_totals<&Totals::traffic, &TrafficCounts::bytes_to_device>},
    {"bytes_from_device", "of all ranks", &of_totals<&Totals::traffic, &TrafficCounts::bytes_from_device>},
    {"dma",
     "busy cycles of the DMA, of all ranks, each null where the contract's version does not count it, and efficiency: "
     "bytes moved over those that the link could have moved in them, null without such a count",
     &dma_json},
};

constexpr ReportField<ReportedRun> simulation_fields[] = {
    {"wall_s", "seconds from the first step to the last, on the slowest rank, without files and golden solver",
     [](const ReportedRun& run) { return Json(run.report.simulation.wall_s); }},
    {"device_cycles_per_s", "cycles of all ranks per second; 0 without a clock",
     [](const ReportedRun& run) { return Json(run.report.simulation.device_cycles_per_s(run.totals)); }},
};

constexpr ReportField<ReportCommand> command_fields[] = {
    {"environment", "the variables STENCIL_... that a run reads, with their values",
     [](const ReportCommand& command) {
       Json environment{std::vector<Json::Member>()};
       for (const auto& [name, value] : command.environment) environment.put(name, value);
       return environment;
     }},
    {"words",
     "the words behind \"stencil-cosim\" that make the same run on as many ranks: every option that decides what is "
     "run and compared, with its value, as given, by default or as the run decided; not those that name files to write "
     "or "
     "choose what is printed",
     [](const ReportCommand& command) { return Json(command.words); }},
};

Json problem_json(const ReportProblem& problem) {
  Json json;
  visit_fields(problem, problem_fields, [&](const char* name, const auto& value) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>) {
      json.put(name, text_or_null(value));
    } else {
      json.put(name, value);
    }
  });
  return json;
}

Json changes_json(const Verdict& verdict) {
  if (!verdict.changes) return nullptr;
  Json json = {{"compared", verdict.changes->compared}, {"mismatches", verdict.changes->mismatches}};
  if (const auto& first = verdict.first_change) {
    json.put("first", {{"step", first->step}, {"expected", hex(first->expected_bits)}, {"got", hex(first->got_bits)}});
  }
  return json;
}

Json classes_list(const ReportedRun& run) {
  const Report& report = run.report;
  const ReportProblem problem = report.problem.value_or(ReportProblem{});
  return classes_json(
      {report.problem ? problem.kernel : report.client_kernel, report.machine.device.config, problem.schedule,
       problem.blocking, problem.distribution, report.machine.link, report.machine.device.accel == "mixed"},
      report.classes);
}

Json blocks_list(const ReportedRun& run) {
  std::vector<Json> items;
  for (const BlockRecord& block : run.report.blocks) items.push_back(block_json(block));
  return items;
}

// The field that a kernel adds; null without it.
Json section_json(const Report& report, const char* name) {
  const ReportSection* const section = report.parts.named(name);
  return section != nullptr ? section->json() : Json(nullptr);
}

void put_row(std::string& text, const char* name, const char* about) {
  text += fmt::format("| `{}` | {} |\n", name, about);
}

template <class Fields>
void put_table(std::string& text, const char* section, const Fields& fields) {
  text += fmt::format("\n## `{}`\n\n| field | |\n|---|---|\n", section);
  for (const auto& field : fields) put_row(text, field.name, field.about);
}

}  // namespace

const std::vector<ReportField<ReportedRun>>& report_fields() {
  using Run = const ReportedRun&;
  static const std::vector<ReportField<ReportedRun>> fields{
      {"schema", report_schema, [](Run) { return Json(report_schema); }},
      {"ok", "the verdict; false after an error; null: nothing was compared, which is no success",
       [](Run run) { return Json(run.report.ok()); }},
      {"compared",
       "comparisons: with --check block a value is compared in the final result and in each block that computed it; "
       "null: a C client without STENCIL_CHECK=block",
       [](Run run) { return Json(run.report.verdict.compared); }},
      {"mismatches", "of these, that differ; null as `compared`",
       [](Run run) { return run.report.verdict.compared ? Json(run.report.verdict.mismatches) : Json(nullptr); }},
      {"first_mismatch", "the first wrong value; null: none",
       [](Run run) {
         const auto& first = run.report.verdict.first_mismatch;
         return first ? fields_json(mismatch_fields, *first) : Json(nullptr);
       }},
      {"ok_covers", "of a C client with STENCIL_CHECK=block, else missing: what `ok` is about",
       [](Run run) { return run.report.ok_covers; }, "", true},
      {"divergence", "what went wrong first, {side, text, ...}; missing: nothing, or not looked for",
       [](Run run) { return run.report.divergence; }, "", true},
      {"changes",
       "with norm=cpu or norm=accel, else missing: of `compared`, largest changes, one per step; `mismatches`, and "
       "`first` of them {step, expected, got}",
       [](Run run) { return changes_json(run.report.verdict); }, "", true},
      {"error", "what ended the run before its verdict; null: nothing. The rest is what was known by then",
       [](Run run) { return run.report.error ? fields_json(error_fields, *run.report.error) : Json(nullptr); }},
      {"problem", "null: a C client that made no step, or an error before a device could be made",
       [](Run run) { return run.report.problem ? problem_json(*run.report.problem) : Json(nullptr); }},
      {"machine", "device, link, ranks, checks",
       [](Run run) { return fields_json(machine_fields, run.report.machine); }},
      {"command", "what makes the run again; missing: a C client",
       [](Run run) { return run.report.command ? fields_json(command_fields, *run.report.command) : Json(nullptr); },
       "", true},
      {"classes", "all blocks of all ranks; those that must cost the same are one class", &classes_list},
      {"blocks", "the first of all, by step, rank, strip and block, as many as --list-blocks allows", &blocks_list},
      {"blocks_omitted", "number of the others; classes and totals have all",
       [](Run run) { return Json(run.report.blocks_omitted); }},
      {stages_section.name, stages_section.about,
       [](Run run) { return section_json(run.report, stages_section.name); }},
      {tiles_section.name, tiles_section.about, [](Run run) { return section_json(run.report, tiles_section.name); }},
      {"cluster",
       "with --network, --network-latency or --network-bandwidth, else missing: virtual cluster time, its makespan, "
       "waiting on each rank, critical path",
       [](Run run) { return section_json(run.report, "cluster"); }, "", true},
      {"fidelity", "with --accel mixed, else missing: steps, blocks, classes in RTL, of how many; what switches took",
       [](Run run) { return section_json(run.report, "fidelity"); }, "", true},
      {"totals", "sums over the blocks", [](Run run) { return fields_json(totals_fields, run); }},
      {"simulation", "how fast it was simulated", [](Run run) { return fields_json(simulation_fields, run); }},
  };
  return fields;
}

std::vector<std::pair<std::string, std::string>> problem_labels() {
  std::vector<std::pair<std::string, std::string>> labels;
  const auto add = [&](const auto& field) {
    if (*field.label != '\0') labels.emplace_back(field.name, field.label);
  };
  std::apply([&](const auto&... field) { (add(field), ...); }, problem_fields);
  return labels;
}

std::vector<std::pair<std::string, std::string>> machine_labels() {
  std::vector<std::pair<std::string, std::string>> labels;
  for (const auto& field : machine_fields) {
    if (*field.label != '\0') labels.emplace_back(field.name, field.label);
  }
  return labels;
}

std::string report_tables() {
  std::string text;
  put_table(text, "report", report_fields());
  put_table(text, "first_mismatch", mismatch_fields);
  put_table(text, "error", error_fields);
  text += "\n## `problem`\n\n| field | |\n|---|---|\n";
  std::apply([&](const auto&... field) { (put_row(text, field.name, field.about), ...); }, problem_fields);
  put_table(text, "machine", machine_fields);
  put_table(text, "command", command_fields);
  put_table(text, "totals", totals_fields);
  put_table(text, "simulation", simulation_fields);
  return text;
}

}  // namespace stencil
