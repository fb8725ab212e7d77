// Registers.
// SPDX-License-Identifier: Apache-2.0
CYCLES 20
