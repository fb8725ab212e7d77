// SPDX-License-Identifier: Apache-2.0
#include "sim/app/report/shared/shared_ledger.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include "host/mpi/environment.hpp"
#include "sim/app/report/record_words.hpp"

namespace stencil {
namespace {

// A rank's part: odd while it is being changed, the numbers of blocks and classes written, all blocks, whether a block
// is open; cycles of the DMA; that block; sums; blocks; classes.
enum Head : std::size_t { epoch, blocks, classes, all_blocks, has_open, dma, head_words = dma + dma_fields.size() };
constexpr std::size_t open_at = head_words;
constexpr std::size_t sums_at = open_at + record_words;
constexpr std::size_t blocks_at = sums_at + all_counts;
constexpr std::size_t classes_at = blocks_at + SharedLedger::most_blocks * record_words;
constexpr std::size_t part_words = classes_at + SharedLedger::most_classes * class_words;

constexpr int most_looks = 1000;

using Word = std::atomic<std::int64_t>;
static_assert(sizeof(Word) == sizeof(std::int64_t) && Word::is_always_lock_free);

Word* words_of(void* memory, std::size_t part) {
  return static_cast<Word*>(memory) + part * part_words;
}

template <std::size_t count>
void store(Word* to, const std::array<std::int64_t, count>& from) {
  for (std::size_t i = 0; i < count; ++i) to[i].store(from[i], std::memory_order_relaxed);
}

template <std::size_t count>
std::array<std::int64_t, count> load(const Word* from) {
  std::array<std::int64_t, count> words{};
  for (std::size_t i = 0; i < count; ++i) words[i] = from[i].load(std::memory_order_relaxed);
  return words;
}

std::int64_t value(const Word* part, std::size_t at) {
  return part[at].load(std::memory_order_relaxed);
}

// What one rank has published.
struct Part {
  BlockLedger ledger;
  DmaCycles dma;
};

// Holds off readers while it lives.
class Change {
 public:
  explicit Change(Word* part) : part_(part), before_(part[epoch].load(std::memory_order_relaxed)) {
    part_[epoch].store(before_ + 1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
  }
  ~Change() { part_[epoch].store(before_ + 2, std::memory_order_release); }
  Change(const Change&) = delete;
  Change& operator=(const Change&) = delete;

 private:
  Word* part_;
  std::int64_t before_;
};

Part copy_of(const Word* part, int rank) {
  Part copy;
  for (std::size_t i = 0; i < dma_fields.size(); ++i) copy.dma.*dma_fields[i].member = value(part, dma + i);
  const auto listed = std::min(static_cast<std::size_t>(value(part, blocks)), SharedLedger::most_blocks);
  for (std::size_t i = 0; i < listed; ++i) {
    BlockRecord record;
    unpack(load<record_words>(part + blocks_at + i * record_words).data(), record);
    record.rank = rank;
    copy.ledger.blocks.push_back(record);
  }
  copy.ledger.blocks_omitted = value(part, all_blocks) - static_cast<std::int64_t>(listed);
  const auto kinds = std::min(static_cast<std::size_t>(value(part, classes)), SharedLedger::most_classes);
  for (std::size_t i = 0; i < kinds; ++i) {
    ClassEntry entry;
    unpack(load<class_words>(part + classes_at + i * class_words).data(), entry);
    copy.ledger.classes[entry.first] = entry.second;
  }
  if (copy.ledger.count() > 0) unpack(load<all_counts>(part + sums_at).data(), copy.ledger.ranks[rank]);
  if (value(part, has_open) == 0) return copy;
  BlockRecord open;
  unpack(load<record_words>(part + open_at).data(), open);
  open.rank = rank;
  copy.ledger.add(open);
  return copy;
}

// No value: the rank died while it wrote.
std::optional<Part> consistent_copy(const Word* part, int rank) {
  for (int look = 0; look < most_looks; ++look) {
    const std::int64_t before = part[epoch].load(std::memory_order_acquire);
    if (before % 2 == 0) {
      Part copy = copy_of(part, rank);
      std::atomic_thread_fence(std::memory_order_acquire);
      if (part[epoch].load(std::memory_order_relaxed) == before) return copy;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(10));
  }
  return std::nullopt;
}

}  // namespace

void* SharedLedger::memory() const {
  return memory_.get() != nullptr ? memory_.get() : own_memory_.get();
}

SharedLedger::SharedLedger(MPI_Comm communicator)
    : memory_(communicator, "ledger", [](std::size_t ranks) { return ranks * part_words * sizeof(std::int64_t); }) {
  if (memory_.get() == nullptr) own_memory_ = std::make_unique<std::int64_t[]>((memory_.mine() + 1) * part_words);
}

void SharedLedger::publish_open(const BlockRecord* block) {
  Word* const part = words_of(memory(), memory_.mine());
  const Change change(part);
  part[has_open].store(block != nullptr ? 1 : 0, std::memory_order_relaxed);
  if (block == nullptr) return;
  std::array<std::int64_t, record_words> record{};
  pack(*block, record.data());
  store(part + open_at, record);
}

void SharedLedger::publish(const BlockLedger& own, const DmaCycles& busy) {
  Word* const part = words_of(memory(), memory_.mine());
  const Change change(part);

  // Those that were there keep their places, unless one came between them.
  const auto moved = [&](const BlockRecord& now) { return now < last_written_ || last_written_ < now; };
  if (own.blocks.size() < written_blocks_ || (written_blocks_ > 0 && moved(own.blocks[written_blocks_ - 1])))
    written_blocks_ = 0;
  std::array<std::int64_t, record_words> record{};
  for (; written_blocks_ < std::min(own.blocks.size(), most_blocks); ++written_blocks_) {
    pack(own.blocks[written_blocks_], record.data());
    store(part + blocks_at + written_blocks_ * record_words, record);
    last_written_ = own.blocks[written_blocks_];
  }
  std::array<std::int64_t, class_words> words{};
  for (const auto& entry : own.classes) {
    Slot& slot = slots_.try_emplace(entry.first, Slot{slots_.size(), 0}).first->second;
    if (slot.count == entry.second.count || slot.index >= most_classes) continue;
    slot.count = entry.second.count;
    pack(ClassEntry(entry), words.data());
    store(part + classes_at + slot.index * class_words, words);
  }
  BlockCounts sums;
  for (const auto& [rank, counts] : own.ranks) sums += counts;
  std::array<std::int64_t, all_counts> summed{};
  pack(sums, summed.data());
  store(part + sums_at, summed);
  const auto put = [&](std::size_t at, std::int64_t word) { part[at].store(word, std::memory_order_relaxed); };
  put(blocks, static_cast<std::int64_t>(written_blocks_));
  put(classes, static_cast<std::int64_t>(slots_.size()));
  put(all_blocks, own.count());
  for (std::size_t i = 0; i < dma_fields.size(); ++i) put(dma + i, busy.*dma_fields[i].member);
}

std::vector<int> SharedLedger::add_to(Report& report) const {
  std::vector<int> found;
  for (std::size_t i = 0; i < memory_.ranks().size(); ++i) {
    if (memory_.get() == nullptr && i != memory_.mine()) continue;
    const int rank = memory_.ranks()[i];
    const auto part = consistent_copy(words_of(memory(), i), rank);
    if (!part) continue;
    found.push_back(rank);
    report.blocks.insert(report.blocks.end(), part->ledger.blocks.begin(), part->ledger.blocks.end());
    report.blocks_omitted += part->ledger.blocks_omitted;
    for (const auto& [shape, sums] : part->ledger.classes) report.classes[shape].add(sums);
    for (const auto& [number, counts] : part->ledger.ranks) report.ranks[number] += counts;
    for (const DmaField& field : dma_fields) report.dma.*field.member += part->dma.*field.member;
  }
  std::sort(report.blocks.begin(), report.blocks.end());
  const auto most = static_cast<std::size_t>(report.most_listed);
  if (report.blocks.size() > most) {
    report.blocks_omitted += static_cast<std::int64_t>(report.blocks.size() - most);
    report.blocks.resize(most);
  }
  return found;
}

std::string part_of_ranks(const std::vector<int>& ranks, std::int64_t all) {
  return static_cast<std::int64_t>(ranks.size()) == all ? "" : rank_list(ranks);
}

}  // namespace stencil
