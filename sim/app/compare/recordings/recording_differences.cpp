// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/recordings/recording_differences.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace stencil {
namespace {

const Json none;

// "small +variant=x": the name, and the rest.
std::string name_in(const Json& machine) {
  const std::string& config = machine["config"].text();
  return config.substr(0, config.find(' '));
}
std::string plusargs_in(const Json& machine) {
  const std::string& config = machine["config"].text();
  const std::size_t end = config.find(' ');
  return end == std::string::npos ? std::string() : config.substr(end + 1);
}

// That of a recording from before there was a choice is the RTL's; of another accelerator likewise.
std::string arithmetic_in(const Json& machine) {
  if (!machine.contains("arithmetic") || machine["arithmetic"].is_null()) return "rtl";
  return machine["arithmetic"].text();
}

const Json& field_of(const Json& object, const std::string& name) {
  if (object.is_null() || !object.contains(name)) return none;
  return object[name];
}

std::string shown(const Json& value) {
  if (value.is_null()) return "none";
  return value.is_text() ? value.text() : value.dump();
}

class Finder {
 public:
  Finder(const Recording& base, const Recording& now) : base_(base), now_(now) {}

  std::vector<RecordingDifference> find() {
    compare_machines();
    compare_problems();
    std::stable_sort(found_.begin(), found_.end(), [](const RecordingDifference& a, const RecordingDifference& b) {
      return refuses(a.field) && !refuses(b.field);
    });
    return std::move(found_);
  }

 private:
  static bool refuses(const std::string& field) {
    const auto& all = refusing_fields();
    return std::find(all.begin(), all.end(), field) != all.end();
  }

  void differ(const std::string& field, const std::string& what, const std::string& base, const std::string& now) {
    if (!reported_.insert(what).second) return;  // once, not per configuration
    found_.push_back({field, base, now, fmt::format("{} was {}, is {}", what, base, now)});
  }

  void compare_field(const std::string& field, const std::string& name, const Json& base, const Json& now) {
    if (field_of(base, name) != field_of(now, name))
      differ(field, name, shown(field_of(base, name)), shown(field_of(now, name)));
  }

  void compare_machines() {
    std::string base_names, now_names;
    bool common = false;
    for (const Json& machine : base_.machines) {
      base_names += (base_names.empty() ? "" : ",") + name_in(machine);
      const Json& other = machine_of(now_, name_in(machine));
      if (other.is_null()) continue;
      common = true;
      compare_machine(machine, other);
    }
    for (const Json& machine : now_.machines) now_names += (now_names.empty() ? "" : ",") + name_in(machine);
    if (common || base_.machines.empty() || now_.machines.empty()) return;
    differ("config", "config", base_names, now_names);
    for (const char* name : {"ranks", "accel"}) compare_field(name, name, base_.machines[0], now_.machines[0]);
    compare_link(base_.machines[0], now_.machines[0]);
  }

  void compare_machine(const Json& base, const Json& now) {
    for (const char* name : {"ranks", "accel"}) compare_field(name, name, base, now);
    for (const char* name : {"pes", "lanes", "memory_words", "axi_data_bits", "f_buffers", "r_buffers"}) {
      compare_field("config", name, base, now);
    }
    for (const char* name : {"max_cols", "line_beats", "pe_latency"}) compare_field("device", name, base, now);
    compare_link(base, now);
    if (plusargs_in(base) != plusargs_in(now)) {
      const auto words = [](const std::string& plusargs) { return plusargs.empty() ? "none" : plusargs; };
      differ("plusargs", "plusargs", words(plusargs_in(base)), words(plusargs_in(now)));
    }
    if (arithmetic_in(base) != arithmetic_in(now)) {
      // Of the host, it comes in place of files of the RTL, which say nothing then.
      differ("arithmetic", "arithmetic", arithmetic_in(base), arithmetic_in(now));
      return;
    }
    compare_rtl(field_of(base, "rtl"), field_of(now, "rtl"));
  }

  void compare_link(const Json& base, const Json& now) {
    for (const char* name : {"burst_beats", "link_bytes_per_cycle", "link_latency_cycles", "link_stalls"}) {
      compare_field("link", name, base, now);
    }
  }

  void compare_rtl(const Json& base, const Json& now) {
    if (base.is_null() || now.is_null() || base["digest"] == now["digest"]) return;
    if (!reported_.insert("rtl").second) return;  // all configurations of a table are built from one tree
    std::vector<std::string> files;
    for (const auto& [path, digest] : now["files"].members()) {
      if (field_of(base["files"], path) != digest) files.push_back(path);
    }
    for (const auto& [path, digest] : base["files"].members()) {
      if (!now["files"].contains(path)) files.push_back(path + " (gone)");
    }
    constexpr std::size_t most = 8;
    std::string list;
    for (std::size_t i = 0; i < std::min(files.size(), most); ++i) list += (i == 0 ? "" : ", ") + files[i];
    if (files.size() > most) list += fmt::format(" and {} more", files.size() - most);
    found_.push_back({"rtl", base["digest"].text(), now["digest"].text(), "RTL differs in " + list});
  }

  void compare_problems() {
    const Json& base = base_.problem;
    const Json& now = now_.problem;
    if (base.is_null() != now.is_null()) {
      const auto kind = [](const Json& problem) { return problem.is_null() ? "none" : "one of a run"; };
      return differ("problem", "problem", kind(base), kind(now));
    }
    if (base.is_null()) return;
    for (const auto& [name, value] : base.members()) {
      if (name == "seed" || name == "schedule" || name == "blocking" || name == "distribution") {
        compare_field(name, name, base, now);
      } else if (name == "input" || name == "rhs") {
        compare_field("seed", name, base, now);
      } else {
        compare_field("problem", name, base, now);
      }
    }
  }

  const Recording& base_;
  const Recording& now_;
  std::vector<RecordingDifference> found_;
  std::set<std::string> reported_;  // names of fields reported so far
};

}  // namespace

const std::vector<std::string>& refusing_fields() {
  static const std::vector<std::string> fields{"link",   "seed",     "problem",  "ranks",       "accel",
                                               "config", "schedule", "blocking", "distribution"};
  return fields;
}

std::vector<RecordingDifference> recording_differences(const Recording& base, const Recording& now) {
  return Finder(base, now).find();
}

RecordedClasses without_fields(const Recording& recording, const std::set<std::string>& allowed) {
  RecordedClasses classes;
  for (const auto& [key, recorded] : recording.classes) {
    ClassKey kept = key;
    ClassContext& context = kept.context;
    if (allowed.count("link") != 0) context.link = {};
    if (allowed.count("config") != 0) context.config.clear();
    if (allowed.count("schedule") != 0) context.schedule.clear();
    if (allowed.count("blocking") != 0) context.blocking.clear();
    if (allowed.count("distribution") != 0) context.distribution.clear();
    classes[kept].add(recorded);
  }
  return classes;
}

const Json& machine_of(const Recording& recording, const std::string& config) {
  for (const Json& machine : recording.machines) {
    if (name_in(machine) == config) return machine;
  }
  return none;
}

}  // namespace stencil
