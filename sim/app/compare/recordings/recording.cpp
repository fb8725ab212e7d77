// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/recordings/recording.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/base/errors.hpp"
#include "host/io/input_stream.hpp"
#include "sim/app/compare/recordings/baseline.hpp"
#include "sim/app/json/json_stream.hpp"
#include "sim/app/output/summary/read_class.hpp"

namespace stencil {
namespace {

std::int64_t sum_of(const Json& json, const char* name) {
  return json.contains(name) ? json[name]["sum"].integer() : 0;
}

RecordedClass recorded_class(const Json& json) {
  RecordedClass recorded;
  recorded.count = json["count"].integer();
  if (recorded.count < 1) throw JsonError(fmt::format("count is {}, must be 1 or more", recorded.count));
  recorded.cycles = read_causes(json["cycles"], recorded.count);
  recorded.work = {sum_of(json, "stream_cycles"),     sum_of(json, "rows_swept"),  sum_of(json, "bytes_to_device"),
                   sum_of(json, "bytes_from_device"), sum_of(json, "load_bursts"), sum_of(json, "store_bursts"),
                   sum_of(json, "transfers")};
  return recorded;
}

// Adds a class to a recording; its blocks may come from several shapes.
void add_class(Recording& recording, const Json& json) {
  recording.classes[class_key(json)].add(recorded_class(json));
}

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw ArgumentError(fmt::format("{}: {}", file, why));
}

std::string schema_of(const Json& document) {
  return document.contains("schema") && document["schema"].is_text() ? document["schema"].text() : std::string();
}

// "stencil-cosim/report/2" is newer than a known "stencil-cosim/report/1".
void require_schema(const std::string& file, const std::string& schema) {
  for (const std::string known : {"stencil-cosim/report/1", "stencil-cosim/cycles/1", baseline_schema}) {
    if (schema == known) return;
    if (schema.compare(0, known.size() - 1, known, 0, known.size() - 1) == 0)
      refuse(file, fmt::format("schema {} is not read by this program, must be {}", schema, known));
  }
  refuse(file,
         fmt::format("neither a report, nor JSON of `stencil-cosim cycles`, nor a baseline: schema is '{}'", schema));
}

void read_baseline(std::istream& in, Recording& recording) {
  std::string line;
  for (std::int64_t number = 1; std::getline(in, line); ++number) {
    try {
      // The last line lacks its newline where the file was cut off.
      if (in.eof()) throw JsonError("is cut off");
      const Json json = Json::parse(line);
      if (number > 1) {
        add_class(recording, json);
        continue;
      }
      require_schema(recording.file, schema_of(json));
      recording.problem = json["problem"];
      recording.machines = json["machines"].items();
    } catch (const JsonError& error) {
      refuse(recording.file, fmt::format("line {}: {}", number, error.what()));
    }
  }
}

void take_verdict(const Json& document, Recording& recording) {
  if (document.contains("error") && !document["error"].is_null()) {
    recording.ok = false;
    recording.error = fmt::format("the run ended with an error on rank {}: {}", document["error"]["rank"].integer(),
                                  document["error"]["text"].text());
  } else if (document.contains("ok") && !document["ok"].is_null() && !document["ok"].boolean()) {
    recording.ok = false;
    recording.error =
        document.contains("mismatches")
            ? fmt::format("{} of {} values are wrong", document["mismatches"].integer(), document["compared"].integer())
            : std::string("values are wrong");
  }
}

void read_document(std::istream& in, Recording& recording) {
  std::int64_t number = 0;
  const Json document = read_json_stream(in, {{"classes",
                                               [&](const Json& json) {
                                                 try {
                                                   add_class(recording, json);
                                                 } catch (const JsonError& error) {
                                                   throw JsonError(fmt::format("class {}: {}", number, error.what()));
                                                 }
                                                 ++number;
                                               }},
                                              {"blocks", {}},
                                              {"rows", {}}});
  require_schema(recording.file, schema_of(document));
  if (!document.contains("classes") || !document["classes"].is_array())
    refuse(recording.file, "has no classes: written by an older stencil-cosim; run it again with this one");
  take_verdict(document, recording);
  if (document.contains("machines")) {
    recording.machines = document["machines"].items();
  } else if (document.contains("machine")) {
    recording.machines = {document["machine"]};
    recording.problem = document["problem"];
  } else {
    refuse(recording.file, "has no machines: written by an older stencil-cosim; run it again with this one");
  }
}

bool begins_as_baseline(const InputFile& file) {
  const std::string head = R"({"schema":"stencil-cosim/baseline/)";
  if (file.size_bytes() < static_cast<std::int64_t>(head.size())) return false;
  std::string begin(head.size(), '\0');
  file.read(0, begin.data(), static_cast<std::int64_t>(begin.size()), "its first line");
  return begin == head;
}

}  // namespace

std::size_t place_of(const std::string& cause) {
  std::size_t at = 0;
  while (at < cause_fields.size() && cause_fields[at].name != cause) ++at;
  return at;
}

void RecordedClass::add(const RecordedClass& more) {
  const bool first = count == 0;
  for (std::size_t at = 0; at < cycles.size(); ++at) {
    Spread& spread = cycles[at];
    spread.minimum = first ? more.cycles[at].minimum : std::min(spread.minimum, more.cycles[at].minimum);
    spread.maximum = first ? more.cycles[at].maximum : std::max(spread.maximum, more.cycles[at].maximum);
    spread.sum += more.cycles[at].sum;
  }
  count += more.count;
  work.stream_cycles += more.work.stream_cycles;
  work.rows_swept += more.work.rows_swept;
  work.bytes_to_device += more.work.bytes_to_device;
  work.bytes_from_device += more.work.bytes_from_device;
  work.load_bursts += more.work.load_bursts;
  work.store_bursts += more.work.store_bursts;
  work.transfers += more.work.transfers;
}

Recording read_recording(const std::string& file) {
  Recording recording;
  recording.file = file;
  const InputFile opened(file);
  opened.settle();
  InputStream in(opened);
  try {
    if (begins_as_baseline(opened)) {
      read_baseline(in, recording);
    } else {
      read_document(in, recording);
    }
    opened.check_unchanged();
  } catch (const JsonError& error) {
    opened.check_unchanged();  // a mixture of two versions is rarely JSON
    refuse(file, error.what());
  } catch (const ArgumentError&) {
    opened.check_unchanged();
    throw;
  }
  return recording;
}

}  // namespace stencil
