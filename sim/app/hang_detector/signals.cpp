// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/signals.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace stencil {
namespace {

int pipe_ends[2] = {-1, -1};  // for reading, for writing

pid_t owner = 0;

extern "C" void stencil_note_signal(int number) {
  const int kept = errno;
  // A child of fork() has the handlers, but the pipe is its parent's.
  if (number != 0 && getpid() != owner) {
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  const auto byte = static_cast<unsigned char>(number);
  // A full pipe loses a signal of which there are thousands already.
  [[maybe_unused]] const ssize_t written = write(pipe_ends[1], &byte, 1);
  errno = kept;
}

}  // namespace

Signals::Signals() {
  owner = getpid();
  if (pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0) return;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    sigaction(numbers[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_DFL) continue;
    struct sigaction own {};
    own.sa_handler = stencil_note_signal;
    own.sa_flags = SA_RESTART;
    sigemptyset(&own.sa_mask);
    sigaction(numbers[i], &own, nullptr);
  }
}

Signals::~Signals() {
  if (pipe_ends[0] < 0) return;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    struct sigaction now {};
    sigaction(numbers[i], nullptr, &now);
    // A program may have taken it meanwhile.
    if (now.sa_handler == stencil_note_signal) sigaction(numbers[i], &before_[i], nullptr);
  }
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  pipe_ends[0] = pipe_ends[1] = -1;
}

int Signals::wait(std::chrono::milliseconds time) const {
  pollfd ready{pipe_ends[0], POLLIN, 0};
  if (poll(&ready, pipe_ends[0] < 0 ? 0 : 1, static_cast<int>(time.count())) <= 0) return 0;
  unsigned char byte = 0;
  return read(pipe_ends[0], &byte, 1) == 1 ? byte : 0;
}

void Signals::wake() const {
  stencil_note_signal(0);
}

void Signals::end_by(int signal) {
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  sigaction(signal, &usual, nullptr);
  kill(getpid(), signal);
  // Not reached unless the signal is blocked.
  _exit(128 + signal);
}

}  // namespace stencil
