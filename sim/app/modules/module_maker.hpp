// Builds a module of the accelerator once for all programs of a user, and finds it again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/base/errors.hpp"
#include "sim/app/modules/inputs.hpp"
#include "sim/app/modules/module_request.hpp"
#include "sim/app/modules/sources.hpp"
#include "sim/app/progress/progress.hpp"

namespace stencil {

// What shows a build to people, on the rank that makes it; both may be empty.
struct ModuleListener {
  std::function<void(const std::string& line)> print;  // once, before it begins
  ProgressLine* progress = nullptr;                    // shows how far it is; null: nobody sees it
};

// Verilog of the user's that no module can be made of.
class BuildFailure : public ArgumentError {
 public:
  BuildFailure(const std::string& text, std::string first_error, std::string log_file)
      : ArgumentError(text), error(std::move(first_error)), log(std::move(log_file)) {}

  std::string error;  // the first that Verilator or the compiler reported
  std::string log;    // the file that has all
};

// A module is $CACHE/DIGEST/NAME.so (cache.hpp), DIGEST that of everything that decides what it is: inputs.txt beside
// it lists that. CMake (cmake/module), Verilator and the compiler build it, in a folder of its own that is renamed when
// it is complete.
class ModuleMaker {
 public:
  // Throws ArgumentError, one line: no sources, no RTL there, a tool that is not in PATH or too old, no cache folder.
  explicit ModuleMaker(const ModuleRequest& request);

  // The module, if it is there and complete, and no file that was read for it has changed.
  std::optional<std::string> find() const;
  // Throws what make() would throw before it builds, or because of a compiler or library that is missing.
  void check() const;
  // The module, built where it is missing; one program builds, others wait for it. Throws ArgumentError, also where the
  // cache cannot be written or the build fails, whose log the text names: nothing has run then. BuildFailure where the
  // fault is in the Verilog that was given.
  std::string make(const ModuleListener& listener) const;

 private:
  struct Tools {
    std::string cmake, generator, compiler, verilator_root;
  };

  void find_tools();
  void list_inputs();
  std::string build(const ModuleListener& listener) const;
  std::vector<std::string> configure_words(const std::filesystem::path& build) const;
  // Lines of inputs.txt: files that were read for the module in this build folder and that no input names.
  std::string other_files(const std::filesystem::path& build) const;
  [[noreturn]] void fail(const std::filesystem::path& build) const;
  std::string what() const;

  ModuleRequest request_;
  ModuleSources sources_;
  std::filesystem::path rtl_;
  Tools tools_;
  ModuleInputs inputs_;
  std::filesystem::path folder_;  // $CACHE/DIGEST
  std::filesystem::path log_;     // of a build that is under way, or has failed
};

}  // namespace stencil
