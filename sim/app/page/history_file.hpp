// Reads a history, one line per commit as appended by ci/history, and the series in it.
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
  bool dirty = false;  // measured with uncommitted edits
};

// One number over the commits.
struct HistorySeries {
  std::string kind;   // "cycles", "synthesis", "instructions"
  std::string group;  // by kind: workload; configuration; workload with the versions of compiler and valgrind
  std::string name;   // by kind: class of blocks; resource; room
  std::vector<std::optional<double>> values;  // one per commit; no value where it was not measured

  std::optional<double> first() const;
  std::optional<double> last() const;
  bool changes() const;  // whether two of its values differ
};

struct History {
  std::vector<HistoryCommit> commits;  // in the order of the file, the oldest first
  std::vector<HistorySeries> series;   // in order of first appearance, grouped by kind
};

// Lines have schema stencil-cosim/history/1; blank ones are skipped. Instructions counted with other versions of
// compiler or valgrind form another series. Throws ArgumentError "COMMAND FILE: line 3: ..." for a line that is cut
// off, not of this schema or of another version of it, and "COMMAND FILE: ..." without any line.
History read_history(const std::string& command, const std::string& path);

}  // namespace stencil
