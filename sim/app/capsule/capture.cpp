// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/capture.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/capsule/capsule_file.hpp"
#include "sim/app/modules/traced_module.hpp"

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
  const std::string json = ".json";
  const bool has_ending =
      report.size() > json.size() && report.compare(report.size() - json.size(), json.size(), json) == 0;
  return (has_ending ? report.substr(0, report.size() - json.size()) : report) + ".capsule";
}

AcceleratorMaker Capture::recorded(const AcceleratorMaker& maker) {
  return [this, maker](const AcceleratorOptions& options) {
    AcceleratorOptions kept = options;
    kept.making = {};  // of this device; the capsule outlives those who listen
    auto device = std::make_unique<RecordingAccelerator>(maker(options), kept, listener_);
    device_ = device.get();
    return device;
  };
}

std::optional<int> earliest_rank(MPI_Comm communicator, const std::optional<Capsule>& found) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  struct {
    long step;
    int rank;
  } earliest{found ? static_cast<long>(found->origin.step) : std::numeric_limits<long>::max(), rank};
  MPI_Allreduce(MPI_IN_PLACE, &earliest, 1, MPI_LONG_INT, MPI_MINLOC, communicator);
  return earliest.step == std::numeric_limits<long>::max() ? std::nullopt : std::optional(earliest.rank);
}

std::string write_call(MPI_Comm communicator, const std::optional<Capsule>& found, int rank, const std::string& path) {
  int mine = 0;
  MPI_Comm_rank(communicator, &mine);
  std::string line;
  agree(communicator, [&] {
    if (rank != mine) return;
    write_capsule(*found, path);
    line = fmt::format("rank {}, step {}, block {} is kept in {};\n  alone: stencil-cosim replay {}", rank,
                       found->origin.step, found->origin.block(), path, path);
    if (found->device.accel == "rtl" && may_be_traced(find_configuration(found->device.config)))
      line += fmt::format("\n  its waves: stencil-cosim replay {} --trace failure", path);
  });
  share_text(communicator, line, rank);
  return line;
}

}  // namespace stencil
