// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/conditions.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "host/base/text.hpp"

namespace stencil {
namespace {

ChainLinks links(const ClassKey& key) {
  return key.shape.chain.value_or(ChainLinks{});
}

struct Kind {
  const char* text;
  bool (*holds)(const ClassKey& key);
};

constexpr Kind kinds[] = {
    {" in joined blocks", [](const ClassKey& key) { return links(key).above || links(key).below; }},
    {" in blocks that are not joined", [](const ClassKey& key) { return !links(key).above && !links(key).below; }},
    {" in blocks joined above alone", [](const ClassKey& key) { return links(key).above && !links(key).below; }},
    {" in blocks joined below alone", [](const ClassKey& key) { return links(key).below && !links(key).above; }},
    {" in blocks joined above and below", [](const ClassKey& key) { return links(key).above && links(key).below; }},
    {" in blocks joined above", [](const ClassKey& key) { return links(key).above; }},
    {" in blocks joined below", [](const ClassKey& key) { return links(key).below; }},
    {" in last blocks of a step", [](const ClassKey& key) { return key.shape.place == StepPlace::last; }},
    {" in first blocks of a step", [](const ClassKey& key) { return key.shape.place == StepPlace::first; }},
    {" in blocks alone in their step", [](const ClassKey& key) { return key.shape.place == StepPlace::only; }},
    {" in blocks beside others in their step",
     [](const ClassKey& key) { return key.shape.place && *key.shape.place != StepPlace::only; }},
    {" in blocks after another in their step",
     [](const ClassKey& key) {
       return key.shape.place && *key.shape.place != StepPlace::only && *key.shape.place != StepPlace::first;
     }},
    {" in backward tiles", [](const ClassKey& key) { return key.shape.tile && key.shape.tile->backward; }},
    {" in forward tiles", [](const ClassKey& key) { return key.shape.tile && !key.shape.tile->backward; }},
};

struct Size {
  const char* unit;
  const char* units;
  std::int64_t (*value)(const ClassKey& key);
};

constexpr Size sizes[] = {
    {"row", "rows", [](const ClassKey& key) { return key.shape.rows; }},
    {"column", "columns", [](const ClassKey& key) { return key.shape.cols; }},
    {"sweep", "sweeps", [](const ClassKey& key) { return key.shape.niter; }},
};

// Places of the data in beats: of the engine, and of the data port.
struct Beats {
  const char* text;
  bool (*holds)(const ClassPair& pair);
};

std::int64_t row_beats(const ClassPair& pair) {
  return (pair.key->shape.cols + pair.device.lanes - 1) / pair.device.lanes;
}

constexpr Beats beats[] = {
    {"whose rows have an odd number of beats", [](const ClassPair& pair) { return row_beats(pair) % 2 != 0; }},
    {"whose rows end in a partial beat",
     [](const ClassPair& pair) { return pair.key->shape.cols % pair.device.lanes != 0; }},
    {"whose last word lies inside a beat of the data port",
     [](const ClassPair& pair) {
       return 8 * pair.key->shape.rows * pair.key->shape.cols % pair.device.port_bytes != 0;
     }},
};

bool stalled(const ClassPair& pair) {
  return pair.base->cycles[place_of("stall")].sum > 0;
}

template <class Holds>
void add(const std::vector<ClassPair>& pairs, const std::string& text, const Holds& holds,
         std::vector<Condition>& found) {
  Condition one{text, {}};
  for (const ClassPair& pair : pairs) one.holds.push_back(holds(pair));
  const auto number = std::count(one.holds.begin(), one.holds.end(), true);
  if (number != 0 && number != static_cast<std::ptrdiff_t>(pairs.size())) found.push_back(std::move(one));
}

}  // namespace

Condition everywhere(const std::vector<ClassPair>& pairs) {
  return {{}, std::vector<bool>(pairs.size(), true)};
}

std::vector<Condition> conditions(const std::vector<ClassPair>& pairs) {
  std::vector<Condition> found;
  for (const Kind& kind : kinds) {
    add(
        pairs, kind.text, [&](const ClassPair& pair) { return kind.holds(*pair.key); }, found);
  }
  add(pairs, " in blocks that stalled before", stalled, found);
  for (const Size& size : sizes) {
    std::set<std::int64_t> values;
    for (const ClassPair& pair : pairs) values.insert(size.value(*pair.key));
    for (auto at = values.begin(); at != values.end() && std::next(at) != values.end(); ++at) {
      const std::int64_t low = *at, high = *std::next(at);
      add(
          pairs,
          fmt::format(" in blocks of {} or fewer (not of {})", counted(low, size.unit, size.units), with_commas(high)),
          [&](const ClassPair& pair) { return size.value(*pair.key) <= low; }, found);
      add(
          pairs,
          fmt::format(" in blocks of {} or more (not of {})", counted(high, size.unit, size.units), with_commas(low)),
          [&](const ClassPair& pair) { return size.value(*pair.key) >= high; }, found);
    }
  }
  for (const Beats& one : beats) add(pairs, std::string(" in blocks ") + one.text, one.holds, found);
  return found;
}

std::vector<Condition> joint_conditions(const std::vector<ClassPair>& pairs) {
  std::vector<Condition> found;
  for (const Kind& kind : {kinds[0], kinds[1]}) {
    for (const Beats& one : beats) {
      add(
          pairs, fmt::format("{} and {}", kind.text, one.text),
          [&](const ClassPair& pair) { return kind.holds(*pair.key) && one.holds(pair); }, found);
    }
  }
  return found;
}

}  // namespace stencil
