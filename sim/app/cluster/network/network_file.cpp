// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cluster/network/network_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>

#include "host/base/errors.hpp"
#include "host/io/input_file.hpp"
#include "sim/app/cluster/network/key_lines.hpp"
#include "sim/app/json/json.hpp"
#include "sim/app/json/utf8.hpp"

namespace stencil {
namespace {

constexpr std::array<const char*, 7> network_keys{"ranks_per_node",
                                                  "within_node",
                                                  "within_node.latency_cycles",
                                                  "within_node.bytes_per_cycle",
                                                  "between_nodes",
                                                  "between_nodes.latency_cycles",
                                                  "between_nodes.bytes_per_cycle"};

bool is_object(const Json& json) {
  try {
    static_cast<void>(json.members());
    return true;
  } catch (const JsonError&) {
    return false;
  }
}

class NetworkReader {
 public:
  explicit NetworkReader(const std::string& path) : where_("--network " + one_line(path)) {
    std::string text;
    try {
      text = read_whole_file(path);
    } catch (const ArgumentError& error) {
      throw ArgumentError(std::string("--network ") + error.what());
    }
    try {
      json_ = Json::parse(text);
    } catch (const JsonError& error) {
      throw ArgumentError(fmt::format("{}: is not JSON: {}", where_, one_line(error.what())));
    }
    lines_ = key_lines(text);
    check_keys();
  }

  Network read() const {
    Network network;
    network.between_nodes = connection("between_nodes");
    network.within_node = network.between_nodes;
    if (!json_.contains("ranks_per_node") && !json_.contains("within_node")) return network;
    network.ranks_per_node = integer(json_, "ranks_per_node", ranks_per_node_range);
    network.within_node = connection("within_node");
    return network;
  }

 private:
  void check_keys() const {
    if (!is_object(json_)) throw ArgumentError(where_ + ": must be an object with between_nodes");
    for (auto key = lines_.begin(); key != lines_.end(); ++key) {
      const auto same = [&](const auto& other) { return other.first == key->first; };
      if (std::find(network_keys.begin(), network_keys.end(), key->first) == network_keys.end())
        throw ArgumentError(
            fmt::format("{}:{}: {} is not known, must be ranks_per_node, or latency_cycles or "
                        "bytes_per_cycle of within_node or between_nodes",
                        where_, key->second, one_line(key->first)));
      if (std::any_of(lines_.begin(), key, same))
        throw ArgumentError(fmt::format("{}:{}: {} is there twice", where_, key->second, key->first));
    }
  }

  // "--network FILE:3: within_node.latency_cycles"; where the key is missing, the line of what it should be in.
  std::string place_of(const std::string& key) const {
    for (const std::string& part : {key, key.substr(0, key.find('.'))}) {
      const auto found = std::find_if(lines_.begin(), lines_.end(), [&](const auto& one) { return one.first == part; });
      if (found != lines_.end()) return fmt::format("{}:{}: {}", where_, found->second, key);
    }
    return where_ + ": " + key;
  }

  const Json& value(const Json& from, const std::string& name, const std::string& key, const std::string& range) const {
    if (!from.contains(name)) throw ArgumentError(fmt::format("{} is missing, must be {}", place_of(key), range));
    return from[name];
  }

  std::int64_t integer(const Json& from, const std::string& key, const IntegerRange& range) const {
    const std::string must = fmt::format("{} .. {}", range.least, range.most);
    const Json& given = value(from, key.substr(key.rfind('.') + 1), key, must);
    const bool is_integer = given.is_number() && !given.is_real();
    if (is_integer && given.number() >= static_cast<double>(range.least) &&
        given.number() <= static_cast<double>(range.most))
      return given.integer();
    throw ArgumentError(fmt::format("{} is {}, must be {}{}", place_of(key), one_line(given.dump()),
                                    is_integer ? "" : "an integer ", must));
  }

  Connection connection(const std::string& key) const {
    const Json& given = value(json_, key, key, "an object with latency_cycles and bytes_per_cycle");
    if (!is_object(given))
      throw ArgumentError(fmt::format("{} is {}, must be an object with latency_cycles and bytes_per_cycle",
                                      place_of(key), one_line(given.dump())));
    Connection read;
    read.latency_cycles = integer(given, key + ".latency_cycles", network_latency_range);
    const std::string bandwidth = key + ".bytes_per_cycle";
    const Json& rate = value(given, "bytes_per_cycle", bandwidth, fmt::format("0 .. {}", Bandwidth::most));
    if (!rate.is_number())
      throw ArgumentError(fmt::format("{} is {}, must be a number 0 .. {}", place_of(bandwidth), one_line(rate.dump()),
                                      Bandwidth::most));
    read.bandwidth = Bandwidth::of(place_of(bandwidth), rate.number());
    return read;
  }

  std::string where_;
  Json json_;
  std::vector<std::pair<std::string, std::int64_t>> lines_;
};

}  // namespace

Network read_network(const std::string& path) {
  return NetworkReader(path).read();
}

}  // namespace stencil
