// A kernel as a run sees it: its options and the session they make. Each has a folder below sim/app/kernels.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/app/cli/option.hpp"

namespace stencil {

class Session;
struct ProblemFiles;
struct Report;
struct ReportProblem;
struct RunOptions;

using RunOption = Option<RunOptions>;

// Options that --help shows under one title.
struct OptionGroup {
  const char* title;
  std::vector<RunOption> options;
};

using DeviceMaker = std::function<std::unique_ptr<Accelerator>(const AcceleratorOptions&)>;

class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual std::unique_ptr<Kernel> copy() const = 0;

  virtual const char* name() const = 0;   // as in --kernel and in reports
  virtual const char* about() const = 0;  // for --help, after the name; empty: the name says enough
  // Its options beside those of every kernel. Rows of several kernels with the same name are one option.
  virtual std::vector<OptionGroup> option_groups() const = 0;

  virtual bool has_rhs() const = 0;  // whether it reads r beside f
  // Checks its own options: ranges and combinations. Throws ArgumentError.
  virtual void check(const RunOptions& run) const = 0;
  // Collective: throws AgreedError where what ranks have read for it differs. @pre check() has passed on all of them
  virtual void agree_between(MPI_Comm /*communicator*/) const {}
  // Why it does not use an option of another kernel, to follow "--stw is 5, must not be given with --kernel K: ";
  // empty: the reason in the row of the option.
  virtual const char* why_not(const std::string& /*option*/) const { return ""; }
  // Refuses options that were given but would change nothing. Throws ArgumentError.
  virtual void check_given(const Command& /*given*/) const {}
  // Whether, with its options, blocks or tiles can be compared one by one (--check block).
  virtual bool compares_blocks() const { return true; }
  // Fills in its fields of a problem whose shape is known.
  virtual void describe(ReportProblem& problem) const = 0;
  // Takes what a run decided itself from its report, which has a problem, as if its options had given it.
  virtual void settle(const Report& report) = 0;
  // Makes problem source and distribution and checks that they fit together. Sends no message, reads no row and makes
  // no device. run: must have this kernel. Throws ArgumentError.
  virtual std::unique_ptr<Session> make_session(MPI_Comm communicator, const RunOptions& run,
                                                const ProblemFiles& files) const = 0;
};

// A kernel with its options, as a value: copies are independent.
class KernelChoice {
 public:
  KernelChoice() = default;  // no kernel
  explicit KernelChoice(std::unique_ptr<Kernel> kernel) : kernel_(std::move(kernel)) {}
  KernelChoice(const KernelChoice& other) : kernel_(other.kernel_ ? other.kernel_->copy() : nullptr) {}
  KernelChoice(KernelChoice&&) = default;
  KernelChoice& operator=(KernelChoice other) noexcept {
    kernel_.swap(other.kernel_);
    return *this;
  }
  ~KernelChoice() = default;

  Kernel& operator*() { return *kernel_; }
  const Kernel& operator*() const { return *kernel_; }
  Kernel* operator->() { return kernel_.get(); }
  const Kernel* operator->() const { return kernel_.get(); }

 private:
  std::unique_ptr<Kernel> kernel_;
};

}  // namespace stencil
