// Watches an AXI4 port and says which rules are broken in each cycle.
// SPDX-License-Identifier: Apache-2.0
//
// The checker in Verilog of the list in sim/device/contract/bus_rules.hpp: bit N of o_broken is rule N (docs/bus-
// rules.md). It drives nothing and can be used alone: in a simulation, as assertions (o_broken == 0), or as
// assumptions about the other side. Responses are judged when they are offered, bursts when their address is, early
// beats of data with their address.
//
// Parameters: DATA_W 64 to 512; ADDR_W 13 to 64; OUTSTANDING bursts in each direction, a power of 2, and EARLY beats of
// data before their address, at most as many, that it can hold: o_lost stays high once there were more, and no rule is
// judged any more until the next reset. Latency: 0, from the pins to o_broken.
module axi_rules #(
    parameter DATA_W      = 64,
    parameter ADDR_W      = 32,
    parameter ID_W        = 4,
    parameter OUTSTANDING = 16,
    parameter EARLY       = 16
) (
    input wire clk,
    input wire rst,

    input wire [      ID_W-1:0] awid,
    input wire [    ADDR_W-1:0] awaddr,
    input wire [           7:0] awlen,
    input wire [           2:0] awsize,
    input wire [           1:0] awburst,
    input wire                  awvalid,
    input wire                  awready,
    input wire [    DATA_W-1:0] wdata,
    input wire [(DATA_W/8)-1:0] wstrb,
    input wire                  wlast,
    input wire                  wvalid,
    input wire                  wready,
    input wire [      ID_W-1:0] bid,
    input wire [           1:0] bresp,
    input wire                  bvalid,
    input wire                  bready,
    input wire [      ID_W-1:0] arid,
    input wire [    ADDR_W-1:0] araddr,
    input wire [           7:0] arlen,
    input wire [           2:0] arsize,
    input wire [           1:0] arburst,
    input wire                  arvalid,
    input wire                  arready,
    input wire [      ID_W-1:0] rid,
    input wire [    DATA_W-1:0] rdata,
    input wire [           1:0] rresp,
    input wire                  rlast,
    input wire                  rvalid,
    input wire                  rready,

    output wire [17:1] o_broken,
    output reg         o_lost
);
  localparam [31:0] BYTES = DATA_W / 8;
  localparam [64:0] BUS_BYTES = {33'd0, BYTES};
  localparam INDEX_W = $clog2(OUTSTANDING);
  localparam COUNT_W = INDEX_W + 2;
  localparam EARLY_W = $clog2(EARLY) + 1;
  localparam ADDRESS_W = ID_W + ADDR_W + 13;
  localparam [1:0] EXOKAY = 2'b01;

  // The shape of a burst: 9 type, 10 size, 11 fixed, 12 wrap, 13 page; the first alone.
  function [13:9] shape(input [ADDR_W-1:0] addr, input [7:0] len, input [2:0] size, input [1:0] burst);
    reg [ADDR_W:0] last, page;
    reg [ADDR_W-1:0] low;
    begin
      low = ~({ADDR_W{1'b1}} << size) & addr;
      last = {1'b0, addr - low} + (({{(ADDR_W - 8) {1'b0}}, 1'b0, len} + 1'b1) << size) - 1'b1;
      page = (last ^ {1'b0, addr}) >> 12;
      shape = 5'd0;
      if (burst == 2'b11) shape[9] = 1'b1;
      else if ((32'd1 << size) > BYTES) shape[10] = 1'b1;
      else if (burst == 2'b00) shape[11] = len > 8'd15;
      else if (burst == 2'b10) shape[12] = ~(len == 8'd1 | len == 8'd3 | len == 8'd7 | len == 8'd15) | low != 0;
      else shape[13] = page != 0;
    end
  endfunction

  // The byte lanes of a beat, which is the one with this number.
  function [BYTES-1:0] lanes(input [ADDR_W-1:0] addr, input [7:0] len, input [2:0] size, input [1:0] burst,
                             input [8:0] beat);
    reg [ADDR_W-1:0] place, low, whole;
    reg [BYTES-1:0] ones;
    begin
      low = ~({ADDR_W{1'b1}} << size);
      place = addr;
      if (beat != 9'd0 & burst != 2'b00) place = (addr & ~low) + ({{(ADDR_W - 9) {1'b0}}, beat} << size);
      whole = (({{(ADDR_W - 8) {1'b0}}, len} + 1'b1) << size) - 1'b1;
      if (beat != 9'd0 & burst == 2'b10) place = (addr & ~low & ~whole) | (place & whole);
      // From the place on to the end of what the size aligns.
      ones = ~({BYTES{1'b1}} << ((65'd1 << size) - {{(65 - ADDR_W) {1'b0}}, place & low}));
      lanes = ones << ({{(65 - ADDR_W) {1'b0}}, place} % BUS_BYTES);
    end
  endfunction

  // 1 in each bit of the bytes.
  function [DATA_W-1:0] bits(input [BYTES-1:0] of);
    integer byte_of;
    for (byte_of = 0; byte_of < BYTES; byte_of = byte_of + 1) bits[8*byte_of+:8] = {8{of[byte_of]}};
  endfunction

  // Of all channels: a waiting one keeps its information.
  wire [ADDRESS_W-1:0] aw = {awid, awaddr, awlen, awsize, awburst};
  wire [ADDRESS_W-1:0] ar = {arid, araddr, arlen, arsize, arburst};
  wire [BYTES:0] w = {wlast, wstrb};
  wire [ID_W+1:0] b = {bid, bresp};
  wire [ID_W+2:0] r = {rid, rresp, rlast};
  reg aw_waits, w_waits, b_waits, ar_waits, r_waits, rst_before;
  reg [ADDRESS_W-1:0] aw_kept, ar_kept;
  reg [BYTES:0] w_kept;
  reg [ID_W+1:0] b_kept;
  reg [ID_W+2:0] r_kept;
  reg [DATA_W-1:0] wdata_kept, rdata_kept;
  always @(posedge clk) begin
    rst_before <= rst;
    aw_waits   <= ~rst & awvalid & ~awready;
    w_waits    <= ~rst & wvalid & ~wready;
    b_waits    <= ~rst & bvalid & ~bready;
    ar_waits   <= ~rst & arvalid & ~arready;
    r_waits    <= ~rst & rvalid & ~rready;
    aw_kept    <= aw;
    w_kept     <= w;
    wdata_kept <= wdata;
    b_kept     <= b;
    ar_kept    <= ar;
    r_kept     <= r;
    rdata_kept <= rdata;
  end
  wire aw_fresh = awvalid & ~aw_waits;
  wire b_fresh = bvalid & ~b_waits;
  wire ar_fresh = arvalid & ~ar_waits;
  wire r_fresh = rvalid & ~r_waits;
  wire aw_taken = awvalid & awready;
  wire w_taken = wvalid & wready;
  wire b_taken = bvalid & bready;
  wire ar_taken = arvalid & arready;
  wire r_taken = rvalid & rready;

  // Writes. Counts, modulo 4*OUTSTANDING: bursts answered, addresses accepted, bursts whose data is complete.
  reg [COUNT_W-1:0] answered, addressed, written;
  reg [8:0] w_beat;  // of the burst that is being written
  reg [OUTSTANDING*ADDRESS_W-1:0] writes;
  reg [EARLY_W-1:0] early;  // beats that came before their address
  reg [EARLY*(BYTES+1)-1:0] early_beats;
  wire [COUNT_W-1:0] addressed_next = addressed + {{(COUNT_W - 1) {1'b0}}, aw_taken};
  wire [COUNT_W-1:0] waiting = addressed - answered;
  wire [COUNT_W-1:0] ahead = written - addressed;  // at most OUTSTANDING, or negative
  wire has_address = aw_taken ? ahead == 0 | ahead[COUNT_W-1] : ahead[COUNT_W-1];
  wire [ADDRESS_W-ID_W-1:0] w_burst = ahead == 0 ? aw[ADDRESS_W-ID_W-1:0] :
      writes[written[INDEX_W-1:0]*ADDRESS_W+:ADDRESS_W-ID_W];

  // The beats that came early of the burst whose address comes now: 14 last, 15 strobes.
  reg [15:14] early_broken;
  reg [EARLY_W-1:0] early_own;
  integer place;
  reg own;
  reg [BYTES:0] early_beat;
  always @* begin
    early_broken = 2'b00;
    early_own = {EARLY_W{1'b0}};
    own = aw_taken;
    for (place = 0; place < EARLY; place = place + 1) begin
      if (place >= {{(32 - EARLY_W) {1'b0}}, early}) own = 1'b0;
      early_beat = early_beats[place*(BYTES+1)+:BYTES+1];
      if (own) begin
        early_own = early_own + 1'b1;
        if (early_broken == 2'b00) begin
          if (early_beat[BYTES] != (place == {24'd0, awlen})) early_broken[14] = 1'b1;
          else if ((early_beat[BYTES-1:0] & ~lanes(awaddr, awlen, awsize, awburst, place[8:0])) != 0)
            early_broken[15] = 1'b1;
        end
        if (early_beat[BYTES]) own = 1'b0;
      end
    end
  end
  wire [ADDR_W-1:0] w_addr;
  wire [7:0] w_len;
  wire [2:0] w_size;
  wire [1:0] w_burst_type;
  assign {w_addr, w_len, w_size, w_burst_type} = w_burst;
  wire w_checked = w_taken & has_address;
  wire w_last_broken = w_checked & wlast != (w_beat == {1'b0, w_len});
  wire w_strobes_broken = w_checked & ~w_last_broken &
      (wstrb & ~lanes(w_addr, w_len, w_size, w_burst_type, w_beat)) != 0;

  wire pushes = w_taken & ~has_address;
  wire [EARLY_W-1:0] early_left = early - early_own;
  reg [EARLY*(BYTES+1)-1:0] early_next;
  always @* begin
    early_next = early_beats >> (early_own * (BYTES + 1));
    if (pushes) early_next[early_left*(BYTES+1)+:BYTES+1] = w;
  end
  always @(posedge clk) begin
    if (rst) begin
      answered  <= 0;
      addressed <= 0;
      written   <= 0;
      w_beat    <= 9'd0;
      early     <= 0;
    end else begin
      if (aw_taken) writes[addressed[INDEX_W-1:0]*ADDRESS_W+:ADDRESS_W] <= aw;
      addressed <= addressed_next;
      answered  <= answered + {{(COUNT_W - 1) {1'b0}}, b_taken};
      written   <= written + {{(COUNT_W - 1) {1'b0}}, w_taken & wlast};
      if (w_taken) w_beat <= wlast ? 9'd0 : w_beat + 1'b1;
      early <= early_left + {{(EARLY_W - 1) {1'b0}}, pushes};
      early_beats <= early_next;
    end
  end

  // Reads.
  reg [COUNT_W-1:0] ended, asked;
  reg [8:0] r_beat;  // of the oldest burst
  reg [OUTSTANDING*ADDRESS_W-1:0] reads;
  wire [COUNT_W-1:0] open = asked - ended;
  wire [ID_W-1:0] oldest_rid;
  wire [ADDR_W-1:0] r_addr;
  wire [7:0] r_len;
  wire [2:0] r_size;
  wire [1:0] r_burst_type;
  assign {oldest_rid, r_addr, r_len, r_size, r_burst_type} = reads[ended[INDEX_W-1:0]*ADDRESS_W+:ADDRESS_W];
  wire r_ends = r_taken & r_beat == {1'b0, r_len};
  wire [BYTES-1:0] r_lanes = open == 0 ? {BYTES{1'b0}} : lanes(r_addr, r_len, r_size, r_burst_type, r_beat);
  always @(posedge clk) begin
    if (rst) begin
      ended  <= 0;
      asked  <= 0;
      r_beat <= 9'd0;
    end else begin
      if (ar_taken) reads[asked[INDEX_W-1:0]*ADDRESS_W+:ADDRESS_W] <= ar;
      asked <= asked + {{(COUNT_W - 1) {1'b0}}, ar_taken};
      ended <= ended + {{(COUNT_W - 1) {1'b0}}, r_ends};
      if (r_taken) r_beat <= r_ends ? 9'd0 : r_beat + 1'b1;
    end
  end

  // Has a burst behind the oldest one this ID?
  reg b_later, r_later;
  reg [INDEX_W-1:0] index;
  integer step;
  wire [ID_W-1:0] oldest_bid = writes[answered[INDEX_W-1:0]*ADDRESS_W+(ADDRESS_W-ID_W)+:ID_W];
  always @* begin
    b_later = 1'b0;
    r_later = 1'b0;
    for (step = 1; step < OUTSTANDING; step = step + 1) begin
      index = answered[INDEX_W-1:0] + step[INDEX_W-1:0];
      if (step < {{(32 - COUNT_W) {1'b0}}, waiting} & writes[index*ADDRESS_W+(ADDRESS_W-ID_W)+:ID_W] == bid) b_later = 1'b1;
      index = ended[INDEX_W-1:0] + step[INDEX_W-1:0];
      if (step < {{(32 - COUNT_W) {1'b0}}, open} & reads[index*ADDRESS_W+(ADDRESS_W-ID_W)+:ID_W] == rid) r_later = 1'b1;
    end
  end

  wire b_known = b_fresh & waiting != 0;
  wire b_own = b_known & bid == oldest_bid;
  wire b_early = b_own & written == answered;
  wire r_known = r_fresh & open != 0;
  wire r_own = r_known & rid == oldest_rid;
  wire r_last_broken = r_own & rlast != (r_beat == {1'b0, r_len});

  wire [17:1] broken;
  assign broken[1] = 1'b0;
  assign broken[2] = (aw_waits & ~awvalid) | (w_waits & ~wvalid) | (b_waits & ~bvalid) | (ar_waits & ~arvalid) |
      (r_waits & ~rvalid);
  assign broken[3] = (aw_waits & awvalid & aw != aw_kept) | (ar_waits & arvalid & ar != ar_kept) |
      (w_waits & wvalid & (w != w_kept | ((wdata ^ wdata_kept) & bits(wstrb)) != 0)) |
      (b_waits & bvalid & b != b_kept) |
      (r_waits & rvalid & (r != r_kept | ((rdata ^ rdata_kept) & bits(r_lanes)) != 0));
  assign broken[4] = (b_fresh & ~b_known) | (r_fresh & ~r_known);
  assign broken[5] = b_early;
  assign broken[6] = (b_known & ~b_own & ~b_later) | (r_known & ~r_own & ~r_later);
  assign broken[7] = (b_known & ~b_own & b_later) | (r_known & ~r_own & r_later);
  assign broken[8] = (b_own & ~b_early & bresp == EXOKAY) | (r_own & ~r_last_broken & rresp == EXOKAY);
  assign broken[13:9] = (shape(awaddr, awlen, awsize, awburst) & {5{aw_fresh}}) |
      (shape(araddr, arlen, arsize, arburst) & {5{ar_fresh}});
  assign broken[14] = early_broken[14] | w_last_broken;
  assign broken[15] = early_broken[15] | w_strobes_broken;
  assign broken[16] = r_last_broken;
  assign broken[17] = 1'b0;
  // A device needs an edge to see the reset.
  wire in_reset = awvalid | wvalid | arvalid | (rst_before & (bvalid | rvalid));
  assign o_broken = o_lost ? 17'd0 : rst ? {16'd0, in_reset} : broken;

  wire full = (aw_taken & waiting == OUTSTANDING[COUNT_W-1:0]) | (ar_taken & open == OUTSTANDING[COUNT_W-1:0]) |
      (pushes & early == EARLY[EARLY_W-1:0]);
  always @(posedge clk) o_lost <= ~rst & (o_lost | full);
endmodule
