// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/arrays/halo_exchange.hpp"

#include <mpi.h>

#include "vsda.h"

namespace stencil::bench {
namespace {

struct Neighbours {
  int rank = 0;
  int ranks = 0;
  Neighbours() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  }
  bool has_north() const { return rank > 0; }
  bool has_south() const { return rank < ranks - 1; }
};

}  // namespace

long local_doubles(const HaloShape& shape) {
  const Neighbours at;
  return shape.rows * shape.cols + ((at.has_north() ? 1 : 0) + (at.has_south() ? 1 : 0)) * shape.message_doubles();
}

HaloExchange hand_written(const HaloShape& shape, double* local) {
  const Neighbours at;
  const int count = static_cast<int>(shape.message_doubles());
  double* const owned = local + (at.has_north() ? count : 0);
  double* const beyond = owned + shape.rows * shape.cols;
  return {"Isend, Irecv, Waitall", [=] {
            MPI_Request requests[4];
            int posted = 0;
            if (at.has_north())
              MPI_Irecv(local, count, MPI_DOUBLE, at.rank - 1, 1, MPI_COMM_WORLD, &requests[posted++]);
            if (at.has_south())
              MPI_Irecv(beyond, count, MPI_DOUBLE, at.rank + 1, 1, MPI_COMM_WORLD, &requests[posted++]);
            if (at.has_north())
              MPI_Isend(owned, count, MPI_DOUBLE, at.rank - 1, 1, MPI_COMM_WORLD, &requests[posted++]);
            if (at.has_south())
              MPI_Isend(beyond - count, count, MPI_DOUBLE, at.rank + 1, 1, MPI_COMM_WORLD, &requests[posted++]);
            MPI_Waitall(posted, requests, MPI_STATUSES_IGNORE);
          }};
}

HaloExchange persistent(const HaloShape& shape, double* local) {
  struct Requests {
    std::vector<MPI_Request> all;
    ~Requests() {
      for (MPI_Request& request : all) MPI_Request_free(&request);
    }
  };
  const Neighbours at;
  const int count = static_cast<int>(shape.message_doubles());
  double* const owned = local + (at.has_north() ? count : 0);
  double* const beyond = owned + shape.rows * shape.cols;
  const auto made = std::make_shared<Requests>();
  const auto receive = [&](double* to, int peer) {
    made->all.emplace_back();
    MPI_Recv_init(to, count, MPI_DOUBLE, peer, 2, MPI_COMM_WORLD, &made->all.back());
  };
  const auto send = [&](double* from, int peer) {
    made->all.emplace_back();
    MPI_Send_init(from, count, MPI_DOUBLE, peer, 2, MPI_COMM_WORLD, &made->all.back());
  };
  if (at.has_north()) receive(local, at.rank - 1);
  if (at.has_south()) receive(beyond, at.rank + 1);
  if (at.has_north()) send(owned, at.rank - 1);
  if (at.has_south()) send(beyond - count, at.rank + 1);
  return {"MPI persistent requests", [made] {
            const int posted = static_cast<int>(made->all.size());
            MPI_Startall(posted, made->all.data());
            MPI_Waitall(posted, made->all.data(), MPI_STATUSES_IGNORE);
          }};
}

HaloExchange vsda(const HaloShape& shape, double* local) {
  const auto made = std::shared_ptr<VSDA>(new VSDA, [](VSDA* descriptor) {
    VSDA_Destroy(descriptor);
    delete descriptor;
  });
  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, shape.rows * Neighbours().ranks,
              shape.cols * static_cast<long>(sizeof(double)), shape.width, nullptr, nullptr, made.get());
  return {"VSDA", [made, local] {
            MPI_Request token[4];
            VSDA_Update_begin(made.get(), token, local);
            VSDA_Update_end(token);
          }};
}

}  // namespace stencil::bench
