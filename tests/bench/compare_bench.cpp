// The time to compare two long reports, relative to parsing them with a handler that does nothing.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "sim/app/compare/comparison.hpp"
#include "tests/bench/interleaved.hpp"
#include "tests/support/long_report.hpp"

namespace {

using namespace stencil;

void parse_only(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!nlohmann::json::accept(in)) throw std::runtime_error(file + " is no JSON");
}

int run(int rounds, std::int64_t blocks) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("compare_bench_" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const std::string base = folder / "base.json", now = folder / "now.json";
  test::write_long_report(base, blocks, 1000, 0);
  test::write_long_report(now, blocks, 1000, 1);
  const auto bytes = std::filesystem::file_size(base);
  std::vector<bench::Candidate> candidates(2);
  candidates[0] = {"parsing alone",
                   [&] {
                     parse_only(base);
                     parse_only(now);
                     return 1.0;
                   },
                   {}};
  candidates[1] = {"compare",
                   [&] {
                     const CycleComparison found = compare_cycles(read_recording(base), read_recording(now), {});
                     if (found.differences.size() != 1000) throw std::runtime_error("not all classes differ");
                     return 1.0;
                   },
                   {}};
  bench::interleave(candidates, rounds, 1);
  fmt::print("two reports of {} blocks and 1000 classes, {:.0f} MB each: compare takes {:.2f} of parsing alone\n",
             blocks, static_cast<double>(bytes) / 1e6, bench::median_time_ratio(candidates[1], candidates[0]));
  std::filesystem::remove_all(folder);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run(argc > 1 ? std::atoi(argv[1]) : 9, argc > 2 ? std::atoll(argv[2]) : 100000);
}
