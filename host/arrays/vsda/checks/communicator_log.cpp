// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/checks/communicator_log.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "host/arrays/vsda/checks/collective_calls.hpp"
#include "host/arrays/vsda/checks/paranoid.hpp"
#include "host/base/errors.hpp"
#include "host/mpi/check.hpp"
#include "host/mpi/communicators/comm_attribute.hpp"
#include "host/mpi/fatal.hpp"

namespace stencil {
namespace {

struct CommunicatorLog {
  CommunicatorLog() = default;
  // Called by MPI_Comm_free, and for MPI_COMM_WORLD by MPI_Finalize, after finish_operation_logs().
  // NOLINTNEXTLINE(bugprone-exception-escape): without memory for its text the program ends as well.
  ~CommunicatorLog() {
    if (log == nullptr || log->has_left()) return;
    const std::string wrong = log->leave();
    if (!wrong.empty()) fatal("MPI_Comm_free", exit_usage, wrong);
  }
  CommunicatorLog(const CommunicatorLog&) = delete;
  CommunicatorLog& operator=(const CommunicatorLog&) = delete;

  std::shared_ptr<OperationLog> log;
};

struct AllLogs {
  std::mutex mutex;
  std::vector<std::weak_ptr<OperationLog>> logs;
};

// Never destroyed, like the token registry.
AllLogs& all_logs() {
  static auto* const all = new AllLogs;
  return *all;
}

std::vector<std::shared_ptr<OperationLog>> live_logs() {
  AllLogs& all = all_logs();
  const std::lock_guard<std::mutex> lock(all.mutex);
  std::vector<std::shared_ptr<OperationLog>> logs;
  for (const std::weak_ptr<OperationLog>& kept : all.logs) {
    if (auto log = kept.lock(); log != nullptr && !log->has_left()) logs.push_back(std::move(log));
  }
  return logs;
}

}  // namespace

std::shared_ptr<OperationLog> operation_log(MPI_Comm comm) {
  if (!is_paranoid()) return nullptr;
  paranoid_seconds();  // refuses a wrong value before anything waits
  AllLogs& all = all_logs();
  const std::lock_guard<std::mutex> lock(all.mutex);
  CommunicatorLog& of_comm = attribute_of<CommunicatorLog>(comm);
  if (of_comm.log != nullptr) return of_comm.log;
  of_comm.log = std::make_shared<OperationLog>(comm);
  all.logs.erase(std::remove_if(all.logs.begin(), all.logs.end(), [](const auto& kept) { return kept.expired(); }),
                 all.logs.end());
  all.logs.push_back(of_comm.log);
  return of_comm.log;
}

void begin_collective(MPI_Comm comm, const char* call, bool waits_for_all) {
  if (comm != MPI_COMM_WORLD) return;
  const std::int64_t number = count_collective_call();
  if (!waits_for_all) return;
  for (const auto& log : live_logs()) log->enter(call, number);
}

namespace {

// A rank that has nothing wrong waits for those that may have, a second at most: some may run without STENCIL_PARANOID.
// mpiexec of Open MPI 4.1.4 can hang, after all ranks have gone, where ranks end while others are within MPI_Finalize.
void meet_before_finalize(const std::vector<std::shared_ptr<OperationLog>>& logs) {
  std::vector<MPI_Request> requests;
  requests.reserve(logs.size());
  for (const auto& log : logs) requests.push_back(log->meet());
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  for (int done = 0; std::chrono::steady_clock::now() < end;) {
    check_mpi(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE),
              "MPI_Testall");
    if (done != 0) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

std::string finish_operation_logs() {
  const std::vector<std::shared_ptr<OperationLog>> logs = live_logs();
  for (const auto& log : logs) log->announce();
  for (const auto& log : logs) {
    std::string wrong = log->finish();
    if (!wrong.empty()) return wrong;
  }
  meet_before_finalize(logs);
  return "";
}

}  // namespace stencil
