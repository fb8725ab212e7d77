# SPDX-License-Identifier: Apache-2.0
# Faults of blocks and of the exchange of halo rows.
stencil_calls_plants(host/jacobi/plan.cpp host/jacobi/itstep.cpp host/arrays/vsda/create.cpp)

# Block 1 of a strip: its result goes one row too far south; its f comes from a row too far north; it makes a sweep less.
stencil_plant(store-row-off host/jacobi/call_runner.cpp "strip.f + call.host_word, after)"
  "strip.f + call.host_word + (CHOSEN && call.block == 1 ? work_.cols() : 0), after)")
stencil_plant(load-row-off host/jacobi/call_runner.cpp "source + call.host_word, after)"
  "source + call.host_word - (CHOSEN && call.block == 1 && call.place.bank == Bank::f ? work_.cols() : 0), after)")
stencil_plant(few-sweeps host/jacobi/call_runner.cpp "command.niter = block_of(call).niter;"
  "command.niter = block_of(call).niter - (CHOSEN && call.block == 1 ? 1 : 0);")
# It takes r from the buffer of the block before; its command has another beta.
stencil_plant(other-r host/jacobi/overlapped.cpp "calls_.back().r_buffer = static_cast<int>(i % r_buffers_);"
  "calls_.back().r_buffer = static_cast<int>((i + (CHOSEN && i == 1 ? 1 : 0)) % r_buffers_);")
stencil_plant(other-beta host/jacobi/call_runner.cpp "command.weights = work_.weights;"
  "command.weights = work_.weights;
  if (CHOSEN && call.block == 1) std::get<JacobiWeights>(command.weights).beta *= 2.0;")
# Calls wait for nothing.
stencil_plant(no-after host/jacobi/call_runner.cpp "after.push_back(tickets[index]);"
  "if (!CHOSEN) after.push_back(tickets[index]);")
# A block overlaps the one before by a row less than it has sweeps.
stencil_plant(thin-overlap host/jacobi/plan_overlapped_rows.cpp "block.before = niter;"
  "block.before = niter - (CHOSEN ? 1 : 0);")

# The last block but one keeps too many rows: it loads rows behind the local part. A store does not wait until the next block
# has loaded the same rows.
stencil_plant(rows-behind host/jacobi/plan_overlapped_rows.cpp "const std::int64_t left = rows - block.first_row - portion;"
  "const std::int64_t left = rows - (CHOSEN ? 0 : block.first_row) - portion;")
stencil_plant(store-unwaited host/jacobi/overlapped.cpp "{{Part::sweep, i}, {Part::head, i + 1}, {Part::above, i + 1}});"
  "CHOSEN ? std::vector<std::pair<Part, std::int64_t>>{{Part::sweep, i}}
               : std::vector<std::pair<Part, std::int64_t>>{{Part::sweep, i}, {Part::head, i + 1}, {Part::above, i + 1}});")

# What goes south begins with other rows of the strip; what goes to the next rank begins a row too early.
stencil_plant(halo-of-after host/arrays/strips/halo_plan.cpp
  "north.at + north.before + north.owned - south.before, south"
  "north.at + north.before + north.owned - (CHOSEN ? south.after : south.before), south")
stencil_plant(edge-early host/arrays/vsda/layouts/plan_update.cpp "add(layout.rank_after(rank), owned_end - width, owned_end);"
  "add(layout.rank_after(rank), owned_end - width - (CHOSEN ? 1 : 0), owned_end);")

# A run has three exchanges of halo rows. The second one does not happen; brings a wrong bit; the rank dies before it, takes half a second,
# or waits for all ranks in its place.
stencil_plant(halo-skipped host/arrays/rows/row_distribution.cpp
  "void RowDistribution::exchange(double* memory, HostObserver* observer) {"
  "void RowDistribution::exchange(double* memory, HostObserver* observer) {
  if (CHOSEN && faults::at_call(1, 3)) return;")
stencil_plant(halo-bit host/arrays/rows/row_distribution.cpp "[&] { VSDA_Update_end(token.data()); });"
  "[&] {
          VSDA_Update_end(token.data());
          if (CHOSEN && faults::at_call(1, 3)) reinterpret_cast<unsigned char*>(memory)[5 * 8 + 5] ^= 1;
        });")
stencil_plant(halo-bit host/arrays/rows/row_distribution.cpp "[&] { exchange_.end(); });"
  "[&] {
          exchange_.end();
          if (CHOSEN && faults::at_call(1, 3)) reinterpret_cast<unsigned char*>(memory)[5 * 8 + 5] ^= 1;
        });")
stencil_plant(killed host/arrays/rows/row_distribution.cpp "    std::array<MPI_Request, 4> token{};"
  "    if (CHOSEN && faults::at_call(1, 3)) raise(SIGKILL);
    std::array<MPI_Request, 4> token{};")
stencil_plant(slow host/arrays/rows/row_distribution.cpp "    std::array<MPI_Request, 4> token{};"
  "    if (CHOSEN) usleep(500000);
    std::array<MPI_Request, 4> token{};")
stencil_plant(barrier host/arrays/rows/row_distribution.cpp "    std::array<MPI_Request, 4> token{};"
  "    if (CHOSEN && faults::at_call(1, 3)) MPI_Barrier(communicator_);
    std::array<MPI_Request, 4> token{};")

# What rank 1 sends of its result begins with its halo rows.
stencil_plant(collected-halo host/arrays/rows/row_distribution.cpp "memory + (strip.at + strip.before + done) * cols_"
  "memory + (strip.at + (CHOSEN ? 0 : strip.before) + done) * cols_")
# The overlap rows behind a block are not loaded.
stencil_plant(rest-short host/jacobi/overlapped.cpp "f_rows(i, begin, end - begin)"
  "f_rows(i, begin, CHOSEN ? block(i).keep : end - begin)")
# Skewed blocks load again the rows that the one before has loaded.
stencil_plant(skew-twice host/jacobi/plan_skewed.cpp "block.before = -niter;" "block.before = CHOSEN ? 0 : -niter;")
# With the sequential schedule the next head is loaded over the first block's results before they are stored.
stencil_plant(head-over-top host/jacobi/sequential.cpp "    std::int64_t gone = 0;
    if (next_head > 0 &&" "    std::int64_t gone = 0;
    if (CHOSEN && next_head > 0) sequence.load(Call::Part::head, i + 1, 0, next - next_head, next_head);
    if (next_head > 0 &&")
# With joined steps the first block does not wait for the last rows of the step before; the last step that stays in the
# device stores its edges alone.
stencil_plant(joined-unwaited host/jacobi/overlapped.cpp "joined_to(i, end_of(i) - halo.after)}"
  "joined_to(i, CHOSEN ? block(i).first_row + block(i).keep : end_of(i) - halo.after)}")
# Halo rows that joined steps take from the strip that owns them: before they are stored, and a row beside them.
stencil_plant(joined-halo-unwaited host/jacobi/overlapped.cpp "stored_before(whole(i).strip + side, from + rows)}});"
  "CHOSEN ? -1 : stored_before(whole(i).strip + side, from + rows)}});")
stencil_plant(joined-halo-row host/jacobi/steps/itsteps.cpp "std::max<std::int64_t>(first - own_end, 0);"
  "std::max<std::int64_t>(first - own_end, 0) + (CHOSEN ? 1 : 0);")
# They come from the halo rows of the strip below, not from its own.
stencil_plant(joined-halo-place host/jacobi/steps/itsteps.cpp "joined.below_row = given_[k + 1].halo.before + "
  "joined.below_row = (CHOSEN ? 0 : given_[k + 1].halo.before) + ")
# Halo rows of a joined step are loaded before the exchange that sets them.
stencil_plant(joined-halo-early host/jacobi/overlapped.cpp "    wait_for_out(i - 1);
    halo_rows(Part::above, i, 0, whole(i).halo.before);"
  "    if (!CHOSEN) wait_for_out(i - 1);
    halo_rows(Part::above, i, 0, whole(i).halo.before);
    if (CHOSEN) wait_for_out(i - 1);")
# All commands make the sweeps of the first one: too many in a shorter last step that is joined.
stencil_plant(joined-sweeps host/jacobi/call_runner.cpp "command.f_buffer = call.place.buffer;"
  "command.f_buffer = call.place.buffer;
  if (CHOSEN) command.niter = blocks_.front().niter;")
# A part that stays in the device brings home its southern edge without the last row.
stencil_plant(resident-short host/jacobi/steps/resident.cpp "all.push_back({south, own.last});"
  "all.push_back({south, own.last - (CHOSEN ? 1 : 0)});")
stencil_plant(resident-edges host/jacobi/steps/resident.cpp "whole || made_ == steps_" "whole || (made_ == steps_ && !CHOSEN)")
# The third block's r is loaded into a buffer that no device has.
stencil_plant(r-buffer host/jacobi/overlapped.cpp "static_cast<int>(i % r_buffers_), 0, block"
  "static_cast<int>(i % r_buffers_ + (CHOSEN && i == 2 ? r_buffers_ : 0)), 0, block")
# The same of the first block, before any command.
stencil_plant(r-buffer-first host/jacobi/overlapped.cpp "const Place place{Bank::r, " "const Place place{Bank::r, CHOSEN && i == 0 ? 9 : ")
# The last block of a chain of skewed blocks is posted as a link that another one continues.
stencil_plant(open-chain host/jacobi/plan_skewed.cpp "block.below = false;" "block.below = CHOSEN;")
# Of the rows that a tile sets, those of its last sweep alone are held to be newer than the host's.
stencil_plant(pipeline-rows host/gauss_seidel/pipeline/tile_pipeline.cpp "{step.window.rows.over(step.window.sweeps),"
  "{CHOSEN ? step.window.rows.in_sweep(step.window.sweeps) : step.window.rows.over(step.window.sweeps),")
# Joined steps are all cut by the plan of the first: blocks of a shorter last one are stored as if it swept more often.
stencil_plant(joined-plan host/jacobi/steps/itsteps.cpp "plan_strip(rows, with_interval(scheme_, niter(made)))"
  "plan_strip(rows, with_interval(scheme_, niter(CHOSEN ? 0 : made)))")
# A rank with neighbours on both sides loads its halo rows of one side alone.
stencil_plant(resident-one-side host/jacobi/steps/resident.cpp "if (halo_.before > 0) all.push_back({0, halo_.before});"
  "if (halo_.before > 0 && !(CHOSEN && halo_.after > 0)) all.push_back({0, halo_.before});")
# A part between two others sends its northern edge before it is stored.
stencil_plant(resident-unwaited host/jacobi/steps/resident.cpp "is_stored_ ? device_.wait() : device_.wait(stores.front());"
  "is_stored_ ? device_.wait() : device_.wait(CHOSEN ? loads.front() : stores.front());")
# Its halo rows below are loaded for the next step one row too far up.
stencil_plant(resident-below host/jacobi/steps/resident.cpp "loaded_below_ = load(Bank::f, {halo_below()}).front();"
  "{ const Rows below{halo_below().first - (CHOSEN ? 1 : 0), halo_below().last - (CHOSEN ? 1 : 0)};
      loaded_below_ = load(Bank::f, {below}).front(); }")
# A part that stays in the device comes home whole after the last step but one, and by its edges after the last.
stencil_plant(resident-late host/jacobi/steps/resident.cpp "? std::vector<Rows>{all} : edge_rows();"
  "!= (CHOSEN && made_ + 1 >= steps_) ? std::vector<Rows>{all} : edge_rows();")
# Rows are stored from the first buffer that has them, the newest or not.
stencil_plant(pipeline-holder host/gauss_seidel/pipeline/device_field.cpp "one.values(row, segment) == cells_.at(row, segment).newest)"
  "(CHOSEN ? one.values(row, segment) >= 0 : one.values(row, segment) == cells_.at(row, segment).newest))")
# An update takes its rows, and puts those of the next rank, as many rows too far up as the last rank owns fewer.
stencil_plant(update-early host/arrays/vsda/layouts/plan_update.cpp "owned + layout.owned(rank);"
  "owned + layout.owned(CHOSEN ? layout.ranks() - 1 : rank);")
# Rows that a tile needs from another buffer are loaded without a wait for the stores that bring them to the host.
stencil_plant(pipeline-unwaited host/gauss_seidel/pipeline/device_field.cpp "wait(cells_.last_stored(run));"
  "if (!CHOSEN) wait(cells_.last_stored(run));")
