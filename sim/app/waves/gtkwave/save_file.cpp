// SPDX-License-Identifier: Apache-2.0
#include "sim/app/waves/gtkwave/save_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "sim/app/waves/gtkwave/components.hpp"
#include "sim/device/contract/inspection.hpp"

namespace stencil {
namespace {

// How GTKWave shows the lines that follow.
constexpr const char* as_bits = "@28\n";
constexpr const char* as_hex = "@22\n";
constexpr const char* group_begins = "@800200\n";
constexpr const char* closed_group_begins = "@c00200\n";
constexpr const char* group_ends = "@1000200\n";
constexpr const char* closed_group_ends = "@1401200\n";

struct Instance {
  std::string path;
  std::string component;
  std::vector<const WaveSignal*> signals;
};

std::string scope_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos ? "" : path.substr(0, dot);
}

// In the order of the hierarchy.
std::vector<Instance> instances_of(const std::vector<WaveSignal>& signals) {
  std::vector<Instance> instances;
  for (const WaveSignal& signal : signals) {
    if (signal.parameter) continue;
    const std::string path = scope_of(signal.path);
    auto found = std::find_if(instances.rbegin(), instances.rend(),
                              [&](const Instance& instance) { return instance.path == path; });
    if (found == instances.rend()) {
      instances.push_back({path, component_of(path), {}});
      found = instances.rbegin();
    }
    found->signals.push_back(&signal);
  }
  for (Instance& instance : instances) {
    std::stable_partition(instance.signals.begin(), instance.signals.end(),
                          [](const WaveSignal* signal) { return signal->port(); });
  }
  return instances;
}

// Without the two parts that all instances share.
std::string short_name(const std::string& path) {
  const std::size_t top = path.find('.');
  const std::size_t below = top == std::string::npos ? top : path.find('.', top + 1);
  return path.substr(below == std::string::npos ? 0 : below + 1);
}

std::string lines_of(const Instance& instance) {
  std::string text;
  for (const WaveSignal* signal : instance.signals) {
    text += signal->bits == 1 ? as_bits : as_hex;
    text += signal->path + "\n";
  }
  return text;
}

std::string group(const std::string& name, const std::string& lines, bool open) {
  return fmt::format("{}-{}\n{}{}-{}\n", open ? group_begins : closed_group_begins, name, lines,
                     open ? group_ends : closed_group_ends, name);
}

// All ports of the operator but the clock; nothing where the waves have no such instance.
std::string group_of(const WaveMarker& marked, const std::vector<Instance>& instances) {
  const auto found = std::find_if(instances.begin(), instances.end(),
                                  [&](const Instance& instance) { return instance.path == marked.instance; });
  if (found == instances.end()) return "";
  Instance shown{found->path, found->component, {}};
  std::copy_if(found->signals.begin(), found->signals.end(), std::back_inserter(shown.signals),
               [&](const WaveSignal* signal) { return signal->port() && signal->path != marked.instance + ".clk"; });
  return group(fmt::format("{} {}", marked.kind, short_name(marked.instance)), lines_of(shown), true);
}

}  // namespace

std::string save_text(const std::string& waves, const std::vector<WaveSignal>& signals, std::uint64_t begin_ns,
                      const std::optional<WaveMarker>& marked) {
  // GTKWave shows 2**zoom ns on 200 pixels.
  constexpr int zoom = 9;
  constexpr std::int64_t half_window_ns = 1600;
  constexpr int named_markers = 26;
  const auto begin = static_cast<std::int64_t>(begin_ns);
  // The rising edge of the cycle.
  const std::int64_t marker = marked ? marked->cycle * wave_ns_per_cycle + wave_ns_per_cycle / 2 : -1;
  std::string text = fmt::format("[*] Written by stencil-cosim\n[dumpfile] \"{}\"\n[timestart] {}\n[size] 1600 900\n",
                                 waves, std::max(begin, marker - half_window_ns));
  text += fmt::format("*-{}.000000 {}", zoom, marker);
  for (int i = 0; i < named_markers; ++i) text += " -1";
  text += "\n[sst_expanded] 1\n";

  const std::vector<Instance> instances = instances_of(signals);
  if (marked && !marked->kind.empty()) text += group_of(*marked, instances);
  std::vector<std::string> components{"ports"};
  for (const Instance& instance : instances) {
    if (std::find(components.begin(), components.end(), instance.component) == components.end())
      components.push_back(instance.component);
  }
  for (const std::string& component : components) {
    std::string lines;
    for (const Instance& instance : instances) {
      if (instance.component != component) continue;
      lines += component == "ports" ? lines_of(instance) : group(short_name(instance.path), lines_of(instance), false);
    }
    if (!lines.empty()) text += group(component, lines, component == "ports");
  }
  return text;
}

}  // namespace stencil
