// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/cycles_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/io/atomic_file.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/choices.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/app/explore/cycles_output.hpp"
#include "sim/app/json/json.hpp"
#include "sim/app/output/json.hpp"
#include "sim/app/output/model_lines.hpp"
#include "sim/app/run/options.hpp"

namespace stencil {
namespace {

constexpr IntegerRange portions_range{"--portions", 1, portion_range.most};
constexpr IntegerRange niters_range{"--niters", 1, stw_range.most};
constexpr IntegerRange blocks_range{"--blocks", 1, 1000000};
constexpr IntegerRange list_cols_range{"--cols", 1, cols_range.most};

CyclesFormat parse_format(const std::string& text) {
  if (text == "table") return CyclesFormat::table;
  if (text == "csv") return CyclesFormat::csv;
  if (text == "json") return CyclesFormat::json;
  throw ArgumentError(fmt::format("--format is '{}', must be one of: table, csv, json", text));
}

struct Share {
  std::vector<Json> shapes;           // what this rank measured, by shape
  std::vector<std::string> problems;  // wrong results; cycles other than predicted, where they are expected
  std::size_t refused = 0;
};

// Shape number i belongs to rank i mod ranks.
Share measure_share(const CyclesOptions& options, const std::vector<Shape>& shapes, int rank, int ranks,
                    const DeviceMaker& make_device) {
  Share share;
  for (std::size_t i = static_cast<std::size_t>(rank); i < shapes.size(); i += static_cast<std::size_t>(ranks)) {
    const Measurement measurement = measure(shapes[i], options.device, make_device);
    Json rows = Json::array();
    for (const CyclesRow& row : rows_of(measurement)) rows.push_back(row_json(row));
    Json differences = Json::array();
    for (const ModelDifference& difference : model_differences(measurement.report.classes)) {
      const std::string text = fmt::format("{}: {}", readable(shapes[i]), difference.text);
      differences.push_back({{"size", difference.size}, {"text", text}});
    }
    const bool refused = !measurement.refused.empty();
    share.shapes.push_back({{"shape", i},
                            {"machine", refused ? Json(nullptr) : machine_json(measurement.report.machine)},
                            {"right", refused ? Json(nullptr) : Json(measurement.right())},
                            {"rows", rows},
                            {"classes", classes_of(measurement)},
                            {"differences", differences}});
    if (refused) {
      ++share.refused;
      continue;
    }
    if (!measurement.right()) {
      share.problems.push_back(fmt::format("{}: {} of {} values differ from the golden solver", readable(shapes[i]),
                                           measurement.report.verdict.mismatches,
                                           measurement.report.verdict.compared.value_or(0)));
    }
    if (!options.expect_model) continue;
    if (const std::string difference = first_model_difference(measurement); !difference.empty()) {
      share.problems.push_back(fmt::format("{}: {}", readable(shapes[i]), difference));
    }
  }
  return share;
}

Json gather(MPI_Comm communicator, const Json& mine) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  const std::string text = mine.dump();
  if (rank != 0) {
    MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, 0, 0, communicator);
    return {};
  }
  Json all = Json::array({mine});
  for (int from = 1; from < ranks; ++from) {
    MPI_Status status;
    MPI_Probe(from, 0, communicator, &status);
    int length = 0;
    MPI_Get_count(&status, MPI_CHAR, &length);
    std::string theirs(static_cast<std::size_t>(length), '\0');
    MPI_Recv(theirs.data(), length, MPI_CHAR, from, 0, communicator, MPI_STATUS_IGNORE);
    all.push_back(Json::parse(theirs));
  }
  return all;
}

// The items under a name, of all shapes in their order.
std::vector<Json> all_of(const std::vector<Json>& shapes, const char* name) {
  std::vector<Json> all;
  for (const Json& shape : shapes) all.insert(all.end(), shape[name].begin(), shape[name].end());
  return all;
}

CyclesDocument document_of(const CyclesOptions& options, const std::vector<Json>& shapes) {
  CyclesDocument document{options.device, std::nullopt, {}, all_of(shapes, "rows"), all_of(shapes, "classes")};
  for (const Json& shape : shapes) {
    if (shape["machine"].is_null()) continue;
    document.ok = document.ok.value_or(true) && shape["right"].boolean();
    const bool known = std::any_of(document.machines.begin(), document.machines.end(), [&](const Json& machine) {
      return machine["config"] == shape["machine"]["config"];
    });
    if (!known) document.machines.push_back(shape["machine"]);
  }
  return document;
}

std::string text_of(const CyclesOptions& options, const std::vector<Json>& shapes) {
  const std::vector<Json> rows = all_of(shapes, "rows");
  switch (options.format) {
    case CyclesFormat::csv:
      return to_csv(rows);
    case CyclesFormat::json:
      return document(document_of(options, shapes)).dump(2) + "\n";
    default:
      break;
  }
  std::vector<ModelDifference> differences;
  for (const Json& difference : all_of(shapes, "differences")) {
    differences.push_back({difference["size"].integer(), difference["text"].text()});
  }
  return to_table(rows, options.every_block) + model_lines(differences);
}

void deliver(const CyclesOptions& options, const std::string& text) {
  if (options.output.empty()) {
    fmt::print("{}", text);
    return;
  }
  AtomicFile file(options.output);
  file.write(text);
  file.commit();
}

}  // namespace

Command& add_cycles_command(Command& program, CyclesOptions& options) {
  options.lists = {{"small"}, {Schedule::overlapped}, {Blocking::overlapped_rows}, {77}, {15}, {5}, {12}};
  Command& cycles = program.add_subcommand(
      "cycles", "Cycles per block by cause, measured and predicted, over every combination of the lists given");
  cycles.begin_group("Shapes (lists are separated by commas)");
  cycles.add_option("--kernel", "NAME", "of: " + joined(names_of(sweep_kernels())), options.lists.kernel->name(),
                    [&](const std::string& text) { options.lists.kernel = &sweep_kernel_named("--kernel", text); });
  cycles.add_option("--configs", "NAMES", fmt::format("of: {}", joined(accelerator_configs())), "small",
                    [&](const std::string& text) { options.lists.configs = parse_names("--configs", text); });
  cycles.add_option("--schedules", "NAMES", "of: sequential, overlapped", "overlapped", [&](const std::string& text) {
    options.lists.schedules = parse_choices("--schedules", all_schedules, text);
  });
  cycles.add_option(
      "--blockings", "NAMES", "of: overlapped-rows, skewed", "overlapped-rows",
      [&](const std::string& text) { options.lists.blockings = parse_choices("--blockings", all_blockings, text); });
  const auto add_list = [&](const IntegerRange& range, const char* what, const char* fallback,
                            std::vector<std::int64_t>& target) {
    cycles.add_option(range.option, "LIST", fmt::format("{}; {} .. {}", what, range.least, range.most), fallback,
                      [&target, range](const std::string& text) { target = parse_integers(range, text); });
  };
  add_list(list_cols_range, "columns", "77", options.lists.cols);
  add_list(portions_range, "rows a block keeps", "15", options.lists.portions);
  add_list(niters_range, "sweeps", "5", options.lists.niters);
  add_list(blocks_range, "blocks in a row", "12", options.lists.blocks);
  cycles.begin_group("Machine");
  cycles.add_option("--accel", "NAME", alternatives(accelerator_names(true)), options.device.accel,
                    [&](const std::string& text) { options.device.accel = text; });
  add_options(cycles, link_options(), options.device.link);
  cycles.begin_group("Results");
  cycles.add_option("--format", "NAME", "table, csv or json; csv and json have every block", "table",
                    [&](const std::string& text) { options.format = parse_format(text); });
  cycles.add_flag("--every-block", options.every_block, "table: every block, not only one from the middle");
  cycles.add_flag("--expect-model", options.expect_model, "status 1 where a cycle was not predicted");
  cycles.add_option("--output", "FILE", "where to, whole or not at all", "standard output",
                    [&](const std::string& text) { options.output = parse_file_name("--output", text); });
  return cycles;
}

namespace {

// An accelerator that is not known is refused where it is made.
void check_timed(const std::string& accel) {
  const std::vector<std::string> all = accelerator_names();
  const std::vector<std::string> timed = accelerator_names(true);
  if (std::count(all.begin(), all.end(), accel) == std::count(timed.begin(), timed.end(), accel)) return;
  throw ArgumentError(fmt::format("--accel is '{}', which has no clock, must be one of: {}", accel, joined(timed)));
}

}  // namespace

int run_cycles_command(MPI_Comm communicator, const CyclesOptions& options, const DeviceMaker& make_device) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  const std::vector<Shape> shapes = combine(options.lists);
  Share share;
  agree(communicator, [&] {
    check_timed(options.device.accel);
    if (rank == 0 && !options.output.empty()) check_writable(options.output);
    share = measure_share(options, shapes, rank, ranks, make_device);
  });
  const Json all =
      gather(communicator, {{"shapes", share.shapes}, {"problems", share.problems}, {"refused", share.refused}});
  int status = exit_ok;
  std::string none_fits;
  if (rank == 0) {
    std::vector<Json> by_shape(shapes.size());
    std::size_t refused = 0;
    for (const Json& part : all) {
      for (const Json& entry : part["shapes"]) by_shape[static_cast<std::size_t>(entry["shape"].integer())] = entry;
      for (const Json& problem : part["problems"]) {
        fmt::print(stderr, "stencil-cosim: {}\n", problem.text());
        status = exit_difference;
      }
      refused += static_cast<std::size_t>(part["refused"].integer());
    }
    if (refused == shapes.size()) none_fits = by_shape.front()["rows"][0]["refused"].text();
    if (none_fits.empty()) deliver(options, text_of(options, by_shape));
    if (!none_fits.empty()) status = exit_usage;
  }
  MPI_Bcast(&status, 1, MPI_INT, 0, communicator);
  if (status == exit_usage) {
    throw AgreedError({exit_usage, "no shape fits its configuration; the first: " + none_fits}, 0, rank == 0);
  }
  return status;
}

}  // namespace stencil
