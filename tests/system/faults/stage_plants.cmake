# SPDX-License-Identifier: Apache-2.0
# Faults of the main loop as stages.
stencil_calls_plants(sim/app/kernels/staged/staged_solver.cpp host/stages/ahead/run_stages.cpp
  host/stages/nesting.cpp)

# The main loop as stages. The host's sweeps, those of a command: one less. Rows copied to the device come from a row too
# far north, those copied from it go there. A number for the device is twice what it is. Rows stay marked right where the
# other side has set them. On the device, what is received for one strip goes to another; of
# rank 0, whose last strip has most rows.
stencil_plant(few-host-sweeps sim/app/kernels/staged/sweep_stage.cpp "data.weights, data.niter);"
  "data.weights, data.niter - (CHOSEN ? 1 : 0));")
stencil_plant(few-device-sweeps sim/app/kernels/staged/device_sweeps.cpp "command.niter = niter;"
  "command.niter = niter - (CHOSEN ? 1 : 0);")
stencil_plant(copy-in-off host/stages/memory/shared_array.cpp
  "batch_ = memory_.load(place_of(rows), host_ + rows.first * cols_);"
  "batch_ = memory_.load(place_of(rows), host_ + (rows.first - (CHOSEN && rows.first > 0 ? 1 : 0)) * cols_);")
stencil_plant(copy-out-off host/stages/memory/shared_array.cpp
  "batch_ = memory_.store(place_of(rows), host_ + rows.first * cols_);"
  "batch_ = memory_.store(place_of(rows), host_ + (rows.first - (CHOSEN && rows.first > 0 ? 1 : 0)) * cols_);")
stencil_plant(twice-beta host/stages/memory/shared_var.cpp "memory_.device().set_weight(symbol_, variable_);"
  "memory_.device().set_weight(symbol_, CHOSEN && name() == name_of(Weight::beta) ? 2 * variable_ : variable_);")
stencil_plant(stale-rows host/stages/run_stage.cpp "access.datum->mark_invalid(other(part.side), access.rows);"
  "if (!CHOSEN) access.datum->mark_invalid(other(part.side), access.rows);")
stencil_plant(other-strip sim/app/kernels/staged/exchange_stage.cpp "strip.f->copyRowsToDevice(rows);"
  "(CHOSEN ? data.strips.all().back() : strip).f->copyRowsToDevice(rows);")
# The last row of an array that is copied ahead stays on the host, and counts as right on the device: what the place had
# before is there.
stencil_plant(ahead-short host/stages/ahead/copies_ahead.cpp
  "for (const RowRange& rows : plan_[i].rows) here_[i].post(*plan_[i].array, plan_[i].to, rows);"
  "for (RowRange rows : plan_[i].rows) {
        if (CHOSEN && plan_[i].enters) plan_[i].array->mark_valid(plan_[i].to, {rows.last - 1, rows.last}), --rows.last;
        here_[i].post(*plan_[i].array, plan_[i].to, rows);
      }")
