// command_buffers: decodes the buffers that a command names, one bit each.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    f buffers in bits 3:0, r buffers in bits 7:4, in the order of the data port's regions.
// Parameters: COMMAND_W bits of a command, laid out as in register COMMAND: rows in bits 31:0, f buffer in 33:32, r
//             buffer in 37:36, above in 40, below in 41.
// Latency:    none.
`default_nettype none

module command_buffers #(
    parameter COMMAND_W = 42
) (
    input  wire [COMMAND_W-1:0] i_command,
    output wire [          7:0] o_set
);

  assign o_set = {4'b0001 << i_command[37:36], 4'b0001 << i_command[33:32]};
  wire unused = &{1'b0, i_command};

endmodule

`default_nettype wire
