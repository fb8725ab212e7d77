# SPDX-License-Identifier: Apache-2.0
# Faults of strips, of the steps they are swept in and of what stages say they read.
stencil_calls_plants(host/arrays/strips/halo_plan.cpp host/arrays/rows/row_distribution.cpp)

# Strips of a rank overlap in its memory by a row. The sweep of a stage does not read halo rows. The last strip of a rank
# is not swept in the second step.
stencil_plant(strips-overlap host/arrays/strips/strips.cpp "next += strip.local_rows();"
  "next += strip.local_rows() - (CHOSEN ? 1 : 0);")
stencil_plant(halo-unread sim/app/kernels/staged/sweep_stage.cpp "std::vector<Access> accesses{reads(*strip.f), "
  "std::vector<Access> accesses{CHOSEN ? reads(*strip.f, strip.owned()) : reads(*strip.f), ")
stencil_plant(strip-unswept sim/app/kernels/sweeps/session_sweeps.cpp "itstep(*device_, work.strips, "
  "itstep(*device_, CHOSEN && step == 1 ? std::vector(work.strips.begin(), work.strips.end() - 1) : work.strips, ")
# Rows that the exchange sends are taken for right on the host, where they are not.
stencil_plant(copy-skipped host/stages/copies.cpp "[&](const RowRange& rows) { missing.insert(rows); }"
  "[&](const RowRange& rows) {
    if (!CHOSEN || to == Side::device || rows.rows() > 5) missing.insert(rows);
  }")
# Halo rows received in one exchange are put back by those of the one before; one of them is not sent.
stencil_plant(halo-before host/arrays/rows/row_distribution.cpp "        observer, [&] { VSDA_Update_begin(&vsda_, token.data(), memory); },"
  "        observer, [&] {
          static std::vector<double> sent;
          if (faults::at_call(0, 3)) sent.clear();
          const std::vector<double> now(memory, memory + strips_.local_rows(rank_) * cols_);
          if (sent.empty() || !CHOSEN) sent = now;
          VSDA_Update_begin(&vsda_, token.data(), CHOSEN ? sent.data() : memory);
          if (CHOSEN) {
            VSDA_Update_end(token.data());
            const Strip& strip = strips_[strips_.of(rank_).front()];
            std::copy(sent.begin(), sent.begin() + strip.before * cols_, memory);
            std::copy(sent.end() - strip.after * cols_, sent.end(), memory + (strip.before + strip.owned) * cols_);
            sent = now;
          }
        },")
stencil_plant(halo-before host/arrays/rows/row_distribution.cpp "[&] {
          VSDA_Update_end(token.data());" "[&] {
          if (!CHOSEN) VSDA_Update_end(token.data());")
stencil_plant(halo-row-less host/arrays/vsda/layouts/plan_update.cpp "plan.bytes = width * elemsize;"
  "plan.bytes = (width - (CHOSEN ? 1 : 0)) * elemsize;")
# Every step has as many sweeps as the first; the second exchange is made of a step that has none.
stencil_plant(steps-alike sim/app/kernels/sweeps/session_sweeps.cpp "with_interval(work.scheme, steps_.niter(step)), &watch);"
  "with_interval(work.scheme, CHOSEN ? steps_.stw : steps_.niter(step)), &watch);")
stencil_plant(exchange-rare sim/app/kernels/sweeps/session_sweeps.cpp "if (step > 0) exchange_halos(step);"
  "if (CHOSEN ? step % 2 == 0 && step > 0 : step > 0) exchange_halos(step);")

# The exchange does not say that it reads the north edge of the last strip.
stencil_plant(edge-unread sim/app/kernels/staged/exchange_stage.cpp "data.strip.before > 0 ?"
  "(CHOSEN ? data.strip.after : data.strip.before) > 0 ?")
# Of joined steps the halo rows above a strip are taken from the halo rows of the strip before, which the host still copies.
stencil_plant(above-of-halo host/jacobi/steps/itsteps.cpp "joined.above_row = given_[k - 1].halo.before + own_rows(given_[k - 1]) - strip.halo.before;"
  "joined.above_row = CHOSEN ? given_[k - 1].arrays.rows - strip.halo.before
                              : given_[k - 1].halo.before + own_rows(given_[k - 1]) - strip.halo.before;")
