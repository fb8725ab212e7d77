// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/run_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/device/values/tiles_name.hpp"
#include "sim/app/kernels/from_file/file_kernel.hpp"
#include "sim/app/kernels/kernels.hpp"

namespace stencil {
namespace {

using Groups = std::vector<OptionGroup>;

const RunOption* find(const Groups& groups, const std::string& name) {
  for (const OptionGroup& group : groups) {
    for (const RunOption& option : group.options) {
      if (name == option.name) return &option;
    }
  }
  return nullptr;
}

// The options as parsed so far, for every kernel: which kernel runs is known at the end only.
struct Drafts {
  std::vector<RunOptions> runs;  // by kernel, that of a kernel file last
  std::vector<Groups> own = {};  // options that the kernel takes beside those of all
  std::size_t chosen = 0;

  Drafts() {
    for (const KernelChoice& kernel : kernels()) {
      runs.push_back(default_run_options(kernel->name()));
      own.push_back(kernel->option_groups());
    }
    runs.push_back(file_run_options());
    own.push_back(runs.back().kernel->option_groups());
  }

  void choose(const std::string& name) {
    if (!names_kernel_file(name)) {
      chosen = static_cast<std::size_t>(&kernel_named("--kernel", name) - kernels().data());
      runs[chosen].kernel_is_named = true;
      return;
    }
    chosen = runs.size() - 1;
    auto& kernel = kernel_as<FileKernel>(runs.back());
    kernel.read(name);
    runs.back().device.formula = kernel.formula();
  }
};

// "NAME: a weighted sum of ...; NAME: ...; FILE: ...".
std::string names_of_kernels() {
  std::string text;
  for (const KernelChoice& kernel : kernels()) {
    text += text.empty() ? "" : "; ";
    text += kernel->name();
    if (*kernel->about() != '\0') text += fmt::format(": {}", kernel->about());
  }
  return text + "; " + about_kernel_files;
}

RunOption kernel_option(Drafts& drafts) {
  return one_of<RunOptions>({"--kernel", "NAME", names_of_kernels(), kernels().front()->name(),
                             [&drafts](RunOptions&, const std::string& text) { drafts.choose(text); }},
                            names_of(kernels()));
}

// Its text goes to every kernel that takes it.
void add_own_options(Command& run, const std::shared_ptr<Drafts>& drafts) {
  std::vector<std::string> known;
  for (const Groups& groups : drafts->own) {
    for (const OptionGroup& group : groups) {
      run.begin_group(group.title);
      for (const RunOption& option : group.options) {
        const std::string name = option.name;
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        known.push_back(name);
        add_option<RunOptions>(run, option, [drafts, name](const std::string& text) {
          for (std::size_t k = 0; k < drafts->runs.size(); ++k) {
            if (const RunOption* own = find(drafts->own[k], name)) own->set(drafts->runs[k], text);
          }
        });
      }
    }
  }
}

void add_common_options(Command& run, const std::shared_ptr<Drafts>& drafts, const OptionGroup& group) {
  run.begin_group(group.title);
  for (const RunOption& option : group.options) {
    add_option<RunOptions>(run, option, [drafts, set = option.set](const std::string& text) {
      for (RunOptions& draft : drafts->runs) set(draft, text);
    });
  }
}

// "--stw is 5, must not be given with --kernel NAME: why" for the first option given that the kernel does not
// take.
void refuse_options_of_other_kernels(const Command& given, const Drafts& drafts) {
  for (const Groups& groups : drafts.own) {
    for (const OptionGroup& group : groups) {
      for (const RunOption& option : group.options) {
        if (!given.was_given(option.name) || find(drafts.own[drafts.chosen], option.name) != nullptr) continue;
        // A flag has no value to name.
        const std::string value = given.is_flag(option.name) ? "" : " is " + given.text_of(option.name) + ",";
        const Kernel& chosen = *drafts.runs[drafts.chosen].kernel;
        const std::string why = chosen.why_not(option.name);
        throw ArgumentError(fmt::format("{}{} must not be given with --kernel {}: {}", option.name, value,
                                        chosen.name(), why.empty() ? option.elsewhere : why));
      }
    }
  }
}

}  // namespace

Command& add_run_command(Command& program, RunOptions& options) {
  Command& run = program.add_subcommand("run", "Sweep a domain through the RTL and compare every bit");
  const auto drafts = std::make_shared<Drafts>();
  add_common_options(run, drafts, problem_options(kernel_option(*drafts)));
  add_own_options(run, drafts);
  add_common_options(run, drafts, machine_options());
  add_common_options(run, drafts, result_options());
  add_common_options(run, drafts, network_group());
  add_common_options(run, drafts, trace_options());
  run.add_example("stencil-cosim run", "A small domain through the RTL: is it right, and where do its cycles go?");
  run.add_example("mpirun -n 2 --oversubscribe stencil-cosim run --report run.json", "On two ranks, with a report");
  run.add_example("stencil-cosim run --accel model --config wide --portion 30 --blocking skewed",
                  "Predict the cycles of another device and blocking");
  run.add_example(fmt::format("stencil-cosim run --kernel {} --check block", tiles_kernel),
                  "Tiles, each compared as it ends");
  run.when_parsed([&run, &options, drafts] {
    refuse_options_of_other_kernels(run, *drafts);
    options = drafts->runs[drafts->chosen];
    if (options.paranoid) options.check = strictest_check(options);
    check_given(run, options);
  });
  return run;
}

}  // namespace stencil
