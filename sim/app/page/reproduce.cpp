// SPDX-License-Identifier: Apache-2.0
#include "sim/app/page/reproduce.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace stencil {
namespace {

// A word for a POSIX shell.
std::string shell_word(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-+=.,:/@") == std::string::npos;
  if (plain) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

class CommandWords {
 public:
  void add(const std::string& word) { text_ += (text_.empty() ? "" : " ") + word; }
  // Nothing where the field is null.
  void add_option(const std::string& option, const Json& value) {
    if (value.is_null()) return;
    add(option);
    add(shell_word(value.is_text() ? value.text() : value.dump()));
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

void add_problem(CommandWords& words, const Json& report) {
  const Json& problem = report["problem"];
  for (const char* name : {"kernel", "rows", "cols"}) words.add_option(std::string("--") + name, problem[name]);
  for (const char* name : {"seed", "input", "rhs"}) words.add_option(std::string("--") + name, problem[name]);
  if (problem["kernel"].text() == "gauss-seidel") {
    for (const char* name : {"grid", "tiles", "sweeps", "rounds"}) {
      words.add_option(std::string("--") + name, problem[name]);
    }
    const Json& tiles = report["gauss_seidel"];
    // Given or made: the run is the same.
    for (const auto& [option, cuts] : {std::pair{"--row-cuts", "row_cuts"}, {"--col-cuts", "col_cuts"}}) {
      if (tiles.is_null() || tiles[cuts].size() == 0) continue;
      std::string list;
      for (const Json& cut : tiles[cuts]) list += (list.empty() ? "" : ",") + cut.dump();
      words.add_option(option, Json(list));
    }
    if (!tiles.is_null() && tiles["residuals"].size() != 0) words.add("--history");
    return;
  }
  for (const char* name : {"dx", "dy", "beta", "iterations", "stw", "portion", "distribution"}) {
    words.add_option(std::string("--") + name, problem[name]);
  }
  words.add_option("--block-rows", problem["block_rows"]);
  if (!report["stages"].is_null()) {
    words.add_option("--place", report["stages"]["place"]);
    return;
  }
  words.add_option("--schedule", problem["schedule"]);
  words.add_option("--blocking", problem["blocking"]);
}

// Values compared tell what --check was: with `block` every block's as well.
void add_check(CommandWords& words, const Json& report) {
  if (!report["error"].is_null() || report["compared"].is_null()) return;
  const std::int64_t compared = report["compared"].integer();
  const std::int64_t values = report["problem"]["rows"].integer() * report["problem"]["cols"].integer();
  words.add(compared == 0 ? "--check off" : compared == values ? "--check final" : "--check block");
}

Json refused(const char* why) {
  return {{"command", nullptr}, {"note", why}};
}

}  // namespace

Json reproduce(const Json& report) {
  if (report["problem"].is_null()) {
    return refused("A program of its own made this report, or there was no device yet: start that program again.");
  }
  if (!report["stages"].is_null() && report["stages"]["place"].text().find("sweep=split") != std::string::npos) {
    return refused(
        "The rows were divided between host and accelerator; the report does not hold --share, --host-rate "
        "and --clock, without which they would be divided otherwise.");
  }
  const Json& machine = report["machine"];
  // Behind the name stand the words that the RTL was started with.
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
  Json note;
  if (!report["error"].is_null()) note = "An error ended the run; whether --check was given, the report does not hold.";
  return {{"command", words.text()}, {"note", note}};
}

}  // namespace stencil
