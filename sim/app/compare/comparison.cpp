// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/comparison.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "host/base/text.hpp"
#include "sim/app/compare/sentence.hpp"
#include "sim/app/report/record_fields.hpp"

namespace stencil {
namespace {

bool same(const Spread& a, const Spread& b) {
  return a.minimum == b.minimum && a.maximum == b.maximum && a.sum == b.sum;
}

bool same(const RecordedClass& a, const RecordedClass& b) {
  return a.count == b.count && std::equal(a.cycles.begin(), a.cycles.end(), b.cycles.begin(),
                                          [](const Spread& x, const Spread& y) { return same(x, y); });
}

ClassVerdict verdict_of(const RecordedClass& base, const RecordedClass& now) {
  if (now.count == 0) return ClassVerdict::missing;
  if (base.count == 0) return ClassVerdict::appeared;
  if (base.count != now.count) return ClassVerdict::count;
  const std::int64_t more = now.cycles.back().sum - base.cycles.back().sum;
  return more > 0 ? ClassVerdict::slower : more < 0 ? ClassVerdict::faster : ClassVerdict::moved;
}

TermDevice device_of(const Recording& recording, const std::string& config) {
  TermDevice device;
  const Json& machine = machine_of(recording, config);
  if (machine.is_null()) return device;
  device.pes = machine["pes"].integer();
  device.lanes = machine["lanes"].integer();
  device.port_bytes = machine["axi_data_bits"].integer() / 8;
  device.pe_latency = machine["pe_latency"].integer();
  return device;
}

void refuse_what_differs(const CycleComparison& comparison, const std::set<std::string>& allowed) {
  const auto& refusing = refusing_fields();
  for (const RecordingDifference& recording_difference : comparison.recording_differences) {
    if (std::find(refusing.begin(), refusing.end(), recording_difference.field) == refusing.end()) continue;
    if (allowed.count(recording_difference.field) != 0) continue;
    throw IncomparableError(
        fmt::format("{} and {} cannot be compared: {}", comparison.base, comparison.now, recording_difference.text),
        recording_difference.field);
  }
}

// Cycles that a link of so many bytes per cycle, 0 for no bound, takes for a beat of the data port.
std::int64_t beat_cycles(const std::string& link_bytes, std::int64_t port_bytes) {
  const std::int64_t bytes = std::stoll(link_bytes);
  return bytes == 0 ? 1 : (port_bytes + bytes - 1) / bytes;
}

// The cycles more per beat that a link of another width takes; 0 where the totals of a step go beyond them.
std::int64_t more_per_beat(const RecordingDifference& link, const std::vector<ClassPair>& pairs) {
  std::int64_t cycles = 0;
  std::map<ClassKey, std::pair<std::int64_t, std::int64_t>> steps;  // the total, and the most that it can be
  for (const ClassPair& pair : pairs) {
    const std::int64_t bytes = pair.device.port_bytes;
    const std::int64_t more = beat_cycles(link.now, bytes) - beat_cycles(link.base, bytes);
    if (more == 0 || (cycles != 0 && more != cycles)) return 0;
    cycles = more;
    const ClassWork& work = with_work(pair).work;
    auto& [total, most] = steps[step_of(*pair.key)];
    total += sum_difference(pair, "total");
    most += more * (work.bytes_to_device + work.bytes_from_device) / bytes;
  }
  for (const auto& [key, step] : steps) {
    if (step.first * cycles < 0 || std::abs(step.first) > std::abs(step.second)) return 0;
  }
  return cycles;
}

// A link or a device with other parameters is the cause of whatever differs: it stands before the terms.
std::vector<Explanation> by_recording_difference(const std::vector<RecordingDifference>& recording_differences,
                                                 const std::vector<ClassPair>& pairs) {
  std::vector<Explanation> all;
  for (const RecordingDifference& recording_difference : recording_differences) {
    if (recording_difference.field != "link" && recording_difference.field != "device" &&
        recording_difference.field != "config")
      continue;
    Explanation one;
    one.cause = recording_difference.field;
    one.text = recording_difference.text;
    one.names = {recording_difference.field};
    const bool width = recording_difference.text.rfind("link_bytes_per_cycle ", 0) == 0;
    const std::int64_t cycles = width ? more_per_beat(recording_difference, pairs) : 0;
    if (cycles != 0) {
      one.text += fmt::format(": {} {} per beat loaded or stored, less what other work hides",
                              counted(std::abs(cycles), "cycle"), cycles > 0 ? "more" : "fewer");
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (differs(pairs[i])) one.classes.push_back(i);
    }
    if (!one.classes.empty()) all.push_back(std::move(one));
  }
  return all;
}

}  // namespace

const char* name_of(ClassVerdict verdict) {
  switch (verdict) {
    case ClassVerdict::slower:
      return "slower";
    case ClassVerdict::faster:
      return "faster";
    case ClassVerdict::moved:
      return "moved";
    case ClassVerdict::count:
      return "count";
    case ClassVerdict::missing:
      return "missing";
    case ClassVerdict::appeared:
      break;
  }
  return "new";
}

CycleComparison compare_cycles(const Recording& base, const Recording& now, const std::set<std::string>& allowed) {
  CycleComparison comparison;
  comparison.base = base.file;
  comparison.now = now.file;
  comparison.recording_differences = recording_differences(base, now);
  refuse_what_differs(comparison, allowed);
  comparison.error = now.error;

  RecordedClasses base_cut, now_cut;
  if (!allowed.empty()) {
    base_cut = without_fields(base, allowed);
    now_cut = without_fields(now, allowed);
  }
  const RecordedClasses& base_classes = allowed.empty() ? base.classes : base_cut;
  const RecordedClasses& now_classes = allowed.empty() ? now.classes : now_cut;
  std::vector<ClassPair> pairs;
  std::vector<std::size_t> pair_of;  // per difference: its pair, npos without one
  const auto add = [&](const ClassKey& key, const RecordedClass& was, const RecordedClass& is) {
    comparison.differences.push_back({key, was, is, verdict_of(was, is), {}});
    pair_of.push_back(std::string::npos);
  };
  for (const auto& [key, was] : base_classes) {
    const auto found = now_classes.find(key);
    if (found == now_classes.end()) {
      add(key, was, {});
      continue;
    }
    ++comparison.compared;
    const RecordedClass& is = found->second;
    if (!same(was, is)) add(key, was, is);
    if (was.count != is.count) continue;
    if (!same(was, is)) pair_of.back() = pairs.size();
    pairs.push_back({&key, &was, &is, device_of(now, key.context.config)});
    const bool slower = is.cycles.back().sum > was.cycles.back().sum;
    pairs.back().device.slots = slots_of(key, slower ? was : is, pairs.back().device);
  }
  for (const auto& [key, is] : now_classes) {
    if (base_classes.count(key) == 0) add(key, {}, is);
  }
  comparison.explanations = by_recording_difference(comparison.recording_differences, pairs);
  // Where blocks overlap, a link of another width leaves nothing else to explain.
  const bool by_link = !comparison.explanations.empty() && comparison.explanations.front().cause == "link" &&
                       comparison.explanations.front().text.find(" per beat ") != std::string::npos;
  for (Explanation& one : explain(pairs)) {
    if (by_link && one.fits.empty() && one.names.empty()) continue;
    comparison.explanations.push_back(std::move(one));
  }
  for (std::size_t i = 0; i < comparison.differences.size(); ++i) {
    comparison.differences[i].sentence = sentence_of(comparison.differences[i], comparison.explanations, pair_of[i]);
  }
  return comparison;
}

}  // namespace stencil
