// SPDX-License-Identifier: Apache-2.0
#include "tests/system/timeline/trace.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <memory>
#include <sstream>

#include "tests/support/run_program.hpp"

namespace stencil::test {
namespace {

// A message of protoc's text format: fields in order, each a text or a message.
struct Message {
  std::vector<std::pair<std::string, std::string>> values;
  std::vector<std::pair<std::string, std::unique_ptr<Message>>> messages;

  std::string operator[](const std::string& name) const {
    for (const auto& [key, value] : values) {
      if (key == name) return value;
    }
    return "";
  }
  const Message* message(const std::string& name) const {
    for (const auto& [key, value] : messages) {
      if (key == name) return value.get();
    }
    return nullptr;
  }
};

std::unique_ptr<Message> parse(std::istream& text, std::vector<std::string>& faults) {
  auto message = std::make_unique<Message>();
  for (std::string line; std::getline(text, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == std::string::npos) continue;
    line = line.substr(begin);
    if (line == "}") return message;
    if (std::isdigit(static_cast<unsigned char>(line[0])) != 0) faults.push_back("not in the schema: " + line);
    if (line.back() == '{') {
      message->messages.emplace_back(line.substr(0, line.size() - 2), parse(text, faults));
      continue;
    }
    const std::size_t colon = line.find(": ");
    std::string value = line.substr(colon + 2);
    if (value.front() == '"') value = value.substr(1, value.size() - 2);
    message->values.emplace_back(line.substr(0, colon), value);
  }
  return message;
}

class Reader {
 public:
  explicit Reader(Trace& trace) : trace_(trace) {}

  void packet(const Message& packet) {
    const std::string sequence = packet["trusted_packet_sequence_id"];
    const std::string flags = packet["sequence_flags"];
    const Message* const event = packet.message("track_event");
    const bool has_names = event != nullptr && event->message("debug_annotations") != nullptr;
    if (flags != (!sequences_[sequence] ? "3" : has_names ? "2" : "")) trace_.faults.push_back("flags " + flags);
    sequences_[sequence] = true;
    if (const Message* data = packet.message("interned_data")) {
      for (const auto& [key, name] : data->messages) names_[sequence + "/" + (*name)["iid"]] = (*name)["name"];
    }
    if (const Message* track = packet.message("track_descriptor")) describe(*track);
    if (event != nullptr) add(sequence, std::stoll(packet["timestamp"]), *event);
  }

 private:
  void describe(const Message& track) {
    const std::string parent = track["parent_uuid"];
    std::string name = track["name"];
    if (!parent.empty() && tracks_.count(parent) == 0) trace_.faults.push_back("no parent of " + name);
    if (!parent.empty()) name = tracks_[parent] + "/" + name;
    if (parent.empty() && track.message("process") == nullptr) trace_.faults.push_back("no process: " + name);
    if (!tracks_.emplace(track["uuid"], name).second || !trace_.tracks.try_emplace(name).second)
      trace_.faults.push_back("twice: " + name);
  }

  void add(const std::string& sequence, std::int64_t ns, const Message& from) {
    if (tracks_.count(from["track_uuid"]) == 0) {
      trace_.faults.push_back("event of no track: " + from["name"]);
      return;
    }
    std::vector<TraceEvent>& events = trace_.tracks[tracks_[from["track_uuid"]]];
    TraceEvent event;
    event.type = from["type"].substr(std::string("TYPE_").size());
    event.ns = ns;
    event.name = from["name"];
    event.count = from["counter_value"] + from["double_counter_value"];
    for (const auto& [key, value] : from.values) {
      if (key == "flow_ids") event.flows.push_back(value);
      if (key == "terminating_flow_ids") event.flow_ends.push_back(value);
    }
    for (const auto& [key, message] : from.messages) {
      const auto name = names_.find(sequence + "/" + (*message)["name_iid"]);
      if (name == names_.end()) trace_.faults.push_back("argument without a name in " + event.name);
      if (name != names_.end()) event.arguments[name->second] = message->values.back().second;
    }
    if (!events.empty() && events.back().ns > ns && event.type != "COUNTER")
      trace_.faults.push_back("time goes back at " + event.name + " " + std::to_string(ns));
    events.push_back(std::move(event));
  }

  Trace& trace_;
  std::map<std::string, bool> sequences_;
  std::map<std::string, std::string> names_;   // of arguments, by sequence and number
  std::map<std::string, std::string> tracks_;  // by uuid
};

}  // namespace

std::vector<TraceEvent> Trace::events(const std::string& track) const {
  const auto found = tracks.find(track);
  return found == tracks.end() ? std::vector<TraceEvent>() : found->second;
}

std::vector<TraceSlice> Trace::slices(const std::string& track) const {
  std::vector<TraceSlice> slices;
  std::vector<std::size_t> open;
  for (const TraceEvent& event : events(track)) {
    if (event.type == "SLICE_BEGIN") {
      slices.push_back({event, -1, static_cast<int>(open.size())});
      open.push_back(slices.size() - 1);
    } else if (event.type == "SLICE_END") {
      EXPECT_FALSE(open.empty()) << track << ": an end at " << event.ns << " that belongs to no slice";
      if (open.empty()) return slices;
      slices[open.back()].end = event.ns;
      open.pop_back();
    }
  }
  EXPECT_TRUE(open.empty()) << track << ": a slice without an end";
  return slices;
}

Trace read_trace(const std::string& path) {
  const auto decoded =
      testing_support::run_program({"bash", "-c", "exec \"$0\" -I/ --decode=stencil.timeline.Trace \"$1\" < \"$2\"",
                                    STENCIL_PROTOC, STENCIL_TRACE_SCHEMA, path});
  EXPECT_EQ(decoded.status, 0) << decoded.err;
  Trace trace;
  std::istringstream text(decoded.out);
  const auto whole = parse(text, trace.faults);
  Reader reader(trace);
  for (const auto& [name, message] : whole->messages) reader.packet(*message);
  return trace;
}

}  // namespace stencil::test
