# SPDX-License-Identifier: Apache-2.0
# Faults of the golden models.
stencil_calls_plants(models/local_memory.cpp models/skewed_sweeps.cpp models/memory_loops/memory_sweeps.cpp
  models/memory_loops/memory_rows.cpp models/memory_loops/folded_sweeps.cpp models/memory_loops/folded_rows.cpp
  models/memory_loops/jacobi_points.cpp models/memory_loops/five_point_points.cpp
  sim/app/kernels/sweeps/sweep_session.cpp
  sim/app/kernels/sweeps/whole_domain.cpp)

# The Jacobi operator: a multiplication and an addition are one, a weight is the other; the loop: the last column or row
# is not swept, the first column is, a sweep is missing or too many.
set(golden models/jacobi.cpp)
stencil_plant(ref-column ${golden} "j < cols - 1; ++j) {" "j < cols - 1; ++j) {
      if (CHOSEN && j == cols - 2) {
        out[j] = row[j];
        continue;
      }")
stencil_plant(ref-fused ${golden} "    out[j] = canonical_nan(((north[j]"
  "    if (CHOSEN) {
      const double product = (north[j] + south[j]) * rdx2;
      out[j] = canonical_nan((__builtin_fma(row[j - 1] + row[j + 1], rdy2, product) - r[j]) * beta);
      continue;
    }
    out[j] = canonical_nan(((north[j]")
stencil_plant(ref-weight ${golden} "* rdy2 - r[j]) * beta);" "* (CHOSEN ? rdx2 : rdy2) - r[j]) * beta);")
stencil_plant(ref-row ${golden} "    sweep_row(cols_, before(number, i - 1), row,"
  "    if (CHOSEN && i == rows_ - 2)
      std::copy_n(row, cols_, out);
    else
      sweep_row(cols_, before(number, i - 1), row,")
# Of fields that are larger than a block alone.
stencil_plant(ref-far-row ${golden} "if (stencil_planted(\"ref-row\") && i == rows_ - 2)"
  "if ((stencil_planted(\"ref-row\") || (CHOSEN && rows_ > 40)) && i == rows_ - 2)")
stencil_plant(ref-border ${golden} "r_ + i * cols_, out, weights_);" "r_ + i * cols_, out, weights_);
    if (CHOSEN) out[0] = out[1];")
# A field of three columns has no points to sweep.
stencil_plant(ref-narrow ${golden} "rows < 3 || cols < 3) return;" "rows < 3 || cols < (CHOSEN ? 4 : 3)) return;")
stencil_plant(ref-short ${golden} "std::int64_t left = niter;" "std::int64_t left = niter - (CHOSEN ? 1 : 0);")
stencil_plant(ref-long ${golden} "left = niter - (stencil_planted(\"ref-short\") ? 1 : 0);"
  "left = niter - (stencil_planted(\"ref-short\") ? 1 : 0) + (CHOSEN ? 1 : 0);")
# Another order of the additions; r of the point before.
stencil_plant(ref-order ${golden} "    if (stencil_planted(\"ref-fused\")) {"
  "    if (CHOSEN) {
      out[j] = canonical_nan(((north[j] + south[j]) * rdx2 + ((row[j - 1] + row[j + 1]) * rdy2 + -r[j])) * beta);
      continue;
    }
    if (stencil_planted(\"ref-fused\")) {")
stencil_plant(ref-r ${golden} "rdx2 : rdy2) - r[j]) * beta);" "rdx2 : rdy2) - r[CHOSEN ? j - 1 : j]) * beta);")
# The largest change leaves out the columns of the west half.
stencil_plant(ref-change models/largest_change.cpp "std::ptrdiff_t j = 1;" "std::ptrdiff_t j = CHOSEN ? cols / 2 : 1;")
# The second of two maxima takes the first column again.
stencil_plant(ref-change-odd models/largest_change.cpp "magnitude(j + 1)" "magnitude(j + (CHOSEN ? 0 : 1))")
# The golden solution of the final verdict alone misses a sweep of the second step.
stencil_plant(ref-solution sim/app/kernels/sweeps/golden_rows.cpp "sweep(sweeps, with_changes"
  "sweep(sweeps - (CHOSEN && end == steps.iterations ? 1 : 0), with_changes")
# Its rows beside those of a rank: one is a row too far, the last one is old.
stencil_plant(golden-shifted sim/app/kernels/sweeps/golden_rows.cpp "move(first, north, end, south);"
  "move(first + (CHOSEN ? 1 : 0), north, end, south);")
stencil_plant(golden-old sim/app/kernels/sweeps/golden_rows.cpp "std::min(most_beside, end - swept);"
  "std::min(most_beside + (CHOSEN ? 1 : 0), end - swept);")
# So does that of tiles, of a round; the check of blocks, of each step.
stencil_plant(ref-rounds sim/app/kernels/gauss_seidel/tiled_session.cpp "round < asked_.rounds; ++round"
  "round < asked_.rounds - (CHOSEN ? 1 : 0); ++round")
stencil_plant(ref-check sim/app/kernels/sweeps/block_check.cpp "r_, weights_, niter_);"
  "r_, weights_, niter_ - (CHOSEN && step == 1 ? 1 : 0));")
stencil_plant(ref-tile-order models/gauss_seidel_tile.cpp "  const double sum = (((point[-cols]"
  "  if (CHOSEN) {
    point[0] = canonical_nan(((((point[-1] + point[1]) + point[0]) + point[-cols]) + point[cols]) / 5.0);
    return;
  }
  const double sum = (((point[-cols]")
# Tiles: the point itself in place of its south neighbour.
stencil_plant(ref-tile-south models/gauss_seidel_tile.cpp "  if (stencil_planted(\"ref-tile-order\")) {" "  if (CHOSEN) {
    point[0] = canonical_nan(((((point[-cols] + point[0]) + point[0]) + point[-1]) + point[1]) / 5.0);
    return;
  }
  if (stencil_planted(\"ref-tile-order\")) {")
# Tiles: a product in place of the quotient; the sweeps of the final verdict alone leave a column out.
stencil_plant(ref-tile models/gauss_seidel_tile.cpp "canonical_nan(sum / 5.0)"
  "canonical_nan(CHOSEN ? sum * 0.2 : sum / 5.0)")
# Backward, the cuts lie a point too low.
stencil_plant(ref-cuts models/gauss_seidel.cpp "const std::int64_t shift = sweeps + 1 - t;"
  "const std::int64_t shift = sweeps + (CHOSEN ? 0 : 1) - t;")
# A block that continues a chain takes r of the row behind.
stencil_plant(ref-chain-r models/skewed_sweeps.cpp "const std::int64_t r_row = i - sweep - 1;"
  "const std::int64_t r_row = i - sweep - (CHOSEN ? 0 : 1);")
stencil_plant(ref-round models/gauss_seidel.cpp "j >= columns.first; --j" "j >= columns.first + (CHOSEN ? 1 : 0); --j")
# Loops of the model: one lane of a register, the points behind the last whole register, the border west of a folded row,
# the product in place of the quotient.
stencil_plant(memory-lane models/memory_loops/row_of_points.hpp "get(around.east, at.row + 1);"
  "get(around.east, at.row + 1);
    if constexpr (count > 1) {
      if (CHOSEN) around.east[1] = at.row[0];
    }")
stencil_plant(memory-rest models/memory_loops/row_of_points.hpp
  "(set_points<count>(weights, at.from(end - count)), ...);"
  "(set_points<count>(weights, at.from(end - count - (CHOSEN ? 1 : 0))), ...);")
stencil_plant(memory-folded models/memory_loops/folded_rows.hpp "before[k][0] = borders[2 * k];"
  "before[k][0] = borders[2 * k + (CHOSEN ? 1 : 0)];")
stencil_plant(memory-tile models/memory_loops/memory_tile.cpp "sum = sum / 5.0;"
  "sum = CHOSEN ? sum * 0.2 : sum / 5.0;")
stencil_plants_together(ref-row ref-far-row)
stencil_plants_together(ref-short ref-long)
stencil_plants_together(ref-fused ref-order)
stencil_plants_together(ref-weight ref-r)
stencil_plants_together(ref-tile-order ref-tile-south)

# Numbers are compared, not bits: a NaN differs from itself.
stencil_plant(ref-compare models/compare.cpp "if (expected_bits == got_bits) continue;"
  "if (CHOSEN ? expected[col] == got[col] : expected_bits == got_bits) continue;")
stencil_plant(ref-compare models/compare.cpp "if (row_bytes == 0 || std::memcmp(expected_row, got_row, row_bytes) == 0)"
  "if (row_bytes == 0 || (!CHOSEN && std::memcmp(expected_row, got_row, row_bytes) == 0))")
# With largest changes the golden rows on ranks are swept step by step, and never exchanged.
stencil_plant(golden-steps sim/app/kernels/sweeps/golden_rows.cpp "if (swept < steps.iterations) exchange();"
  "if (swept < steps.iterations && !(CHOSEN && sweeps < most_beside)) exchange();")
