// Runs a test and ends it by what it does, not by the clock: a busy machine slows a test down and must not fail it.
// SPDX-License-Identifier: Apache-2.0
//
//   test_launcher [OPTION]... LOG KEY BOUND COMMAND...
//
// OPTION: for a test that ninja runs, see test_edge.hpp. BOUND: CPU seconds, 1 .. 1000000. Ends all processes of the
// test once they have passed a limit of test_limits.hpp, prints which and what was running, and ends by SIGABRT: ctest
// fails such a test whatever its output is.
//
// Otherwise the status is the command's. One line goes to LOG, as from ci/record-cpu: calling process, user, system and
// elapsed seconds, "test", KEY. A KEY that ends in ':' is completed by the value of --gtest_filter, which makes it the
// name of a test. If LOG cannot be written, nothing is logged.
#include <dirent.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "test_edge.hpp"
#include "test_limits.hpp"

namespace {

constexpr int grace_s = 3;  // from SIGTERM to SIGKILL

struct Process {
  long pid = 0;
  long parent = 0;
  double cpu_s = 0.0;  // with children that it has waited for
};

double now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

bool read_process(const char* name, Process& process) {
  std::ifstream file(std::string("/proc/") + name + "/stat");
  std::string text;
  if (!std::getline(file, text, '\0')) return false;
  std::istringstream fields(text.substr(text.rfind(')') + 1));  // the name before it may hold anything
  std::string word;
  long ticks = 0;
  for (int field = 3; fields >> word && field <= 17; ++field) {
    if (field == 4) process.parent = std::stol(word);
    if (field >= 14) ticks += std::stol(word);
  }
  process.pid = std::stol(name);
  process.cpu_s = static_cast<double>(ticks) / static_cast<double>(sysconf(_SC_CLK_TCK));
  return true;
}

// This process adopts those whose parents have ended, so that all stay below it.
std::vector<Process> descendants() {
  std::map<long, std::vector<Process>> by_parent;
  DIR* folder = opendir("/proc");
  if (folder == nullptr) return {};
  while (const dirent* entry = readdir(folder)) {
    Process process;
    if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' && read_process(entry->d_name, process)) {
      by_parent[process.parent].push_back(process);
    }
  }
  closedir(folder);
  std::vector<Process> found = by_parent[getpid()];
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::vector<Process>& below = by_parent[found[i].pid];
    found.insert(found.end(), below.begin(), below.end());
  }
  return found;
}

// CPU seconds of all processes of the test, those that have ended included.
double cpu_used(const std::vector<Process>& running) {
  rusage ended{};
  getrusage(RUSAGE_CHILDREN, &ended);
  double sum = seconds(ended.ru_utime) + seconds(ended.ru_stime);
  for (const Process& process : running) sum += process.cpu_s;
  return sum;
}

std::string command_of(long pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/cmdline");
  std::string text((std::istreambuf_iterator<char>(file)), {});
  for (char& c : text) c = c == '\0' || c == '\n' ? ' ' : c;
  return text.substr(0, 200);
}

volatile std::sig_atomic_t asked_to_end = 0;

void end_all() {
  for (int second = 0; second <= 2 * grace_s; ++second) {
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    const std::vector<Process> left = descendants();
    if (left.empty()) return;
    for (const Process& process : left) {
      if (second == 0 || second >= grace_s) kill(static_cast<pid_t>(process.pid), second == 0 ? SIGTERM : SIGKILL);
    }
    for (int i = 0; i < 20 && waitpid(-1, nullptr, WNOHANG) >= 0; ++i) usleep(50000);
  }
}

// The status of the command, -1 while it runs. Waits a second at most, less if any process has ended.
int wait_a_second(pid_t command, const sigset_t& awaited) {
  const timespec second{1, 0};
  sigtimedwait(&awaited, nullptr, &second);
  int found = -1;
  int status = 0;
  // Others are orphans, which need somebody to wait for them.
  for (pid_t pid = 0; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
    if (pid == command) found = status;
  }
  return found;
}

void log_cpu(const char* path, std::string key, double began, char** words) {
  if (!key.empty() && key.back() == ':') {
    for (char** word = words; *word != nullptr; ++word) {
      if (std::strncmp(*word, "--gtest_filter=", 15) == 0) key += *word + 15;
    }
  }
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  char numbers[160];
  std::snprintf(numbers, sizeof numbers, "%ld\t%.3f\t%.3f\t%.3f\ttest\t", static_cast<long>(getppid()),
                seconds(used.ru_utime), seconds(used.ru_stime), now() - began);
  const std::string line = numbers + key + "\n";
  const int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) return;
  // One write, so that lines of tests that end together do not mix.
  [[maybe_unused]] const ssize_t written = write(file, line.data(), line.size());
  close(file);
}

[[noreturn]] void end_by(int signal) {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  std::signal(signal, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
  raise(signal);
  _exit(128 + signal);
}

// Runs the command; returns its status, as from waitpid(). why: the limit that it has passed, else empty.
int run(char** words, const char* name, double bound_s, std::string& why) {
  double last = now();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::signal(SIGTERM, [](int) { asked_to_end = 1; });
  sigset_t awaited;
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGCHLD);
  sigset_t before;
  sigprocmask(SIG_BLOCK, &awaited, &before);
  const pid_t command = fork();
  if (command == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::signal(SIGTERM, SIG_DFL);
    sigprocmask(SIG_SETMASK, &before, nullptr);
    execvp(words[0], words);
    std::fprintf(stderr, "%s: %s\n", words[0], std::strerror(errno));
    _exit(127);
  }
  stencil::TestLimits limits(bound_s);
  int status = command > 0 ? -1 : W_EXITCODE(127, 0);
  while (command > 0 && (status = wait_a_second(command, awaited)) < 0) {
    if (asked_to_end != 0) {
      end_all();
      std::exit(128 + SIGTERM);
    }
    const std::vector<Process> running = descendants();
    const double time = now();
    // However long the machine stood still.
    why = limits.exceeded(std::min(time - last, 2.0), cpu_used(running));
    last = time;
    if (why.empty()) continue;
    std::fflush(stdout);
    std::fprintf(stderr, "\ntest_launcher ends %s: %s. Its processes:\n", name, why.c_str());
    for (const Process& process : running) {
      std::fprintf(stderr, "  %6ld  %6.1f CPU s  %s\n", process.pid, process.cpu_s, command_of(process.pid).c_str());
    }
    end_all();
    return SIGABRT;
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  stencil::TestEdge edge;
  char** words = edge.take(argv + 1);
  argc -= static_cast<int>(words - argv) - 1;
  const long bound_s = argc > 4 ? std::atol(words[2]) : 0;
  if (bound_s < 1 || bound_s > 1000000) {
    std::fprintf(
        stderr,
        "test_launcher [OPTION]... LOG KEY BOUND COMMAND...: BOUND is '%s', must be in 1 .. 1000000 CPU seconds\n",
        argc > 3 ? words[2] : "");
    return 2;
  }
  if (edge.active() && edge.has_passed()) return 0;
  std::string why = edge.active() ? edge.begin() : "";
  const double began = now();
  int status = W_EXITCODE(1, 0);
  if (why.empty()) {
    status = run(words + 3, words[1], static_cast<double>(bound_s), why);
    log_cpu(words[0], words[1], began, words + 3);
  } else {
    std::fprintf(stderr, "%s\n", why.c_str());
  }
  if (edge.active()) return edge.end(status, why, now() - began);
  if (WIFSIGNALED(status)) end_by(WTERMSIG(status));
  return WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}
