// SPDX-License-Identifier: Apache-2.0
#include "sim/app/page/differences.hpp"

#include <vector>

#include "host/base/errors.hpp"
#include "sim/app/compare/comparison_output.hpp"
#include "sim/app/json/utf8.hpp"

namespace stencil {
namespace {

constexpr std::size_t most_page_differences = 200;

Json sum_of(const Json& sides, const char* side) {
  const Json& one = sides[side];
  return one.is_null() ? Json(nullptr) : Json(one["sum"].integer());
}

Json count_of(const Json& sides, const char* side) {
  return sides[side];
}

Json class_difference(const Json& one) {
  Json causes = Json::array();
  for (const Json::Member& cause : one["causes"].members()) {
    causes.push_back({{"cause", cause.name},
                      {"base", sum_of(cause.value, "base")},
                      {"new", sum_of(cause.value, "new")},
                      {"each", cause.value["each"]}});
  }
  return {{"label", one["label"]},
          {"verdict", one["verdict"]},
          {"sentence", one["sentence"]},
          {"base", sum_of(one["total"], "base")},
          {"new", sum_of(one["total"], "new")},
          {"count_base", count_of(one["count"], "base")},
          {"count_new", count_of(one["count"], "new")},
          {"causes", causes}};
}

}  // namespace

Json differences_json(const std::string& baseline_path, const std::string& run_path,
                      const std::set<std::string>& allowed) {
  try {
    return with_way_out([&] {
      return comparison_json(compare_cycles(read_recording(baseline_path), read_recording(run_path), allowed));
    });
  } catch (const ArgumentError& error) {
    throw ArgumentError("report " + one_line(error.what()));
  }
}

Json differences_view(const Json& comparison) {
  Json lines = Json::array();
  if (!comparison["trouble"].is_null()) lines.push_back(comparison["trouble"]);
  for (const Json& line : comparison["said"]) lines.push_back(line["text"].text());
  Json classes = Json::array();
  for (const Json& one : comparison["classes"]) {
    if (classes.size() < most_page_differences) classes.push_back(class_difference(one));
  }
  Json explanations = Json::array();
  for (const Json& one : comparison["explanations"]) explanations.push_back(one["sentence"].text());
  return {{"base", comparison["base"].text()},
          {"equal", comparison["equal"].boolean()},
          {"compared", comparison["compared"].integer()},
          {"said", lines},
          {"differing", comparison["classes"].size()},
          {"classes", classes},
          {"explanations", explanations}};
}

}  // namespace stencil
