// The command lines of cases.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "host/device/options.hpp"
#include "host/io/kernel_file_name.hpp"
#include "models/values/sweep_weights.hpp"
#include "sim/app/kernels/kernels.hpp"
#include "sim/app/random/random_case.hpp"

namespace stencil {
namespace {

class CommandWords {
 public:
  explicit CommandWords(CaseCommand& command) : command_(command) {}

  void word(const std::string& word) { command_.words.push_back(word); }
  void add(const char* option, const std::string& value) {
    word(option);
    word(value);
  }
  void count(const char* option, std::int64_t value) { add(option, std::to_string(value)); }
  void variable(const char* name, const std::string& value) {
    command_.environment.push_back(fmt::format("STENCIL_{}={}", name, value));
  }
  void variable(const char* name, std::int64_t value) { variable(name, std::to_string(value)); }

 private:
  CaseCommand& command_;
};

bool has_link(const RandomCase& drawn) {
  return drawn.accel != "software" && drawn.accel != "shuffled";
}

std::string tiles_text(std::int64_t rows, std::int64_t cols) {
  return fmt::format("{}x{}", rows, cols);
}

bool is_file(const std::string& kernel) {
  return kernel.find_first_of("./") != std::string::npos;
}

void add_tiles(const RandomCase& drawn, CommandWords& words) {
  words.count("--sweeps", drawn.sweeps);
  words.count("--rounds", drawn.rounds);
  words.add("--grid", tiles_text(drawn.grid_rows, drawn.grid_cols));
  words.add("--tiles", tiles_text(drawn.tiles_rows, drawn.tiles_cols));
  if (!drawn.fuse) words.add("--fuse", "off");
}

void add_strips(const RandomCase& drawn, CommandWords& words) {
  words.count("--iterations", drawn.iterations);
  words.count("--stw", drawn.stw);
  words.count("--portion", drawn.portion);
  if (drawn.place.empty()) {
    words.add("--schedule", drawn.schedule);
    words.add("--blocking", drawn.blocking);
  } else {
    words.add("--place", drawn.place);
    if (!drawn.share.empty()) words.add("--share", drawn.share);
  }
  if (drawn.strip_rows > 0) {
    words.add("--distribution", "cyclic");
    words.count("--strip-rows", drawn.strip_rows);
  }
  const SweepKernel* kernel = named_sweeps(drawn);
  if (!drawn.uneven || kernel == nullptr) return;
  for (const std::string& word : kernel->uneven_words()) words.word(word);
}

// Where the field is a file, the seed makes the source of a formula alone, if it has one.
bool takes_seed(const RandomCase& drawn) {
  if (!drawn.special) return true;
  if (drawn.has_tiles() || has_rhs_file(drawn)) return false;
  return !is_text_file(drawn.kernel) || reads_rhs(read_formula_weights(drawn.kernel));
}

CaseCommand run_command(const RandomCase& drawn, const CaseFiles& files) {
  CaseCommand command{{}, {files.program, "run"}};
  CommandWords words(command);
  words.add("--kernel", drawn.kernel);
  words.add("--accel", drawn.rtl_steps.empty() ? drawn.accel : "mixed");
  if (!drawn.rtl_steps.empty()) words.add("--rtl-steps", drawn.rtl_steps);
  words.add("--config", drawn.config);
  if (drawn.arithmetic != "rtl") words.add("--arithmetic", drawn.arithmetic);
  words.count("--rows", drawn.rows);
  words.count("--cols", drawn.cols);
  if (drawn.has_tiles())
    add_tiles(drawn, words);
  else
    add_strips(drawn, words);
  if (drawn.special) words.add("--input", files.field);
  if (has_rhs_file(drawn)) words.add("--rhs", files.rhs);
  if (takes_seed(drawn)) words.add("--seed", std::to_string(drawn.seed));
  if (has_link(drawn)) {
    if (drawn.burst != 256) words.count("--burst", drawn.burst);
    if (drawn.link_bytes != 0) words.count("--link-bytes", drawn.link_bytes);
    if (drawn.link_latency != 0) words.count("--link-latency", drawn.link_latency);
    if (drawn.link_stalls != 0) words.count("--link-stalls", drawn.link_stalls);
  }
  if (drawn.paranoid)
    words.word("--paranoid");
  else if (drawn.check_blocks)
    words.add("--check", "block");
  return command;
}

// The program's arguments are listed in docs/random.md.
CaseCommand steps_command(const RandomCase& drawn, const CaseFiles& files) {
  CaseCommand command{{}, {files.steps}};
  CommandWords words(command);
  words.variable("ACCEL", drawn.accel);
  words.variable("CONFIG", drawn.config);
  if (drawn.arithmetic != "rtl") words.variable("ARITHMETIC", drawn.arithmetic);
  if (is_file(drawn.kernel)) words.variable("KERNEL", drawn.kernel);
  if (has_link(drawn)) {
    if (drawn.burst != 256) words.variable("BURST", drawn.burst);
    if (drawn.link_bytes != 0) words.variable("LINK_BYTES", drawn.link_bytes);
    if (drawn.link_latency != 0) words.variable("LINK_LATENCY", drawn.link_latency);
    if (drawn.link_stalls != 0) words.variable("LINK_STALLS", drawn.link_stalls);
  }
  if (drawn.paranoid)
    words.variable("PARANOID", "1");
  else if (drawn.check_blocks)
    words.variable("CHECK", "block");
  words.variable("CHECK_STATUS", "1");
  words.variable("SUMMARY", "1");
  const bool steps = drawn.schedule == "sequential" || drawn.schedule == "overlapped";
  if (drawn.has_tiles()) {
    words.variable("TILES", tiles_text(drawn.tiles_rows, drawn.tiles_cols));
  } else if (drawn.schedule != "resident") {
    if (steps) words.variable("SCHEDULE", drawn.schedule);
    words.variable("BLOCKING", drawn.blocking);
    words.variable("PORTION", drawn.portion);
  }
  words.word(drawn.has_tiles() ? "tiles" : !steps ? drawn.schedule : drawn.strip_rows > 0 ? "strips" : "step");
  words.word(drawn.kernel);
  for (const std::int64_t value : {drawn.rows, drawn.cols, drawn.has_tiles() ? drawn.rounds : drawn.iterations,
                                   drawn.has_tiles() ? drawn.sweeps : drawn.stw, drawn.strip_rows})
    words.word(std::to_string(value));
  words.word(std::to_string(drawn.seed));
  words.word(drawn.special ? "special" : "plain");
  words.word(drawn.uneven ? "uneven" : "even");
  return command;
}

// A word of a shell.
std::string quoted(const std::string& word) {
  constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./_-";
  return !word.empty() && word.find_first_not_of(plain) == std::string::npos ? word : "'" + word + "'";
}

}  // namespace

bool has_rhs_file(const RandomCase& drawn) {
  return drawn.special && !drawn.from_c && named_sweeps(drawn) != nullptr;
}

CaseCommand command_of(const RandomCase& drawn, const CaseFiles& files) {
  return drawn.from_c ? steps_command(drawn, files) : run_command(drawn, files);
}

std::string command_line_of(const RandomCase& drawn, const CaseFiles& files) {
  const CaseCommand command = command_of(drawn, files);
  std::vector<std::string> words;
  if (!command.environment.empty()) words.emplace_back("env");
  for (const std::string& variable : command.environment) words.push_back(quoted(variable));
  if (drawn.ranks > 1)
    for (const std::string& word :
         {std::string("mpirun"), std::string("-n"), std::to_string(drawn.ranks), std::string("--oversubscribe")})
      words.push_back(word);
  for (const std::string& word : command.words) words.push_back(quoted(word));
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace stencil
