# SPDX-License-Identifier: Apache-2.0
# Parameter sets of the arithmetic, legal and illegal, and of its twins.

# Covers each side of every width that is the larger of two, odd and even fractions, the ends of the legal ranges.
set(formats "")
foreach(format IN ITEMS "11;52" "8;23" "5;10" "4;3" "5;2" "3;4" "3;2" "3;52" "3;112" "15;2" "15;112")
  list(GET format 0 exp_w)
  list(GET format 1 frac_w)
  list(APPEND formats "EXP_W=${exp_w} FRAC_W=${frac_w}")
endforeach()
# Those at which another register cuts a path, and the most.
set(latencies LATENCY=6 LATENCY=7 LATENCY=8 LATENCY=16)
# Both structures in each format: at the least latency, and with all cuts.
set(cut "${formats}")
list(TRANSFORM cut APPEND " LATENCY=8")

lint_module(fp_add ${formats} ${latencies} ${cut})
lint_module(fp_mul ${formats} ${latencies} ${cut})
lint_module(fp_multiply ${formats} ${latencies} ${cut})
lint_module(fp_div5 ${formats} FRAC_W=3 FRAC_W=4 FRAC_W=5 FRAC_W=6 LATENCY=3 LATENCY=4 LATENCY=16 ${cut})
lint_module(fp_round ${formats})
lint_module(fp_compare WIDTH=1 WIDTH=2 WIDTH=5 WIDTH=63 WIDTH=64 WIDTH=65 WIDTH=127)
lint_module(fp_count_zeros WIDTH=2 WIDTH=3 WIDTH=7 WIDTH=8 WIDTH=53 WIDTH=57 WIDTH=63 WIDTH=64 WIDTH=117)
lint_module(fp_shift_right CUT=1 "WIDTH=107 OUT_W=55 SHIFT_W=7" "WIDTH=227 OUT_W=115 SHIFT_W=8 CUT=1"
  "WIDTH=6 OUT_W=6 SHIFT_W=3 CUT=1")
lint_module(fp_product CUT=1 FRAC_W=2 FRAC_W=3 FRAC_W=4 FRAC_W=23 FRAC_W=52 FRAC_W=111 FRAC_W=112)
lint_module(fp_leading_zeros WIDTH=2 WIDTH=3 WIDTH=4 WIDTH=5 WIDTH=8 WIDTH=53 WIDTH=57 WIDTH=63 WIDTH=64 WIDTH=65)
lint_module(fp_delay CYCLES=0 CYCLES=1 CYCLES=2 CYCLES=11)
lint_module(fp_parameter_range "VALUE=7 LOWEST=7 HIGHEST=9" "VALUE=9 LOWEST=7 HIGHEST=9")

lint_refuses(fp_add "ALLOWED 5 .. 16, LATENCY=4" "ALLOWED 5 .. 16, LATENCY=17"
  "ALLOWED 3 .. 15, EXP_W=16" "ALLOWED 2 .. 112, FRAC_W=113")
lint_refuses(fp_mul "ALLOWED 6 .. 16, LATENCY=5" "ALLOWED 6 .. 16, LATENCY=17"
  "ALLOWED 3 .. 15, EXP_W=16" "ALLOWED 2 .. 112, FRAC_W=113")
lint_refuses(fp_div5 "ALLOWED 2 .. 16, LATENCY=1" "ALLOWED 2 .. 16, LATENCY=17"
  "ALLOWED 3 .. 15, EXP_W=16" "ALLOWED 2 .. 112, FRAC_W=113")

# The host operators compute with reals, which yosys rejects.
foreach(module IN ITEMS fp_add fp_mul fp_div5 fp_twin_result)
  lint_sets(${module} TREE operators TOOLS verilator,iverilog MODULE ${module} SETS defaults LATENCY=6 LATENCY=16)
endforeach()
foreach(refusal IN ITEMS "fp_add;5;LATENCY=4" "fp_mul;6;LATENCY=17" "fp_div5;2;LATENCY=1" "fp_add;5;EXP_W=8 FRAC_W=23")
  list(GET refusal 0 module)
  list(GET refusal 1 lowest)
  list(GET refusal 2 parameters)
  list(APPEND ${module}_illegal "ALLOWED 11, 52 and ${lowest} .. 16, ${parameters}")
endforeach()
foreach(module IN ITEMS fp_add fp_mul fp_div5)
  add_lint("lint:operators:${module}-refuses" operators ${module} TIMEOUT 120
    COMMAND refuse_parameters.py verilator,iverilog "${lint_tree_operators}" ${module} ${${module}_illegal})
endforeach()

# Whole points likewise.
lint_sets(written_operator TREE points TOOLS verilator,iverilog MODULE written_operator SETS defaults
  SHARED=0 "KERNELS=8 WEIGHTS=9 LATENCY=32" "KERNELS=15 WEIGHTS=9 LATENCY=32" "ADD_LATENCY=6 LATENCY=30")
foreach(module IN ITEMS tile_operator tile_point)
  lint_sets(${module} TREE points TOOLS verilator,iverilog MODULE ${module} SETS defaults ADD_LATENCY=7
    "ADD_LATENCY=16 DIV_LATENCY=16")
endforeach()
add_lint(lint:points:written_operator-refuses points written_operator TIMEOUT 120
  COMMAND refuse_parameters.py verilator,iverilog "${lint_tree_points}" written_operator "STOPPED KERNELS=33 WEIGHTS=9 LATENCY=32" "STOPPED LATENCY=26"
    "STOPPED KERNELS=2" "STOPPED COUNT_W=4")
add_lint(lint:points:tile_point-refuses points tile_point TIMEOUT 120
  COMMAND refuse_parameters.py verilator,iverilog "${lint_tree_points}" tile_point "STOPPED COUNT_W=2")
# What simulates faster than its namesake in rtl, and clocks that rest.
lint_sets(memory_bank TREE parts TOOLS verilator,iverilog MODULE memory_bank SETS defaults "DEPTH=1 WIDTH=1" "DEPTH=5")
lint_sets(delay_ring TREE parts TOOLS verilator,iverilog MODULE delay_ring SETS defaults "DELAY=1" "DELAY=2 COUNT_W=1"
  "DELAY=64")
lint_sets(resting_clock TREE parts TOOLS verilator,iverilog MODULE resting_clock SETS defaults HOLD=0 HOLD=65535)
add_lint(lint:parts:delay_ring-refuses parts delay_ring TIMEOUT 120
  COMMAND refuse_parameters.py verilator,iverilog "${lint_tree_parts}" delay_ring "STOPPED DELAY=0" "STOPPED DELAY=65")
