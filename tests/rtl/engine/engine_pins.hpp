// The pins of the engines in the sweep over shapes as one type, so that benches are compiled once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "tests/rtl/support/wide_port.hpp"
#include "verilated.h"

namespace stencil::test {

// Refers to the ports of a model, by their names; without the ports of shared adders.
class EnginePins {
 public:
  virtual ~EnginePins() = default;
  virtual void eval() = 0;

  // Inputs.
  CData &clk, &rst, &i_depth, &i_command, &i_f_buffer, &i_r_buffer, &i_above, &i_below, &i_clear_change, &i_tiles;
  SData& i_cols;
  IData &i_passes, &i_shallow, &i_rows;
  WidePort i_weights, i_read_f, i_read_r;

  // Outputs.
  CData &o_take, &o_busy, &o_stall, &o_fill, &o_finished, &o_settling, &o_read, &o_read_f_buffer, &o_read_r_buffer,
      &o_write, &o_write_f_buffer, &o_write_r, &o_write_r_buffer;
  IData &o_read_addr, &o_write_addr;
  QData& o_change;
  WidePort o_write_f, o_write_r_data;

 protected:
  template <class V>
  explicit EnginePins(V& model)
      : clk(model.clk),
        rst(model.rst),
        i_depth(model.i_depth),
        i_command(model.i_command),
        i_f_buffer(model.i_f_buffer),
        i_r_buffer(model.i_r_buffer),
        i_above(model.i_above),
        i_below(model.i_below),
        i_clear_change(model.i_clear_change),
        i_tiles(model.i_tiles),
        i_cols(model.i_cols),
        i_passes(model.i_passes),
        i_shallow(model.i_shallow),
        i_rows(model.i_rows),
        i_weights{&model.i_weights},
        i_read_f{&model.i_read_f},
        i_read_r{&model.i_read_r},
        o_take(model.o_take),
        o_busy(model.o_busy),
        o_stall(model.o_stall),
        o_fill(model.o_fill),
        o_finished(model.o_finished),
        o_settling(model.o_settling),
        o_read(model.o_read),
        o_read_f_buffer(model.o_read_f_buffer),
        o_read_r_buffer(model.o_read_r_buffer),
        o_write(model.o_write),
        o_write_f_buffer(model.o_write_f_buffer),
        o_write_r(model.o_write_r),
        o_write_r_buffer(model.o_write_r_buffer),
        o_read_addr(model.o_read_addr),
        o_write_addr(model.o_write_addr),
        o_change(model.o_change),
        o_write_f{&model.o_write_f},
        o_write_r_data{&model.o_write_r_data} {}
};

// The engine with this many elements and lanes and these bits of KERNELS. Throws std::logic_error if none is built.
std::unique_ptr<EnginePins> make_engine(std::int64_t pes, std::int64_t lanes, std::uint64_t kernels,
                                        VerilatedContext* context);

}  // namespace stencil::test
