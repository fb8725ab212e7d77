// Options of the subcommands that read or print what others wrote: reports, capsules, histories, kernel files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/system/options/option_case.hpp"

namespace stencil {

inline std::vector<OptionCase> file_option_cases() {
  using Shows = OptionCase::Shows;
  const std::vector<std::string> same{"{scratch}/A.json", "{scratch}/A.json"};
  const std::vector<std::string> page{"{scratch}/A.json", "-o", "{scratch}/page.html"};
  return {
      {"configs", {"--json"}, {}},

      {"compare", {"--allow", "link"}, {"{scratch}/A.json", "{scratch}/B.json"}, Shows::permission},
      {"compare", {"--accept"}, {"{scratch}/A.jsonl", "{scratch}/A.json"}, Shows::permission},
      {"compare", {"--json", "{scratch}/other.json"}, same, Shows::file, "other.json"},
      {"compare", {"--markdown", "{scratch}/other.md"}, same, Shows::file, "other.md"},

      {"report", {"--baseline", "{scratch}/A.json"}, page},
      {"report",
       {"--allow", "link"},
       {"{scratch}/A.json", "--baseline", "{scratch}/B.json", "-o", "{scratch}/page.html"},
       Shows::permission},
      {"report", {"--allow", "link"}, page, Shows::refusal, "--allow must come with --baseline B.json"},
      {"report",
       {"--output", "{scratch}/none/page.html"},
       {"{scratch}/A.json", "--output", "{scratch}/page.html"},
       Shows::refusal,
       "report {scratch}/none/page.html: cannot create a file there"},
      {"report", {"--history", "{scratch}/H.jsonl"}, page},
      {"report", {"--output", "{scratch}/other.html"}, {"{scratch}/A.json"}, Shows::permission},

      {"replay", {"--accel", "software"}, {"{scratch}/C.capsule"}},
      {"replay", {"--config", "wide"}, {"{scratch}/C.capsule"}},
      {"replay",
       {"--arithmetic", "points"},
       {"{scratch}/C.capsule", "--accel", "model"},
       Shows::refusal,
       "arithmetic is points, must come with accelerator rtl, this is model"},
      {"replay", {"--rtl", "{scratch}"}, {"{scratch}/C.capsule"}, Shows::refusal, "--rtl is "},
      {"replay",
       {"--trace", "all"},
       {"{scratch}/C.capsule", "--accel", "model"},
       Shows::refusal,
       "--trace is all, must come with accelerator rtl, this is model"},
      {"replay", {"--kernel", "{scratch}/K.stencil"}, {"{scratch}/C.capsule", "--accel", "model"}},
      {"replay", {"--number", "w=3"}, {"{scratch}/C.capsule", "--accel", "model", "--kernel", "{scratch}/K.stencil"}},
      {"replay", {"--number", "w=3"}, {"{scratch}/C.capsule"}, Shows::refusal, "--number must come with --kernel"},
      {"replay", {"--kernel", "jacobi"}, {"{scratch}/C.capsule"}, Shows::refusal, "--kernel is 'jacobi', must be a"},
      {"replay", {"--minimise"}, {"{scratch}/C.capsule"}, Shows::refusal, "--minimise must come with -o FILE"},
      {"replay", {"--output", "x"}, {"{scratch}/C.capsule"}, Shows::refusal, "-o is x, must come with --minimise"},
      {"replay", {"--as-test", "{scratch}/other.cpp"}, {"{scratch}/C.capsule"}, Shows::file, "other.cpp"},

      {"replay", {"--accel", "abacus"}, {"{scratch}/C.capsule"}, Shows::refusal, "--accel is 'abacus', must be one of"},
      {"replay", {"--config", "none"}, {"{scratch}/C.capsule"}, Shows::refusal, "configuration 'none' is not known"},

      {"history",
       {"--output", "{scratch}/none/page.html"},
       {"{scratch}/H.jsonl"},
       Shows::refusal,
       "history {scratch}/none/page.html: cannot create a file there"},
      {"history", {"--output", "{scratch}/other.html"}, {"{scratch}/H.jsonl"}, Shows::file, "other.html"},

      {"kernel", {"--output", "{scratch}/mean.v"}, {"verilog", "{scratch}/K.stencil"}, Shows::file, "mean.v"},
  };
}

}  // namespace stencil
