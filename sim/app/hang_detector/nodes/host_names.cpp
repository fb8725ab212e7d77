// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/nodes/host_names.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "host/base/errors.hpp"
#include "host/mpi/fatal.hpp"

namespace stencil {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// The number of the daemon in its address, "1659568128.1;tcp://10.99.0.2:42173"; that of mpirun itself is 0.
std::string daemon_number() {
  const std::string address = variable("OMPI_MCA_orte_local_daemon_uri");
  const std::size_t dot = address.find('.'), end = address.find(';');
  return dot == std::string::npos || end == std::string::npos ? "" : address.substr(dot + 1, end - dot - 1);
}

}  // namespace

std::string first_node(const std::string& list) {
  const std::string first = list.substr(0, list.find('@'));
  const std::size_t open = first.find_first_of("[,");
  if (open == std::string::npos || first[open] == ',') return first.substr(0, open);
  // [WIDTH:NUMBER-NUMBER,...]: digits, padded with zeros.
  const std::size_t colon = first.find(':', open), close = first.find(']', open);
  if (colon == std::string::npos || close == std::string::npos || colon > close) return "";
  std::size_t end = colon + 1;
  while (end < close && std::isdigit(static_cast<unsigned char>(first[end])) != 0) ++end;
  std::string number = first.substr(colon + 1, end - colon - 1);
  const auto width = static_cast<std::size_t>(std::atoi(first.c_str() + open + 1));
  if (number.size() < width) number.insert(0, width - number.size(), '0');
  const std::size_t rest = first.find(',', close);
  return first.substr(0, open) + number + first.substr(close + 1, rest == std::string::npos ? rest : rest - close - 1);
}

void refuse_shared_host_name() {
  const std::string daemon = daemon_number();
  if (daemon.empty() || daemon == "0") return;
  std::array<char, 256> own{};
  gethostname(own.data(), own.size() - 1);
  if (first_node(variable("OMPI_MCA_orte_node_regex")) != own.data()) return;
  if (variable("OMPI_COMM_WORLD_LOCAL_RANK") != "0") {
    // mpirun ends all when one of them ends, and the first has its line to print.
    std::this_thread::sleep_for(std::chrono::seconds(2));
    _exit(exit_usage);
  }
  fatal("MPI_Init", exit_usage,
        fmt::format("host name {} is that of this node and of the one where mpirun runs, must be another one on each "
                    "node (Open MPI takes nodes of one name for one node)",
                    own.data()));
}

}  // namespace stencil
