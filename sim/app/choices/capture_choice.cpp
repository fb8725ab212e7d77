// SPDX-License-Identifier: Apache-2.0
#include "sim/app/choices/capture_choice.hpp"

#include <fmt/core.h>

#include <charconv>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "sim/app/json/json_file.hpp"

namespace stencil {

CaptureChoice parse_capture(const std::string& option, const std::string& text) {
  CaptureChoice choice;
  if (text == "failure") {
    choice.which = CaptureChoice::Which::failure;
    return choice;
  }
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::int64_t* number : {&choice.rank, &choice.step, &choice.block}) {
    const auto [next, error] = std::from_chars(at, end, *number);
    const bool last = number == &choice.block;
    if (error != std::errc() || *number < 0 || (last ? next != end : next == end || *next != ':')) {
      throw ArgumentError(fmt::format(
          "{} is '{}', must be failure or rank:step:block, three numbers from 0, such as 0:2:7", option, text));
    }
    at = last ? next : next + 1;
  }
  return choice;
}

std::string text_of(const CaptureChoice& choice) {
  if (choice.which == CaptureChoice::Which::failure) return "failure";
  return fmt::format("{}:{}:{}", choice.rank, choice.step, choice.block);
}

void check_capture_rank(const CaptureChoice& choice, int ranks) {
  if (choice.rank < ranks) return;
  throw ArgumentError(fmt::format("--capture is {}: rank {} must be 0 .. {}", text_of(choice), choice.rank, ranks - 1));
}

void check_capture_place(const CaptureChoice& choice, std::int64_t steps,
                         const std::function<std::int64_t(std::int64_t step)>& blocks_of_step) {
  if (choice.step >= steps) {
    throw ArgumentError(
        fmt::format("--capture is {}: step {} must be 0 .. {}", text_of(choice), choice.step, steps - 1));
  }
  const std::int64_t blocks = blocks_of_step(choice.step);
  if (choice.block < blocks) return;
  throw ArgumentError(fmt::format("--capture is {}: rank {} has {} in step {}", text_of(choice), choice.rank,
                                  counted(blocks, "block"), choice.step));
}

std::string capsule_path(const std::string& named, const std::string& report,
                         const std::optional<CaptureChoice>& choice) {
  if (!named.empty()) return named;
  const bool failure = choice && choice->which == CaptureChoice::Which::failure;
  if (choice && !failure) return fmt::format("capture-{}-{}-{}.capsule", choice->rank, choice->step, choice->block);
  if (report.empty()) return failure ? "capture-failure.capsule" : "";
  return without_json(report) + ".capsule";
}

}  // namespace stencil
