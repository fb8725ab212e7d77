// Which tile set a point of the host's memory last, and where its words are: finds points that a schedule of tiles
// reads older than that.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/device/capsule/capsule.hpp"

namespace stencil {

// Follows calls in the order in which they were posted, of tiles that lie in one array. Points that other ranks set
// arrive unseen: of them nothing is known.
class PointVersions {
 public:
  using Places = std::function<std::optional<CapsulePlace>(std::int64_t tile)>;
  explicit PointVersions(Places places) : places_(std::move(places)) {}

  // The calls of the next wait.
  void add(const Capsule& capsule);
  // The first point that was read older than a tile before had set it, or in whose place the buffer had another; or,
  // after the last call, that no store has brought back. No value: none.
  std::optional<std::string> found() const;

 private:
  // A word of the host.
  struct Word {
    std::int64_t newest = 0;   // version that a tile has set; 0: none
    std::int64_t on_host = 0;  // that a store has brought
    std::int32_t row = -1;     // of the field
    std::int32_t col = -1;
    std::int32_t older_from = -1;  // since then a store (this call) of this buffer has brought older values
    std::int32_t older_by = -1;
  };
  // A word of a buffer.
  struct Copy {
    const double* host = nullptr;
    std::int64_t version = 0;  // 0: as the host has it at first
  };
  // Where point (0, 0) of the field would be, and the words from row to row.
  struct Array {
    std::uintptr_t begin;
    std::int64_t pitch;
  };
  using Buffer = std::vector<Copy>;

  Word& word(const double* host);
  void load(const CapsuleCall& call, std::size_t number);
  void store(const CapsuleCall& call, std::size_t number);
  void sweep(const TileCommand& tile, std::size_t call);
  void check_array(const TileCommand& tile, const CapsulePlace& place);
  void check_reads(const TileCommand& tile, const std::optional<CapsulePlace>& place, const std::string& name);
  std::string point(std::int64_t row, std::int64_t col) const;
  std::string point(const Word& word) const { return point(word.row, word.col); }
  void note(const Word& word, const std::string& reader);

  Places places_;
  std::int64_t tile_ = 0;           // of the next command
  std::vector<std::string> names_;  // by version, from 1: "tile 0 of step 1 (call 7)"
  bool whole_rows_ = true;          // all tiles were as wide as the array
  std::map<std::uintptr_t, std::vector<Word>> pages_;
  std::map<int, Buffer> buffers_;  // of f
  std::optional<Array> array_;
  bool is_one_array_ = true;  // else a program packs blocks: what lies at an address is not known
  std::optional<std::string> found_;
};

}  // namespace stencil
