// Which tile set a row of the host's memory last, and where its words are: finds rows that a schedule of tiles reads
// older than that.
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

// Follows calls in the order in which they were posted, of tiles whose blocks are whole rows of one array. Rows that
// other ranks set arrive unseen: of them nothing is known.
class RowVersions {
 public:
  using Places = std::function<std::optional<CapsulePlace>(std::int64_t tile)>;
  explicit RowVersions(Places places) : places_(std::move(places)) {}

  // The calls of the next wait.
  void add(const Capsule& capsule);
  // The first row that was read older than a tile before had set it; or, after the last call, that no store has brought
  // back. No value: none.
  std::optional<std::string> found() const;

 private:
  struct Setter {
    std::int64_t version = 0;
    std::string tile;  // "tile 0 of step 1 (call 7)"
    std::int64_t row = 0;
    std::string stored = {};  // "; the store of ... (call 9) brought it from ...": since then, of older words
  };
  struct Copy {
    const double* host = nullptr;
    std::int64_t version = 0;  // 0: as the host has it at first
  };
  // Where row 0 of the field would be, and the first column.
  struct Array {
    std::uintptr_t begin;
    std::int64_t col;
  };
  struct Rows {
    std::int64_t first, last;  // last: behind it
  };

  // Of a tile that works on the buffer of the call, the next or else the last before; 0: none does.
  static std::int64_t cols_of(const Capsule& capsule, std::size_t call);
  void load(const Capsule& capsule, std::size_t call);
  void store(const CapsuleCall& call, std::size_t number, std::int64_t cols);
  void sweep(const TileCommand& tile, std::size_t call);
  void note(const double* host, const std::string& reader);

  Places places_;
  std::int64_t tile_ = 0;  // of the next command
  std::int64_t versions_ = 0;
  std::map<const double*, Setter> newest_;                 // by row of the host
  std::map<const double*, std::int64_t> on_host_;          // versions
  std::map<int, std::map<std::int64_t, Copy>> on_device_;  // by f buffer and row of it
  std::optional<Array> array_;
  bool is_one_array_ = true;  // else a program packs blocks: what lies at an address is not known
  std::optional<std::string> found_;
};

}  // namespace stencil
