// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/capsule_file.hpp"

#include <fmt/core.h>
#include <zstd.h>

#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>

#include "host/base/errors.hpp"
#include "host/io/output_file.hpp"
#include "sim/app/capsule/capsule_head.hpp"
#include "sim/app/json/json_file.hpp"
#include "sim/app/json/utf8.hpp"

namespace stencil {
namespace {

constexpr const char* family = "stencil-cosim/capsule/";
constexpr const char* schema = "stencil-cosim/capsule/1";
constexpr std::size_t length_bytes = 8;
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "values are written as they lie in memory");

// visit(vector) for all values, in the order of the file.
template <class SomeCapsule, class Visit>
void for_each_value_list(SomeCapsule& capsule, const Visit& visit) {
  for (auto& part : capsule.contents) visit(part.words);
  for (auto& call : capsule.calls) {
    visit(call.data);
    visit(call.expected);
  }
}

std::string packed(const Capsule& capsule) {
  const std::string head = capsule_head(capsule).dump();
  std::uint64_t length = head.size();
  std::string plain(reinterpret_cast<const char*>(&length), length_bytes);
  plain += head;
  for_each_value_list(capsule, [&](const std::vector<double>& values) {
    plain.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  });
  return plain;
}

std::string compressed(const std::string& plain) {
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), ZSTD_freeCCtx);
  if (!context) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::string frame(ZSTD_compressBound(plain.size()), '\0');
  const std::size_t size = ZSTD_compress2(context.get(), frame.data(), frame.size(), plain.data(), plain.size());
  if (ZSTD_isError(size)) throw std::runtime_error(fmt::format("zstd: {}", ZSTD_getErrorName(size)));
  frame.resize(size);
  return frame;
}

// Throws JsonError.
std::string decompressed(const char* frame, std::size_t size) {
  const unsigned long long length = ZSTD_getFrameContentSize(frame, size);
  if (length == ZSTD_CONTENTSIZE_ERROR || length == ZSTD_CONTENTSIZE_UNKNOWN)
    throw JsonError("no whole Zstandard frame");
  // A frame of zeros shrinks by four orders of magnitude; more is not to be had.
  if (length / 100000 > size) throw JsonError(fmt::format("{} bytes in {} are not to be had", length, size));
  std::string plain(length, '\0');
  const std::size_t got = ZSTD_decompress(plain.data(), plain.size(), frame, size);
  if (ZSTD_isError(got)) throw JsonError(ZSTD_getErrorName(got));
  if (got != length) throw JsonError(fmt::format("{} bytes, must be {}", got, length));
  return plain;
}

Capsule unpacked(const std::string& plain) {
  std::uint64_t length = 0;
  if (plain.size() < length_bytes) throw JsonError("no head");
  std::memcpy(&length, plain.data(), length_bytes);
  if (length > plain.size() - length_bytes) throw JsonError("its head is cut off");
  const std::size_t values_at = length_bytes + static_cast<std::size_t>(length);
  const Json head = Json::parse(plain.substr(length_bytes, static_cast<std::size_t>(length)));
  // Lengths are checked before memory is taken for them.
  std::size_t words = 0;
  const std::size_t there = (plain.size() - values_at) / sizeof(double);
  const auto add = [&](const Json& part, bool twice) {
    const std::int64_t more = part["words"].integer();
    if (more < 0 || static_cast<std::uint64_t>(more) > there)
      throw JsonError(fmt::format("words is {}, the file has {}", more, there));
    words += static_cast<std::size_t>(more) * (twice ? 2 : 1);
  };
  for (const Json& part : head["contents"]) add(part, false);
  for (const Json& call : head["calls"]) {
    if (call.contains("words")) add(call, call.contains("expected") && call["expected"].boolean());
  }
  if (values_at + words * sizeof(double) != plain.size())
    throw JsonError(
        fmt::format("has {} bytes of values, must have {}", plain.size() - values_at, words * sizeof(double)));
  Capsule capsule = capsule_of_head(head);
  const char* at = plain.data() + values_at;
  for_each_value_list(capsule, [&](std::vector<double>& values) {
    if (!values.empty()) std::memcpy(values.data(), at, values.size() * sizeof(double));
    at += values.size() * sizeof(double);
  });
  return capsule;
}

}  // namespace

void write_capsule(const Capsule& capsule, const std::string& path) {
  write_output(path, std::string(schema) + "\n" + compressed(packed(capsule)));
}

Capsule read_capsule(const std::string& path) {
  const std::string where = one_line(path);
  const std::string text = file_text("capsule", path);
  const std::string line = text.substr(0, text.find('\n'));
  if (line.size() > 64 || line.rfind(family, 0) != 0)
    throw ArgumentError(fmt::format("{}: is no capsule (its first line is not {})", where, schema));
  if (line != schema)
    throw ArgumentError(fmt::format("{}: schema is '{}', this program reads {}", where, one_line(line), schema));
  const std::size_t at = line.size() + 1;
  try {
    if (text.size() <= at) throw JsonError("nothing follows its first line");
    return unpacked(decompressed(text.data() + at, text.size() - at));
  } catch (const JsonError& error) {
    throw ArgumentError(fmt::format("{}: is damaged or cut off: {}", where, one_line(error.what())));
  } catch (const std::bad_alloc&) {
    throw ArgumentError(fmt::format("{}: needs more memory than there is", where));
  }
}

}  // namespace stencil
