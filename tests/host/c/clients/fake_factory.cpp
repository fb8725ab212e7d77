// The device of the C client: exact and small, without a simulator.
// SPDX-License-Identifier: Apache-2.0
#include "host/device/accelerator.hpp"
#include "tests/host/support/fake_accelerator.hpp"

#ifdef __SANITIZE_ADDRESS__
// A C client ends with MPI_Finalize, after which Open MPI's own leaks have no names to suppress them by. The tests with
// our own main look for our leaks.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0";
}
#endif

namespace stencil {

std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions&) {
  return std::make_unique<test::FakeAccelerator>(20 * 43, 43, test::FakeAccelerator::Happens::at_wait);
}

}  // namespace stencil
