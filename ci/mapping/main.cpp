// synthesis: maps every named configuration with yosys, applies the rules, compares with the record.
// SPDX-License-Identifier: Apache-2.0
//
// ci/synthesis calls it. Exit status: 0 all as recorded; 1 a rule is broken or a figure differs; 2 bad usage; 3 a tool
// failed or the design cannot be elaborated.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "ci/mapping/device.hpp"
#include "ci/mapping/document.hpp"
#include "ci/mapping/record.hpp"
#include "ci/mapping/variants.hpp"
#include "sim/app/cli/command.hpp"

namespace stencil::synthesis {
namespace {

constexpr const char* top = "stencil_accel";

struct Options {
  std::string configurations;
  std::string tree;
  std::string work;
  std::string record;
  std::string page;
  std::string modules;
  std::string only;  // configuration; empty: all of them, and variants
  bool only_elaborates = false;
  bool only_reads = false;
  bool updates = false;
};

class Session {
 public:
  explicit Session(const Options& options) : options_(options), sets_(read_parameter_sets(options.configurations)) {
    if (options_.only.empty()) return;
    const auto is_other = [&](const ParameterSet& set) { return set.name != options_.only || set.simulation_only; };
    sets_.erase(std::remove_if(sets_.begin(), sets_.end(), is_other), sets_.end());
    if (sets_.empty()) throw std::runtime_error("no configuration '" + options_.only + "' to map");
  }

  int run() {
    if (!options_.only_reads) synthesise_all();
    if (options_.only_elaborates || (options_.updates && failed_)) return end();
    if (options_.updates) {
      if (!options_.only_reads) write(options_.record, text_of(measured_));
      const Record record = options_.only_reads ? read_record(options_.record) : measured_;
      write(options_.page, document(record, sets_));
      write(options_.modules, module_document(record, sets_));
    } else {
      compare();
    }
    return end();
  }

 private:
  void synthesise_all() {
    measured_.tool = yosys_version();
    if (options_.only_elaborates && elaborates_together()) return;
    bool has_variants = false;
    for (const ParameterSet& set : sets_) {
      const bool maps = !options_.only_elaborates && !set.simulation_only;
      append(measured_, synthesise_one(set, maps));
      if (!maps || set.name != varied_configuration || !options_.only.empty()) continue;
      has_variants = true;
      for (const ParameterSet& variant : variants_of(set)) {
        // Only the sum matters.
        Result result = synthesise_one(variant, true);
        result.rows.resize(1);
        append(measured_, result);
      }
    }
    if (!options_.only_elaborates && options_.only.empty() && !has_variants) {
      complain(fmt::format("no configuration '{}' to vary", varied_configuration));
    }
    if (options_.only_elaborates && !failed_) complain("each configuration can be elaborated, all together cannot");
  }

  // Elaborates all configurations together, in a fraction of the time that they take one after another; on failure it
  // returns false and does not say which one is wrong.
  bool elaborates_together() {
    const auto start = std::chrono::steady_clock::now();
    try {
      const Netlist all = elaborate_together({options_.tree, top, {}, options_.work + "/together"}, sets_);
      if (!check_elaborated(all).empty()) return false;
    } catch (const std::exception& error) {
      fmt::print("{}\nnow one after another:\n", error.what());
      return false;
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    fmt::print("{} configurations: elaborated in {:.1f} s\n", sets_.size(), seconds.count());
    return true;
  }

  Result synthesise_one(const ParameterSet& set, bool maps) {
    const auto start = std::chrono::steady_clock::now();
    std::string folder = set.name;
    for (char& c : folder) c = c == ' ' || c == '=' ? '_' : c;
    const Result result = synthesise({options_.tree, top, set, options_.work + "/" + folder}, maps);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    for (const std::string& breach : result.breaches) complain(set.name + ": " + breach);
    if (!maps) {
      fmt::print("{}: elaborated in {:.1f} s\n", set.name, seconds.count());
    } else {
      const Resources& use = result.top().resources;
      const Device* device = smallest_device(use);
      if (device == nullptr) complain(set.name + ": fits no device: " + fullest(use));
      fmt::print("{}: {} LUT, {} FF, {} DSP, {} block RAM, {} UltraRAM, depth {}+{}, {}; {:.0f} s\n", set.name,
                 use.luts, use.flip_flops, use.dsps, static_cast<double>(use.half_block_rams) / 2, use.ultra_rams,
                 result.top().inside.steps.levels, result.top().inside.steps.carries,
                 device == nullptr ? "no device" : device->name, seconds.count());
    }
    std::fflush(stdout);
    return result;
  }

  static std::string fullest(const Resources& use) {
    const Device& largest = devices().back();
    const Share share = largest_share(use, largest);
    return fmt::format("{} would be {:.0f} % of {}, at most {:.0f} % may be used", share.resource, 100 * share.share,
                       largest.name, 100 * usable_share);
  }

  void compare() {
    Record recorded = read_record(options_.record);
    if (!options_.only.empty()) {
      recorded.lines.erase(std::remove_if(recorded.lines.begin(), recorded.lines.end(),
                                          [&](const RecordLine& line) { return line.configuration != options_.only; }),
                           recorded.lines.end());
    }
    if (!options_.only_reads) {
      for (const std::string& difference : differences(recorded, measured_)) complain(difference);
    }
    if (options_.only.empty()) {
      compare_page(options_.page, document(recorded, sets_));
      compare_page(options_.modules, module_document(recorded, sets_));
    }
    if (failed_) fmt::print("if the change is meant: ci/synthesis --update, and commit the files it writes\n");
  }

  void compare_page(const std::string& path, const std::string& expected) {
    std::ifstream file(path);
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    if (page != expected) complain(path + " differs from the page made from the record");
  }

  static void write(const std::string& path, const std::string& text) {
    std::ofstream file(path);
    if (!(file << text << std::flush)) throw std::runtime_error("cannot write " + path);
    fmt::print("written: {}\n", path);
  }

  void complain(const std::string& text) {
    failed_ = true;
    fmt::print("{}\n", text);
  }

  int end() const {
    fmt::print("{}\n", failed_ ? "FAIL" : "PASS");
    return failed_ ? 1 : 0;
  }

  Options options_;
  std::vector<ParameterSet> sets_;
  Record measured_;
  bool failed_ = false;
};

}  // namespace
}  // namespace stencil::synthesis

int main(int argc, char** argv) {
  stencil::synthesis::Options options;
  stencil::Command program("synthesis", "Maps every named configuration with yosys and compares with the record");
  program.add_required_text("--configurations", options.configurations, "table that CMake wrote");
  program.add_required_text("--tree", options.tree, "folder of Verilog, absolute path");
  program.add_required_text("--work", options.work, "folder for scripts, logs and netlists");
  program.add_text("--record", options.record, "recorded figures");
  program.add_text("--page", options.page, "page of the documentation: configurations");
  program.add_text("--modules", options.modules, "page beside it: modules");
  program.add_text("--only", options.only, "this configuration alone, without its variants and the pages");
  program.add_flag("--elaborate", options.only_elaborates, "map nothing: latches, drivers, loops, memories only");
  program.add_flag("--page-only", options.only_reads, "map nothing: the pages from the record only");
  program.add_flag("--update", options.updates,
                   "write record and pages instead of comparing; with --page-only the pages alone");
  if (const auto end = program.parse(argc, argv)) {
    fmt::print(end->asked ? stdout : stderr, "{}", end->asked ? end->out : "synthesis: " + end->error + "\n");
    return end->asked ? 0 : 2;
  }
  if (!options.only.empty() && (options.updates || options.only_reads || options.only_elaborates)) {
    fmt::print(stderr, "synthesis: --only is for the comparison with the record\n");
    return 2;
  }
  try {
    return stencil::synthesis::Session(options).run();
  } catch (const std::exception& error) {
    std::fflush(stdout);
    fmt::print(stderr, "synthesis: {}\n", error.what());
    return 3;
  }
}
