// SPDX-License-Identifier: Apache-2.0
#include "sim/app/check_dut/check.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>

#include "sim/app/check_dut/case_process.hpp"
#include "sim/app/check_dut/devices.hpp"
#include "sim/app/check_dut/kit.hpp"
#include "sim/app/cli/choices.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;

class ScratchFolder {
 public:
  ScratchFolder() {
    std::error_code problem;
    std::string name = (fs::temp_directory_path(problem) / "check-dut-XXXXXX").string();
    if (problem || ::mkdtemp(name.data()) == nullptr)
      throw KitError("no folder for temporary files can be made (TMPDIR)");
    path_ = name;
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code none;
    fs::remove_all(path_, none);
  }

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Those that were asked for.
void choose(Kit& kit, const CheckDutOptions& options) {
  std::vector<std::string> names;
  for (const DutDevice& device : kit.devices) names.push_back(device.name);
  for (const std::string& wanted : options.devices)
    if (std::find(names.begin(), names.end(), wanted) == names.end()) throw not_a_choice("--devices", names, wanted);
  const auto is_left_out = [&](const std::string& device) {
    return !options.devices.empty() &&
           std::find(options.devices.begin(), options.devices.end(), device) == options.devices.end();
  };
  if (!options.test.empty() && find_dut_test(options.test) == nullptr) {
    std::vector<std::string> tests;
    for (const DutTestRow& row : dut_tests()) tests.emplace_back(row.test);
    throw not_a_choice("--test", tests, options.test);
  }
  const auto is_unwanted = [&](const DutCase& each) {
    return is_left_out(each.device) || (!options.test.empty() && each.test != options.test) ||
           find_dut_test(each.test)->level > options.last_level;
  };
  kit.cases.erase(std::remove_if(kit.cases.begin(), kit.cases.end(), is_unwanted), kit.cases.end());
  const auto is_unused = [&](const DutDevice& device) { return is_left_out(device.name); };
  kit.devices.erase(std::remove_if(kit.devices.begin(), kit.devices.end(), is_unused), kit.devices.end());
}

// All tests, as many at a time as asked for; their results in their order, up to the first failure where that ends it.
class CaseRun {
 public:
  CaseRun(const Kit& kit, const std::map<std::string, BuiltDut>& built, const CheckDutOptions& options)
      : kit_(kit), built_(built), first_(options.first), results_(kit.cases.size()), end_(kit.cases.size()) {
    bench_ = {kit.bench, scratch_.path(), options.own_cycles, options.wall_s};
  }

  std::vector<DutResult> run(std::int64_t jobs, ProgressLine& progress) {
    Work work(&progress, "tests of the device");
    work.poll([&] { return std::optional<double>(static_cast<double>(done_) / static_cast<double>(results_.size())); });
    std::vector<std::thread> threads;
    for (std::int64_t i = 0; i < jobs; ++i) threads.emplace_back([&] { take_cases(); });
    for (std::thread& thread : threads) thread.join();
    if (error_) std::rethrow_exception(error_);
    results_.resize(std::min(end_.load(), results_.size()));
    return results_;
  }

 private:
  void take_cases() {
    for (std::size_t i = next_++; i < end_; i = next_++) {
      try {
        results_[i] = result_of(kit_.cases[i]);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(mutex_);
        error_ = std::current_exception();
        end_ = 0;
        return;
      }
      ++done_;
      if (first_ && results_[i].end == DutEnd::failed) {
        const std::lock_guard<std::mutex> lock(mutex_);
        end_ = std::min(end_.load(), i + 1);
      }
    }
  }
  DutResult result_of(const DutCase& test) const {
    const BuiltDut& device = built_.at(test.device);
    if (!device.modules.empty()) return run_case(bench_, test, device.modules);
    const DutTestRow& row = *find_dut_test(test.test);
    DutResult result{row.level, test.test, test.device, place_in_contract(row)};
    result.end = device.result.end == DutEnd::skipped ? DutEnd::skipped : DutEnd::not_run;
    result.reason = device.result.end == DutEnd::skipped ? device.result.reason : "its device does not elaborate";
    return result;
  }

  const Kit& kit_;
  const std::map<std::string, BuiltDut>& built_;
  bool first_;
  ScratchFolder scratch_;
  CaseBench bench_;
  std::vector<DutResult> results_;
  std::atomic<std::size_t> next_{0}, end_, done_{0};
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace

DutReport check_dut(const CheckDutOptions& options, ProgressLine& progress) {
  Kit kit = find_kit();
  choose(kit, options);
  DutReport report{options.rtl.empty() ? options.modules : options.rtl,
                   options.own_cycles ? "ours" : "none",
                   {},
                   options.last_level,
                   {}};
  std::map<std::string, BuiltDut> built;
  bool fails = false;
  for (const DutDevice& device : kit.devices) {
    report.devices.push_back(device.name);
    built[device.name] =
        options.rtl.empty() ? find_dut(options.modules, device) : build_dut(options.rtl, device, progress);
    report.results.push_back(built[device.name].result);
    fails = fails || report.results.back().end == DutEnd::failed;
    if (fails && options.first) return report;
  }
  const auto processors = static_cast<std::int64_t>(std::max(1U, std::thread::hardware_concurrency()));
  const std::vector<DutResult> results =
      CaseRun(kit, built, options).run(options.jobs > 0 ? options.jobs : processors, progress);
  report.results.insert(report.results.end(), results.begin(), results.end());
  return report;
}

}  // namespace stencil
