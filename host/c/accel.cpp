// The functions of accel.h: each checks its arguments, runs the process's accelerator, waits and records the cycles.
// SPDX-License-Identifier: Apache-2.0
#include "accel.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

#include "host/arrays/vsda/tokens/token_registry.hpp"
#include "host/base/check.hpp"
#include "host/c/call_ledger.hpp"
#include "host/c/call_observer.hpp"
#include "host/c/process_accelerator.hpp"
#include "host/mpi/border.hpp"

namespace stencil {
namespace {

void check_transfer(const Capabilities& device, int internaloffset, const void* array, int length) {
  check_range("internaloffset", internaloffset, 0, device.memory_words, "doubles of local memory");
  check_range(
      "length", length, 0, device.memory_words - internaloffset,
      fmt::format("{} doubles of local memory, internaloffset = {}", device.memory_words, internaloffset).c_str());
  if (length > 0) check_pointer("array", array, fmt::format("an array of {} doubles", length).c_str());
}

void check_columns(const Capabilities& device, int my) {
  check_range("my", my, 1, device.max_cols, "the device's longest row");
}

enum class Direction { to_device, from_device };

// Calls the observer, if there is one, and charges its cycles and bytes to no block.
template <class Call>
void observe(Accelerator& device, const Call& call) {
  CallObserver* const observer = process_call_observer();
  if (observer == nullptr) return;
  const CycleCounts cycles = device.cycles();
  const TrafficCounts traffic = device.traffic();
  call(*observer);
  process_call_ledger().leave_out(cycles, traffic, device.cycles(), device.traffic());
}

void transfer(Bank bank, Direction direction, int internaloffset, void* array, int length) {
  Accelerator& device = process_accelerator();
  check_transfer(device.capabilities(), internaloffset, array, length);
  token_registry().check_unused("array", array, std::int64_t{length} * static_cast<std::int64_t>(sizeof(double)),
                                direction == Direction::from_device);
  if (direction == Direction::to_device) {
    device.load(bank, internaloffset, static_cast<const double*>(array), length);
  } else {
    device.store(bank, internaloffset, static_cast<double*>(array), length);
  }
  device.wait();
  if (bank == Bank::r) {
    process_call_ledger().record_r_to(device.cycles(), device.traffic());
  } else {
    process_call_ledger().record_f_transfer(device.cycles(), device.traffic());
  }
  observe(device, [&](CallObserver& observer) {
    const auto* const values = static_cast<const double*>(array);
    if (direction == Direction::to_device) return observer.loaded(device, bank, internaloffset, values, length);
    observer.stored(device, internaloffset, values, length);
  });
}

void sweep(int mx, int my, const SweepWeights& weights, int niter) {
  Accelerator& device = process_accelerator();
  const std::int64_t memory_words = device.capabilities().memory_words;
  check_columns(device.capabilities(), my);
  check_range("mx", mx, 1, memory_words / my,
              fmt::format("{} doubles of local memory, my = {}", memory_words, my).c_str());
  check_range("niter", niter, 0);
  const SweepCommand command{mx, my, niter, weights};
  const std::int64_t block = process_call_ledger().next_sweep_block();
  observe(device, [&](CallObserver& observer) { observer.before_sweep(device, command, block); });
  device.start(command);
  device.wait();
  process_call_ledger().record_sweep({mx, my, niter, weights.index()}, device.cycles(), device.traffic());
  observe(device, [&](CallObserver& observer) { observer.after_sweep(device, command); });
}

void check_local_part(const Capabilities& device, int my_number, int n_of_nodes, int mx, int my, int stw) {
  check_range("n_of_nodes", n_of_nodes, 1);
  check_range("my_number", my_number, 0, n_of_nodes - 1, "n_of_nodes - 1");
  check_range("mx", mx, 0);
  check_range("stw", stw, 0);
  check_columns(device, my);
}

// No local part with more rows has a smaller block.
void check_least_block(const Capabilities& device, int mx, int my, int stw) {
  if (mx == 0) return;
  const std::int64_t least_rows = std::min<std::int64_t>(mx, 2 * std::int64_t{stw} + 1);
  check_range("min(mx, 2*stw + 1)", least_rows, 1, device.memory_words / my,
              fmt::format("{} doubles of local memory, my = {}", device.memory_words, my).c_str());
}

void check_blocks(const Capabilities& device, int mx, int my, int stw, int portion) {
  check_range("portion", portion, 1);
  check_range("stw", stw, 0, portion / 3, fmt::format("a third of portion = {}", portion).c_str());
  const std::string memory = fmt::format("{} doubles of local memory, my = {}", device.memory_words, my);
  const std::int64_t most_rows = device.memory_words / my;
  if (mx <= portion) return check_range("mx, a single block,", mx, 0, most_rows, memory.c_str());
  check_range("portion + 2*stw", portion + 2 * std::int64_t{stw}, 1, most_rows, memory.c_str());
}

// The result of itstep_accel_test: 0, or 1 and a line on stderr where `check` throws. A bad environment is fatal.
template <class Check>
int answer(const char* function, const Check& check) {
  const Capabilities& device = process_accelerator().capabilities();
  try {
    check(device);
  } catch (const ArgumentError& refusal) {
    const std::string line = fatal_line(function, refusal.what()) + "\n";
    std::fputs(line.c_str(), stderr);
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace stencil

using stencil::Bank;
using stencil::c_border;
using stencil::Direction;

extern "C" {

void f_to_accel(int internaloffset, void* array, int length) {
  c_border("f_to_accel", [&] { stencil::transfer(Bank::f, Direction::to_device, internaloffset, array, length); });
}

void f_from_accel(int internaloffset, void* array, int length) {
  c_border("f_from_accel", [&] { stencil::transfer(Bank::f, Direction::from_device, internaloffset, array, length); });
}

void r_to_accel(int internaloffset, void* array, int length) {
  c_border("r_to_accel", [&] { stencil::transfer(Bank::r, Direction::to_device, internaloffset, array, length); });
}

void itstep_accel(int mx, int my, double rdx2, double rdy2, double beta, int niter) {
  c_border("itstep_accel", [&] { stencil::sweep(mx, my, stencil::JacobiWeights{rdx2, rdy2, beta}, niter); });
}

void itstep_accel_five_point(int mx, int my, const double* coefficients, int niter) {
  c_border("itstep_accel_five_point", [&] {
    stencil::check_pointer("coefficients", coefficients, "an array of 6 doubles");
    const double* c = coefficients;
    stencil::sweep(mx, my, stencil::FivePointWeights{c[0], c[1], c[2], c[3], c[4], c[5]}, niter);
  });
}

void itstep_accel_formula(int mx, int my, const double* numbers, int niter) {
  c_border("itstep_accel_formula", [&] { stencil::sweep(mx, my, stencil::process_formula("", numbers), niter); });
}

int itstep_accel_test(int my_number, int n_of_nodes, int mx, int my, int stw) {
  constexpr const char* function = "itstep_accel_test";
  return c_border(function, [&] {
    return stencil::answer(function, [&](const stencil::Capabilities& device) {
      stencil::check_local_part(device, my_number, n_of_nodes, mx, my, stw);
      stencil::check_least_block(device, mx, my, stw);
    });
  });
}

int itstep_accel_test_portion(int my_number, int n_of_nodes, int mx, int my, int stw, int portion) {
  constexpr const char* function = "itstep_accel_test_portion";
  return c_border(function, [&] {
    return stencil::answer(function, [&](const stencil::Capabilities& device) {
      stencil::check_local_part(device, my_number, n_of_nodes, mx, my, stw);
      stencil::check_blocks(device, mx, my, stw, portion);
    });
  });
}

}  // extern "C"
