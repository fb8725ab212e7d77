// A queue.
// SPDX-License-Identifier: Apache-2.0
CYCLES 100 LUTS 43
