// The tags of all messages of this library and of its programs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil {

// Large, to avoid the tags of user programs, and within the 32767 that MPI guarantees. One tag suffices for all
// messages of a kind, since two ranks send and receive them in the same order, which MPI keeps. Messages of different
// kinds may use one communicator.
enum MessageTag : int {
  exchange_tag = 22084,        // VSDA and matrix files; published in vsda.h
  element_tag = 22085,         // elements of block-cyclic matrices; published in block_cyclic.h
  tile_tag = 22086,            // messages between tiles
  operation_tag = 22087,       // what VSDA operations are, with STENCIL_PARANOID=1; published in vsda.h
  collected_rows_tag = 22100,  // rows of a result to rank 0
  collected_tile_tag = 22101,  // tiles of a result to rank 0
  timeline_tag = 22102,        // parts of a trace to rank 0
  cluster_tag = 22103,         // what ranks did with messages, to rank 0
  golden_rows_tag = 22104,     // of golden solutions
  tile_again_tag = 22200,      // as tile_tag, after a failed solve; after further ones the 98 tags that follow
};

// Lets the compiler refuse equal tags (a switch may not have a label twice) and a tag missing here (-Wswitch).
constexpr bool is_message_tag(MessageTag tag) {
  switch (tag) {
    case exchange_tag:
    case element_tag:
    case tile_tag:
    case operation_tag:
    case collected_rows_tag:
    case collected_tile_tag:
    case timeline_tag:
    case cluster_tag:
    case golden_rows_tag:
    case tile_again_tag:
      return true;
  }
  return false;
}

}  // namespace stencil
