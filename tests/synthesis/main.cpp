// synthesis: every named configuration through yosys, judged, compared with the record.
// SPDX-License-Identifier: Apache-2.0
//
// ci/synthesis calls it. Exit status: 0 all as recorded; 1 a rule is broken or a figure differs; 2 bad usage; 3 a tool
// failed or the design cannot be elaborated.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>

#include "tests/synthesis/device.hpp"
#include "tests/synthesis/document.hpp"
#include "tests/synthesis/record.hpp"
#include "tests/synthesis/variants.hpp"

namespace stencil::synthesis {
namespace {

struct Options {
  std::string configurations;
  std::string tree;
  std::string work;
  std::string record;
  std::string page;
  bool only_elaborates = false;
  bool updates = false;
};

class Session {
 public:
  explicit Session(const Options& options) : options_(options) {}

  int run() {
    page_.tool = yosys_version();
    const std::vector<ParameterSet> sets = read_parameter_sets(options_.configurations);
    for (const ParameterSet& set : sets) {
      const bool maps = !options_.only_elaborates && !set.simulation_only;
      const Result result = synthesise_one(set, maps);
      if (maps) page_.configurations.push_back(result);
      if (set.simulation_only) page_.simulation.push_back(set);
    }
    if (options_.only_elaborates) return end();
    synthesise_variants();
    if (!failed_ && options_.updates) update();
    if (!failed_ && !options_.updates) compare();
    return end();
  }

 private:
  Result synthesise_one(const ParameterSet& set, bool maps) {
    const auto start = std::chrono::steady_clock::now();
    std::string folder = set.name;
    for (char& c : folder) c = c == ' ' || c == '=' ? '_' : c;
    const Result result = synthesise({options_.tree, "stencil_accel", set, options_.work + "/" + folder}, maps);
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

  // Of a variant only the sum is of interest.
  void synthesise_variants() {
    for (const Result& base : page_.configurations) {
      if (base.set.name != varied_configuration) continue;
      page_.base = &base;
      for (const ParameterSet& set : variants_of(base.set)) {
        Result variant = synthesise_one(set, true);
        variant.rows.resize(1);
        page_.variants.push_back(variant);
      }
    }
    if (page_.base == nullptr) complain(fmt::format("no configuration '{}' to vary", varied_configuration));
  }

  std::vector<RecordLine> measured() const {
    std::vector<Result> all = page_.configurations;
    all.insert(all.end(), page_.variants.begin(), page_.variants.end());
    return record_of(all);
  }

  void compare() {
    const std::vector<std::string> found = differences(read_record(options_.record), measured());
    for (const std::string& difference : found) complain(difference);
    std::ifstream file(options_.page);
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    if (page != document(page_)) complain(options_.page + " is not what this design gives");
    if (failed_) fmt::print("if this is meant to be so: ci/synthesis --update, and commit what it writes\n");
  }

  void update() {
    std::ofstream(options_.record) << text_of(measured());
    std::ofstream(options_.page) << document(page_);
    fmt::print("written: {} and {}\n", options_.record, options_.page);
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
  Page page_;
  bool failed_ = false;
};

}  // namespace
}  // namespace stencil::synthesis

int main(int argc, char** argv) {
  stencil::synthesis::Options options;
  CLI::App app("Maps every named configuration with yosys and compares with the record", "synthesis");
  app.add_option("--configurations", options.configurations, "table that CMake wrote")->required();
  app.add_option("--tree", options.tree, "folder of Verilog, absolute path")->required();
  app.add_option("--work", options.work, "folder for scripts, logs and netlists")->required();
  app.add_option("--record", options.record, "recorded figures");
  app.add_option("--page", options.page, "page of the documentation");
  app.add_flag("--elaborate", options.only_elaborates, "map nothing: latches, drivers, loops, memories only");
  app.add_flag("--update", options.updates, "write record and page instead of comparing");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    return stencil::synthesis::Session(options).run();
  } catch (const std::exception& error) {
    std::fflush(stdout);
    fmt::print(stderr, "synthesis: {}\n", error.what());
    return 3;
  }
}
