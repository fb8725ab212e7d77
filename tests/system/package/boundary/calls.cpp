// The C++ calls that docs/stages.md, docs/gauss-seidel.md, docs/block-cyclic.md and the examples make, with the headers
// they name. It must compile, link and run unchanged with every later version of the library.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "host/arrays/block_cyclic/axis.hpp"
#include "host/arrays/block_cyclic/bounds.hpp"
#include "host/arrays/block_cyclic/element.hpp"
#include "host/base/errors.hpp"
#include "host/device/accelerator.hpp"
#include "host/gauss_seidel/accelerator_tiles.hpp"
#include "host/gauss_seidel/solver.hpp"
#include "host/jacobi/itstep.hpp"
#include "host/mpi/fatal.hpp"
#include "host/stages/ahead/run_stages.hpp"
#include "host/stages/checker.hpp"
#include "host/stages/ledger/ledger.hpp"
#include "host/stages/memory/device_slot.hpp"
#include "host/stages/memory/shared_array.hpp"
#include "host/stages/memory/shared_var.hpp"
#include "host/stages/published/published.hpp"
#include "host/stages/run_stage.hpp"
#include "host/stages/stage.hpp"
#include "host/stages/stage_lb.hpp"

using namespace stencil;

namespace {

constexpr std::int64_t rows = 12, cols = 6;

bool blocks(Accelerator& device) {
  std::vector<double> f(rows * cols, 1.0), r(rows * cols, 0.0);
  const SweepWeights weights = JacobiWeights{1.0, 1.0, 0.25};
  itstep(device, rows, cols, f.data(), r.data(), weights, 2, 6, nullptr);
  std::vector<double> more(rows * cols, 1.0);
  const BlockScheme scheme{{}, 6, 2};
  const std::vector<StripArrays> strips{{rows, cols, f.data(), r.data()}, {rows, cols, more.data(), r.data()}};
  itstep(device, strips, weights, scheme, nullptr);
  if (plan_strip(rows, scheme).size() != 2) return false;
  const std::vector<Block> plan = plan_blocks(rows, 6, 2, Blocking::overlapped_rows);
  const Ticket loaded = device.post_load({Bank::f, 0, 0, rows * cols}, f.data(), {});
  SweepCommand sweep;
  sweep.rows = rows;
  sweep.cols = cols;
  sweep.niter = 1;
  sweep.weights = weights;
  const Ticket swept = device.post(sweep, {loaded});
  device.post_store({Bank::f, 0, 0, rows * cols}, f.data(), {swept});
  device.wait();
  return f[7] == 1.0 && plan.size() == 2 && device.capabilities().accel == "software" && device.cycles().total() == 0 &&
         device.traffic().transfers > 3;
}

// A datum of a user's own: a number of the host that no device holds.
class Number final : public SharedDatum {
 public:
  Number() : SharedDatum("number", Contents::both) {}
  void copyToDevice() override {}
  void copyFromDevice() override {}
  std::int64_t bytes(const RowRange& /*rows*/) const override { return 8; }
};

bool stages(Accelerator& device) {
  std::vector<double> f_host(rows * cols, 1.0), r_host(rows * cols, 0.0), g_host(rows * cols, 2.0);
  double beta_host = 0.25, seen = 0.0;
  DeviceMemory memory(device);
  SharedArray f(memory, "f", f_host.data(), rows, cols, Bank::f, 0, 0);
  SharedArray r(memory, "r", r_host.data(), rows, cols, Bank::r, 0, 0);
  SharedVar beta(memory, "beta", beta_host);
  DeviceSlot slot(memory, "slot", {Bank::f, 0, rows * cols, rows * cols});
  SharedArray g(slot, "g", g_host.data(), rows, cols);
  Number number;
  SweepCommand command;
  command.rows = rows;
  command.cols = cols;
  command.niter = 1;
  command.weights = JacobiWeights{1.0, 1.0, 0.25};
  Stage sweep("sweep", Side::device, {}, [&] { device.start(command); }, {reads(r), reads(beta), updates(f)});
  Stage look("look", Side::host, [&] { seen = f_host[0]; }, {}, {reads(f, {0, 3}), reads(number)});
  StageLB both(
      "both", 0.5, [](const RowRange& /*rows*/) {}, [](const RowRange& /*rows*/) {}, rows, {{&g, Access::Kind::read}});
  StageLedger ledger;
  StageChecker checker(&ledger);
  for (SharedDatum* datum :
       {static_cast<SharedDatum*>(&f), static_cast<SharedDatum*>(&r), static_cast<SharedDatum*>(&beta)}) {
    ledger.join(*datum);
    checker.join(*datum);
  }
  Stage* list[] = {&sweep, &look, nullptr};
  for (Stage** stage = list; *stage != nullptr; ++stage) runStage(**stage, &checker);
  runStage(both);
  runStages({&sweep, &look}, &ledger);
  runStages(list, &ledger);
  flush(f, &ledger);
  number.mark_valid(Side::host, number.all());
  return seen == 1.0 && f.validOnHost() && f.validOnDevice() && ledger.total().bytes() >= ledger.optimum_bytes() &&
         both.device_rows() == rows / 2 && !ledger.stages().empty();
}

double published_f[rows * cols], published_r[rows * cols], published_beta = 0.25;
void sweep_published() {
  SweepCommand command;
  command.rows = rows;
  command.cols = cols;
  command.niter = 1;
  command.own_weights = true;
  published::Device::current().memory().device().start(command);
}

bool published_form(Accelerator& accelerator) {
  published::Device device(accelerator);
  published::SharedArray f(published_f, device.address(Bank::f), sizeof published_f);
  published::SharedArray r(published_r, device.address(Bank::r), sizeof published_r);
  published::SharedVar beta("beta", published_beta);
  published::Stage sweep(published::CUDA, nullptr, sweep_published, &f, &r, &beta, NULL, &f, NULL);
  published::Stage* list[] = {&sweep, NULL};
  for (published::Stage** stage = list; *stage != NULL;) runStage(*stage++);
  runStages(list);
  flush(f);
  return f.validOnHost() && f.validOnDevice();
}

bool tiles(Accelerator& device) {
  TileGridShape shape;
  shape.rows = 22;
  shape.cols = 12;
  shape.tile_rows = 2;
  shape.sweeps = 2;
  const TileGrid grid(shape);
  const TileFrame frame = grid.stored(0);
  std::vector<double> on_cpu(static_cast<std::size_t>(frame.words()), 1.0), on_device = on_cpu;
  on_cpu[static_cast<std::size_t>(frame.index(1, 1))] = on_device[static_cast<std::size_t>(frame.index(1, 1))] = 3.0;
  check_tiles_fit(device.capabilities(), grid);
  AcceleratorTiles tiles(device);
  CpuTiles cpu;
  TileSolverOptions options;
  options.rounds = 2;
  options.residuals = true;
  const TileSolution solution = solve_tiles(MPI_COMM_WORLD, grid, tiles, on_device.data(), options);
  const TileSolution expected = solve_tiles(MPI_COMM_WORLD, grid, cpu, on_cpu.data(), options);
  return on_cpu == on_device && solution.residuals == expected.residuals && solution.time.now() == 0;
}

bool block_cyclic() {
  const CyclicAxis axis(16, 3, 1, 2);
  const BlockCyclicLayout layout{CyclicAxis(5, 2, 0, 2), CyclicAxis(5, 2, 0, 2)};
  const ElementPlace place = place_of(layout, 2, 2);
  const CyclicAxis::Place at = axis.place(3);
  return axis.owner(3) == 0 && axis.block_of(3) == 1 && axis.local_block(9) == 1 && axis.in_block(4) == 1 &&
         axis.local(4) == 1 && axis.global(at.local, at.process) == 3 && axis.count(0) + axis.count(1) == 16 &&
         count_bound(axis) == count_bound_by_ceilings(axis) && place.rank == 3 && place.local(2) == 0;
}

void throw_line(int status, const std::string& line) {
  throw DeviceError(std::to_string(status) + " " + line);
}

// Errors are caught as what they are on the other side of the library's boundary.
bool errors(Accelerator& device) {
  int caught = 0;
  std::vector<double> words(4);
  try {
    device.load(Bank::f, -1, words.data(), 4);
  } catch (const ArgumentError&) {
    ++caught;
  }
  const FatalHandler before = set_fatal_handler(throw_line);
  try {
    fatal("calls", exit_device, "text");
  } catch (const DeviceError& error) {
    caught += std::string(error.what()) == "3 stencil: rank 0: calls: text" ? 1 : 0;
  }
  set_fatal_handler(before);
  return caught == 2;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  AcceleratorOptions options;
  options.accel = "software";
  const auto make = [&] { return make_accelerator(options); };
  check_accelerator_options(options);
  const bool right[] = {blocks(*make()),
                        stages(*make()),
                        published_form(*make()),
                        tiles(*make()),
                        block_cyclic(),
                        errors(*make()),
                        !accelerator_names().empty(),
                        !accelerator_configs().empty(),
                        read_arithmetic("it", "behavioural") == accelerator_arithmetics()[1]};
  int wrong = 0;
  for (std::size_t part = 0; part < sizeof right / sizeof *right; ++part) {
    if (!right[part]) {
      std::cout << "part " << part << " is wrong\n";
      ++wrong;
    }
  }
  if (wrong == 0) std::cout << "right\n";
  MPI_Finalize();
  return wrong;
}
