// Field numbers of Perfetto's trace format, as far as it is written (trace.proto).
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil::trace {

enum TraceField : int { trace_packet = 1 };

enum PacketField : int {
  packet_timestamp = 8,
  packet_sequence_id = 10,
  packet_track_event = 11,
  packet_interned_data = 12,
  packet_sequence_flags = 13,
  packet_track_descriptor = 60,
  packet_first_on_sequence = 87,
};
constexpr unsigned state_cleared = 1;
constexpr unsigned needs_state = 2;

enum TrackField : int {
  track_uuid = 1,
  track_name = 2,
  track_process = 3,
  track_parent_uuid = 5,
  track_counter = 8,
  track_child_ordering = 11,
  track_sibling_order_rank = 12,
  track_description = 14,
};
constexpr unsigned explicit_ordering = 3;

enum ProcessField : int { process_pid = 1, process_name = 6 };

enum CounterField : int { counter_unit = 3 };
constexpr unsigned unit_count = 2;

enum EventField : int {
  event_debug_annotations = 4,
  event_type = 9,
  event_track_uuid = 11,
  event_name = 23,
  event_counter_value = 30,
  event_double_counter_value = 44,
  event_flow_ids = 47,
  event_terminating_flow_ids = 48,
};
enum EventType : unsigned { slice_begin = 1, slice_end = 2, instant = 3, counter = 4 };

enum AnnotationField : int { annotation_name_iid = 1, annotation_bool = 2, annotation_int = 4, annotation_string = 6 };

enum InternedField : int { interned_annotation_names = 3 };
enum InternedNameField : int { interned_iid = 1, interned_name = 2 };

}  // namespace stencil::trace
