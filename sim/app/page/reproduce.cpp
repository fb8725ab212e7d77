// SPDX-License-Identifier: Apache-2.0
#include "sim/app/page/reproduce.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "host/base/shell_word.hpp"

namespace stencil {
namespace {

class CommandWords {
 public:
  void add(const std::string& word) { text_ += (text_.empty() ? "" : " ") + word; }
  // Adds nothing where the field is null.
  void add_option(const std::string& option, const Json& value) {
    if (value.is_null()) return;
    add(option);
    add(shell_word(value.is_text() ? value.text() : value.dump()));
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// The field of a report that has the value of an option.
struct Told {
  const char* option;
  const char* section;  // of the report
  const char* field;
  const char* unless = "";  // field of the problem, or section of the report, that implies the value if it is there
};

// In the order of the command line. Lists are written with commas, empty ones omitted.
constexpr Told told_options[] = {
    {"--kernel", "problem", "kernel"},
    {"--rows", "problem", "rows"},
    {"--cols", "problem", "cols"},
    {"--seed", "problem", "seed"},
    {"--input", "problem", "input"},
    {"--rhs", "problem", "rhs"},
    {"--grid", "problem", "grid"},
    {"--tiles", "problem", "tiles"},
    {"--sweeps", "problem", "sweeps"},
    {"--rounds", "problem", "rounds"},
    {"--row-cuts", "gauss_seidel", "row_cuts"},  // given or computed: the run is the same
    {"--col-cuts", "gauss_seidel", "col_cuts"},
    {"--dx", "problem", "dx"},
    {"--dy", "problem", "dy"},
    {"--beta", "problem", "beta"},
    {"--coefficients", "problem", "coefficients"},
    {"--iterations", "problem", "iterations", "rounds"},
    {"--stw", "problem", "stw"},
    {"--portion", "problem", "portion"},
    {"--distribution", "problem", "distribution"},
    {"--strip-rows", "problem", "block_rows"},
    {"--place", "stages", "place"},
    {"--schedule", "problem", "schedule", "stages"},
    {"--blocking", "problem", "blocking", "stages"},
};

// Options without a value: added where the list is not empty.
constexpr Told told_flags[] = {{"--history", "gauss_seidel", "residuals"}};

// Null where the field is missing.
const Json& field_of(const Json& object, const char* name) {
  static const Json none;
  return !object.is_null() && object.contains(name) ? object[name] : none;
}

bool follows(const Json& report, const Told& told) {
  return !field_of(report["problem"], told.unless).is_null() || !field_of(report, told.unless).is_null();
}

void add_problem(CommandWords& words, const Json& report) {
  for (const Told& told : told_options) {
    if (follows(report, told)) continue;
    const Json& value = field_of(field_of(report, told.section), told.field);
    if (!value.is_array()) {
      words.add_option(told.option, value);
      continue;
    }
    std::string list;
    for (const Json& item : value) list += (list.empty() ? "" : ",") + item.dump();
    if (!list.empty()) words.add_option(told.option, Json(list));
  }
  for (const Told& told : told_flags) {
    const Json& list = field_of(field_of(report, told.section), told.field);
    if (!list.is_null() && list.size() != 0) words.add(told.option);
  }
}

// The number of values compared shows --check: with `block` those of every block count as well. The largest
// changes count with both.
void add_check(CommandWords& words, const Json& report) {
  if (!report["error"].is_null() || report["compared"].is_null()) return;
  const std::int64_t compared = report["compared"].integer();
  std::int64_t values = report["problem"]["rows"].integer() * report["problem"]["cols"].integer();
  if (report.contains("changes")) values += report["changes"]["compared"].integer();
  words.add(compared == 0 ? "--check off" : compared == values ? "--check final" : "--check block");
}

Json refused(const char* why) {
  return {{"command", nullptr}, {"note", why}};
}

}  // namespace

Json reproduce(const Json& report) {
  // A run knows where its arrays came from.
  const Json& problem = report["problem"];
  if (problem.is_null() || (field_of(problem, "seed").is_null() && field_of(problem, "input").is_null())) {
    return refused("A program of its own made this report, or there was no device yet: start that program again.");
  }
  if (!report["stages"].is_null() && report["stages"]["place"].text().find("sweep=split") != std::string::npos) {
    return refused(
        "The rows were divided between host and accelerator; the report does not hold --share, --host-rate "
        "and --clock, without which they would be divided otherwise.");
  }
  const Json& machine = report["machine"];
  // The name is followed by the plusargs of the RTL.
  const std::string& config = machine["config"].text();
  const std::size_t end = config.find(' ');
  CommandWords words;
  if (end != std::string::npos) words.add("STENCIL_PLUSARGS=" + shell_word(config.substr(end + 1)));
  words.add(fmt::format("mpirun -n {}", machine["ranks"].integer()));
  if (end != std::string::npos) words.add("-x STENCIL_PLUSARGS");
  words.add("stencil-cosim run");
  add_problem(words, report);
  words.add_option("--accel", machine["accel"]);
  words.add_option("--config", Json(config.substr(0, end)));
  words.add_option("--burst", machine["burst_beats"]);
  words.add_option("--link-bytes", machine["link_bytes_per_cycle"]);
  words.add_option("--link-latency", machine["link_latency_cycles"]);
  add_check(words, report);
  if (machine.contains("digests")) words.add("--digest");
  if (machine.contains("paranoid")) words.add("--paranoid");
  Json note;
  if (!report["error"].is_null()) note = "An error ended the run; whether --check was given, the report does not hold.";
  return {{"command", words.text()}, {"note", note}};
}

}  // namespace stencil
