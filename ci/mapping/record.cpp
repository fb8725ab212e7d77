// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/record.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace stencil::synthesis {
namespace {

constexpr const char* columns =
    "configuration\tmodule\tinstances\tlut\tmemory_lut\tff\tdsp\thalf_block_ram\tultra_ram\tinside_levels\t"
    "inside_carries\tarriving_levels\tarriving_carries\tarriving_from\tarriving_to";

using Key = std::pair<std::string, std::string>;

std::map<Key, RecordLine> by_key(const Record& record) {
  std::map<Key, RecordLine> map;
  for (const RecordLine& line : record.lines) map[{line.configuration, line.row.module}] = line;
  return map;
}

class Comparison {
 public:
  Comparison(const RecordLine& recorded, const RecordLine& measured)
      : name_(recorded.configuration + ", " + recorded.row.module) {
    const ModuleRow& before = recorded.row;
    const ModuleRow& now = measured.row;
    compare_depth("depth inside", before.inside.steps, now.inside.steps);
    compare_depth("depth arriving", before.arriving.steps, now.arriving.steps);
    compare("instances", before.instances, now.instances, 0);
    compare("LUT", before.resources.luts, now.resources.luts, before.resources.luts / 50);
    compare("memory LUT", before.resources.memory_luts, now.resources.memory_luts, 0);
    compare("FF", before.resources.flip_flops, now.resources.flip_flops, 0);
    compare("DSP", before.resources.dsps, now.resources.dsps, 0);
    compare("half block RAM", before.resources.half_block_rams, now.resources.half_block_rams, 0);
    compare("UltraRAM", before.resources.ultra_rams, now.resources.ultra_rams, 0);
  }

  std::vector<std::string> lines() const { return lines_; }

 private:
  void say(bool is_worse, const std::string& what, const std::string& before, const std::string& now) {
    lines_.push_back(fmt::format("{}: {}: {} was {}, is {}", is_worse ? "worse" : "changed", name_, what, before, now));
  }

  void compare_depth(const std::string& what, Steps before, Steps now) {
    const auto pair = [](Steps steps) { return std::make_pair(steps.levels, steps.carries); };
    const auto text = [](Steps steps) { return fmt::format("{}+{}", steps.levels, steps.carries); };
    if (pair(before) != pair(now)) say(pair(now) > pair(before), what, text(before), text(now));
  }

  void compare(const std::string& what, std::int64_t before, std::int64_t now, std::int64_t noise) {
    if (std::abs(now - before) > noise) say(now > before, what, std::to_string(before), std::to_string(now));
  }

  std::string name_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<ModuleRow> Record::rows_of(const std::string& configuration) const {
  std::vector<ModuleRow> rows;
  for (const RecordLine& line : lines) {
    if (line.configuration == configuration) rows.push_back(line.row);
  }
  return rows;
}

void append(Record& record, const Result& result) {
  for (const ModuleRow& row : result.rows) record.lines.push_back({result.set.name, row});
}

Record read_record(const std::string& path) {
  std::ifstream file(path);
  Record record;
  std::string line;
  if (!std::getline(file, record.tool)) throw std::runtime_error("cannot read " + path);
  if (!std::getline(file, line) || line != columns) {
    throw std::runtime_error(path + ":2: must be the line of column names: " + columns);
  }
  for (int number = 3; std::getline(file, line); ++number) {
    std::istringstream fields(line);
    RecordLine entry;
    ModuleRow& row = entry.row;
    Resources& use = row.resources;
    std::getline(fields, entry.configuration, '\t');
    std::getline(fields, row.module, '\t');
    fields >> row.instances >> use.luts >> use.memory_luts >> use.flip_flops >> use.dsps >> use.half_block_rams >>
        use.ultra_rams >> row.inside.steps.levels >> row.inside.steps.carries >> row.arriving.steps.levels >>
        row.arriving.steps.carries;
    const bool has_numbers = !fields.fail() && fields.get() == '\t';
    std::getline(fields, row.arriving.from, '\t');
    const bool has_both_ends = !fields.eof();
    std::getline(fields, row.arriving.to);
    if (!has_numbers || !has_both_ends || row.arriving.to.find('\t') != std::string::npos) {
      throw std::runtime_error(fmt::format("{}:{}: not a line of the record", path, number));
    }
    record.lines.push_back(entry);
  }
  return record;
}

std::string text_of(const Record& record) {
  std::string text = record.tool + "\n" + columns + "\n";
  for (const RecordLine& line : record.lines) {
    const ModuleRow& row = line.row;
    const Resources& use = row.resources;
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t", line.configuration, row.module, row.instances, use.luts,
                        use.memory_luts, use.flip_flops, use.dsps, use.half_block_rams, use.ultra_rams);
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", row.inside.steps.levels, row.inside.steps.carries,
                        row.arriving.steps.levels, row.arriving.steps.carries, row.arriving.from, row.arriving.to);
  }
  return text;
}

std::vector<std::string> differences(const Record& recorded, const Record& measured) {
  const std::map<Key, RecordLine> before = by_key(recorded);
  const std::map<Key, RecordLine> now = by_key(measured);
  std::vector<std::string> lines;
  for (const auto& [key, line] : now) {
    const auto old_line = before.find(key);
    if (old_line == before.end()) {
      lines.push_back(fmt::format("new: {}, {}: not in the record", key.first, key.second));
      continue;
    }
    for (const std::string& text : Comparison(old_line->second, line).lines()) lines.push_back(text);
  }
  for (const auto& [key, line] : before) {
    if (now.count(key) == 0) lines.push_back(fmt::format("gone: {}, {}: only in the record", key.first, key.second));
  }
  if (!lines.empty() && recorded.tool != measured.tool) {
    lines.push_back(fmt::format("note: recorded with {}, this is {}", recorded.tool, measured.tool));
  }
  return lines;
}

}  // namespace stencil::synthesis
