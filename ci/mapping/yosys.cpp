// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/yosys.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>

namespace stencil::synthesis {
namespace {

namespace fs = std::filesystem;

// Paths are relative to the tree: yosys puts the paths it reads into names, whose order decides ties, and the result
// must not depend on where the tree lies.
std::string sources(const std::string& tree) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(tree)) {
    if (entry.path().extension() == ".v") files.push_back(fs::relative(entry.path(), tree).string());
  }
  if (files.empty()) throw std::runtime_error("no .v files in " + tree);
  std::sort(files.begin(), files.end());
  std::string list;
  for (const std::string& file : files) list += " " + file;
  return list;
}

std::string read_design(const Design& design) {
  std::string script = "read_verilog -defer" + sources(design.tree) + "\nhierarchy -check -top " + design.top;
  for (const auto& [parameter, value] : design.set.parameters) {
    script += " -chparam " + parameter + " " + std::to_string(value);
  }
  return script + "\n";
}

// The end of the log, from the first complaint on if its last lines hold one.
std::string end_of(const fs::path& log) {
  std::ifstream file(log);
  std::deque<std::string> last;
  std::string complaints;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("Warning:", 0) == 0 || line.rfind("ERROR:", 0) == 0) complaints += line + "\n";
    last.push_back(line);
    if (last.size() > 10) last.pop_front();
  }
  if (!complaints.empty()) return complaints;
  std::string text;
  for (const std::string& line : last) text += line + "\n";
  return text;
}

void run(const Design& design, const std::string& name, const std::string& script, int limit_s,
         const std::string& options = "") {
  const fs::path work = fs::absolute(design.work);
  fs::create_directories(work);
  const fs::path file = work / (name + ".ys");
  const fs::path log = work / (name + ".log");
  std::ofstream(file) << script;
  const std::string command = "cd '" + design.tree + "' && timeout " + std::to_string(limit_s) + " yosys -q " +
                              options + " -l '" + log.string() + "' -s '" + file.string() + "' >/dev/null 2>&1";
  const int status = std::system(command.c_str());
  if (status == 0) return;
  throw std::runtime_error("yosys " + file.string() + " ended with status " + std::to_string(status >> 8) +
                           " (124: longer than " + std::to_string(limit_s) + " s)\n" + end_of(log));
}

std::vector<std::string> lines_of(const fs::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("yosys left no " + path.string());
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

Netlist elaborate_as_read(const Design& design, const std::string& read, const std::string& after = "") {
  const fs::path result = fs::absolute(design.work) / "elaborated.json";
  // Any warning is an error. Cleaning up before the check would remove dead logic and its drivers from sight. Enables
  // must be found before memories can absorb the registers of their read ports. The initial contents of memories, a
  // digit per bit, are most of the netlist and of no use here.
  run(design, "elaborate",
      read + "proc\ncheck -assert\n" + after + "opt_dff\nopt_clean\nmemory -nomap\nsetparam -set INIT 1'x t:$mem_v2\n" +
          "write_json " + result.string() + "\n",
      300, "-e .");
  return read_netlist(result);
}

}  // namespace

Netlist elaborate(const Design& design) {
  return elaborate_as_read(design, read_design(design));
}

Netlist elaborate_flat(const Design& design) {
  return elaborate_as_read(design, read_design(design), "flatten\n");
}

Netlist elaborate_together(const Design& design, const std::vector<ParameterSet>& sets) {
  const fs::path work = fs::absolute(design.work);
  fs::create_directories(work);
  const fs::path wrapper = work / "every_set.v";
  std::ofstream file(wrapper);
  file << "module every_set;\n";
  for (std::size_t i = 0; i < sets.size(); ++i) {
    file << "  " << design.top << " #(";
    const char* separator = "";
    for (const auto& [parameter, value] : sets[i].parameters) {
      file << separator << "." << parameter << "(" << value << ")";
      separator = ", ";
    }
    file << ") u_set_" << i << " ();\n";
  }
  if (!(file << "endmodule\n" << std::flush)) throw std::runtime_error("cannot write " + wrapper.string());
  Netlist netlist = elaborate_as_read(design, "read_verilog -defer" + sources(design.tree) + " " + wrapper.string() +
                                                  "\nhierarchy -check -top every_set\n");
  std::set<std::map<std::string, std::int64_t>> different;
  for (const ParameterSet& set : sets) different.insert(set.parameters);
  const auto tops = std::count_if(netlist.modules.begin(), netlist.modules.end(),
                                  [&](const auto& entry) { return entry.second.base_name == design.top; });
  if (static_cast<std::size_t>(tops) != different.size()) {
    throw std::runtime_error(std::to_string(tops) + " modules " + design.top + " of " +
                             std::to_string(different.size()) + " parameter sets");
  }
  return netlist;
}

Mapping map_to_ultrascale_plus(const Design& design, int limit_s) {
  const fs::path work = fs::absolute(design.work);
  const fs::path result = work / "mapped.json";
  const fs::path multipliers = work / "soft_multipliers.txt";
  const fs::path memories = work / "unmapped_memories.txt";
  const std::string synthesise = "synth_xilinx -family xcup -uram -nowidelut -noiopad -noclkbuf -top " + design.top;
  run(design, "map",
      read_design(design) + synthesise + " -run begin:coarse\n" +  //
          "tee -q -o " + multipliers.string() + " select -list t:$mul t:$__mul t:$__soft_mul\n" + synthesise +
          " -run coarse:map_ffram\n" +                                                                               //
          "tee -q -o " + memories.string() + " select -list t:$mem_v2\n" + synthesise + " -run map_ffram:check\n" +  //
          "write_json " + result.string() + "\n",
      limit_s);
  return {read_netlist(result), lines_of(multipliers), lines_of(memories)};
}

std::string yosys_version() {
  std::string text;
  if (std::FILE* pipe = popen("yosys -V", "r")) {
    for (int c; (c = std::fgetc(pipe)) != EOF && c != '(' && c != '\n';) text += static_cast<char>(c);
    pclose(pipe);
  }
  while (!text.empty() && text.back() == ' ') text.pop_back();
  if (text.rfind("Yosys ", 0) != 0) throw std::runtime_error("yosys -V says nothing: install Debian package 'yosys'");
  return text;
}

}  // namespace stencil::synthesis
