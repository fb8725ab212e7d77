// The functions of stages.h over host/stages/published; c_border keeps exceptions inside.
// SPDX-License-Identifier: Apache-2.0
#include "stages.h"

#include <fmt/core.h>

#include <array>
#include <cstdarg>
#include <memory>
#include <utility>
#include <vector>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/c/process_accelerator.hpp"
#include "host/mpi/border.hpp"
#include "host/stages/published/published.hpp"

struct stencil_datum {
  stencil::published::SharedArray array;
};

struct stencil_stage {
  stencil::Stage stage;
};

namespace stencil {
namespace {

// Made at the first call, and never destroyed: data of the program may outlive the end of main.
published::Device& device() {
  static auto* const made = new published::Device(process_accelerator());
  return *made;
}

Bank bank_of(char bank) {
  if (bank == 'f' || bank == 'r') return bank == 'f' ? Bank::f : Bank::r;
  throw ArgumentError(fmt::format("bank = '{}', must be 'f' or 'r'", bank));
}

Side side_of(unsigned target) {
  check_range("target", target, STENCIL_CPU, STENCIL_CUDA, "STENCIL_CPU, STENCIL_CUDA");
  return target == STENCIL_CPU ? Side::host : Side::device;
}

// A null pointer to a function is no function.
Stage::Function function_of(void (*function)()) {
  return function == nullptr ? Stage::Function() : Stage::Function(function);
}

std::string next_name() {
  static std::int64_t number = 0;
  return fmt::format("stage {}", ++number);
}

stencil_datum& of(stencil_datum* datum) {
  check_pointer("datum", datum, "what stencil_shared_array returned");
  return *datum;
}

}  // namespace
}  // namespace stencil

using stencil::c_border;

extern "C" {

double* stencil_device_array(char bank, int buffer) {
  return c_border("stencil_device_array", [&] { return stencil::device().address(stencil::bank_of(bank), buffer); });
}

stencil_datum* stencil_shared_array(double* arr_onHost, double* arr_onCuda, size_t size) {
  return c_border("stencil_shared_array", [&] {
    stencil::device();
    return new stencil_datum{{arr_onHost, arr_onCuda, size}};
  });
}

stencil_stage* stencil_stage_of(unsigned target, void (*runOnHost)(void), void (*runOnDevice)(void), ...) {
  std::array<std::vector<stencil::SharedDatum*>, 2> lists;
  va_list rest;
  va_start(rest, runOnDevice);
  for (auto& list : lists) {
    while (stencil_datum* const datum = va_arg(rest, stencil_datum*)) list.push_back(&datum->array);
  }
  va_end(rest);
  return c_border("stencil_stage_of", [&] {
    return new stencil_stage{{stencil::next_name(), stencil::side_of(target), stencil::function_of(runOnHost),
                              stencil::function_of(runOnDevice), lists[0], lists[1]}};
  });
}

void stencil_run_stage(stencil_stage* stage) {
  c_border("runStage", [&] {
    stencil::check_pointer("stage", stage, "what stencil_stage_of returned");
    stencil::runStage(stage->stage);
  });
}

void stencil_run_stages(stencil_stage* const* stages) {
  c_border("runStages", [&] {
    stencil::check_pointer("stages", stages, "a list of stages that ends with NULL");
    std::vector<stencil::Stage*> list;
    for (; *stages != nullptr; ++stages) list.push_back(&(*stages)->stage);
    stencil::runStages(list);
  });
}

void stencil_flush(stencil_datum* datum) {
  c_border("stencil_flush", [&] { stencil::flush(stencil::of(datum).array); });
}

int stencil_valid_on_host(const stencil_datum* datum) {
  return c_border("stencil_valid_on_host",
                  [&] { return stencil::of(const_cast<stencil_datum*>(datum)).array.validOnHost() ? 1 : 0; });
}

int stencil_valid_on_device(const stencil_datum* datum) {
  return c_border("stencil_valid_on_device",
                  [&] { return stencil::of(const_cast<stencil_datum*>(datum)).array.validOnDevice() ? 1 : 0; });
}

void stencil_stage_destroy(stencil_stage* stage) {
  delete stage;
}

void stencil_datum_destroy(stencil_datum* datum) {
  delete datum;
}

}  // extern "C"
