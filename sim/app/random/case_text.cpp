// Cases as text that does not depend on how cases are drawn.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <variant>

#include "host/base/errors.hpp"
#include "sim/app/random/random_case.hpp"

namespace stencil {
namespace {

struct Field {
  const char* name;
  std::variant<std::int64_t RandomCase::*, std::uint64_t RandomCase::*, std::string RandomCase::*, bool RandomCase::*>
      value;
};

const std::vector<Field>& fields() {
  static const std::vector<Field> all{{"ranks", &RandomCase::ranks},
                                      {"kernel", &RandomCase::kernel},
                                      {"accel", &RandomCase::accel},
                                      {"config", &RandomCase::config},
                                      {"arithmetic", &RandomCase::arithmetic},
                                      {"rtl-steps", &RandomCase::rtl_steps},
                                      {"from-c", &RandomCase::from_c},
                                      {"rows", &RandomCase::rows},
                                      {"cols", &RandomCase::cols},
                                      {"iterations", &RandomCase::iterations},
                                      {"stw", &RandomCase::stw},
                                      {"portion", &RandomCase::portion},
                                      {"schedule", &RandomCase::schedule},
                                      {"blocking", &RandomCase::blocking},
                                      {"strip-rows", &RandomCase::strip_rows},
                                      {"place", &RandomCase::place},
                                      {"share", &RandomCase::share},
                                      {"sweeps", &RandomCase::sweeps},
                                      {"rounds", &RandomCase::rounds},
                                      {"grid-rows", &RandomCase::grid_rows},
                                      {"grid-cols", &RandomCase::grid_cols},
                                      {"tiles-rows", &RandomCase::tiles_rows},
                                      {"tiles-cols", &RandomCase::tiles_cols},
                                      {"fuse", &RandomCase::fuse},
                                      {"seed", &RandomCase::seed},
                                      {"special", &RandomCase::special},
                                      {"uneven", &RandomCase::uneven},
                                      {"burst", &RandomCase::burst},
                                      {"link-bytes", &RandomCase::link_bytes},
                                      {"link-latency", &RandomCase::link_latency},
                                      {"link-stalls", &RandomCase::link_stalls},
                                      {"paranoid", &RandomCase::paranoid},
                                      {"check-blocks", &RandomCase::check_blocks}};
  return all;
}

std::string field_text(bool value) {
  return value ? "yes" : "no";
}
std::string field_text(const std::string& value) {
  return value;
}
template <class Number>
std::string field_text(Number value) {
  return std::to_string(value);
}

bool read_field(bool& value, const std::string& text) {
  value = text == "yes";
  return value || text == "no";
}
bool read_field(std::string& value, const std::string& text) {
  value = text;
  return true;
}
template <class Number>
bool read_field(Number& value, const std::string& text) {
  std::istringstream stream(text);
  return text.find_first_not_of("0123456789") == std::string::npos && stream >> value && stream.eof();
}

}  // namespace

std::string text_of(const RandomCase& drawn) {
  const RandomCase plain;
  std::vector<std::string> words;
  for (const Field& field : fields()) {
    std::visit(
        [&](auto member) {
          if (drawn.*member != plain.*member)
            words.push_back(fmt::format("{}={}", field.name, field_text(drawn.*member)));
        },
        field.value);
  }
  return fmt::format("{}", fmt::join(words, " "));
}

RandomCase read_case(const std::string& option, const std::string& text) {
  RandomCase read;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t sign = std::min(word.find('='), word.size());
    const std::string name = word.substr(0, sign);
    const std::string value = sign < word.size() ? word.substr(sign + 1) : "";
    const auto field =
        std::find_if(fields().begin(), fields().end(), [&](const Field& one) { return name == one.name; });
    if (field == fields().end()) {
      std::vector<std::string> names;
      for (const Field& one : fields()) names.emplace_back(one.name);
      throw ArgumentError(
          fmt::format("{} has '{}', must have NAME=VALUE, NAME one of: {}", option, word, fmt::join(names, ", ")));
    }
    const bool good = std::visit([&](auto member) { return read_field(read.*member, value); }, field->value);
    if (!good) throw ArgumentError(fmt::format("{} has '{}', must have yes or no, or a whole number", option, word));
  }
  if (!works(read))
    throw ArgumentError(
        fmt::format("{} is '{}', which `run` would refuse: rows, blocks, tiles and ranks do not fit "
                    "one another",
                    option, text));
  return read;
}

}  // namespace stencil
