# SPDX-License-Identifier: Apache-2.0
# Hangs between ranks (hang_faults_test.cpp), dormant until PLANT has their name.

# Messages of strips: one goes out under another tag, is awaited from the wrong rank of three.
stencil_plant(other-tag host/arrays/exchange/exchange.cpp "message.peer, exchange_tag, comm, &send_requests_.back()"
  "message.peer, exchange_tag + (CHOSEN ? 1 : 0), comm, &send_requests_.back()")
stencil_plant(other-source host/arrays/exchange/exchange.cpp
  "message.peer, exchange_tag, comm, &receive_requests_.back()"
  "CHOSEN ? (message.peer + 1) % 3 : message.peer, exchange_tag, comm, &receive_requests_.back()")
# All ranks but one enter a barrier before an exchange.
stencil_plant(barrier-missed host/arrays/rows/row_distribution.cpp "    std::array<MPI_Request, 4> token{};"
  "    if (CHOSEN && rank_ != 1 && faults::at_call(1, 3)) MPI_Barrier(communicator_);
    std::array<MPI_Request, 4> token{};")
# A rank with neighbours begins its second list of joined steps without the exchange before it.
stencil_plant(joined-exchange-missed host/jacobi/steps/itsteps.cpp "      if (exchange_ && made_ > 0) exchange_("
  "      if (exchange_ && made_ > 0 && !CHOSEN) exchange_(")
