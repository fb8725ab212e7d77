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
# No block is swept; one of the four of each rank is not; each but its last row is.
stencil_plant(no-itstep ${client} "    itstep_accel(ahead + keep" "    if (!CHOSEN)
    itstep_accel(ahead + keep")
stencil_plant(lost-itstep ${client} "    if (!stencil_planted(\"no-itstep\"))" "    static int swept = 0;
    if (!stencil_planted(\"no-itstep\") && !(CHOSEN && swept++ == 2))")
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
