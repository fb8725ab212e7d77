// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/staged/gather_stages.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "models/values/canonical_nan.hpp"
#include "sim/app/json/json.hpp"

namespace stencil {
namespace {

// The kind of "f[12]" is "f".
std::string kind_of(const std::string& datum) {
  return datum.substr(0, datum.find('['));
}

Json bytes_json(const MovedBytes& moved) {
  return Json::array({moved.to_device, moved.from_device, moved.transfers});
}

Json mine_json(const StagedSolver& solver) {
  Json stages = Json::array();
  for (const StageTraffic& line : solver.ledger().stages()) {
    stages.push_back(Json::array({line.stage, kind_of(line.datum), bytes_json(line.moved)}));
  }
  Json data = Json::array();
  for (const DatumTraffic& line : solver.ledger().data()) {
    data.push_back(Json::array({kind_of(line.datum), bytes_json(line.moved), line.optimum_bytes}));
  }
  Json shares = Json::array();
  for (const StepShare& share : solver.shares()) {
    shares.push_back(
        Json::array({share.step, share.device_rows, share.host_rows, share.device_cycles, share.host_cycles}));
  }
  return {{"stages", stages}, {"data", data}, {"shares", shares}};
}

// On rank 0 one text per rank, elsewhere nothing.
std::vector<std::string> gather_texts(MPI_Comm communicator, const std::string& mine) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  const int length = static_cast<int>(mine.size());
  std::vector<int> lengths(static_cast<std::size_t>(ranks));
  MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, communicator);
  std::vector<int> places(lengths.size());
  for (std::size_t k = 1; k < places.size(); ++k) places[k] = places[k - 1] + lengths[k - 1];
  std::string all(rank == 0 ? static_cast<std::size_t>(places.back() + lengths.back()) : 0, ' ');
  MPI_Gatherv(mine.data(), length, MPI_CHAR, all.data(), lengths.data(), places.data(), MPI_CHAR, 0, communicator);
  std::vector<std::string> texts;
  if (rank != 0) return texts;
  for (std::size_t k = 0; k < lengths.size(); ++k) {
    texts.push_back(all.substr(static_cast<std::size_t>(places[k]), static_cast<std::size_t>(lengths[k])));
  }
  return texts;
}

template <typename Line>
void add_bytes(Line& line, const Json& moved) {
  line.bytes_to_device += moved[0].integer();
  line.bytes_from_device += moved[1].integer();
  line.transfers += moved[2].integer();
}

void add_stage(StagesReport& report, const Json& json) {
  const std::string stage = json[0].text();
  const std::string datum = json[1].text();
  auto found = std::find_if(report.stages.begin(), report.stages.end(),
                            [&](const StageBytes& line) { return line.stage == stage && line.datum == datum; });
  if (found == report.stages.end()) found = report.stages.insert(found, {stage, datum, 0, 0, 0});
  add_bytes(*found, json[2]);
}

void add_datum(StagesReport& report, const Json& json) {
  const std::string datum = json[0].text();
  auto found =
      std::find_if(report.data.begin(), report.data.end(), [&](const DatumBytes& line) { return line.datum == datum; });
  if (found == report.data.end()) found = report.data.insert(found, {datum, 0, 0, 0, 0});
  add_bytes(*found, json[1]);
  found->optimum_bytes += json[2].integer();
}

}  // namespace

std::vector<double> largest_changes(MPI_Comm communicator, const std::vector<double>& mine) {
  // Bits of non-negative numbers are ordered like the numbers.
  std::vector<std::uint64_t> bits;
  bits.reserve(mine.size());
  for (const double change : mine) bits.push_back(bits_of(change));
  MPI_Allreduce(MPI_IN_PLACE, bits.data(), static_cast<int>(bits.size()), MPI_UINT64_T, MPI_MAX, communicator);
  std::vector<double> largest;
  largest.reserve(bits.size());
  for (const std::uint64_t change : bits) largest.push_back(from_bits(change));
  return largest;
}

StagesReport gather_stages(MPI_Comm communicator, const Placement& placement, const StagedSolver& solver) {
  StagesReport report;
  report.place = describe(placement);
  report.sweeps_on_device = placement.sweep != Where::cpu;
  const std::vector<std::string> texts = gather_texts(communicator, mine_json(solver).dump());
  for (std::size_t rank = 0; rank < texts.size(); ++rank) {
    const Json json = Json::parse(texts[rank]);
    for (const Json& line : json["stages"]) add_stage(report, line);
    for (const Json& line : json["data"]) add_datum(report, line);
    for (const Json& share : json["shares"]) {
      report.shares.push_back({static_cast<std::int64_t>(rank), share[0].integer(), share[1].integer(),
                               share[2].integer(), share[3].integer(), share[4].integer()});
    }
  }
  report.norms = largest_changes(communicator, solver.norms());
  return report;
}

}  // namespace stencil
