// A capsule with everything that one can have.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stdexcept>
#include <vector>

#include "models/kernel_rows/formula_weights.hpp"
#include "models/problem.hpp"
#include "sim/device/capsule/listeners.hpp"
#include "sim/device/capsule/replay.hpp"

namespace stencil::capsule_tests {

// Of a kernel file, on a device that has its formula.
inline Capsule formula_sample() {
  struct Last final : CapsuleListener {
    bool wants(std::int64_t) override { return true; }
    bool wants_results() const override { return true; }
    void after_wait(const Capsule& capsule) override { kept.push_back(capsule); }
    std::vector<Capsule> kept;
  } listener;
  AcceleratorOptions options;
  options.accel = "software";
  options.config = "small";
  options.formula = formula_weights(read_formula("k.stencil",
                                                 "kernel k\nfield u\nsource q\n"
                                                 "number a = 2\nnew u = a*u[i-1,j-1] + q\n"));
  RecordingAccelerator device(make_accelerator(options), options, listener);
  std::vector<double> f(20), r(20), out(20);
  fill_problem_rows(1, ProblemArray::f, 0, 5, 4, f.data());
  fill_problem_rows(1, ProblemArray::r, 0, 5, 4, r.data());
  SweepCommand sweep;
  sweep.rows = 5;
  sweep.cols = 4;
  sweep.niter = 2;
  sweep.weights = with_numbers(options.formula, {0.3});
  const Ticket loads[] = {device.post_load({Bank::f, 0, 0, 20}, f.data(), {}),
                          device.post_load({Bank::r, 0, 0, 20}, r.data(), {})};
  const Ticket swept = device.post(sweep, {loads[0], loads[1]});
  device.post_store({Bank::f, 0, 0, 20}, out.data(), {swept});
  device.wait();
  if (listener.kept.size() != 1) throw std::logic_error("the calls were not kept");
  Capsule capsule = listener.kept.front();
  expect(capsule);
  return capsule;
}

// A chain of two skewed blocks, a wait between them, on fields that were there; then a tile. All of it right, of
// configuration small without hardware.
inline Capsule sample() {
  struct Last final : CapsuleListener {
    bool wants(std::int64_t step) override { return step == 3; }
    bool wants_results() const override { return true; }
    void after_wait(const Capsule& capsule) override { kept.push_back(capsule); }
    std::vector<Capsule> kept;
  } listener;
  AcceleratorOptions options;
  options.accel = "software";
  options.config = "small";
  options.link = {16, 4, 3};
  RecordingAccelerator device(make_accelerator(options), options, listener);
  std::vector<double> f(5 * 4);
  std::vector<double> r(f.size());
  fill_problem_rows(1, ProblemArray::f, 0, 5, 4, f.data());
  fill_problem_rows(1, ProblemArray::r, 0, 5, 4, r.data());
  SweepCommand sweep;
  sweep.rows = 3;
  sweep.cols = 4;
  sweep.niter = 1;
  sweep.weights = JacobiWeights{1.0, 2.0, 0.125};
  sweep.own_weights = true;
  device.set_weight(Weight::rdx2, 1.0);
  device.set_weight(Weight::rdy2, 2.0);
  device.set_weight(Weight::beta, 0.125);
  device.post_load({Bank::f, 0, 0, 20}, f.data(), {});
  device.post_load({Bank::r, 1, 0, 20}, r.data(), {});
  device.post(sweep, {});
  device.wait();

  device.begin_step(3);
  std::vector<double> out(20);
  sweep.r_buffer = 1;
  sweep.below = true;
  const Ticket first = device.post(sweep, {});
  device.post_store({Bank::f, 0, 0, 8}, out.data(), {first});
  device.wait();
  sweep.rows = 2;
  sweep.below = false;
  sweep.above = true;
  const Ticket load = device.post_load({Bank::f, 1, 0, 8}, f.data() + 12, {});
  sweep.f_buffer = 1;
  const Ticket second = device.post(sweep, {load});
  TileCommand tile;
  tile.rows = 4;
  tile.cols = 4;
  tile.sweeps = 2;
  tile.backward = true;
  tile.top = {1, 0};
  tile.bottom = {3, 0};
  tile.left = {2, -1};
  tile.right = {3, 0};
  const Ticket third = device.post(tile, {second});
  device.post_store({Bank::f, 1, 0, 12}, out.data() + 8, {second, load});
  device.post_store({Bank::f, 0, 2, 10}, out.data(), {third});
  device.wait();
  Capsule capsule = listener.kept.back();
  capsule.program = "1.2.3";
  capsule.rtl = "0123456789abcdef";
  capsule.plusargs = "+variant=none";
  capsule.origin.rank = 2;
  capsule.origin.command = 1;
  capsule.origin.places = {{1, 0, 40, 0}, {1, 1, 43, 0}, {std::nullopt, 2, 60, 7}};
  for (std::size_t i = 0; i < capsule.calls.size(); ++i) {
    if (capsule.calls[i].kind != CapsuleCall::Kind::command) continue;
    capsule.calls[i].cycles.load = static_cast<std::int64_t>(10 + i);
    capsule.calls[i].model.stall = static_cast<std::int64_t>(20 + i);
  }
  expect(capsule);
  return capsule;
}

}  // namespace stencil::capsule_tests
