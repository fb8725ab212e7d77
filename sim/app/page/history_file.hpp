// A history: a line a commit, as ci/history appends them, and the series in it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace stencil {

struct HistoryCommit {
  std::string commit;  // 40 hexadecimal digits
  std::string date;    // "2026-11-22T10:00:00Z"
  std::string subject;
  bool dirty = false;  // with edits that are in no commit
};

// One number that is followed from commit to commit.
struct HistorySeries {
  std::string kind;   // "cycles", "synthesis", "instructions"
  std::string group;  // workload; configuration; workload with the versions of compiler and valgrind
  std::string name;   // class of blocks; resource; room
  std::vector<std::optional<double>> values;  // one a commit; none where it was not measured

  std::optional<double> first() const;
  std::optional<double> last() const;
  bool changes() const;  // two of its values differ
};

struct History {
  std::vector<HistoryCommit> commits;  // in the order of the file, the oldest first
  std::vector<HistorySeries> series;   // in the order in which they turn up, kinds together
};

// Lines of schema stencil-cosim/history/1; blank ones count for nothing. Instructions that other versions of compiler
// or valgrind counted are another series. Throws ArgumentError "COMMAND FILE: line 3: ..." for a line that is cut off,
// foreign or of another version, and where there is no line at all.
History read_history(const std::string& command, const std::string& path);

}  // namespace stencil
