// A netlist as `yosys write_json` leaves it: modules of cells whose ports are lists of bits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace stencil::synthesis {

// Number of a net, unique in its module; all constants share one number.
using Bit = std::int32_t;
constexpr Bit constant_bit = -1;

struct Port {
  bool is_output = false;
  std::vector<Bit> bits;  // index 0 is the least significant
};

struct Cell {
  std::string name;
  std::string type;                               // a module of the netlist, or a primitive
  std::string source;                             // file:line; empty if yosys does not know it
  std::map<std::string, std::string> parameters;  // as yosys writes them: binary digits, or text
  std::map<std::string, Port> ports;

  // The value of a parameter of binary digits, cut to its low 63 bits. Throws std::runtime_error if there is none.
  std::int64_t number(const std::string& parameter) const;
};

struct Module {
  std::string name;       // with its parameters mangled into it: unique
  std::string base_name;  // as in the source
  std::map<std::string, std::int64_t> parameters;
  std::map<std::string, Port> ports;
  std::vector<Cell> cells;
  std::map<Bit, std::string> net_names;  // name of a bit with its index: "addr[3]"
};

struct Netlist {
  std::string top;
  std::map<std::string, Module> modules;  // of the design; libraries of primitives are left out

  const Module& module(const std::string& name) const { return modules.at(name); }
  bool is_primitive(const Cell& cell) const { return modules.count(cell.type) == 0; }
};

// The file must have a module marked as top. Throws std::runtime_error naming the file if it is no such netlist.
Netlist read_netlist(const std::string& path);

}  // namespace stencil::synthesis
