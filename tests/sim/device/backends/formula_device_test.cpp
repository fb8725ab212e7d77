// Devices with an operator of a formula: their latency, registers, selection and bits.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"
#include "models/compare.hpp"
#include "models/jacobi.hpp"
#include "models/kernel_rows/formula_weights.hpp"
#include "models/problem.hpp"
#include "sim/device/backends/platform_backends.hpp"
#include "sim/device/contract/contract.hpp"
#include "sim/device/kernels/kernels.hpp"
#include "sim/device/model/model_device.hpp"
#include "tests/support/refusal.hpp"

namespace stencil::formula_device_test {
namespace {

using namespace contract;

FormulaWeights example(const std::string& name) {
  return formula_weights(read_formula_file(std::string(STENCIL_FORMULA_EXAMPLES) + "/" + name + ".stencil"));
}

FormulaWeights of(const std::string& lines) {
  return formula_weights(read_formula("f.stencil", "kernel k\nfield u\nsource q\n" + lines + "\n"));
}

// Additions and multiplications one after another, counted by hand; a corner costs a cycle.
TEST(FormulaDevice, LatencyIsTheLargestOfItsOperators) {
  Configuration five = find_configuration("small");
  five.add_latency = 5;
  five.mul_latency = 6;
  const auto latency = [&](const FormulaWeights& formula, std::uint64_t kernels) {
    five.kernels = kernels;
    return with_formula(five, formula).pe_latency();
  };
  constexpr std::int64_t jacobi = 2 + 3 * 5 + 2 * 6;
  EXPECT_EQ(latency(example("jacobi"), kernel_jacobi), jacobi);
  EXPECT_EQ(latency(example("jacobi"), 0), jacobi);
  EXPECT_EQ(latency(of("new u = u[i-1,j] + u"), 0), 2 + 5);
  EXPECT_EQ(latency(of("new u = u[i-1,j-1] + u"), 0), 3 + 5);
  EXPECT_EQ(latency(of("new u = u[i-1,j-1] + u"), kernel_jacobi), jacobi);
  EXPECT_EQ(latency(of("new u = u/5"), 0), 2 + 2);
  EXPECT_EQ(latency(of("new u = u + q/5*u*u*u"), kernel_five_point), 2 + 4 * 5 + 2 * 6);
  EXPECT_EQ(latency(example("heat"), kernel_jacobi), 2 + 5 * 5 + 2 * 6);
  EXPECT_EQ(latency(example("nine_point"), kernel_jacobi), 3 + 6 * 5 + 3 * 6);
  const FormulaWeights either = of("new u = (u + q + u[i-1,j] + 1) + u*q");
  EXPECT_EQ(latency(either, 0), 2 + 4 * 5);
  five.mul_latency = 16;
  EXPECT_EQ(latency(either, 0), 2 + 16 + 5);
  five.mul_latency = 6;
  five.add_latency = 16;
  EXPECT_EQ(latency(example("upwind"), 0), 2 + 4 * 16 + 6);
}

// Of a model device, each access waited for.
struct Registers {
  explicit Registers(const Capabilities& capabilities) : device(capabilities) {}
  std::uint64_t read(std::uint32_t address) {
    std::uint64_t value = 0;
    device.post_register_read(address, &value, {});
    device.run({});
    return value;
  }
  void write(std::uint32_t address, std::uint64_t value) {
    device.post_register_write(address, value, {});
    device.run({});
  }
  std::uint64_t error_of(std::uint64_t tile) {
    write(REG_TILE, tile);
    write(REG_COMMAND, 5);
    device.tick_cycles(5000);
    const std::uint64_t error = read(REG_ERROR);
    write(REG_STATUS, status_failed);
    return error;
  }
  ModelDevice device;
};

bool exists(const Capabilities& device, std::uint32_t address) {
  return test::refusal<std::exception>([&] { Registers(device).read(address); }) == "accepted";
}

TEST(FormulaDevice, HasRegistersOfTheNumbersItReads) {
  const FormulaWeights formula =
      of("number unread = 1\n"
         "number a = unread\n"
         "number b = 3\nnew u = a*u + b*q");
  const Capabilities with = capabilities_of(with_formula(find_configuration("small"), formula));
  const Capabilities without = capabilities_of(find_configuration("small"));
  for (std::uint32_t k = 0; k < 16; ++k) {
    EXPECT_EQ(exists(with, REG_N0 + 8 * k), k == 1 || k == 2) << k;
    EXPECT_FALSE(exists(without, REG_N0 + 8 * k)) << k;
  }
  EXPECT_FALSE(exists(without, REG_FORMULA));
  Registers device(with);
  EXPECT_EQ(device.read(REG_FORMULA), formula.digest);
  EXPECT_EQ(device.read(REG_KERNELS), kernel_jacobi | kernel_tiles | kernel_change | kernel_formula);
  device.write(REG_N1, 77);
  device.write(REG_N2, 78);
  EXPECT_EQ(device.read(REG_N1), 77u);
  EXPECT_EQ(device.read(REG_AC - 8 * 10), 0u) << "COLS keeps its own";
}

TEST(FormulaDevice, AJobSelectsOneKernel) {
  for (const bool there : {false, true}) {
    const Configuration small = find_configuration("small");
    const FormulaWeights formula = of("new u = u + q");
    Registers device(capabilities_of(there ? with_formula(small, formula) : small));
    device.write(REG_COLS, 6);
    device.write(REG_NITER, 2);
    EXPECT_EQ(device.error_of(tile_by_formula), ERROR_NONE) << "reserved where there is no formula";
    EXPECT_EQ(device.error_of(tile_by_formula | tile_five_point), ERROR_KERNEL);
    EXPECT_EQ(device.error_of(tile_by_formula | tile_kernel), there ? ERROR_KERNEL : ERROR_TILE);
    EXPECT_EQ(device.error_of(0), ERROR_NONE);
  }
}

// Without a source any r buffer may be named, and none is kept from bursts.
TEST(FormulaDevice, UsesNoRBufferWithoutASource) {
  for (const bool reads : {false, true}) {
    const FormulaWeights formula = of(reads ? "new u = u + q" : "new u = u + u[i-1,j]");
    Registers device(capabilities_of(with_formula(find_configuration("small"), formula)));
    device.write(REG_COLS, 6);
    device.write(REG_NITER, 2);
    device.write(REG_TILE, tile_by_formula);
    device.write(REG_COMMAND, 5 | std::uint64_t{3} << command_r_buffer_bit);
    device.device.tick_cycles(5000);
    EXPECT_EQ(device.read(REG_ERROR), reads ? ERROR_BUFFER : ERROR_NONE);
    SweepCommand command;
    command.weights = formula;
    EXPECT_EQ(held_buffers(command).r, reads ? 0 : HeldBuffers::none);
  }
}

AcceleratorOptions options_of(const char* accel, const FormulaWeights& formula) {
  AcceleratorOptions options;
  options.accel = accel;
  options.config = "small";
  options.formula = formula;
  return options;
}

TEST(FormulaDevice, SweepsByItsFormulaAloneAndJacobiBeside) {
  constexpr std::int64_t rows = 20, cols = 9;
  const FormulaWeights formula = with_numbers(of("number a\nnew u = (u[i-1,j-1] + u[i+1,j+1])*a - q"), {0.25});
  for (const char* accel : {"software", "model"}) {
    const std::unique_ptr<Accelerator> device = make_accelerator(options_of(accel, formula));
    std::vector<double> f(rows * cols), r(f.size());
    fill_problem_rows(1, ProblemArray::f, 0, rows, cols, f.data());
    fill_problem_rows(1, ProblemArray::r, 0, rows, cols, r.data());
    std::vector<double> want = f, got(f.size());
    device->post_load({Bank::f, 0, 0, rows * cols}, f.data(), {});
    device->post_load({Bank::r, 0, 0, rows * cols}, r.data(), {});
    device->wait();
    SweepCommand command;
    command.rows = rows;
    command.cols = cols;
    command.niter = 3;
    for (const SweepWeights& weights : {SweepWeights(formula), SweepWeights(JacobiWeights{1.0, 2.0, 0.125}),
                                        SweepWeights(with_numbers(formula, {0.5}))}) {
      golden_sweeps(rows, cols, want.data(), r.data(), weights, 3);
      command.weights = weights;
      device->post(command, {});
      device->wait();
    }
    device->post_store({Bank::f, 0, 0, rows * cols}, got.data(), {});
    device->wait();
    EXPECT_EQ(compare_rows(want.data(), got.data(), 0, rows, cols).mismatches, 0) << accel;
    command.weights = of("new u = u - q");
    EXPECT_NE(test::refusal([&] { device->post(command, {}); }).find("of configuration small has the formula 0x"),
              std::string::npos);
  }
  const std::unique_ptr<Accelerator> plain = make_accelerator(options_of("model", {}));
  SweepCommand command;
  command.rows = command.cols = 5;
  command.niter = 1;
  command.weights = formula;
  EXPECT_EQ(test::refusal([&] { plain->post(command, {}); }),
            "accelerator model of configuration small has no formula kernel, only Jacobi, Gauss-Seidel");
}

}  // namespace
}  // namespace stencil::formula_device_test
