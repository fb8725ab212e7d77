// SPDX-License-Identifier: Apache-2.0
#include "sim/app/check_dut/results.hpp"

#include <algorithm>

namespace stencil {

DutCounts DutReport::count(DutLevel level) const {
  DutCounts counts;
  for (const DutResult& result : results) {
    if (result.level != level) continue;
    switch (result.end) {
      case DutEnd::passed:
        ++counts.passed;
        break;
      case DutEnd::failed:
        ++counts.failed;
        break;
      case DutEnd::skipped:
        ++counts.skipped;
        break;
      case DutEnd::not_run:
        ++counts.not_run;
        break;
    }
  }
  return counts;
}

std::vector<DutFinding> DutReport::findings() const {
  std::vector<DutFinding> found;
  for (const DutResult& result : results) {
    if (result.end != DutEnd::failed) continue;
    const auto same = std::find_if(found.begin(), found.end(), [&](const DutFinding& finding) {
      return finding.level == result.level && finding.test == result.test;
    });
    if (same != found.end()) {
      same->devices.push_back(result.device);
    } else {
      const bool may_follow = !found.empty();
      found.push_back({result.level, result.test, result.clause, result.reason, {result.device}, may_follow});
    }
  }
  return found;
}

bool DutReport::conforms() const {
  const auto is = [](DutEnd end) { return [end](const DutResult& result) { return result.end == end; }; };
  return std::none_of(results.begin(), results.end(), is(DutEnd::failed)) && has_tested();
}

bool DutReport::has_tested() const {
  return std::any_of(results.begin(), results.end(), [&](const DutResult& result) {
    const bool counts = result.level != DutLevel::elaborates || last_level == DutLevel::elaborates;
    return result.end == DutEnd::failed || (result.end == DutEnd::passed && counts);
  });
}

}  // namespace stencil
