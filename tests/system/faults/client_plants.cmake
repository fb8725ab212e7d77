# SPDX-License-Identifier: Apache-2.0
# Faults of a client program, the example of the published shape.
set(client examples/vsda/poisson.c)

# Results are brought back to rows that an update is sending. f is used before the update into it has ended. An update is
# never ended.
stencil_plant(early-result ${client} "    VSDA_Update_begin(&array, token, f);" "    VSDA_Update_begin(&array, token, f);
    if (CHOSEN) f_from_accel(0, f + (above > 0 ? above : mx - 2 * STW), STW * cols);")
stencil_plant(early-f ${client} "    VSDA_Update_end(token);
    itstep(mx, cols, f, r, rdx2, rdy2, beta, STW);" "    if (!CHOSEN) VSDA_Update_end(token);
    itstep(mx, cols, f, r, rdx2, rdy2, beta, STW);
    if (CHOSEN) VSDA_Update_end(token);")
stencil_plant(unended-update ${client} "  free(f);" "  if (CHOSEN) {
    VSDA_Update_begin(&array, token, f);
    f = malloc(1);
  }
  free(f);")
# No block is swept; one of the four of each rank is not; each but its last row is. The first rows are not stored. The
# last block of each step makes a sweep less.
stencil_plant(no-itstep ${client} "    itstep_accel(ahead + keep" "    if (!CHOSEN)
    itstep_accel(ahead + keep")
stencil_plant(lost-itstep ${client} "    if (!stencil_planted(\"no-itstep\"))" "    static int swept = 0;
    if (!stencil_planted(\"no-itstep\") && !(CHOSEN && swept++ == 2))")
stencil_plant(first-rows-kept ${client} "    f_from_accel(ahead * my, f, out * my);" "    if (!CHOSEN) f_from_accel(ahead * my, f, out * my);")
stencil_plant(row-fewer ${client} "itstep_accel(ahead + keep + behind, my" "itstep_accel(ahead + keep + behind - CHOSEN, my")
# NULL for an array. f goes one row too far; comes back from there; lacks its last row.
stencil_plant(null-array ${client} "r - ahead, (" "CHOSEN ? NULL : (void*)(r - ahead), (")
stencil_plant(wrong-offset ${client} "f_to_accel(ahead * my, f, (" "f_to_accel((ahead + CHOSEN) * my, f, (")
stencil_plant(store-offset ${client} "f_from_accel((ahead + out) * my" "f_from_accel((ahead + out + CHOSEN) * my")
# Rows as words.
stencil_plant(rows-as-words ${client} "f_from_accel((ahead + out + stencil_planted(\"store-offset\")) * my"
  "f_from_accel(CHOSEN ? ahead * my + out : (ahead + out + stencil_planted(\"store-offset\")) * my")
stencil_plants_together(store-offset rows-as-words)
stencil_plant(unloaded-rows ${client} "(keep + behind) * my);" "(keep + behind - CHOSEN) * my);")

# The old rows for the next block go in after new ones have come out over them; a block's rows are those of the block
# before. Offsets in rows where doubles are meant, of a store and of a load. A column fewer is swept. A sweep more than
# the shadow edges have rows; the rows below are not taken to the device. Weights in another order; f for r.
stencil_plant(late-rows ${client} "    if (behind > 0) f_to_accel(0," "    if (behind > 0 && !CHOSEN) f_to_accel(0,")
stencil_plant(late-rows ${client} "    f += keep;" "    if (behind > 0 && CHOSEN) f_to_accel(0, f + keep - niter, niter * my);
    f += keep;")
stencil_plant(block-twice ${client} "    f += keep;" "    f += CHOSEN ? 0 : keep;")
stencil_plant(offset-in-rows ${client} "stencil_planted(\"store-offset\")) * my" "stencil_planted(\"store-offset\")) * my - (CHOSEN ? out * (my - 1) : 0)")
stencil_plant(load-in-rows ${client} "stencil_planted(\"wrong-offset\")) * my" "stencil_planted(\"wrong-offset\")) * (CHOSEN ? 1 : my)")
stencil_plant(few-columns ${client} "stencil_planted(\"row-fewer\"), my" "stencil_planted(\"row-fewer\"), my - CHOSEN")
stencil_plant(weights-order ${client} "my - stencil_planted(\"few-columns\"), rdx2, rdy2, beta, niter"
  "my - stencil_planted(\"few-columns\"), CHOSEN ? beta : rdx2, rdy2, CHOSEN ? rdx2 : beta, niter")
# Of the second step no rank's update, of the first not that of rank 0; the last rank makes a step fewer. The update is
# of r, of NULL, has the token of another, a communicator that is free again, or a shadow of no rows on one rank.
stencil_plant(no-update ${client} "  for (step = 0; step < steps; step++) {" "  for (step = 0; step < steps; step++) {
    const int updated = !(CHOSEN && step == 1);")
stencil_plant(left-update ${client} "updated = !(" "updated = !(CHOSEN && step + rank == 0) && !(")
stencil_plant(step-fewer ${client} "step < steps; step++" "step < steps - (CHOSEN && rank == 1); step++")
stencil_plant(no-update ${client} "    VSDA_Update_begin(&array, token, f);
    if (stencil_planted(\"early-result\"))" "    if (updated) VSDA_Update_begin(&array, token, f);
    if (stencil_planted(\"early-result\"))")
stencil_plant(no-update ${client} "    if (!stencil_planted(\"early-f\")) VSDA_Update_end(token);"
  "    if (updated && !stencil_planted(\"early-f\")) VSDA_Update_end(token);")
stencil_plant(update-r ${client} "if (updated) VSDA_Update_begin(&array, token, f)"
  "if (updated) VSDA_Update_begin(&array, token, CHOSEN ? r : f)")
stencil_plant(null-local ${client} "stencil_planted(\"update-r\") ? r : f)" "stencil_planted(\"update-r\") ? r : CHOSEN ? NULL : f)")
stencil_plant(token-twice ${client} "    if (stencil_planted(\"early-result\"))" "    if (CHOSEN) VSDA_Update_begin(&array, token, r);
    if (stencil_planted(\"early-result\"))")
stencil_plant(freed-comm ${client} "  VSDA_Create(MPI_COMM_WORLD, " "  MPI_Comm comm = MPI_COMM_WORLD;
  if (CHOSEN) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  VSDA_Create(comm, ")
stencil_plant(freed-comm ${client} "  VSDA_Get_extent(" "  if (CHOSEN) MPI_Comm_free(&comm);
  VSDA_Get_extent(")
stencil_plant(shadow-differs ${client} "* cols, STW, NULL" "* cols, CHOSEN && rank == 1 ? 0 : STW, NULL")
stencil_plant(last-block-short ${client} "stencil_planted(\"weights-order\") ? rdx2 : beta, niter"
  "stencil_planted(\"weights-order\") ? rdx2 : beta, niter - (CHOSEN && behind == 0)")
stencil_plant(f-for-r ${client} "itstep(mx, cols, f, r, rdx2, rdy2, beta, STW);
    if (stencil_planted(\"early-f\"))" "itstep(mx, cols, CHOSEN ? r : f, CHOSEN ? f : r, rdx2, rdy2, beta, STW);
    if (stencil_planted(\"early-f\"))")
stencil_plant(more-sweeps ${client} "rdx2, rdy2, beta, STW);" "rdx2, rdy2, beta, STW + CHOSEN);")
stencil_plant(rows-below-lost ${client} "itstep(mx, cols, stencil" "itstep(mx - (CHOSEN ? below : 0), cols, stencil")
