// A test as an edge of tests.ninja: ends at once if it has passed with the same inputs, records what became of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <regex.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

namespace stencil {

// Options, each before the words of test_launcher:
//   --edge NAME        the name as a file name, the definition of the test in these words included in its key
//   --input FILE       holds the digest of an input
//   --folder DIR --set NAME=VALUE     where and with what environment the test runs
//   --skip RE --pass RE --fail RE     as SKIP_, PASS_ and FAIL_REGULAR_EXPRESSION of ctest (extended POSIX)
//   --missing FILE     a declared input that is not there: the test fails
//   --each-time        leaves no stamp
// Files, in the working folder: results/NAME, a line with verdict, seconds, UTC, TEST_CALL, key and cause, and
// results/NAME.log, the output; passed/NAME, the stamp; kept/NAME/KEY, a stamp for each set of inputs. TEST_AGAIN set:
// runs whatever has passed.
class TestEdge {
 public:
  // Returns the words behind the options. Reads the digests.
  char** take(char** words) {
    for (; *words != nullptr && words[1] != nullptr && std::strncmp(*words, "--", 2) == 0; words += 2) {
      const std::string option = *words;
      if (option == "--each-time") {
        each_time_ = true;
        --words;
        continue;
      }
      add(option, words[1]);
    }
    for (char** word = words; *word != nullptr; ++word) hash(*word);
    return words;
  }

  bool active() const { return !name_.empty(); }

  // Has the test passed with these inputs? Then its stamp is there again.
  bool has_passed() const {
    if (each_time_ || std::getenv("TEST_AGAIN") != nullptr) return false;
    const std::string stamp = content(kept());
    return stamp.rfind("passed\t", 0) == 0 && stamp.find("\t" + key() + "\t\n") != std::string::npos &&
           write("passed/" + name_, stamp);
  }

  // From here on all output goes to the log. Returns the cause if the test cannot begin.
  std::string begin() {
    call_ = std::getenv("TEST_CALL") != nullptr ? std::getenv("TEST_CALL") : "-";
    unsetenv("TEST_CALL");
    unsetenv("TEST_AGAIN");
    unlink(("passed/" + name_).c_str());
    unlink(("results/" + name_).c_str());
    home_ = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const int log = open(log_path().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (log < 0 || home_ < 0) return "no log can be written: " + std::string(std::strerror(errno));
    // ninja takes a process that has closed its pipe for ended, and waits for it alone, deaf to signals.
    fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    for (const std::string& variable : variables_) putenv(const_cast<char*>(variable.c_str()));
    if (!missing_.empty()) return "required file missing: " + missing_;
    return folder_.empty() || chdir(folder_.c_str()) == 0 ? "" : folder_ + ": " + std::strerror(errno);
  }

  // Records the verdict and returns the status of the edge. status: as from waitpid(); cause: why the test was ended,
  // else empty.
  int end(int status, std::string cause, double seconds) {
    if (fchdir(home_) != 0) return 1;
    const std::string output = content(log_path());
    std::string verdict = "failed";
    if (cause.empty() && WIFSIGNALED(status)) {
      cause = "signal " + std::to_string(WTERMSIG(status));
    } else if (cause.empty() && !skip_.empty() && matches(skip_, output)) {
      verdict = "skipped";
    } else if (cause.empty()) {
      if (WEXITSTATUS(status) != 0 && pass_.empty()) cause = "status " + std::to_string(WEXITSTATUS(status));
      if (!pass_.empty() && !matches(pass_, output)) cause = "the output lacks: " + pass_;
      if (!fail_.empty() && matches(fail_, output)) cause = "the output has: " + fail_;
      if (cause.empty()) verdict = "passed";
    }
    char head[120];
    char when[40] = "";
    const std::time_t now = std::time(nullptr);
    std::strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
    std::snprintf(head, sizeof head, "%s\t%.2f\t%s\t", verdict.c_str(), seconds, when);
    for (char& c : cause) c = c == '\t' || c == '\n' ? ' ' : c;
    const std::string line = head + call_ + "\t" + key() + "\t" + cause + "\n";
    const bool passed = verdict == "passed";
    if (verdict == "failed") unlink(kept().c_str());  // it had passed by chance
    mkdir(("kept/" + name_).c_str(), 0777);
    if (!write("results/" + name_, line) ||
        (passed && !each_time_ && !(write(kept(), line) && write("passed/" + name_, line)))) {
      return 1;
    }
    return verdict == "failed" ? 1 : 0;
  }

 private:
  void add(const std::string& option, const char* value) {
    if (option == "--input") {
      hash(content(value));
      return;
    }
    hash(option);
    hash(value);
    if (option == "--edge") name_ = value;
    if (option == "--folder") folder_ = value;
    if (option == "--set") variables_.emplace_back(value);
    if (option == "--skip") skip_ = value;
    if (option == "--pass") pass_ = value;
    if (option == "--fail") fail_ = value;
    if (option == "--missing") missing_ = value;
  }

  std::string log_path() const { return "results/" + name_ + ".log"; }
  std::string kept() const { return "kept/" + name_ + "/" + key(); }

  // FNV-1a; what is hashed are digests and words of the command.
  void hash(const std::string& text) {
    for (const char c : text + '\0') hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }

  std::string key() const {
    char text[20];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash_));
    return text;
  }

  static std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // The whole file, or the file as it was.
  static bool write(const std::string& path, const std::string& text) {
    const std::string part = path + ".part";
    std::ofstream file(part, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (file && std::rename(part.c_str(), path.c_str()) == 0) return true;
    std::printf("%s: %s\n", path.c_str(), std::strerror(errno));
    std::fflush(stdout);
    return false;
  }

  static bool matches(const std::string& pattern, const std::string& text) {
    regex_t compiled{};
    if (regcomp(&compiled, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0) {
      std::printf("no regular expression: %s\n", pattern.c_str());
      std::exit(2);  // without a record
    }
    const bool found = regexec(&compiled, text.c_str(), 0, nullptr, 0) == 0;
    regfree(&compiled);
    return found;
  }

  std::string name_, folder_, skip_, pass_, fail_, missing_, call_;
  std::vector<std::string> variables_;
  bool each_time_ = false;
  int home_ = -1;
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

}  // namespace stencil
