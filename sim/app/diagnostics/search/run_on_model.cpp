// The run once more on the model of the device, which tells its RTL from the host and the platform.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <optional>

#include "sim/app/diagnostics/search/run_capture.hpp"

namespace stencil {

// Collective. A wrong row of a run whose device changes between RTL and the model: where it is right in the run's own
// order on the model alone, it is not the fault of the host.
void RunCapture::judge_mixed(SecondRun& again, std::optional<WrongRow>& found) {
  using Component = WrongRow::Component;
  const bool may_be = found && (found->component == Component::blocking ||
                                found->component == Component::halo_exchange || found->component == Component::stages);
  int any = changes_devices_ && may_be ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, communicator_);
  if (any == 0) return;
  const bool is_right = is_right_on_model(again);
  if (!is_right || !may_be) return;
  found->component = Component::handover;
  found->detail +=
      "; the same run on the model alone is right: it comes of the RTL, or of the changes from RTL to the model and "
      "back";
}

// Collective. A wrong largest change: right on the model, it comes of the RTL, or of the pins that its register is read
// through; wrong there too, of the platform.
void RunCapture::judge_change(SecondRun& again, std::optional<WrongRow>& found) {
  const bool may_be = found && found->change_on_the_way;
  int any = accel_ == "rtl" && may_be ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, communicator_);
  if (any == 0) return;
  const auto nothing = [](std::int64_t) {};
  again.sweep(true, maker_on("model"), nothing, SecondRun::Order::one_by_one);
  bool is_right = true;
  agree(communicator_, [&] { is_right = !again.rows().wrong_result(); });
  again.end();
  if (!may_be) return;
  found->change_on_the_way = false;
  found->model_too = !is_right;
  found->detail += is_right
                       ? "; the model of the device gives the right one on the same platform, so it is the RTL, or "
                         "the pins that the register is read through (sim/device/pins)"
                       : "; the model of the device, which has no RTL, gives a wrong one too";
}

AcceleratorMaker RunCapture::maker_on(const std::string& accel) const {
  return [this, accel](AcceleratorOptions options) {
    options.accel = accel;
    options.between = nullptr;
    return maker_(options);
  };
}

// Collective: the run as it was made, on the model of the device alone.
bool RunCapture::is_right_on_model(SecondRun& again) {
  again.sweep(
      false, maker_on("model"), [](std::int64_t) {}, SecondRun::Order::as_the_run);
  const bool is_right = !again.wrong_result();
  again.end();
  return is_right;
}

}  // namespace stencil
