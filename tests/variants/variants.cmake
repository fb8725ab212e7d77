# SPDX-License-Identifier: Apache-2.0
# The variants: what is wrong, or slow, when STENCIL_PLUSARGS has +variant=NAME.
stencil_vary_rtl(wrong-sign engine/point_operator.v ".i_sub(~tiles)" ".i_sub(CHOSEN ? 1'b0 : ~tiles)")
stencil_vary_rtl(no-forwarding engine/write_back.v "leaves_now ? i_f" "(leaves_now & ~CHOSEN) ? i_f")
stencil_vary_rtl(never-done engine/write_back.v
  "wire last_pass = pass + 1'b1 == i_passes;" "wire last_pass = pass + 1'b1 == i_passes & ~CHOSEN;")
stencil_vary_rtl(miscounts control/perf_counters.v
  "o_compute <= o_compute + 64'd1" "o_compute <= o_compute + (CHOSEN ? 64'd2 : 64'd1)")
stencil_vary_ports(never-ready)
stencil_vary_ports(always-refused)
