// Sweeps on the accelerator, a look at the result on the host, and only those copies between them that are needed.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <iostream>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/stages/ledger/ledger.hpp"
#include "host/stages/memory/shared_array.hpp"
#include "host/stages/run_stage.hpp"
#include "host/stages/stage.hpp"

using namespace stencil;

int main(int argc, char** argv) {
  const std::int64_t rows = 40, cols = 50, sweeps = 10, steps = 5;
  AcceleratorOptions options;
  options.accel = argc > 1 ? argv[1] : "model";  // software, model or rtl
  options.config = "small";
  options.checking = all_checks();  // a sweep of words that nothing has loaded ends the program, which says which
  const auto device = make_accelerator(options);

  std::vector<double> f_host(rows * cols, 0.0), r_host(rows * cols, -1.0);
  double middle = 0.0, before = 0.0;

  // Copies on the host and on the device; which rows are right where is known row by row.
  DeviceMemory memory(*device);
  SharedArray f(memory, "f", f_host.data(), rows, cols, Bank::f, 0, 0);
  SharedArray r(memory, "r", r_host.data(), rows, cols, Bank::r, 0, 0);

  SweepCommand command;
  command.rows = rows;
  command.cols = cols;
  command.niter = sweeps;
  command.weights = JacobiWeights{1.0, 1.0, 0.25};
  // Before a stage runs, the library copies the data that it reads and that its side lacks.
  Stage sweep("sweep", Side::device, {}, [&] { device->start(command); }, {updates(f), reads(r)});
  const RowRange centre{rows / 2, rows / 2 + 1};
  Stage look("look", Side::host,
             [&] {
               before = middle;
               middle = f_host[static_cast<std::size_t>(rows / 2 * cols + cols / 2)];
             },
             {}, {reads(f, centre)});

  StageLedger ledger;
  ledger.join(f);
  ledger.join(r);
  for (std::int64_t step = 0; step < steps; ++step) {
    runStage(sweep, &ledger);
    runStage(look, &ledger);
    std::cout << (step + 1) * sweeps << " sweeps: " << middle << " in the centre, " << middle - before << " more\n";
  }
  for (const StageTraffic& line : ledger.stages())
    std::cout << line.stage << " " << line.datum << ": " << line.moved.to_device << " bytes to the device, "
              << line.moved.from_device << " from it\n";
  std::cout << ledger.total().bytes() << " bytes copied, the least there is: " << ledger.optimum_bytes() << "\n"
            << device->cycles().total() << " device cycles\n";
  return ledger.total().bytes() == ledger.optimum_bytes() ? 0 : 1;
}
