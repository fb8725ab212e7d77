// What a program has reached in the Verilog of its models, in place of Verilator's own coverage library, whose counters
// end with their model.
// SPDX-License-Identifier: Apache-2.0
//
// When the program ends, a line for each point is added to the file STENCIL_COVERAGE_FILE: kind, file, line, column,
// remark, lines, count, separated by tabs. Points of all instances of a module are one point; the count is the highest
// of them, and 0 if none has reached it. The remark of a bin, a cover property in a generate loop, is MODULE[index].
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include "verilated.h"
#include "verilated_cov.h"

// The name by which verilated_cov.h knows what implements a context.
class VerilatedCovImp final : public VerilatedCovContext {};

namespace {

// The points of all models, by what a line says of them before its count.
class Points {
 public:
  Points() = default;
  Points(const Points&) = delete;
  Points& operator=(const Points&) = delete;
  ~Points() { write(); }

  // Every model of a class brings the same counters.
  bool is_new(const std::uint32_t* counter) { return known_.insert(counter).second; }
  void add(const std::string& point, const std::uint32_t* counter) { counters_[point].push_back(counter); }
  std::mutex& mutex() { return mutex_; }

 private:
  void write() const {
    const char* const name = std::getenv("STENCIL_COVERAGE_FILE");
    if (name == nullptr || counters_.empty()) return;
    std::string text;
    for (const auto& [point, counters] : counters_) {
      std::uint32_t most = 0;
      for (const std::uint32_t* counter : counters) most = std::max(most, *counter);
      text += point + '\t' + std::to_string(most) + '\n';
    }
    // Each module of a device has points of its own: all add to one file.
    const int file = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    bool good = file >= 0;
    for (std::size_t at = 0; good && at < text.size();) {
      const ssize_t written = ::write(file, text.data() + at, text.size() - at);
      good = written > 0;
      if (good) at += static_cast<std::size_t>(written);
    }
    if (!good || close(file) != 0) {
      std::perror(name);
      std::_Exit(2);
    }
  }

  std::mutex mutex_;
  std::unordered_set<const std::uint32_t*> known_;
  std::map<std::string, std::vector<const std::uint32_t*>> counters_;
};

Points& points() {
  static Points all;
  return all;
}

thread_local const std::uint32_t* inserted = nullptr;

// adder_bins[7] from adder_bins__E5_F2, a module with parameters, and .u_bins.g_bin__BRA__7__KET__.bin.
std::string bin_of(const std::string& module, const std::string& hier) {
  const std::size_t bracket = hier.rfind("__BRA__");
  if (bracket == std::string::npos) return module.substr(0, module.find("__"));
  const std::size_t index = bracket + 7;
  return module.substr(0, module.find("__")) + '[' + hier.substr(index, hier.find("__KET__", index) - index) + ']';
}

}  // namespace

VerilatedCovContext* VerilatedContext::coveragep() VL_MT_SAFE {
  // Models in several threads have contexts of their own.
  if (!m_coveragep) m_coveragep = std::make_unique<VerilatedCovImp>();
  return static_cast<VerilatedCovImp*>(m_coveragep.get());
}

// Three calls for each point, in this order.
void VerilatedCovContext::_inserti(uint32_t* itemp) VL_MT_SAFE {
  inserted = itemp;
}
void VerilatedCovContext::_insertf(const char* /*filename*/, int /*lineno*/) VL_MT_SAFE {}
void VerilatedCovContext::_insertp(const char* /*key0*/, const char* /*name*/, const char* /*key1*/, const char* file,
                                   const char* /*key2*/, int line, const char* /*key3*/, int column,
                                   const char* /*key4*/, const std::string& hier, const char* /*key5*/,
                                   const char* page, const char* /*key6*/, const char* comment, const char* /*key7*/,
                                   const char* lines) VL_MT_SAFE {
  const std::lock_guard lock(points().mutex());
  if (!points().is_new(inserted)) return;
  const std::string kind_and_module = page;  // v_branch/MODULE, for instance
  const std::string kind = kind_and_module.substr(0, kind_and_module.find('/'));
  std::string remark = comment;
  if (kind == "v_user") remark = bin_of(kind_and_module.substr(kind.size() + 1), hier);
  points().add(
      kind + '\t' + file + '\t' + std::to_string(line) + '\t' + std::to_string(column) + '\t' + remark + '\t' + lines,
      inserted);
}
