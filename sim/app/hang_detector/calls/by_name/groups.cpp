// MPI's calls that make communicators of other origin than those that are watched, collective ones among neighbours,
// and those that wait for data of messages that count as received, or sent.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/calls/by_name/by_name.hpp"

STENCIL_BY_NAME(MPI_Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm), (comm, group, newcomm))
STENCIL_BY_NAME(MPI_Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* newcomm),
                (comm, group, tag, newcomm))
STENCIL_BY_NAME(MPI_Comm_dup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm), (comm, info, newcomm))
STENCIL_BY_NAME(MPI_Comm_accept, (const char* port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* newcomm),
                (port_name, info, root, comm, newcomm))
STENCIL_BY_NAME(MPI_Comm_connect, (const char* port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* newcomm),
                (port_name, info, root, comm, newcomm))
STENCIL_BY_NAME(MPI_Comm_join, (int fd, MPI_Comm* intercomm), (fd, intercomm))
STENCIL_BY_NAME(MPI_Comm_spawn,
                (const char* command, char* argv[], int maxprocs, MPI_Info info, int root, MPI_Comm comm,
                 MPI_Comm* intercomm, int array_of_errcodes[]),
                (command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes))
STENCIL_BY_NAME(MPI_Comm_spawn_multiple,
                (int count, char* array_of_commands[], char** array_of_argv[], const int array_of_maxprocs[],
                 const MPI_Info array_of_info[], int root, MPI_Comm comm, MPI_Comm* intercomm, int array_of_errcodes[]),
                (count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info, root, comm, intercomm,
                 array_of_errcodes))
STENCIL_BY_NAME(MPI_Intercomm_create,
                (MPI_Comm local_comm, int local_leader, MPI_Comm bridge_comm, int remote_leader, int tag,
                 MPI_Comm* newintercomm),
                (local_comm, local_leader, bridge_comm, remote_leader, tag, newintercomm))
STENCIL_BY_NAME(MPI_Intercomm_merge, (MPI_Comm intercomm, int high, MPI_Comm* newintercomm),
                (intercomm, high, newintercomm))
STENCIL_BY_NAME(MPI_Cart_sub, (MPI_Comm comm, const int remain_dims[], MPI_Comm* new_comm),
                (comm, remain_dims, new_comm))
STENCIL_BY_NAME(MPI_Graph_create,
                (MPI_Comm comm_old, int nnodes, const int index[], const int edges[], int reorder,
                 MPI_Comm* comm_graph),
                (comm_old, nnodes, index, edges, reorder, comm_graph))
STENCIL_BY_NAME(MPI_Dist_graph_create,
                (MPI_Comm comm_old, int n, const int nodes[], const int degrees[], const int targets[],
                 const int weights[], MPI_Info info, int reorder, MPI_Comm* newcomm),
                (comm_old, n, nodes, degrees, targets, weights, info, reorder, newcomm))
STENCIL_BY_NAME(MPI_Dist_graph_create_adjacent,
                (MPI_Comm comm_old, int indegree, const int sources[], const int sourceweights[], int outdegree,
                 const int destinations[], const int destweights[], MPI_Info info, int reorder,
                 MPI_Comm* comm_dist_graph),
                (comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder,
                 comm_dist_graph))
STENCIL_BY_NAME(MPI_Neighbor_allgather,
                (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                 MPI_Datatype recvtype, MPI_Comm comm),
                (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
STENCIL_BY_NAME(MPI_Neighbor_allgatherv,
                (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                 const int displs[], MPI_Datatype recvtype, MPI_Comm comm),
                (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))
STENCIL_BY_NAME(MPI_Neighbor_alltoall,
                (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                 MPI_Datatype recvtype, MPI_Comm comm),
                (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
STENCIL_BY_NAME(MPI_Neighbor_alltoallv,
                (const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void* recvbuf,
                 const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm),
                (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm))
STENCIL_BY_NAME(MPI_Neighbor_alltoallw,
                (const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                 void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                 MPI_Comm comm),
                (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm))
STENCIL_BY_NAME(MPI_Buffer_detach, (void* buffer, int* size), (buffer, size))
STENCIL_BY_NAME(MPI_Mrecv, (void* data, int count, MPI_Datatype type, MPI_Message* message, MPI_Status* status),
                (data, count, type, message, status))
