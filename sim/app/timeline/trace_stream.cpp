// SPDX-License-Identifier: Apache-2.0
#include "sim/app/timeline/trace_stream.hpp"

#include <utility>

#include "sim/app/timeline/trace_schema.hpp"

namespace stencil {

using namespace trace;

namespace {

// A call for each 64 KiB costs three times as much.
constexpr std::size_t enough_bytes = 1 << 20;

}  // namespace

TraceStream::TraceStream(std::uint32_t number, Sink sink) : number_(number), sink_(std::move(sink)) {}

// Events without arguments, half of all: their packets are written in one go. `fill` adds at most 64 bytes.
template <class Fill>
void TraceStream::short_event(unsigned type, std::uint64_t track, std::int64_t ns, Fill fill) {
  writer_.short_message(trace_packet, [&](char* to) {
    to = ProtoWriter::put(to, packet_timestamp, static_cast<std::uint64_t>(ns));
    to = ProtoWriter::put(to, packet_sequence_id, number_);
    return ProtoWriter::put_short(to, packet_track_event, [&](char* event) {
      event = ProtoWriter::put(event, event_type, type);
      return fill(ProtoWriter::put(event, event_track_uuid, track));
    });
  });
  flush_if_enough();
}

std::size_t TraceStream::begin_packet(std::int64_t ns) {
  const std::size_t packet = writer_.begin(trace_packet);
  writer_.varint(packet_timestamp, static_cast<std::uint64_t>(ns));
  writer_.varint(packet_sequence_id, number_);
  return packet;
}

void TraceStream::end_packet(std::size_t packet) {
  writer_.end(packet);
  flush_if_enough();
}

void TraceStream::flush_if_enough() {
  if (writer_.bytes().size() >= enough_bytes) flush();
}

void TraceStream::flush() {
  if (!writer_.bytes().empty()) sink_(writer_.bytes().data(), writer_.bytes().size());
  writer_.clear();
}

void TraceStream::track(const TraceTrack& track) {
  const std::size_t packet = begin_packet(0);
  if (!std::exchange(begun_, true)) {
    writer_.varint(packet_sequence_flags, state_cleared | needs_state);
    writer_.varint(packet_first_on_sequence, 1);
  }
  const std::size_t descriptor = writer_.begin(packet_track_descriptor);
  writer_.varint(track_uuid, track.uuid);
  writer_.text(track_name, track.name);
  if (track.parent == 0) {
    const std::size_t process = writer_.begin(track_process);
    writer_.integer(process_pid, track.order);
    writer_.text(process_name, track.name);
    writer_.end(process);
    writer_.varint(track_child_ordering, explicit_ordering);
  } else {
    writer_.varint(track_parent_uuid, track.parent);
    writer_.integer(track_sibling_order_rank, track.order);
  }
  if (track.counter) {
    const std::size_t counter = writer_.begin(track_counter);
    writer_.varint(counter_unit, unit_count);
    writer_.end(counter);
  }
  if (!track.description.empty()) writer_.text(track_description, track.description);
  writer_.end(descriptor);
  end_packet(packet);
}

TraceEvent TraceStream::begin(std::uint64_t track, std::int64_t ns, std::string_view name) {
  return TraceEvent(*this, slice_begin, track, ns, name);
}

TraceEvent TraceStream::instant(std::uint64_t track, std::int64_t ns, std::string_view name) {
  return TraceEvent(*this, trace::instant, track, ns, name);
}

void TraceStream::end(std::uint64_t track, std::int64_t ns) {
  short_event(slice_end, track, ns, [](char* to) { return to; });
}

void TraceStream::count(std::uint64_t track, std::int64_t ns, std::int64_t value) {
  short_event(counter, track, ns, [value](char* to) {
    return ProtoWriter::put(to, event_counter_value, static_cast<std::uint64_t>(value));
  });
}

void TraceStream::count(std::uint64_t track, std::int64_t ns, double value) {
  short_event(counter, track, ns,
              [value](char* to) { return ProtoWriter::put_number(to, event_double_counter_value, value); });
}

std::uint64_t TraceStream::number_of(const char* name) {
  NamePlace& recent = place_of(name);
  if (recent.first != name) recent = find_number(name);
  return recent.second;
}

TraceStream::NamePlace TraceStream::find_number(const char* name) {
  const auto [found, is_new] = names_.try_emplace(name, names_.size() + 1);
  if (is_new) new_names_.push_back(*found);
  return *found;
}

// In the packet that is open.
void TraceStream::write_new_names() {
  const std::size_t data = writer_.begin(packet_interned_data);
  for (const auto& [name, number] : new_names_) {
    const std::size_t entry = writer_.begin(interned_annotation_names);
    writer_.varint(interned_iid, number);
    writer_.text(interned_name, name);
    writer_.end(entry);
  }
  writer_.end(data);
  new_names_.clear();
}

TraceEvent::TraceEvent(TraceStream& stream, unsigned type, std::uint64_t track, std::int64_t ns, std::string_view name)
    : stream_(stream), packet_(stream.begin_packet(ns)), event_(stream.writer_.begin(packet_track_event)) {
  stream_.writer_.varint(event_type, type);
  stream_.writer_.varint(event_track_uuid, track);
  stream_.writer_.text(event_name, name);
}

TraceEvent::~TraceEvent() {
  stream_.writer_.end(event_);
  // A reader drops the packet if it does not have all names.
  if (has_arguments_) stream_.writer_.varint(packet_sequence_flags, needs_state);
  if (!stream_.new_names_.empty()) stream_.write_new_names();
  stream_.end_packet(packet_);
}

TraceEvent& TraceEvent::argument(const char* name, std::int64_t value) {
  has_arguments_ = true;
  stream_.writer_.varint_pair(event_debug_annotations, annotation_name_iid, stream_.number_of(name), annotation_int,
                              static_cast<std::uint64_t>(value));
  return *this;
}

TraceEvent& TraceEvent::argument(const char* name, bool value) {
  has_arguments_ = true;
  stream_.writer_.varint_pair(event_debug_annotations, annotation_name_iid, stream_.number_of(name), annotation_bool,
                              value ? 1 : 0);
  return *this;
}

TraceEvent& TraceEvent::argument(const char* name, const char* value) {
  has_arguments_ = true;
  const std::size_t annotation = stream_.writer_.begin(event_debug_annotations);
  stream_.writer_.varint(annotation_name_iid, stream_.number_of(name));
  stream_.writer_.text(annotation_string, value);
  stream_.writer_.end(annotation);
  return *this;
}

TraceEvent& TraceEvent::flow(const TraceFlow& flow) {
  if (flow.number != 0) stream_.writer_.fixed64(flow.ends ? event_terminating_flow_ids : event_flow_ids, flow.number);
  return *this;
}

}  // namespace stencil
