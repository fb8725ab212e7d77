// Readers beside a writer that keeps replacing the file, or changes it in place: no reader may get a mixture of two
// files.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <thread>

#include "host/base/errors.hpp"
#include "host/io/npy_header.hpp"
#include "host/matrix_io/matrix_file.hpp"
#include "host/mpi/agreed_error.hpp"
#include "tests/host/matrix_io/test_matrix.hpp"

namespace stencil::test {
namespace {

constexpr std::int64_t size = 60;

// The text of a matrix whose elements are all equal.
std::string uniform_text(double number) {
  std::string text = std::to_string(size) + " " + std::to_string(size) + "\n";
  for (std::int64_t k = 0; k < size * size; ++k) text += std::to_string(number) + "\n";
  return text;
}

std::string uniform_npy(double number) {
  std::string bytes = npy_file_head(size, size, true);
  for (std::int64_t k = 0; k < size * size; ++k) bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  return bytes;
}

// Rank 0 writes one version after another, in a thread that makes no calls of MPI.
class Replacer {
 public:
  Replacer(const std::string& path, const std::function<std::string(double)>& contents) {
    if (comm_rank() != 0) return;
    const auto replace = [=](double number) {
      testing_support::write_text(path + ".new", contents(number));
      std::rename((path + ".new").c_str(), path.c_str());
    };
    replace(0);
    thread_ = std::thread([=] {
      for (double number = 1; !stop_; number = number < 1e6 ? number + 1 : 0) replace(number);
    });
  }
  ~Replacer() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }
  Replacer(const Replacer&) = delete;
  Replacer& operator=(const Replacer&) = delete;

 private:
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

// The same in place, with pauses in which a reader may find the file unchanged.
class Rewriter {
 public:
  Rewriter(const std::string& path, const std::function<std::string(double)>& contents) {
    if (comm_rank() != 0) return;
    testing_support::write_text(path, contents(9));
    thread_ = std::thread([=] {
      for (double number = 1; !stop_; number = number < 9 ? number + 1 : 1) {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        std::fstream(path, std::ios::in | std::ios::out | std::ios::binary) << contents(number);
      }
    });
  }
  ~Rewriter() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }
  Rewriter(const Rewriter&) = delete;
  Rewriter& operator=(const Rewriter&) = delete;

 private:
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

using Read = void (*)(const std::string&, const DistributedMatrix&, const FileOptions&);

// Reads the file. Returns true if it was read, which must give one number everywhere; false if it was refused with
// status 2 for one of these reasons.
bool reads_one_version(Read read, const std::string& path, const FileOptions& options,
                       const std::vector<std::string>& reasons) {
  TestMatrix matrix({CyclicAxis(size, 7, 0, 1), CyclicAxis(size, 5, 0, comm_size())}, 0);
  try {
    read(path, matrix.view(), options);
  } catch (const AgreedError& error) {
    EXPECT_EQ(error.status, exit_usage) << error.what();
    EXPECT_TRUE(std::any_of(reasons.begin(), reasons.end(), [&](const std::string& reason) {
      return std::string(error.what()).find(reason) != std::string::npos;
    })) << error.what();
    return false;
  }
  double ends[2] = {1e9, 1e9};  // least, and least of the negative
  matrix.each([&](std::int64_t, std::int64_t, double& value) {
    ends[0] = std::min(ends[0], value);
    ends[1] = std::min(ends[1], -value);
  });
  MPI_Allreduce(MPI_IN_PLACE, ends, 2, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
  EXPECT_EQ(ends[0], -ends[1]) << "two files in one matrix";
  return true;
}

void expect_one_version(Read read, const std::function<std::string(double)>& contents) {
  const SharedScratch scratch;
  const std::string path = scratch / "m";
  const Replacer replacer(path, contents);
  MPI_Barrier(MPI_COMM_WORLD);
  FileOptions options;
  options.values = 100;
  options.text_bytes = 1000;
  int good = 0;
  for (int round = 0; round < 60; ++round) {
    good += reads_one_version(read, path, options, {": another file on rank "}) ? 1 : 0;
  }
  EXPECT_GT(good, 0);
}

// Reads in pieces so small that the file changes more than once during a read.
void expect_no_mixture(Read read, const std::function<std::string(double)>& contents) {
  const SharedScratch scratch;
  const std::string path = scratch / "m";
  const Rewriter rewriter(path, contents);
  MPI_Barrier(MPI_COMM_WORLD);
  FileOptions options;
  options.values = 1;
  options.text_bytes = 8;
  for (int round = 0; round < 5; ++round) {
    reads_one_version(read, path, options, {": another file on rank ", ": changed while it was read: "});
  }
}

TEST(RewrittenFile, TextIsOfOneVersion) {
  expect_no_mixture(read_text_matrix, uniform_text);
}

TEST(RewrittenFile, NpyIsOfOneVersion) {
  expect_no_mixture(read_npy_matrix, uniform_npy);
}

TEST(ReplacedFile, TextIsOfOneVersion) {
  expect_one_version(read_text_matrix, uniform_text);
}

TEST(ReplacedFile, NpyIsOfOneVersion) {
  expect_one_version(read_npy_matrix, uniform_npy);
}

}  // namespace
}  // namespace stencil::test
