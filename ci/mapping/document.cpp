// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "ci/mapping/device.hpp"
#include "ci/mapping/rules.hpp"
#include "ci/mapping/variants.hpp"

namespace stencil::synthesis {
namespace {

struct Page {
  std::string tool;
  std::vector<Result> configurations;    // the mapped ones, in the order of the table that CMake wrote
  std::vector<ParameterSet> simulation;  // for simulation only
  std::vector<Result> variants;          // of `base`, one parameter changed in each
  Result base;                           // the configuration that is varied
};

Result recorded(const Record& record, const ParameterSet& set) {
  Result result;
  result.set = set;
  result.rows = record.rows_of(set.name);
  if (result.rows.empty()) throw std::runtime_error("configuration " + set.name + " is not in the record");
  return result;
}

Page page_of(const Record& record, const std::vector<ParameterSet>& sets) {
  Page page;
  page.tool = record.tool;
  for (const ParameterSet& set : sets) {
    if (set.simulation_only) {
      page.simulation.push_back(set);
      continue;
    }
    page.configurations.push_back(recorded(record, set));
    if (set.name != varied_configuration) continue;
    page.base = page.configurations.back();
    for (const ParameterSet& variant : variants_of(set)) page.variants.push_back(recorded(record, variant));
  }
  return page;
}

std::string depth_text(Steps steps) {
  return fmt::format("{}+{}", steps.levels, steps.carries);
}

std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string block_rams(std::int64_t halves) {
  return grouped(halves / 2) + (halves % 2 == 0 ? "" : ".5");
}

std::string resource_cells(const Resources& use) {
  return fmt::format("{} | {} | {} | {} | {} | {}", grouped(use.luts), grouped(use.memory_luts),
                     grouped(use.flip_flops), grouped(use.dsps), block_rams(use.half_block_rams),
                     grouped(use.ultra_rams));
}

constexpr const char* resource_columns = "LUT | of them memory | FF | DSP | block RAM | UltraRAM";
constexpr const char* resource_rules = "--:|--:|--:|--:|--:|--:";

std::string parameter_text(const ParameterSet& set) {
  std::string text;
  for (const auto& [parameter, value] : set.parameters) text += fmt::format(" {}={}", parameter, value);
  return text.empty() ? text : text.substr(1);
}

std::int64_t points_per_cycle(const ParameterSet& set) {
  return set.parameters.at("PES") * set.parameters.at("LANES");
}

std::string introduction(const Page& page) {
  std::string text = fmt::format(
      "# What the accelerator becomes on an FPGA\n\n"
      "```\nci/synthesis\n```\n\n"
      "maps every named configuration for UltraScale+ with Debian's {} and compares the result with the record,\n"
      "`synthesis.tsv`. `ci/synthesis --update` writes the record, this page and [the modules](synthesis-modules.md);\n"
      "none is edited by hand.\n\n"
      "It fails if there is a latch, a second driver, a combinational loop, a memory outside of block RAM and\n"
      "UltraRAM, a multiplication outside of DSPs, a configuration that fits no device below, or a figure that\n"
      "differs from the record. Three tests run it: `synthesis:record` (label `slow`) checks everything,\n"
      "`synthesis:elaborate` the rules that need no mapping, `synthesis:page` compares the pages with the record.\n\n"
      "- Each module is mapped once, on its own (`synth_xilinx -family xcup -uram -nowidelut`, hierarchy kept), so\n"
      "  nothing is optimised across module borders; a vendor's tool needs less. Nothing is placed or routed.\n"
      "- LUT: with one to six inputs, never two in one; `of them memory`: LUTs that are RAM or shift registers.\n"
      "  Block RAM in units of 36 Kbit, UltraRAM of 288 Kbit, DSP: DSP48E2.\n"
      "- Depth is written `levels+carries`. A LUT, a LUT read as memory, the entry into a carry chain and a\n"
      "  multiplier without registers are one level each; the step from one CARRY4 to the next is one carry and no\n"
      "  level. The longest path of a configuration counts: of those with the most levels, one with the most carries.\n"
      "- A device holds a configuration if it uses at most {:.0f} % of each resource: the rest is for placement and\n"
      "  for the logic around the accelerator.\n"
      "- Memories that may be LUTs:",
      page.tool, 100 * usable_share);
  for (const SmallMemory& small : small_memories()) {
    text += fmt::format("\n  `{}` up to {} words and {} bits ({});", small.module, small.most_words, small.most_bits,
                        small.reason);
  }
  text.back() = '.';
  return text + "\n";
}

std::string device_table() {
  std::string text = fmt::format("\n| device | found on | {} |\n|---|---|{}|\n", resource_columns, resource_rules);
  for (const Device& device : devices()) {
    text += fmt::format("| {} | {} | {} |\n", device.name, device.found_on, resource_cells(device.holds));
  }
  return text + "\nFrom AMD DS890 and DS987.\n";
}

std::string configuration_table(const Page& page) {
  std::string text = fmt::format(
      "\n## Configurations\n\n| configuration | points per cycle | {} | depth | smallest device | fullest there |\n"
      "|---|--:|{}|--:|---|---|\n",
      resource_columns, resource_rules);
  for (const Result& result : page.configurations) {
    const Resources& use = result.top().resources;
    const Device* device = smallest_device(use);
    const Share share = device == nullptr ? Share{} : largest_share(use, *device);
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", result.set.name, points_per_cycle(result.set),
                        resource_cells(use), depth_text(result.top().inside.steps),
                        device == nullptr ? "none" : device->name,
                        device == nullptr ? "" : fmt::format("{} {:.0f} %", share.resource, 100 * share.share));
  }
  text += "\n";
  for (const Result& result : page.configurations) {
    text += fmt::format("- {}: {}\n", result.set.name, parameter_text(result.set));
  }
  for (const ParameterSet& set : page.simulation) {
    text += fmt::format("- {} (for simulation only, not mapped): {}\n", set.name, parameter_text(set));
  }
  return text;
}

std::string signed_text(std::int64_t number) {
  return number == 0 ? "" : (number > 0 ? "+" : "-") + grouped(std::abs(number));
}

std::string variant_table(const Page& page) {
  if (page.base.rows.empty()) return "";
  const Resources& base = page.base.top().resources;
  std::string text = fmt::format(
      "\n## What one parameter costs\n\n`{}`, and the resources added by a change of one parameter.\n\n"
      "| change | points per cycle | {} | depth |\n|---|--:|{}|--:|\n| none | {} | {} | {} |\n",
      page.base.set.name, resource_columns, resource_rules, points_per_cycle(page.base.set), resource_cells(base),
      depth_text(page.base.top().inside.steps));
  for (const Result& variant : page.variants) {
    const Resources& use = variant.top().resources;
    const std::int64_t halves = use.half_block_rams - base.half_block_rams;
    const std::string rams = halves == 0 ? "" : (halves > 0 ? "+" : "-") + block_rams(std::abs(halves));
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
                        variant.set.name.substr(page.base.set.name.size() + 1), points_per_cycle(variant.set),
                        signed_text(use.luts - base.luts), signed_text(use.memory_luts - base.memory_luts),
                        signed_text(use.flip_flops - base.flip_flops), signed_text(use.dsps - base.dsps), rams,
                        signed_text(use.ultra_rams - base.ultra_rams), depth_text(variant.top().inside.steps));
  }
  return text;
}

std::string module_table(const Result& result) {
  std::string text = fmt::format(
      "\n## Modules of `{}`\n\nOne instance, with its submodules.\n\n"
      "| module | instances | {} | inside | arriving |\n|---|--:|{}|--:|--:|\n",
      result.set.name, resource_columns, resource_rules);
  for (const ModuleRow& row : result.rows) {
    text += fmt::format("| {} | {} | {} | {} | {} |\n", row.module, row.instances, resource_cells(row.resources),
                        depth_text(row.inside.steps), row.arriving.to.empty() ? "" : depth_text(row.arriving.steps));
  }
  return text;
}

std::string path_table(const Result& result) {
  constexpr std::int32_t worth_a_line = 5;
  std::vector<const ModuleRow*> rows;
  for (const ModuleRow& row : result.rows) {
    if (row.arriving.steps.levels >= worth_a_line) rows.push_back(&row);
  }
  const auto length = [](const ModuleRow* row) {
    return std::make_pair(row->arriving.steps.levels, row->arriving.steps.carries);
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const ModuleRow* a, const ModuleRow* b) { return length(a) > length(b); });
  std::string text = fmt::format(
      "\n## Longest paths in `{}`\n\nPaths that arrive in registers of each module, from {} levels on.\n\n"
      "| arriving | module | from | to |\n|--:|---|---|---|\n",
      result.set.name, worth_a_line);
  for (const ModuleRow* row : rows) {
    const Depth& depth = row->arriving;
    text += fmt::format("| {} | {} | `{}` | `{}` |\n", depth_text(depth.steps), row->module, depth.from, depth.to);
  }
  return text;
}

}  // namespace

std::string document(const Record& record, const std::vector<ParameterSet>& sets) {
  const Page page = page_of(record, sets);
  return introduction(page) + configuration_table(page) + device_table() + variant_table(page);
}

std::string module_document(const Record& record, const std::vector<ParameterSet>& sets) {
  const Page page = page_of(record, sets);
  std::string text =
      "# Area and depth of each module\n\n"
      "Of [the configurations](synthesis.md), which also has the units; written by `ci/synthesis --update`.\n\n"
      "- `inside`: the longest path between registers, memories and ports of a module, its submodules included.\n"
      "- `arriving`: the longest path that ends in registers or memories of the module itself, wherever in the design\n"
      "  it begins.\n";
  for (const Result& result : page.configurations) text += module_table(result);
  if (!page.configurations.empty()) {
    const auto largest = std::max_element(
        page.configurations.begin(), page.configurations.end(),
        [](const Result& a, const Result& b) { return a.top().resources.luts < b.top().resources.luts; });
    text += path_table(*largest);
  }
  return text;
}

}  // namespace stencil::synthesis
