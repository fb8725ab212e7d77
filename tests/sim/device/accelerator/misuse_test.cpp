// The same misuse on every accelerator: all refuse it with the same line, or none does; later calls work on all.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "host/device/accelerator.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using test::refusal;

class Misuse {
 public:
  explicit Misuse(const std::string& accel) {
    AcceleratorOptions options;
    options.accel = accel;
    options.config = "small";
    device_ = make_accelerator(options);
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = static_cast<double>(i % 13) - 4.5;
  }

  // One line per attempt: name and outcome, or the value returned.
  std::vector<std::string> lines() {
    const Capabilities& device = device_->capabilities();
    transfers(device);
    sweeps(device);
    tiles(device);
    while_posted();
    return lines_;
  }

 private:
  void attempt(const std::string& name, const std::function<void()>& call) {
    std::string text = refusal(call);
    const std::string own = "accelerator " + device_->capabilities().accel;
    if (text.find(own) != std::string::npos) text.replace(text.find(own), own.size(), "accelerator");
    lines_.push_back(name + ": " + text);
  }
  void tell(const std::string& name, double value) { lines_.push_back(name + " " + std::to_string(value)); }

  void transfers(const Capabilities& device) {
    const std::int64_t words = device.memory_words;
    const std::vector<std::pair<std::string, Place>> places{
        {"no such buffer", {Bank::f, static_cast<int>(device.f_buffers), 0, 1}},
        {"buffer below 0", {Bank::r, -1, 0, 1}},
        {"offset below 0", {Bank::f, 0, -1, 1}},
        {"offset beyond", {Bank::f, 0, words + 1, 0}},
        {"length below 0", {Bank::f, 0, 0, -1}},
        {"length beyond", {Bank::r, 0, words - 2, 3}},
        {"nothing at the end", {Bank::f, 0, words, 0}},
    };
    for (const auto& [name, place] : places) {
      const Place& at = place;
      attempt("load, " + name, [&] { device_->post_load(at, values_.data(), {}); });
      attempt("store, " + name, [&] { device_->post_store(at, values_.data(), {}); });
    }
    attempt("load from null", [&] { device_->post_load({Bank::f, 0, 0, 1}, nullptr, {}); });
    attempt("store to null", [&] { device_->post_store({Bank::f, 0, 0, 1}, nullptr, {}); });
    attempt("nothing from null", [&] { device_->post_load({Bank::f, 0, 0, 0}, nullptr, {}); });
    device_->wait();
  }

  static SweepCommand sweep(std::int64_t rows, std::int64_t cols, std::int64_t niter) {
    return {rows, cols, niter, JacobiWeights{0.25, 0.25, 0.5}};
  }

  void sweeps(const Capabilities& device) {
    const auto post = [&](const std::string& name, const SweepCommand& command) {
      attempt("sweep, " + name, [&] { device_->post(command, {}); });
    };
    device_->load(Bank::f, 0, values_.data(), 64);
    device_->load(Bank::r, 0, values_.data(), 64);
    post("no rows", sweep(0, 8, 1));
    post("no columns", sweep(8, 0, 1));
    post("row too long", sweep(1, device.max_cols + 1, 1));
    post("block too large", sweep(device.memory_words / 8 + 1, 8, 1));
    post("niter below 0", sweep(8, 8, -1));
    post("niter 0", sweep(8, 8, 0));
    SweepCommand command = sweep(8, 8, 1);
    command.f_buffer = 99;
    post("f buffer", command);
    command = sweep(8, 8, 1);
    command.r_buffer = -1;
    post("r buffer", command);
    command = sweep(8, 8, 2);
    command.above = true;
    post("continues nothing", command);
    command.below = true;
    command.above = false;
    command.niter = 0;
    post("skewed without sweeps", command);
    command.niter = 8;
    post("skewed, too few rows", command);
    post("right", sweep(8, 8, 2));
    device_->wait();
    command.niter = 2;
    post("begins a chain", command);
    command.above = true;
    command.below = false;
    device_->wait();
    device_->set_weight(Weight::beta, 0.5);
    post("continues after set_weight", command);
    attempt("set_weight, of a kernel that is not there", [&] { device_->set_weight(Weight::ac, 0.5); });
    attempt("weight, of a kernel that is not there", [&] { return device_->weight(Weight::ac); });
    device_->wait();
  }

  void tiles(const Capabilities& device) {
    const auto post = [&](const std::string& name, const TileCommand& command) {
      attempt("tile, " + name, [&] { device_->post(command, {}); });
    };
    const TileCommand right{8, 8, 2, false, {1, 0}, {7, 0}, {1, 0}, {7, 0}, 0};
    const auto changed = [&](const std::function<void(TileCommand&)>& change) {
      TileCommand command = right;
      change(command);
      return command;
    };
    post("rows", changed([](TileCommand& tile) { tile.rows = 2; }));
    post("columns", changed([](TileCommand& tile) { tile.cols = 2; }));
    post("row too long", changed([&](TileCommand& tile) { tile.cols = device.max_cols + 1; }));
    post("sweeps below 0", changed([](TileCommand& tile) { tile.sweeps = -1; }));
    post("too many sweeps", changed([](TileCommand& tile) { tile.sweeps = std::int64_t{1} << 32; }));
    post("buffer", changed([](TileCommand& tile) { tile.f_buffer = 7; }));
    post("slope", changed([](TileCommand& tile) { tile.top.slope = 2; }));
    post("edge", changed([](TileCommand& tile) { tile.left.at = 0; }));
    post("edge that leaves", changed([](TileCommand& tile) { tile.bottom.slope = 1; }));
    post("nothing", changed([](TileCommand& tile) { tile.sweeps = 0; }));
    post("right", right);
    device_->wait();
    SweepCommand begins = sweep(8, 8, 2);
    begins.below = true;
    device_->post(begins, {});
    device_->wait();
    device_->post(right, {});
    SweepCommand continues = begins;
    continues.above = true;
    continues.below = false;
    attempt("sweep, continues after a tile", [&] { device_->post(continues, {}); });
    device_->wait();
  }

  void while_posted() {
    const TileCommand tile{8, 8, 1, false, {1, 0}, {7, 0}, {1, 0}, {7, 0}, 0};
    const std::vector<std::pair<std::string, std::function<void()>>> posts{
        {"a load",
         [&] {
           device_->post_load({Bank::f, 0, 0, 64}, values_.data(), {});
         }},
        {"a store",
         [&] {
           device_->post_store({Bank::f, 0, 0, 64}, values_.data(), {});
         }},
        {"a sweep", [&] { device_->post(sweep(8, 8, 1), {}); }},
        {"a tile", [&] { device_->post(tile, {}); }},
        {"nothing",
         [&] {
           device_->post_load({Bank::f, 0, 0, 0}, nullptr, {});
         }},
        {"an empty sweep", [&] { device_->post(sweep(8, 8, 0), {}); }},
    };
    // Chains that were never ended leave data without meaning.
    device_->load(Bank::f, 0, values_.data(), 64);
    device_->load(Bank::r, 0, values_.data(), 64);
    device_->wait();
    device_->reset_change();
    for (const auto& [name, post] : posts) {
      post();
      attempt("change after " + name, [&] { return device_->change(); });
      attempt("reset_change after " + name, [&] { device_->reset_change(); });
      attempt("weight after " + name, [&] { return device_->weight(Weight::rdx2); });
      attempt("set_weight after " + name, [&] { device_->set_weight(Weight::rdx2, 0.25); });
      device_->wait();
      attempt("change after wait after " + name, [&] { return device_->change(); });
    }
    tell("change", device_->change());
    tell("weight", device_->weight(Weight::beta));
    std::vector<double> left(64);
    device_->store(Bank::f, 0, left.data(), 64);
    device_->wait();
    for (const double value : left) tell("value", value);
    tell("sweep ends", static_cast<double>(device_->sweep_ends().size()));
    tell("transfers", static_cast<double>(device_->traffic().transfers));
  }

  std::unique_ptr<Accelerator> device_;
  std::vector<double> values_ = std::vector<double>(64);
  std::vector<std::string> lines_;
};

TEST(Misuse, IsRefusedByAllAcceleratorsAlike) {
  const std::vector<std::string> software = Misuse("software").lines();
  for (const char* accel : {"shuffled", "model", "rtl"}) {
    const std::vector<std::string> lines = Misuse(accel).lines();
    ASSERT_EQ(lines.size(), software.size());
    for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i], software[i]) << accel;
  }
  int refused = 0;
  for (const std::string& line : software) refused += line.find(" must be ") != std::string::npos ? 1 : 0;
  EXPECT_GE(refused, 40);
}

}  // namespace
}  // namespace stencil
