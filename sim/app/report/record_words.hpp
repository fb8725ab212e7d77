// Records as words of 64 bits, for messages between ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "sim/app/report/classes.hpp"

namespace stencil {

using ClassEntry = std::pair<BlockClass, ClassSums>;

inline constexpr std::size_t class_key_words = std::tuple_size_v<decltype(class_fields)>;
inline constexpr std::size_t record_words = class_key_words + std::tuple_size_v<decltype(position_fields)> + all_counts;
inline constexpr std::size_t class_words = class_key_words + 2 + 3 * class_spreads;

// Each writes to `words`, or reads from there, the number of words in the constants above; counts take all_counts
// words.
void pack(const BlockRecord& record, std::int64_t* words);
void pack(const ClassEntry& entry, std::int64_t* words);
void pack(const BlockCounts& counts, std::int64_t* words);
void unpack(const std::int64_t* words, BlockRecord& record);
void unpack(const std::int64_t* words, ClassEntry& entry);
void unpack(const std::int64_t* words, BlockCounts& counts);

}  // namespace stencil
