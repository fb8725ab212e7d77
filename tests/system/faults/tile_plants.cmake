# SPDX-License-Identifier: Apache-2.0
# Faults of tiles.

# Tiles, of which each rank has four a step. A column of the results of the second round is not put back; a word of a
# block is lost before it is loaded; a line is not taken over, is packed from the wrong points, or goes to the row before
# it; a tile makes a sweep less.
stencil_plant(tile-put-back host/gauss_seidel/accelerator_tiles.cpp "{inner.rows, {block.cols.first + 1, block.cols.last - 1}}"
  "{inner.rows, {block.cols.first + (CHOSEN && round == 1 ? 2 : 1), block.cols.last - 1}}")
stencil_plant(tile-load host/gauss_seidel/accelerator_tiles.cpp "copy_rows(frame, field, block, block_.data(), block);"
  "copy_rows(frame, field, block, block_.data(), block);
  if (CHOSEN && round == 1) block_[static_cast<std::size_t>(2 * block.cols.count() + 2)] = 0.0;")
stencil_plant(tile-line-lost host/gauss_seidel/group_messages.cpp "unpack(*post.message, frame, post.words.data(), field);"
  "if (!CHOSEN || !faults::at_call(1, 4)) unpack(*post.message, frame, post.words.data(), field);")
stencil_plant(tile-line-packed host/gauss_seidel/group_plan.cpp "packed = std::copy_n(field + frame.index(i, line.cols.first),"
  "packed = std::copy_n(field + frame.index(i, line.cols.first + (CHOSEN ? 1 : 0)),")
stencil_plant(tile-line-astray host/gauss_seidel/group_plan.cpp "field + frame.index(i, line.cols.first));"
  "field + frame.index(i - (CHOSEN ? 1 : 0), line.cols.first));")
stencil_plant(tile-few-sweeps host/gauss_seidel/group_plan.cpp "step.window = {grid.sweeps(),"
  "step.window = {grid.sweeps() - (CHOSEN && !backward && a == 0 && b == 0 ? 1 : 0),")
# Backward, of the two tiles of a row the west one comes first.
stencil_plant(tile-order host/gauss_seidel/group_plan.cpp "  if (backward) std::reverse(steps.begin(), steps.end());"
  "  if (backward) std::reverse(steps.begin(), steps.end());
  for (std::size_t k = 0; CHOSEN && backward && k + 1 < steps.size(); k += 2) std::swap(steps[k], steps[k + 1]);")

# Where tiles go through a pipeline, rows that only the first sweeps of a tile set count as old.
stencil_plant(pipeline-stale host/gauss_seidel/pipeline/tile_pipeline.cpp "step.window.rows.over(step.window.sweeps)"
  "CHOSEN ? step.window.rows.in_sweep(step.window.sweeps) : step.window.rows.over(step.window.sweeps)")
# Rows that a message has brought are not loaded again.
stencil_plant(pipeline-unset host/gauss_seidel/pipeline/tile_pipeline.cpp "field_->set(" "if (!CHOSEN) field_->set(")
# Of the columns of a message the last one is not brought to the host.
stencil_plant(pipeline-columns host/gauss_seidel/pipeline/tile_pipeline.cpp "std::max(all.cols.last, line.cols.last)"
  "std::max(all.cols.last, line.cols.last - (CHOSEN && &line == &message.lines.back() ? 1 : 0))")
# Parts of rows are loaded from one column further.
stencil_plant(pipeline-column-astray host/gauss_seidel/pipeline/device_field.cpp "post_load(place, cells_.host(cells), {"
  "post_load(place, cells_.host(cells) + (CHOSEN && !cells_.are_rows(cells.segments) && into.command > 0 ? 1 : 0), {")
# The command of a tile has its bottom edge a row too high; backward alone.
stencil_plant(tile-edge host/gauss_seidel/accelerator_tiles.cpp "command.bottom = from_block(window.rows.high, block.frame.rows);"
  "command.bottom = from_block(window.rows.high, block.frame.rows);
  if (CHOSEN && window.backward) --command.bottom.at;")

# The receives of the second round are not posted.
stencil_plant(receives-lost host/gauss_seidel/solver.cpp "if (round + 1 < options_.rounds)"
  "if (round + (CHOSEN ? 2 : 1) < options_.rounds)")
# Backward, the additional line of a message lies on the wrong side of the cut.
stencil_plant(line-outside host/gauss_seidel/group_plan.cpp "swept.last - 1 - further"
  "swept.last - 1 - (CHOSEN ? -further : further)")

# The east border of rows that the rank does not own is not read.
stencil_plant(border-unread sim/app/kernels/gauss_seidel/tile_field.cpp "if (frame.cols.last == width) take"
  "if (frame.cols.last == width - (CHOSEN ? 1 : 0)) take")
