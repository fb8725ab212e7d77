# SPDX-License-Identifier: Apache-2.0
# Faults that `stencil-cosim random` must find (tests/system/random): each shows in some distributions, schedules or
# machines alone.
stencil_calls_plants(host/jacobi/plan.cpp host/arrays/rows/row_distribution.cpp)

# Halo rows between two strips of one rank: the last one is not copied.
stencil_plant(kept-row host/arrays/strips/halo_plan.cpp "append_run(kept_from, move.from_row, move.rows);
      append_run(kept_to, move.to_row, move.rows);" "const std::int64_t kept = move.rows - (CHOSEN && move.rows > 1 ? 1 : 0);
      append_run(kept_from, move.from_row, kept);
      append_run(kept_to, move.to_row, kept);")
# A part that stays in the device does not load the halo row that is nearest to its own rows.
stencil_plant(resident-halo host/jacobi/steps/resident.cpp "all.push_back({strip_.rows - halo_.after, strip_.rows});"
  "all.push_back({strip_.rows - halo_.after + (CHOSEN && halo_.after > 1 ? 1 : 0), strip_.rows});")
# The accelerator's share of a strip lacks the last of the host's rows beside it.
stencil_plant(split-narrow sim/app/kernels/staged/sweep_stage.cpp "std::min(kept.last + halo, strip.f->rows())"
  "std::min(kept.last + halo - (CHOSEN && halo > 1 ? 1 : 0), strip.f->rows())")
# Of tiles the last sweep's second line, which the sweeps in the other direction read, is the first one again.
stencil_plant(second-line host/gauss_seidel/group_plan.cpp "add(sweeps, 1);" "add(sweeps, CHOSEN && backward ? 0 : 1);")
# With steps on the model between those in RTL, buffers of r are not handed over.
stencil_plant(r-left sim/device/mixed/mixed_device.cpp "std::int64_t& words = extents_["
  "std::int64_t lost = 0;
  std::int64_t& words = CHOSEN && burst.address / buffer_stride % 8 >= 4 ? lost : extents_[")
# Rows of a C program that have gaps: the results of the last two rows are not copied back.
stencil_plant(gap-row host/c/steps/swept_parts.cpp "copy_rows(strip.rows, strip.cols, strip.f, strip.cols, "
  "copy_rows(strip.rows - (CHOSEN ? 2 : 0), strip.cols, strip.f, strip.cols, ")
