// SPDX-License-Identifier: Apache-2.0
#include "tests/synthesis/record.hpp"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace stencil::synthesis {
namespace {

constexpr const char* columns =
    "configuration\tmodule\tinstances\tlut\tmemory_lut\tff\tdsp\thalf_block_ram\tultra_ram\tlevels\tcarries\tarriving_"
    "levels\tarriving_carries";

using Key = std::pair<std::string, std::string>;

std::map<Key, RecordLine> by_key(const std::vector<RecordLine>& record) {
  std::map<Key, RecordLine> map;
  for (const RecordLine& line : record) map[{line.configuration, line.module}] = line;
  return map;
}

class Comparison {
 public:
  Comparison(const RecordLine& recorded, const RecordLine& measured) : recorded_(recorded), measured_(measured) {
    const Resources& old_use = recorded.resources;
    const Resources& new_use = measured.resources;
    compare_depth("depth inside", recorded.inside, measured.inside);
    compare_depth("depth arriving", recorded.arriving, measured.arriving);
    compare("instances", recorded.instances, measured.instances, 0);
    compare("LUT", old_use.luts, new_use.luts, old_use.luts / 20);
    compare("memory LUT", old_use.memory_luts, new_use.memory_luts, old_use.memory_luts / 20);
    compare("FF", old_use.flip_flops, new_use.flip_flops, old_use.flip_flops / 20);
    compare("DSP", old_use.dsps, new_use.dsps, 0);
    compare("half block RAM", old_use.half_block_rams, new_use.half_block_rams, 0);
    compare("UltraRAM", old_use.ultra_rams, new_use.ultra_rams, 0);
  }

  std::vector<std::string> lines() const { return lines_; }

 private:
  void say(bool is_worse, const std::string& what, const std::string& before, const std::string& now) {
    lines_.push_back(fmt::format("{}: {}, {}: {} was {}, is {}", is_worse ? "worse" : "changed",
                                 recorded_.configuration, recorded_.module, what, before, now));
  }

  void compare_depth(const std::string& what, Steps before, Steps now) {
    const auto pair = [](Steps steps) { return std::make_pair(steps.levels, steps.carries); };
    const auto text = [](Steps steps) { return fmt::format("{}+{}", steps.levels, steps.carries); };
    if (pair(before) != pair(now)) say(pair(now) > pair(before), what, text(before), text(now));
  }

  void compare(const std::string& what, std::int64_t before, std::int64_t now, std::int64_t allowance) {
    if (before != now) say(now > before + allowance, what, std::to_string(before), std::to_string(now));
  }

  const RecordLine& recorded_;
  const RecordLine& measured_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<RecordLine> record_of(const std::vector<Result>& results) {
  std::vector<RecordLine> record;
  for (const Result& result : results) {
    for (const ModuleRow& row : result.rows) {
      record.push_back(
          {result.set.name, row.module, row.instances, row.resources, row.inside.steps, row.arriving.steps});
    }
  }
  return record;
}

std::vector<RecordLine> read_record(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line) || line != columns) {
    throw std::runtime_error(path + ":1: must be the line of column names: " + columns);
  }
  std::vector<RecordLine> record;
  for (int number = 2; std::getline(file, line); ++number) {
    std::istringstream fields(line);
    RecordLine entry;
    Resources& use = entry.resources;
    std::getline(fields, entry.configuration, '\t');
    std::getline(fields, entry.module, '\t');
    fields >> entry.instances >> use.luts >> use.memory_luts >> use.flip_flops >> use.dsps >> use.half_block_rams >>
        use.ultra_rams >> entry.inside.levels >> entry.inside.carries >> entry.arriving.levels >>
        entry.arriving.carries;
    std::string rest;
    if (!fields || fields >> rest)
      throw std::runtime_error(fmt::format("{}:{}: not a line of the record", path, number));
    record.push_back(entry);
  }
  return record;
}

std::string text_of(const std::vector<RecordLine>& record) {
  std::string text = std::string(columns) + "\n";
  for (const RecordLine& line : record) {
    const Resources& use = line.resources;
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", line.configuration, line.module,
                        line.instances, use.luts, use.memory_luts, use.flip_flops, use.dsps, use.half_block_rams,
                        use.ultra_rams, line.inside.levels, line.inside.carries, line.arriving.levels,
                        line.arriving.carries);
  }
  return text;
}

std::vector<std::string> differences(const std::vector<RecordLine>& recorded, const std::vector<RecordLine>& measured) {
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
  return lines;
}

}  // namespace stencil::synthesis
