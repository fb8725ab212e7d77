// The published C functions over the process's accelerator: check, do, wait, account.
// SPDX-License-Identifier: Apache-2.0
#include "accel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "host/border.hpp"
#include "host/c/call_ledger.hpp"
#include "host/c/process_accelerator.hpp"
#include "host/check.hpp"

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

void transfer(Bank bank, Direction direction, int internaloffset, void* array, int length) {
  Accelerator& device = process_accelerator();
  check_transfer(device.capabilities(), internaloffset, array, length);
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
}

void sweep(int mx, int my, double rdx2, double rdy2, double beta, int niter) {
  Accelerator& device = process_accelerator();
  const std::int64_t memory_words = device.capabilities().memory_words;
  check_columns(device.capabilities(), my);
  check_range("mx", mx, 1, memory_words / my,
              fmt::format("{} doubles of local memory, my = {}", memory_words, my).c_str());
  check_range("niter", niter, 0);
  device.start({mx, my, niter, rdx2, rdy2, beta});
  device.wait();
  process_call_ledger().record_sweep({mx, my, niter}, device.cycles(), device.traffic());
}

void check_portion(const Capabilities& device, int my_number, int n_of_nodes, int mx, int my, int stw) {
  check_range("n_of_nodes", n_of_nodes, 1);
  check_range("my_number", my_number, 0, n_of_nodes - 1, "n_of_nodes - 1");
  check_range("mx", mx, 1);
  check_range("stw", stw, 1);
  check_columns(device, my);
  const std::int64_t least_rows = std::min<std::int64_t>(mx, 2 * std::int64_t{stw} + 1);
  check_range("min(mx, 2*stw + 1)", least_rows, 1, device.memory_words / my,
              fmt::format("{} doubles of local memory, my = {}", device.memory_words, my).c_str());
}

// 0 or 1, as itstep_accel_test answers. A bad environment is fatal here, too.
int test_portion(int my_number, int n_of_nodes, int mx, int my, int stw) {
  const Capabilities& device = process_accelerator().capabilities();
  try {
    check_portion(device, my_number, n_of_nodes, mx, my, stw);
  } catch (const ArgumentError& refusal) {
    const std::string line = fatal_line("itstep_accel_test", refusal.what()) + "\n";
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
  c_border("itstep_accel", [&] { stencil::sweep(mx, my, rdx2, rdy2, beta, niter); });
}

int itstep_accel_test(int my_number, int n_of_nodes, int mx, int my, int stw) {
  return c_border("itstep_accel_test", [&] { return stencil::test_portion(my_number, n_of_nodes, mx, my, stw); });
}

}  // extern "C"
