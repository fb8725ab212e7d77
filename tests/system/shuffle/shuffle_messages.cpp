// Preloaded into an MPI program, it makes messages leave and arrive in another legal order, chosen by a seed.
// SPDX-License-Identifier: Apache-2.0
//
// SHUFFLE_SEED=N    the seed; each rank derives another one from it. If it is not set, nothing is changed.
// SHUFFLE_LOG=PATH  MPI_Finalize writes PATH.RANK: "rank R pid P sends S moved M completions C chosen D". M of S
//                   messages left before one that was sent earlier; D of C waits for any message did not take the
//                   first in the list.
//
// MPI_Isend only stores the message; the next call that may wait sends all stored ones, those to one rank with one tag
// in the order of MPI_Isend, as MPI demands. Ranks are delayed by up to half a millisecond at random.
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <numeric>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

namespace {

constexpr int longest_delay_us = 500;

struct Kept {
  MPI_Request request;
  MPI_Comm comm;
  int target;
  int tag;

  bool must_follow(const Kept& earlier) const {
    return comm == earlier.comm && target == earlier.target && tag == earlier.tag;
  }
};

class Shuffler {
 public:
  bool on() {
    const std::lock_guard<std::mutex> lock(mutex_);
    begin();
    return on_;
  }

  void keep(const Kept& message) {
    const std::lock_guard<std::mutex> lock(mutex_);
    kept_.push_back(message);
    persistent_.insert(message.request);
    ++sends_;
  }

  int release() {
    const std::lock_guard<std::mutex> lock(mutex_);
    begin();
    while (!kept_.empty()) {
      std::vector<std::size_t> free;
      for (std::size_t i = 0; i < kept_.size(); ++i) {
        const bool follows = std::any_of(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(i),
                                         [&](const Kept& earlier) { return kept_[i].must_follow(earlier); });
        if (!follows) free.push_back(i);
      }
      const std::size_t chosen = free[below(free.size())];
      if (chosen != 0) ++moved_;
      Kept message = kept_[chosen];
      kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(chosen));
      pause();
      if (const int code = PMPI_Start(&message.request); code != MPI_SUCCESS) return code;
    }
    return MPI_SUCCESS;
  }

  // Called before anything that may wait.
  int step() {
    if (!on()) return MPI_SUCCESS;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      pause();
    }
    return release();
  }

  // A message that has left: its request ends as that of MPI_Isend does.
  void ended(MPI_Request* request) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (persistent_.erase(*request) != 0) PMPI_Request_free(request);
  }

  std::vector<int> order(int count) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<int> indices(static_cast<std::size_t>(count));
    std::iota(indices.begin(), indices.end(), 0);
    std::shuffle(indices.begin(), indices.end(), random_);
    return indices;
  }

  void completed(bool first) {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++completions_;
    if (!first) ++chosen_;
  }

  void write_log() {
    const char* prefix = std::getenv("SHUFFLE_LOG");
    if (prefix == nullptr) return;
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::FILE* file = std::fopen((std::string(prefix) + "." + std::to_string(rank)).c_str(), "w");
    if (file == nullptr) return;
    std::fprintf(file, "rank %d pid %ld sends %ld moved %ld completions %ld chosen %ld\n", rank,
                 static_cast<long>(getpid()), sends_, moved_, completions_, chosen_);
    std::fclose(file);
  }

 private:
  void begin() {
    if (begun_) return;
    begun_ = true;
    const char* seed = std::getenv("SHUFFLE_SEED");
    on_ = seed != nullptr;
    if (!on_) return;
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::seed_seq both{std::strtoul(seed, nullptr, 10), static_cast<unsigned long>(rank)};
    random_.seed(both);
  }
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
  void pause() { usleep(static_cast<useconds_t>(below(longest_delay_us))); }

  std::mutex mutex_;
  bool begun_ = false;
  bool on_ = false;
  std::mt19937_64 random_;
  std::vector<Kept> kept_;
  std::unordered_set<MPI_Request> persistent_;
  long sends_ = 0, moved_ = 0, completions_ = 0, chosen_ = 0;
};

Shuffler& shuffler() {
  static auto* const one = new Shuffler;
  return *one;
}

#define STEP \
  if (const int code = shuffler().step(); code != MPI_SUCCESS) return code

}  // namespace

extern "C" {

int MPI_Isend(const void* from, int count, MPI_Datatype type, int target, int tag, MPI_Comm comm,
              MPI_Request* request) {
  if (!shuffler().on()) return PMPI_Isend(from, count, type, target, tag, comm, request);
  const int code = PMPI_Send_init(from, count, type, target, tag, comm, request);
  if (code == MPI_SUCCESS) shuffler().keep({*request, comm, target, tag});
  return code;
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  STEP;
  const int code = PMPI_Wait(request, status);
  shuffler().ended(request);
  return code;
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  STEP;
  const int code = PMPI_Waitall(count, requests, statuses);
  for (int i = 0; i < count; ++i) shuffler().ended(&requests[i]);
  return code;
}

// Chooses any of the completed messages.
int MPI_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
  STEP;
  const bool none =
      std::all_of(requests, requests + count, [](MPI_Request request) { return request == MPI_REQUEST_NULL; });
  if (!shuffler().on() || none) return PMPI_Waitany(count, requests, index, status);
  for (;;) {
    for (const int i : shuffler().order(count)) {
      if (requests[i] == MPI_REQUEST_NULL) continue;
      const bool first =
          std::all_of(requests, requests + i, [](MPI_Request request) { return request == MPI_REQUEST_NULL; });
      int done = 0;
      const int code = PMPI_Test(&requests[i], &done, status);
      if (code == MPI_SUCCESS && done == 0) continue;
      shuffler().ended(&requests[i]);
      shuffler().completed(first);
      *index = i;
      return code;
    }
  }
}

int MPI_Test(MPI_Request* request, int* done, MPI_Status* status) {
  STEP;
  const int code = PMPI_Test(request, done, status);
  if (*done != 0) shuffler().ended(request);
  return code;
}

int MPI_Send(const void* from, int count, MPI_Datatype type, int target, int tag, MPI_Comm comm) {
  STEP;
  return PMPI_Send(from, count, type, target, tag, comm);
}
int MPI_Recv(void* to, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status* status) {
  STEP;
  return PMPI_Recv(to, count, type, source, tag, comm, status);
}
int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  STEP;
  return PMPI_Probe(source, tag, comm, status);
}
int MPI_Barrier(MPI_Comm comm) {
  STEP;
  return PMPI_Barrier(comm);
}
int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  STEP;
  return PMPI_Bcast(data, count, type, root, comm);
}
int MPI_Reduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  STEP;
  return PMPI_Reduce(from, to, count, type, op, root, comm);
}
int MPI_Allreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  STEP;
  return PMPI_Allreduce(from, to, count, type, op, comm);
}
int MPI_Gather(const void* from, int count, MPI_Datatype type, void* to, int each, MPI_Datatype to_type, int root,
               MPI_Comm comm) {
  STEP;
  return PMPI_Gather(from, count, type, to, each, to_type, root, comm);
}
int MPI_Gatherv(const void* from, int count, MPI_Datatype type, void* to, const int counts[], const int offsets[],
                MPI_Datatype to_type, int root, MPI_Comm comm) {
  STEP;
  return PMPI_Gatherv(from, count, type, to, counts, offsets, to_type, root, comm);
}
int MPI_Allgather(const void* from, int count, MPI_Datatype type, void* to, int each, MPI_Datatype to_type,
                  MPI_Comm comm) {
  STEP;
  return PMPI_Allgather(from, count, type, to, each, to_type, comm);
}
int MPI_Exscan(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  STEP;
  return PMPI_Exscan(from, to, count, type, op, comm);
}
int MPI_Finalize() {
  STEP;
  shuffler().write_log();
  return PMPI_Finalize();
}

}  // extern "C"
