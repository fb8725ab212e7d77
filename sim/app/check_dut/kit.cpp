// SPDX-License-Identifier: Apache-2.0
#include "sim/app/check_dut/kit.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>

#include "sim/app/check_dut/levels.hpp"
#include "sim/app/json/json.hpp"
#include "sim/app/json/utf8.hpp"
#include "sim/app/modules/tools.hpp"
#include "sim/device/contract/contract.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;

std::string with_underscores(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::vector<DutDevice> read_devices(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  std::vector<DutDevice> devices;
  try {
    for (const Json& row : Json::parse(text)) {
      const std::string& name = row["name"].text();
      DutDevice device{with_underscores(name), name, "", contract::usual_kernels};
      for (const Json::Member& parameter : row["parameters"].members()) {
        if (!device.parameters.empty()) device.parameters += ' ';
        device.parameters += parameter.name + "=" + std::to_string(parameter.value.integer());
        if (parameter.name == "KERNELS") device.kernels = static_cast<std::uint64_t>(parameter.value.integer());
      }
      devices.push_back(device);
    }
  } catch (const JsonError& error) {
    throw KitError(fmt::format("{} cannot be read: {}", one_line(file.string()), error.what()));
  }
  return devices;
}

// Of lines "Shapes/Suite." and "  Test/device  # GetParam() = device".
std::vector<DutCase> parse_cases(const std::string& listed) {
  std::vector<DutCase> cases;
  std::istringstream lines(listed);
  std::string suite;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("  ", 0) != 0) {
      suite = line;
      continue;
    }
    const std::string test = line.substr(2, line.find(' ', 2) - 2);
    const std::size_t slash = test.rfind('/');
    const std::size_t prefix = suite.find('/');
    if (slash == std::string::npos || prefix == std::string::npos) continue;
    cases.push_back({suite.substr(prefix + 1) + test.substr(0, slash), suite + test, test.substr(slash + 1)});
  }
  return cases;
}

std::vector<DutCase> in_order(const std::vector<DutCase>& listed) {
  std::vector<DutCase> cases;
  for (const DutTestRow& row : dut_tests()) {
    const std::size_t before = cases.size();
    std::copy_if(listed.begin(), listed.end(), std::back_inserter(cases),
                 [&](const DutCase& each) { return each.test == row.test; });
    if (cases.size() == before) throw KitError(fmt::format("the bench has no test {}", row.test));
  }
  for (const DutCase& each : listed)
    if (find_dut_test(each.test) == nullptr) throw KitError(fmt::format("test {} has no level", each.test));
  return cases;
}

}  // namespace

Kit find_kit() {
  const fs::path folder = library_folder() / "stencil-cosim";
  std::ifstream in(folder / "check-dut.txt");
  Kit kit;
  fs::path devices;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("bench ", 0) == 0) kit.bench = (folder / line.substr(6)).lexically_normal();
    if (line.rfind("devices ", 0) == 0) devices = (folder / line.substr(8)).lexically_normal();
  }
  if (kit.bench.empty() || devices.empty())
    throw KitError(fmt::format("no {}: this program was built without its benches (STENCIL_BUILD_TESTS)",
                               one_line((folder / "check-dut.txt").string())));
  std::error_code none;
  for (const fs::path& needed : {kit.bench, devices})
    if (!fs::is_regular_file(needed, none))
      throw KitError(fmt::format("no {}: build check_dut_bench", one_line(needed.string())));
  const std::vector<DutCase> listed = parse_cases(output_of({kit.bench.string(), "--gtest_list_tests"}));
  if (listed.empty()) throw KitError(fmt::format("{} does not list its tests", one_line(kit.bench.string())));
  kit.cases = in_order(listed);
  for (const DutDevice& device : read_devices(devices)) {
    const bool is_driven = std::any_of(kit.cases.begin(), kit.cases.end(),
                                       [&](const DutCase& each) { return each.device == device.name; });
    if (is_driven) kit.devices.push_back(device);
  }
  // The first one brings a device up: all kernels that most have, and the plainest bus.
  std::stable_partition(kit.devices.begin(), kit.devices.end(),
                        [](const DutDevice& device) { return device.name == "four"; });
  for (const DutCase& each : kit.cases)
    if (std::none_of(kit.devices.begin(), kit.devices.end(),
                     [&](const DutDevice& device) { return device.name == each.device; }))
      throw KitError(fmt::format("no parameters of device {}", each.device));
  return kit;
}

}  // namespace stencil
