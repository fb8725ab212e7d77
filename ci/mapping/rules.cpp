// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/rules.hpp"

#include "ci/mapping/netlist/primitives.hpp"

namespace stencil::synthesis {
namespace {

// The rule that lets a memory be LUTs; null: it must be block RAM.
const SmallMemory* small_memory(const Module& module, const Cell& memory) {
  const std::int64_t words = memory.number("SIZE");
  for (const SmallMemory& small : small_memories()) {
    const bool fits = words <= small.most_words && words * memory.number("WIDTH") <= small.most_bits;
    if (small.module == module.base_name && fits) return &small;
  }
  return nullptr;
}

std::string describe(const Module& module, const Cell& cell) {
  std::string text = module.base_name + ": " + cell.name;
  if (cell.parameters.count("SIZE") != 0) {
    text += " (" + std::to_string(cell.number("SIZE")) + " x " + std::to_string(cell.number("WIDTH")) + " bits)";
  }
  return text + (cell.source.empty() ? "" : " at " + cell.source);
}

bool is_memory(const Cell& cell) {
  return cell.type == "$mem_v2" || cell.type == "$mem";
}

// All of the memory's read ports.
bool reads_by_clock(const Cell& memory) {
  return memory.number("RD_CLK_ENABLE") == (std::int64_t{1} << memory.number("RD_PORTS")) - 1;
}

bool is_generic_latch(const std::string& type) {
  return type.find("dlatch") != std::string::npos || type == "$sr" || type.rfind("$_DLATCH", 0) == 0;
}

// yosys cuts a memory into primitives that bear its name.
bool is_part_of(const Cell& primitive, const Cell& memory) {
  return primitive.name == memory.name || primitive.name.rfind(memory.name + ".", 0) == 0;
}

void check_memory(const Module& module, const Cell& memory, const Mapping& mapping, Breaches& breaches) {
  const auto mapped = mapping.netlist.modules.find(module.name);
  bool in_luts = false;
  bool in_blocks = false;
  if (mapped != mapping.netlist.modules.end()) {
    for (const Cell& cell : mapped->second.cells) {
      if (!mapping.netlist.is_primitive(cell) || !is_part_of(cell, memory)) continue;
      const MemoryKind kind = memory_kind(cell);
      in_luts |= kind == MemoryKind::lut;
      in_blocks |= kind == MemoryKind::block || kind == MemoryKind::ultra;
    }
  }
  if (in_blocks && !in_luts) return;
  if (in_luts && small_memory(module, memory) != nullptr) return;
  breaches.push_back(describe(module, memory) +
                     (in_luts ? " became LUT RAM, must be block RAM" : " did not map to any memory"));
}

}  // namespace

const std::vector<SmallMemory>& small_memories() {
  static const std::vector<SmallMemory> list = {
      {"delay_ring", 64, 4096, false, "carries data past the operators"},
      {"fifo", 64, 32768, true, "a few words between two handshakes, read without a clock"},
      {"memory_bank", 1024, 4096, false, "tags of a short line: a block RAM would stay almost empty"},
      {"slot_delay", 64, 4096, false, "carries data from one row slot to another"},
  };
  return list;
}

Breaches check_elaborated(const Netlist& elaborated) {
  Breaches breaches;
  for (const auto& [name, module] : elaborated.modules) {
    for (const Cell& cell : module.cells) {
      if (is_generic_latch(cell.type)) breaches.push_back(describe(module, cell) + " is a latch");
      if (!is_memory(cell) || reads_by_clock(cell)) continue;
      const SmallMemory* small = small_memory(module, cell);
      if (small == nullptr || !small->read_without_clock) {
        breaches.push_back(describe(module, cell) + " is read without a clock: no block RAM does that");
      }
    }
  }
  return breaches;
}

Breaches check_mapped(const Netlist& elaborated, const Mapping& mapping) {
  Breaches breaches;
  for (const auto& [name, module] : elaborated.modules) {
    for (const Cell& cell : module.cells) {
      if (is_memory(cell)) check_memory(module, cell, mapping, breaches);
    }
  }
  for (const auto& [name, module] : mapping.netlist.modules) {
    for (const Cell& cell : module.cells) {
      if (mapping.netlist.is_primitive(cell) && is_latch(cell)) {
        breaches.push_back(describe(module, cell) + " is a latch");
      }
    }
  }
  for (const std::string& cell : mapping.soft_multipliers) breaches.push_back(cell + " did not map to DSPs");
  for (const std::string& cell : mapping.unmapped_memories) breaches.push_back(cell + " became registers");
  return breaches;
}

}  // namespace stencil::synthesis
