// SPDX-License-Identifier: Apache-2.0
#include "host/io/ranks/one_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <optional>

#include "host/mpi/agreement.hpp"
#include "host/mpi/check.hpp"

namespace stencil {
namespace {

// The description of its opened file that every rank sends to all.
struct Opened {
  std::int64_t seen = 0;
  std::int64_t boot = 0;
  FileState state;

  bool same_machine(const Opened& other) const { return boot == other.boot; }
  bool operator==(const Opened& other) const {
    return seen == other.seen && boot == other.boot && state == other.state;
  }
};
constexpr int opened_words = sizeof(Opened) / sizeof(std::int64_t);

// A rank whose file differs from that of the named rank.
struct Difference {
  int rank = 0;
  const char* what = "";
};

class AllRanks {
 public:
  AllRanks(MPI_Comm comm, int named) : comm_(comm), named_(named) {
    int ranks = 0;
    check_mpi(MPI_Comm_rank(comm, &rank_), "MPI_Comm_rank");
    check_mpi(MPI_Comm_size(comm, &ranks), "MPI_Comm_size");
    all_.resize(static_cast<std::size_t>(ranks));
  }

  // Collective. Null if this rank sees no file and `unseen` allows that.
  std::shared_ptr<const InputFile> open(const std::string& path, Unseen unseen, const FileOpener& opener) {
    std::shared_ptr<const InputFile> file;
    together(comm_, [&] {
      try {
        file = opener.open(path);
      } catch (const MissingFile&) {
        if (rank_ == named_) throw;
      }
    });
    Opened mine;
    if (file) mine = {1, static_cast<std::int64_t>(opener.boot), file->state()};
    check_mpi(MPI_Allgather(&mine, opened_words, MPI_INT64_T, all_.data(), opened_words, MPI_INT64_T, comm_),
              "MPI_Allgather");
    if (unseen == Unseen::refused) refuse_blind_ranks(path);
    return file;
  }

  // The same on every rank: compares the states of all opened files.
  std::optional<Difference> difference() const {
    const Opened& right = all_[static_cast<std::size_t>(named_)];
    for (std::size_t r = 0; r < all_.size(); ++r) {
      if (all_[r].seen == 0) continue;
      const bool alike =
          all_[r].same_machine(right) ? all_[r] == right : all_[r].state.size_bytes == right.state.size_bytes;
      if (!alike) return Difference{static_cast<int>(r), "another file"};
    }
    return std::nullopt;
  }

  // Collective. Compares contents where the ranks are on more than one machine.
  std::optional<Difference> difference_of_contents(const InputFile* file) const;

  std::string describe(const std::string& path, const Difference& difference) const {
    const auto words = [&](int rank) {
      const FileState& state = all_[static_cast<std::size_t>(rank)].state;
      return fmt::format("{} bytes, inode {} of device {:#x}, modified at {}.{:09}", state.size_bytes, state.inode,
                         state.device, state.modified_ns / 1'000'000'000, state.modified_ns % 1'000'000'000);
    };
    return fmt::format("{}: {} on rank {} ({}) than on rank {} ({}), must be the same on all ranks that see one", path,
                       difference.what, difference.rank, words(difference.rank), named_, words(named_));
  }

  std::vector<char> seen() const {
    std::vector<char> result;
    for (const Opened& opened : all_) result.push_back(opened.seen != 0 ? 1 : 0);
    return result;
  }

  void refuse_blind_ranks(const std::string& path) const {
    const std::vector<char> flags = seen();
    const auto blind = static_cast<int>(std::find(flags.begin(), flags.end(), 0) - flags.begin());
    if (blind == static_cast<int>(flags.size())) return;
    const std::string text = fmt::format(
        "{}: no such file on rank {}, rank {} sees one; must be on a file system that "
        "all ranks share",
        path, blind, named_);
    throw AgreedError({exit_usage, text}, blind, rank_ == blind);
  }

  // Throws on every rank, with the same text.
  [[noreturn]] void refuse(const std::string& path, const Difference& difference) const {
    throw AgreedError({exit_usage, describe(path, difference)}, difference.rank, rank_ == difference.rank);
  }

 private:
  MPI_Comm comm_;
  int named_;
  int rank_ = 0;
  std::vector<Opened> all_;
};

constexpr std::int64_t piece_bytes = std::int64_t{1} << 16;
constexpr std::int64_t sampled_pieces = 64;

// The sum of the hashes of pieces number `first`, first + step, ...
std::uint64_t fingerprint(const InputFile& file, bool whole, std::int64_t first, std::int64_t step) {
  const std::int64_t pieces = file.size_bytes() / piece_bytes + 1;
  const std::int64_t taken = whole ? pieces : std::min(pieces, sampled_pieces);
  std::uint64_t sum = 0;
  std::vector<char> bytes;
  for (std::int64_t k = first; k < taken; k += step) {
    // Includes the first and the last piece. k * (pieces - 1) fits 64 bits: k < 64, and there are less than 2^47
    // pieces.
    const std::int64_t piece = taken == pieces ? k : k * (pieces - 1) / (taken - 1);
    const std::int64_t offset_bytes = piece * piece_bytes;
    bytes.resize(static_cast<std::size_t>(std::min(piece_bytes, file.size_bytes() - offset_bytes)));
    file.read(offset_bytes, bytes.data(), static_cast<std::int64_t>(bytes.size()),
              "the part compared between machines");
    sum += hash_of_piece(offset_bytes, bytes.data(), bytes.size());
  }
  return sum;
}

std::optional<Difference> AllRanks::difference_of_contents(const InputFile* file) const {
  const Opened& right = all_[static_cast<std::size_t>(named_)];
  bool one_machine = true;
  bool whole = false;
  for (const Opened& other : all_) {
    if (other.seen == 0 || other.same_machine(right)) continue;
    one_machine = false;
    whole = whole || other.state.inode != right.state.inode || other.state.modified_ns != right.state.modified_ns ||
            other.state.changed_ns != right.state.changed_ns;
  }
  if (one_machine) return std::nullopt;

  // Ranks that have opened the same file share the work.
  std::uint64_t part = 0;
  together(comm_, [&] {
    if (file == nullptr) return;
    const Opened& mine = all_[static_cast<std::size_t>(rank_)];
    const auto before = std::count(all_.begin(), all_.begin() + rank_, mine);
    part = fingerprint(*file, whole, before, std::count(all_.begin(), all_.end(), mine));
  });
  std::vector<std::uint64_t> parts(all_.size());
  check_mpi(MPI_Allgather(&part, 1, MPI_UINT64_T, parts.data(), 1, MPI_UINT64_T, comm_), "MPI_Allgather");
  const auto sum_of = [&](const Opened& opened) {
    std::uint64_t sum = 0;
    for (std::size_t r = 0; r < all_.size(); ++r) sum += all_[r] == opened ? parts[r] : 0;
    return sum;
  };
  const std::uint64_t expected = sum_of(right);
  for (std::size_t r = 0; r < all_.size(); ++r) {
    // Looks at each file once, at the first rank that has it.
    const bool first = std::find(all_.begin(), all_.end(), all_[r]) == all_.begin() + static_cast<std::ptrdiff_t>(r);
    if (all_[r].seen == 0 || !first || sum_of(all_[r]) == expected) continue;
    return Difference{static_cast<int>(r), "other contents"};
  }
  return std::nullopt;
}

}  // namespace

OneFile open_one_file(MPI_Comm comm, const std::string& path, int named, Unseen unseen, const FileOpener& opener) {
  constexpr int most_tries = 16;
  AllRanks all(comm, named);
  for (int tries = 1;; ++tries) {
    const std::shared_ptr<const InputFile> file = all.open(path, unseen, opener);
    std::optional<Difference> difference = all.difference();
    if (!difference) {
      together(comm, [&] {
        if (file) file->settle();
      });
      difference = all.difference_of_contents(file.get());
    }
    if (!difference) return {file, all.seen()};
    if (tries == most_tries) all.refuse(path, *difference);
  }
}

void check_unchanged(MPI_Comm comm, const OneFile& one) {
  together(comm, [&] {
    if (one.file) one.file->check_unchanged();
  });
}

}  // namespace stencil
