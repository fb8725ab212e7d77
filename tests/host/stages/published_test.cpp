// A program in the published form of Centaur compiles and runs.
// SPDX-License-Identifier: Apache-2.0
#include "host/stages/published/published.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/host/support/fake_accelerator.hpp"
#include "tests/support/refusal.hpp"

namespace {

using namespace stencil::published;
using stencil::Bank;
using stencil::Weight;
using stencil::test::FakeAccelerator;
using stencil::test::refusal;

FakeAccelerator* fake = nullptr;
double numbers[4] = {1.0, 2.0, 3.0, 4.0};
double factor = 10.0;
double sum = 0.0;
std::string ran;

void scale_on_host() {
  ran += "H";
  for (double& number : numbers) number *= factor;
}
void scale_on_device() {
  ran += "D";
  for (int k = 0; k < 4; ++k) fake->f[0][5 + k] *= fake->weight(Weight::beta);
}
void sum_on_host() {
  ran += "S";
  for (const double number : numbers) sum += number;
}

// A user's own kind of data, after the published template.
class Noted final : public SharedDatum {
 public:
  void copyToDevice() override { ran += ">"; }
  void copyFromDevice() override { ran += "<"; }
};

TEST(Published, ProgramsCompileAndRun) {
  FakeAccelerator accelerator(20, 100, FakeAccelerator::Happens::at_wait, 1, 1);
  fake = &accelerator;
  Device device(accelerator);
  double* arr_onCuda = device.address(Bank::f) + 5;

  SharedArray array(numbers, arr_onCuda, sizeof numbers);
  SharedVar beta("beta", factor);
  Noted noted;
  Stage scale(CUDA, scale_on_host, scale_on_device, &array, &beta, &noted, NULL, &array, NULL);
  Stage again(CPU, scale_on_host, scale_on_device, &array, &beta, nullptr, &array, &noted, nullptr);
  Stage add(CPU, sum_on_host, NULL, &array, NULL, NULL);
  Stage* stages[] = {&scale, &again, &add, NULL};
  {
    Stage** s = stages;
    while (*s) runStage(*s++);
  }
  EXPECT_EQ(ran, ">DHS");
  EXPECT_EQ(numbers[3], 400.0);
  EXPECT_EQ(sum, 1000.0);
  EXPECT_EQ(scale.target, CUDA);
  EXPECT_EQ(scale.reads()[1], &beta);
  EXPECT_EQ(scale.writes()[0], &array);
  EXPECT_EQ(scale.writes()[1], nullptr);
}

TEST(Published, RefusesWhatTheTextCouldNotTell) {
  FakeAccelerator accelerator(20, 100, FakeAccelerator::Happens::at_once, 1, 2);
  EXPECT_EQ(refusal([] { SharedArray(numbers, numbers, 32); }),
            "there is no Device, must be made before the data on it");
  Device device(accelerator);
  EXPECT_EQ(refusal([&] { Device(accelerator).memory(); }), "there is a Device already, must be one at a time");
  EXPECT_EQ(device.place(device.address(Bank::r, 1) + 19).offset_words, 19);
  EXPECT_EQ(device.place(device.address(Bank::r, 1)).buffer, 1);
  EXPECT_EQ(device.place(device.address(Bank::r, 1)).bank, Bank::r);
  EXPECT_EQ(device.place(device.address(Bank::f)).bank, Bank::f);
  EXPECT_EQ(refusal([&] { return device.address(Bank::f, 1); }), "buffer = 1, must be 0 .. 0");
  EXPECT_NE(refusal([] { SharedArray(numbers, numbers, 32); }).find("must be one that Device::address returned"),
            std::string::npos);
  EXPECT_EQ(refusal([&] { SharedArray(numbers, device.address(Bank::f), 30); }),
            "size = 30, must be a multiple of 8: it is in bytes");
  EXPECT_NE(
      refusal([&] { SharedArray(numbers, device.address(Bank::f) + 17, 32); }).find("must lie inside words [0, 20)"),
      std::string::npos);
  SharedArray array(numbers, device.address(Bank::f), 32);
  EXPECT_EQ(refusal([&] { Stage(CPU, sum_on_host, nullptr, &array, NULL); }),
            "a stage has 1 lists of data with a NULL at the end, must have 2: reads, writes");
  EXPECT_NE(refusal([&] { Stage(CPU, sum_on_host, nullptr, NULL, NULL, &array); }), "accepted");
  EXPECT_NE(refusal([&] { Stage(CPU, sum_on_host, nullptr, &array, NULL, NULL, NULL); }), "accepted");
  EXPECT_EQ(refusal([&] { Stage(2, sum_on_host, nullptr, NULL, NULL); }), "target = 2, must be 0 (CPU) or 1 (CUDA)");
  EXPECT_EQ(refusal([&] { Stage(CPU, sum_on_host, nullptr, &array, 3, NULL, NULL); }),
            "a list of data holds the number 3, must hold data and end with NULL");
  EXPECT_NE(refusal([&] { SharedVar("gamma", factor); }), "accepted");
  EXPECT_EQ(SharedArray(nullptr, device.address(Bank::r), 0).rows(), 0) << "of a rank without rows";
}

}  // namespace
