// Packets of a trace, as protoc reads them by the schema.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/timeline/trace_stream.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/run_program.hpp"

namespace stencil {
namespace {

std::string decoded(const std::string& bytes) {
  const testing_support::ScratchDirectory scratch;
  testing_support::write_text(scratch / "trace", bytes);
  const auto result =
      testing_support::run_program({"bash", "-c", "exec \"$0\" -I/ --decode=stencil.timeline.Trace \"$1\" < \"$2\"",
                                    STENCIL_PROTOC, STENCIL_TRACE_SCHEMA, scratch / "trace"});
  EXPECT_EQ(result.status, 0) << result.err;
  return result.out;
}

TEST(TraceStream, IsWhatProtocReads) {
  std::string bytes;
  TraceStream stream(7, [&](const char* from, std::size_t length) { bytes.append(from, length); });
  stream.track({256, 0, "rank 0", "", 3});
  stream.track({257, 256, "buffers", "in use", 12, true});
  stream.begin(257, 1000, "block 3")
      .argument("rank", std::int64_t{1})
      .argument("above", true)
      .argument("place", "first")
      .flow({std::uint64_t{1} << 63 | 5, false});
  stream.instant(257, 1001, "from rank 2").argument("rank", std::int64_t{-1}).flow({9, true});
  stream.end(257, 1002);
  stream.count(257, 1003, std::int64_t{2});
  stream.count(257, 1004, 0.5);
  EXPECT_EQ(bytes, "") << "kept until there is enough, or flush()";
  stream.flush();
  EXPECT_EQ(decoded(bytes), R"(packet {
  timestamp: 0
  trusted_packet_sequence_id: 7
  sequence_flags: 3
  track_descriptor {
    uuid: 256
    name: "rank 0"
    process {
      pid: 3
      process_name: "rank 0"
    }
    child_ordering: EXPLICIT
  }
  first_packet_on_sequence: true
}
packet {
  timestamp: 0
  trusted_packet_sequence_id: 7
  track_descriptor {
    uuid: 257
    name: "buffers"
    parent_uuid: 256
    counter {
      unit: UNIT_COUNT
    }
    sibling_order_rank: 12
    description: "in use"
  }
}
packet {
  timestamp: 1000
  trusted_packet_sequence_id: 7
  track_event {
    debug_annotations {
      name_iid: 1
      int_value: 1
    }
    debug_annotations {
      name_iid: 2
      bool_value: true
    }
    debug_annotations {
      name_iid: 3
      string_value: "first"
    }
    type: TYPE_SLICE_BEGIN
    track_uuid: 257
    name: "block 3"
    flow_ids: 9223372036854775813
  }
  interned_data {
    debug_annotation_names {
      iid: 1
      name: "rank"
    }
    debug_annotation_names {
      iid: 2
      name: "above"
    }
    debug_annotation_names {
      iid: 3
      name: "place"
    }
  }
  sequence_flags: 2
}
packet {
  timestamp: 1001
  trusted_packet_sequence_id: 7
  track_event {
    debug_annotations {
      name_iid: 1
      int_value: -1
    }
    type: TYPE_INSTANT
    track_uuid: 257
    name: "from rank 2"
    terminating_flow_ids: 9
  }
  sequence_flags: 2
}
packet {
  timestamp: 1002
  trusted_packet_sequence_id: 7
  track_event {
    type: TYPE_SLICE_END
    track_uuid: 257
  }
}
packet {
  timestamp: 1003
  trusted_packet_sequence_id: 7
  track_event {
    type: TYPE_COUNTER
    track_uuid: 257
    counter_value: 2
  }
}
packet {
  timestamp: 1004
  trusted_packet_sequence_id: 7
  track_event {
    type: TYPE_COUNTER
    track_uuid: 257
    double_counter_value: 0.5
  }
}
)");
}

TEST(TraceStream, GivesWholePacketsAwayAndKeepsNoMoreThan1MiB) {
  std::string bytes;
  std::size_t largest = 0;
  TraceStream stream(1, [&](const char* from, std::size_t length) {
    bytes.append(from, length);
    largest = std::max(largest, length);
  });
  stream.track({256, 0, "rank 0", "", 1});
  for (std::int64_t i = 0; i < 80000; ++i) stream.instant(256, i, "event").argument("i", i);
  EXPECT_GT(bytes.size(), 1600000u);
  EXPECT_LE(largest, (1u << 20) + 200);
  EXPECT_EQ(decoded(bytes).rfind("}\n") + 2, decoded(bytes).size()) << "whole packets";
}

}  // namespace
}  // namespace stencil
