// What a planted fault must and must not have printed.
// SPDX-License-Identifier: Apache-2.0
//
// The words are written from the fault alone, before its first run.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace stencil::faults_test {

using Words = std::vector<std::string>;

// All of `all` must stand in a text, one of `any` unless that is empty, none of `never`.
struct Expected {
  Words all;
  Words any;
  Words never;
};

// mpirun has the status of the rank whose end it sees first: the killed one, or another that told of it.
constexpr int any_end = -1;

struct Fault {
  const char* name;
  int status;
  Expected blame = {};     // of the line of a wrong value that begins with "component: ", else of the first screen
  Words environment = {};  // beside the fault itself
  Words more = {};         // arguments
  int ranks = 2;
  // Of the minimised capsule: words of the largest block. A device sweeps 3 x 3 at least: one row of at most 8 columns
  // with its border. 0: it is not minimised.
  std::int64_t most_words = 3 * 10;
  Expected screen = {};  // of all that the run prints, wrapped lines joined
  Expected covers = {};  // of the report of a client: ok_covers
  // From the line "first divergence: ..." to "first difference: ...", in one line; stderr where there is none.
  Expected verdict = {};
  bool of_the_rtl = false;  // of suites with faults of both kinds
};

inline std::ostream& operator<<(std::ostream& out, const Fault& fault) {
  return out << fault.name;
}

// A run with --place has the word "stages" in other lines.
inline const Words host_components{"blocking", "halo exchange", "component: stages", "host sweep"};
inline const Words device_components{"adder",   "multiplier", "division", "weight",
                                     "operand", "write-back", "load",     "store"};

inline Words all_but(Words components, const Words& right, const Words& more = {}) {
  components.insert(components.end(), more.begin(), more.end());
  components.erase(std::remove_if(components.begin(), components.end(),
                                  [&](const std::string& component) {
                                    return std::find(right.begin(), right.end(), component) != right.end();
                                  }),
                   components.end());
  return components;
}

// A wrong value; `components` may be named, no other may.
inline Fault wrong_value(const char* name, const Words& components, Words more = {}, Words environment = {},
                         int ranks = 2) {
  return {name,
          1,
          {{}, components, all_but(device_components, components, host_components)},
          std::move(environment),
          std::move(more),
          ranks};
}
inline Fault wrong_host(const char* name, const Words& components, Words more = {}, Words environment = {}) {
  return {name,
          1,
          {{}, components, all_but(host_components, components, device_components)},
          std::move(environment),
          std::move(more)};
}
// The run ends by itself, with status 3.
inline Fault failure(const char* name, Words any, Words never, Words environment = {}, Words more = {}) {
  return {name, 3, {{}, std::move(any), std::move(never)}, std::move(environment), std::move(more)};
}

// Of the RTL: variants (tests/variants). Of C++: *_plants.cmake.
class PlantedRtl : public ::testing::TestWithParam<Fault> {};
class PlantedHost : public ::testing::TestWithParam<Fault> {};
class PlantedPlatform : public ::testing::TestWithParam<Fault> {};
class WrongRtl : public ::testing::TestWithParam<Fault> {};
class WrongHost : public ::testing::TestWithParam<Fault> {};
class WrongReference : public ::testing::TestWithParam<Fault> {};
// A run that ends because ranks or devices stand still.
class PlantedHang : public ::testing::TestWithParam<Fault> {};
// A client program with PLANT, on 140 x 33 points, two steps.
class PlantedClient : public ::testing::TestWithParam<Fault> {};

inline std::string alphanumeric(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
  return name;
}

inline std::string test_name(const ::testing::TestParamInfo<Fault>& test) {
  std::string name = test.param.name;
  const Words& more = test.param.more;
  const auto place = std::find(more.begin(), more.end(), "--place");
  if (place != more.end()) name += '_' + *(place + 1);
  if (!test.param.environment.empty() && test.param.environment.front() == "PLANT_RANK=1") name += "_on_one_rank";
  return alphanumeric(name);
}

// Rows of a table with fewer columns.
template <typename Row>
std::vector<Fault> faults_of(const std::vector<Row>& rows) {
  return {rows.begin(), rows.end()};
}

}  // namespace stencil::faults_test
