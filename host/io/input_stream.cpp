// SPDX-License-Identifier: Apache-2.0
#include "host/io/input_stream.hpp"

#include <algorithm>
#include <cstddef>

namespace stencil {

int InputStream::underflow() {
  constexpr std::int64_t piece_bytes = std::int64_t{1} << 16;
  const std::int64_t length = std::min(piece_bytes, file_.size_bytes() - next_bytes_);
  if (length <= 0) return std::streambuf::traits_type::eof();
  buffer_.resize(static_cast<std::size_t>(length));
  file_.read(next_bytes_, buffer_.data(), length, "its contents");
  next_bytes_ += length;
  setg(buffer_.data(), buffer_.data(), buffer_.data() + length);
  return std::streambuf::traits_type::to_int_type(buffer_.front());
}

}  // namespace stencil
