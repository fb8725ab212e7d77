// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/cycles_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/io/output_file.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/choices/arithmetic_choice.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/explore/cycles_output.hpp"
#include "sim/app/explore/shapes_done.hpp"
#include "sim/app/json/json.hpp"
#include "sim/app/modules/built_module.hpp"
#include "sim/app/output/json.hpp"
#include "sim/app/output/model_lines.hpp"
#include "sim/app/output/user_terminal.hpp"
#include "sim/app/run/options.hpp"
#include "sim/app/shared_modules/shared_module.hpp"

namespace stencil {
namespace {

struct Share {
  std::vector<Json> shapes;           // what this rank measured, by shape
  std::vector<std::string> problems;  // wrong results; cycles other than predicted, where they are expected
  std::size_t refused = 0;
};

// Shape number i belongs to rank i mod ranks.
Share measure_share(const CyclesOptions& options, const std::vector<Shape>& shapes, int rank, int ranks,
                    const DeviceMaker& make_device, ProgressLine& progress) {
  Share share;
  ShapesDone done(shapes, options.device, rank, ranks);
  Work work(&progress, "cycles");
  work.poll([&done] { return done.share(); });
  for (std::size_t i = static_cast<std::size_t>(rank); i < shapes.size(); i += static_cast<std::size_t>(ranks)) {
    done.begin(i);
    work.at(done.share(), fmt::format("shape {} of {}", with_commas(static_cast<std::int64_t>(i) + 1),
                                      with_commas(static_cast<std::int64_t>(shapes.size()))));
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
      share.problems.push_back(fmt::format("{}: {} of {} differ from the golden solver", readable(shapes[i]),
                                           with_commas(measurement.report.verdict.mismatches),
                                           counted(measurement.report.verdict.compared.value_or(0), "value")));
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

// others: classes of blocks that took other cycles than predicted.
std::string verdict_line(const std::vector<Json>& shapes, std::size_t others, const CyclesOptions& options) {
  std::size_t measured = 0;
  std::size_t wrong = 0;
  for (const Json& shape : shapes) {
    if (shape["machine"].is_null()) continue;
    ++measured;
    if (!shape["right"].boolean()) ++wrong;
  }
  const std::string cycles =
      others == 0 ? "every cycle as predicted" : counted(others, "class", "classes") + " of blocks not as predicted";
  const std::string values = wrong == 0 ? "every value right" : with_commas(wrong) + " with wrong values";
  const std::string& arithmetic = options.device.arithmetic;
  return fmt::format("{}: {} measured, {}, {}{}\n",
                     wrong != 0 || (options.expect_model && others != 0) ? "FAIL" : "PASS", counted(measured, "shape"),
                     values, cycles, arithmetic == "rtl" ? "" : ", arithmetic " + arithmetic);
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
  const std::size_t others = differences.size();
  const std::string kernel = std::filesystem::path(options.lists.kernel->name()).filename().string();
  return to_table(rows, kernel, options.every_block) + model_lines(differences) + verdict_line(shapes, others, options);
}

void deliver(const CyclesOptions& options, const std::string& text) {
  if (options.output.empty()) {
    print_out(options.format == CyclesFormat::table && colours_wanted() ? coloured_last_line(text) : text);
    return;
  }
  write_output(options.output, text);
}

// An accelerator that is not known is refused where it is made.
void check_timed(const std::string& accel) {
  const std::vector<std::string> all = accelerator_names();
  const std::vector<std::string> timed = accelerator_names(true);
  if (std::count(all.begin(), all.end(), accel) == std::count(timed.begin(), timed.end(), accel)) return;
  throw ArgumentError(fmt::format("--accel is '{}', which has no clock, must be one of: {}", accel, joined(timed)));
}

// Collective: `make_device` with the modules that RTL must have for a kernel file or another arithmetic, by
// configuration.
DeviceMaker with_built_modules(MPI_Comm communicator, const CyclesOptions& options, const DeviceMaker& make_device,
                               ProgressLine& progress) {
  const auto print = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
  std::map<std::string, std::string> modules;
  for (const std::string& config : options.lists.configs) {
    AcceleratorOptions device = options.device;
    device.config = config;
    if (needs_built_module(device)) modules[config] = shared_built_module(communicator, device, {print, &progress});
  }
  if (modules.empty()) return make_device;
  return [modules, make_device](const AcceleratorOptions& given) {
    AcceleratorOptions device = given;
    const auto found = modules.find(device.config);
    if (found != modules.end()) device.module = found->second;
    return make_device(device);
  };
}

}  // namespace

int run_cycles_command(MPI_Comm communicator, const CyclesOptions& options, const DeviceMaker& make_device,
                       ProgressLine& progress) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  agree_on_choice(communicator, options.choice);
  const std::vector<Shape> shapes = combine(options.lists);
  Share share;
  agree(communicator, [&] {
    check_timed(options.device.accel);
    check_arithmetic_choice(options.device);
    for (const std::string& config : options.lists.configs) {
      AcceleratorOptions device = options.device;
      device.config = config;
      check_accelerator_options(device);
    }
    if (rank == 0 && !options.output.empty()) check_writable(options.output);
  });
  const DeviceMaker maker = with_built_modules(communicator, options, make_device, progress);
  agree(communicator, [&] { share = measure_share(options, shapes, rank, ranks, maker, progress); });
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
