// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/netlist/primitives.hpp"

#include <map>
#include <set>
#include <stdexcept>

namespace stencil::synthesis {
namespace {

enum class Kind { logic, carry, flip_flop, latch, shift_register, lut_memory, memory, dsp };

struct Primitive {
  Kind kind;
  Resources resources;
};

constexpr Resources lut{1, 0, 0, 0, 0, 0};
constexpr Resources flip_flop{0, 0, 1, 0, 0, 0};
constexpr Resources lut_memory(std::int64_t luts) {
  return {luts, luts, 0, 0, 0, 0};
}

const std::map<std::string, Primitive>& primitives() {
  static const std::map<std::string, Primitive> table = {
      {"LUT1", {Kind::logic, lut}},
      {"LUT2", {Kind::logic, lut}},
      {"LUT3", {Kind::logic, lut}},
      {"LUT4", {Kind::logic, lut}},
      {"LUT5", {Kind::logic, lut}},
      {"LUT6", {Kind::logic, lut}},
      {"INV", {Kind::logic, lut}},
      {"MUXF7", {Kind::logic, {}}},
      {"MUXF8", {Kind::logic, {}}},
      {"MUXF9", {Kind::logic, {}}},
      {"CARRY4", {Kind::carry, {}}},
      {"FDRE", {Kind::flip_flop, flip_flop}},
      {"FDSE", {Kind::flip_flop, flip_flop}},
      {"FDCE", {Kind::flip_flop, flip_flop}},
      {"FDPE", {Kind::flip_flop, flip_flop}},
      {"LDCE", {Kind::latch, flip_flop}},
      {"LDPE", {Kind::latch, flip_flop}},
      {"SRL16E", {Kind::shift_register, lut_memory(1)}},
      {"SRLC32E", {Kind::shift_register, lut_memory(1)}},
      {"RAM32X1S", {Kind::lut_memory, lut_memory(1)}},
      {"RAM64X1S", {Kind::lut_memory, lut_memory(1)}},
      {"RAM128X1S", {Kind::lut_memory, lut_memory(2)}},
      {"RAM256X1S", {Kind::lut_memory, lut_memory(4)}},
      {"RAM512X1S", {Kind::lut_memory, lut_memory(8)}},
      {"RAM32X1D", {Kind::lut_memory, lut_memory(2)}},
      {"RAM64X1D", {Kind::lut_memory, lut_memory(2)}},
      {"RAM128X1D", {Kind::lut_memory, lut_memory(4)}},
      {"RAM256X1D", {Kind::lut_memory, lut_memory(8)}},
      {"RAM32M", {Kind::lut_memory, lut_memory(4)}},
      {"RAM64M", {Kind::lut_memory, lut_memory(4)}},
      {"RAM32M16", {Kind::lut_memory, lut_memory(8)}},
      {"RAM64M8", {Kind::lut_memory, lut_memory(8)}},
      {"RAM64X8SW", {Kind::lut_memory, lut_memory(8)}},
      {"RAM32X16DR8", {Kind::lut_memory, lut_memory(8)}},
      {"RAMB18E2", {Kind::memory, {0, 0, 0, 0, 1, 0}}},
      {"RAMB36E2", {Kind::memory, {0, 0, 0, 0, 2, 0}}},
      {"URAM288", {Kind::memory, {0, 0, 0, 0, 0, 1}}},
      {"DSP48E2", {Kind::dsp, {0, 0, 0, 1, 0, 0}}},
  };
  return table;
}

const Primitive& primitive_of(const Cell& cell) {
  const auto found = primitives().find(cell.type);
  if (found == primitives().end()) {
    throw std::runtime_error("cell " + cell.name + ": primitive " + cell.type + " is not known to this report");
  }
  return found->second;
}

bool is_clock(const std::string& port) {
  static const std::set<std::string> clocks = {"C", "CLK", "WCLK", "CLKARDCLK", "CLKBWRCLK", "G"};
  return clocks.count(port) != 0;
}

// The address pins of a read port: A0, A, ADDRA, DPRA3, RADDR.
bool is_address(const std::string& port) {
  return port.find("ADDR") != std::string::npos || port.rfind("DPRA", 0) == 0 ||
         (port[0] == 'A' && port.find_first_not_of("0123456789", 1) == std::string::npos);
}

// RAM32M16 and RAM64M8 have an address per output: ADDRB reads DOB.
bool reads(const std::string& address, const std::string& output) {
  if (address.size() == 5 && address.rfind("ADDR", 0) == 0) return output.back() == address.back();
  if (output == "SPO") return address[0] == 'A';
  if (output == "DPO") return address.rfind("DPRA", 0) == 0;
  return true;
}

void for_each_bit(const Port& port, const std::function<void(Bit, Steps)>& call, Steps steps) {
  for (const Bit bit : port.bits) call(bit, steps);
}

void describe_clocked(const Cell& cell, const CellTiming& timing, Steps in, Steps out) {
  for (const auto& [name, port] : cell.ports) {
    if (port.is_output) for_each_bit(port, timing.begins, out);
    if (!port.is_output && !is_clock(name)) for_each_bit(port, timing.ends, in);
  }
}

// The clock writes; a read goes through a LUT.
void describe_lut_memory(const Cell& cell, const CellTiming& timing) {
  describe_clocked(cell, timing, {}, {});
  for (const auto& [in_name, in] : cell.ports) {
    if (in.is_output || !is_address(in_name)) continue;
    for (const auto& [out_name, out] : cell.ports) {
      if (out.is_output && reads(in_name, out_name)) timing.passes_all(in, out, {1, 0});
    }
  }
}

void describe_logic(const Cell& cell, const CellTiming& timing) {
  for (const auto& [in_name, in] : cell.ports) {
    for (const auto& [out_name, out] : cell.ports) {
      if (!in.is_output && out.is_output) timing.passes_all(in, out, {1, 0});
    }
  }
}

// Bit i of CO and O depends on no higher bit of DI and S; O[i] depends on lower bits of DI only.
void describe_carry(const Cell& cell, const CellTiming& timing) {
  for (const auto& [out_name, out] : cell.ports) {
    if (!out.is_output) continue;
    const bool is_sum = out_name == "O";
    for (std::size_t to = 0; to < out.bits.size(); ++to) {
      for (const auto& [in_name, in] : cell.ports) {
        if (in.is_output) continue;
        if (in_name == "CI" || in_name == "CYINIT") {
          timing.passes(in.bits[0], out.bits[to], {in_name == "CI" ? 0 : 1, 1});
          continue;
        }
        const std::size_t last = to + (is_sum && in_name == "DI" ? 0 : 1);
        for (std::size_t from = 0; from < last; ++from) timing.passes(in.bits[from], out.bits[to], {1, 1});
      }
    }
  }
}

void describe_dsp(const Cell& cell, const CellTiming& timing) {
  const bool in_registers = cell.number("AREG") != 0 && cell.number("BREG") != 0;
  const bool product_register = cell.number("MREG") != 0;
  const bool out_registers = cell.number("PREG") != 0;
  if (!in_registers && !product_register && !out_registers) {
    describe_logic(cell, timing);
  } else {
    describe_clocked(cell, timing, {in_registers ? 0 : 1, 0}, {out_registers ? 0 : 1, 0});
  }
}

}  // namespace

Resources& Resources::operator+=(const Resources& other) {
  luts += other.luts;
  memory_luts += other.memory_luts;
  flip_flops += other.flip_flops;
  dsps += other.dsps;
  half_block_rams += other.half_block_rams;
  ultra_rams += other.ultra_rams;
  return *this;
}

bool Resources::operator==(const Resources& other) const {
  return luts == other.luts && memory_luts == other.memory_luts && flip_flops == other.flip_flops &&
         dsps == other.dsps && half_block_rams == other.half_block_rams && ultra_rams == other.ultra_rams;
}

Resources resources_of(const Cell& cell) {
  return primitive_of(cell).resources;
}

MemoryKind memory_kind(const Cell& cell) {
  const Primitive& primitive = primitive_of(cell);
  if (primitive.kind == Kind::lut_memory) return MemoryKind::lut;
  if (primitive.kind != Kind::memory) return MemoryKind::none;
  return primitive.resources.ultra_rams != 0 ? MemoryKind::ultra : MemoryKind::block;
}

bool is_latch(const Cell& cell) {
  return primitive_of(cell).kind == Kind::latch;
}

void describe_timing(const Cell& cell, const CellTiming& timing) {
  switch (primitive_of(cell).kind) {
    case Kind::logic:
      return describe_logic(cell, timing);
    case Kind::carry:
      return describe_carry(cell, timing);
    case Kind::flip_flop:
    case Kind::latch:
    case Kind::memory:
      return describe_clocked(cell, timing, {}, {});
    case Kind::shift_register:
    case Kind::lut_memory:
      return describe_lut_memory(cell, timing);
    case Kind::dsp:
      return describe_dsp(cell, timing);
  }
}

}  // namespace stencil::synthesis
