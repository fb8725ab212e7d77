// SPDX-License-Identifier: Apache-2.0
#include "host/io/part_name.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <string_view>
#include <system_error>

namespace stencil {
namespace {

constexpr std::string_view marker = ".part.";
constexpr std::string_view locked_mark = ".locked";
constexpr std::size_t hex_digits = 16;

// FNV-1a, which is the same in all programs, unlike std::hash.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::uint64_t random_word() {
  std::uint64_t word = 0;
  if (::getrandom(&word, sizeof word, GRND_NONBLOCK) == sizeof word) return word;
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

std::string boot_name() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string name;
  std::getline(file, name);
  return name;
}

std::string machine_name() {
  utsname names{};
  return ::uname(&names) == 0 ? names.nodename : "";
}

// A hash of machine, boot and PID namespace. Without a name for the boot, or with a /proc of another PID namespace, a
// random word, since this process can then not tell whether another runs.
std::uint64_t this_space() {
  std::error_code failed;
  const std::string pids = std::filesystem::read_symlink("/proc/self/ns/pid", failed).string();
  const std::string self = std::filesystem::read_symlink("/proc/self", failed).string();
  const std::string boot = boot_name();
  const bool known = !boot.empty() && !pids.empty() && self == std::to_string(::getpid());
  return known ? hash_of(machine_name() + boot + pids) : random_word();
}

constexpr std::int64_t has_ended = -1;

// The start of a process in clock ticks since the boot; has_ended if it has ended, reaped or not; empty if unknown.
std::optional<std::int64_t> start_of(std::int64_t pid) {
  if (::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH) return has_ended;
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  // The second field is the program's name, which may contain any character.
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream fields(text.substr(name_end + 1));
  std::string state;
  fields >> state;
  if (state == "Z" || state == "X") return has_ended;
  std::string skipped;
  for (int field = 4; field < 22; ++field) fields >> skipped;
  std::int64_t start = 0;
  if (!(fields >> start)) return std::nullopt;
  return start;
}

// True if the writer was a process of this boot and PID namespace and no longer runs; for files without a lock.
bool runs_no_more(const PartName& name) {
  if (name.space != this_space()) return false;
  const std::optional<std::int64_t> start = start_of(name.pid);
  return start && *start != name.start;
}

// The file name of the target, shortened if it is long.
std::string stem_of(const std::string& target) {
  constexpr std::size_t longest = 150;
  constexpr std::size_t kept = 120;
  std::string name = std::filesystem::path(target).filename().string();
  if (name.size() <= longest) return name;
  return fmt::format("{}~{:016x}", name.substr(0, kept), hash_of(name));
}

// Takes a number and the point after it, if there is one, off the text.
template <typename Number>
bool take(std::string_view& text, Number& number, int base) {
  const std::size_t length = std::min(text.find('.'), text.size());
  if (base == 16 && length != hex_digits) return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + length, number, base);
  if (error != std::errc{} || end != text.data() + length || number < Number{}) return false;
  text.remove_prefix(std::min(length + 1, text.size()));
  return true;
}

class Descriptor {
 public:
  Descriptor(const std::string& path, int flags) : number_(::open(path.c_str(), flags | O_CLOEXEC)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int operator*() const { return number_; }

 private:
  int number_;
};

}  // namespace

PartName fresh_part_name(Reach reach) {
  return {this_space(), ::getpid(), start_of(::getpid()).value_or(0), random_word(), reach == Reach::this_machine};
}

std::string part_path(const std::string& target, const PartName& name) {
  const std::string file = fmt::format("{}{}{:016x}.{}.{}.{:016x}{}", stem_of(target), marker, name.space, name.pid,
                                       name.start, name.random, name.locked ? locked_mark : "");
  return (std::filesystem::path(target).parent_path() / file).string();
}

std::optional<PartName> parse_part_name(const std::string& target, const std::string& file_name) {
  const std::string prefix = stem_of(target) + std::string(marker);
  if (file_name.compare(0, prefix.size(), prefix) != 0) return std::nullopt;
  std::string_view rest = std::string_view(file_name).substr(prefix.size());
  PartName name;
  name.locked = rest.size() > locked_mark.size() && rest.substr(rest.size() - locked_mark.size()) == locked_mark;
  if (name.locked) rest.remove_suffix(locked_mark.size());
  if (!take(rest, name.space, 16) || !take(rest, name.pid, 10) || !take(rest, name.start, 10) ||
      !take(rest, name.random, 16) || !rest.empty()) {
    return std::nullopt;
  }
  return name;
}

std::uint64_t this_boot() {
  static const std::uint64_t boot = [] {
    const std::string name = boot_name();
    return name.empty() ? random_word() : hash_of(name);
  }();
  return boot;
}

Reach reach_of(const std::string& folder) {
  constexpr std::array<std::uint32_t, 5> own{0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994};
  struct statfs system {};
  if (::statfs(folder.c_str(), &system) != 0) return Reach::others;
  const auto kind = static_cast<std::uint32_t>(system.f_type);
  return std::find(own.begin(), own.end(), kind) != own.end() ? Reach::this_machine : Reach::others;
}

bool remove_orphan(const std::string& path, const PartName& name, Reach reach) {
  if (reach == Reach::others || !name.locked) return runs_no_more(name) && ::unlink(path.c_str()) == 0;
  // Removed under the lock, so that a writer that has made the file but not locked it yet finds out.
  const Descriptor file(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  return *file >= 0 && ::flock(*file, LOCK_EX | LOCK_NB) == 0 && ::unlink(path.c_str()) == 0;
}

void remove_orphans(const std::string& target) {
  const std::filesystem::path folder = std::filesystem::path(target).parent_path();
  const Reach reach = reach_of(folder.string());
  std::error_code failed;
  for (std::filesystem::directory_iterator entry(folder, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    const std::optional<PartName> name = parse_part_name(target, entry->path().filename().string());
    std::error_code unknown;
    if (!name || !std::filesystem::is_regular_file(entry->symlink_status(unknown))) continue;
    remove_orphan(entry->path().string(), *name, reach);
  }
}

}  // namespace stencil
