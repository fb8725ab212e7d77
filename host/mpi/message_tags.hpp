// The tags of all messages of this library and of its programs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil {

// Large, so that a user's own traffic is not met by chance, and within the 32767 that MPI promises. One does for all
// messages of a kind: two ranks send and receive them in the same order, and MPI keeps it. Kinds may meet on one
// communicator.
enum MessageTag : int {
  exchange_tag = 22084,        // VSDA and matrix files; published in vsda.h
  element_tag = 22085,         // elements of block-cyclic matrices; published in block_cyclic.h
  tile_tag = 22086,            // between tiles
  collected_rows_tag = 22100,  // rows of a result, on their way to rank 0
  collected_tile_tag = 22101,  // the same, of tiles
  timeline_tag = 22102,        // parts of a trace, on their way to rank 0
};

// Two equal tags do not compile: no switch may have a label twice. Nor does a tag that is missing here.
constexpr bool is_message_tag(MessageTag tag) {
  switch (tag) {
    case exchange_tag:
    case element_tag:
    case tile_tag:
    case collected_rows_tag:
    case collected_tile_tag:
    case timeline_tag:
      return true;
  }
  return false;
}

}  // namespace stencil
