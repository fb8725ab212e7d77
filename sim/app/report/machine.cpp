// SPDX-License-Identifier: Apache-2.0
#include "sim/app/report/machine.hpp"

namespace stencil {

Json rtl_json(const ReportMachine& machine) {
  if (!machine.rtl) return nullptr;
  const RtlSources& sources = *machine.rtl;
  Json files{std::vector<Json::Member>()};
  for (const RtlSource& file : sources.files) files.put(file.path, file.digest.substr(0, 16));
  return {{"digest", sources.digest}, {"files", files}};
}

Json digests_json(const ReportMachine& machine) {
  const std::vector<HandshakeDigests>& digests = machine.digests;
  if (digests.empty()) return nullptr;
  Json list = Json::array();
  for (std::size_t rank = 0; rank < digests.size(); ++rank) {
    list.push_back({{"rank", rank},
                    {"with_cycles", digests[rank].with_cycles},
                    {"without_cycles", digests[rank].without_cycles},
                    {"bursts", digests[rank].bursts}});
  }
  return list;
}

}  // namespace stencil
