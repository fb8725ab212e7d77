// SPDX-License-Identifier: Apache-2.0
#include "host/io/npy.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <stdexcept>
#include <vector>

#include "host/base/errors.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil::npy_test {
namespace {

using testing_support::read_text;
using testing_support::ScratchDirectory;
using testing_support::write_text;

std::string npy_bytes(const std::string& dictionary, const std::vector<double>& values, int version = 1) {
  std::string bytes("\x93NUMPY", 6);
  bytes.push_back(static_cast<char>(version));
  bytes.push_back('\0');
  for (int byte = 0; byte < (version == 1 ? 2 : 4); ++byte) {
    bytes.push_back(static_cast<char>(dictionary.size() >> (8 * byte) & 0xff));
  }
  bytes += dictionary;
  std::string data(values.size() * sizeof(double), '\0');
  std::memcpy(data.data(), values.data(), data.size());
  return bytes + data;
}

const char good_dictionary[] = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }\n";
const std::vector<double> six{1, 2, 3, 4, 5, 6};

std::string refusal(const std::string& path) {
  return test::refusal([&] { inspect_npy(path); });
}

TEST(Npy, WritesTheExactBytesOfTheFormat) {
  const ScratchDirectory scratch;
  NpyWriter writer(scratch / "a.npy", 2, 3);
  writer.append_rows(six.data(), 1);
  writer.append_rows(six.data() + 3, 1);
  writer.commit();
  const std::string bytes = read_text(scratch / "a.npy");
  std::string dictionary = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }";
  dictionary.resize(117, ' ');
  EXPECT_EQ(bytes, npy_bytes(dictionary + "\n", six));
  EXPECT_EQ((bytes.size() - 48) % 64, 0u);
}

TEST(Npy, RoundTripKeepsEveryBitByRowRanges) {
  const ScratchDirectory scratch;
  const std::vector<std::uint64_t> patterns{0x8000000000000000u, 0x0000000000000001u, 0x7ff0000000000000u,
                                            0xfff0000000000000u, 0x7ff8000000000123u, 0xfff4000000000001u,
                                            0x000fffffffffffffu, 0x3ff0000000000000u, 0xffffffffffffffffu};
  std::vector<double> values(9);
  std::memcpy(values.data(), patterns.data(), 72);
  NpyWriter writer(scratch / "bits.npy", 3, 3);
  writer.append_rows(values.data(), 3);
  writer.commit();
  const NpyInfo info = inspect_npy(scratch / "bits.npy");
  EXPECT_EQ(info.rows, 3);
  EXPECT_EQ(info.cols, 3);
  std::vector<double> back(9);
  read_npy_rows(info, 1, 2, back.data() + 3);
  read_npy_rows(info, 0, 1, back.data());
  read_npy_rows(info, 3, 0, nullptr);
  EXPECT_EQ(std::memcmp(back.data(), patterns.data(), 72), 0);
}

TEST(Npy, ReadsBothVersions) {
  const ScratchDirectory scratch;
  for (const int version : {1, 2}) {
    write_text(scratch / "v.npy", npy_bytes(good_dictionary, six, version));
    const NpyInfo info = inspect_npy(scratch / "v.npy");
    EXPECT_EQ(info.version, version);
    std::vector<double> back(6);
    read_npy_rows(info, 0, 2, back.data());
    EXPECT_EQ(back, six);
  }
}

TEST(Npy, RefusesFilesItCannotMean) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "x.npy";
  EXPECT_EQ(refusal(path), path + ": cannot be opened: No such file or directory");
  EXPECT_EQ(refusal(scratch.path()), scratch.path() + ": not a regular file");
  const std::string good = npy_bytes(good_dictionary, six);
  const auto with = [&](const std::string& bytes) {
    write_text(path, bytes);
    const std::string text = refusal(path);
    return text.rfind(path + ": ", 0) == 0 ? text.substr(path.size() + 2) : text;
  };
  EXPECT_EQ(with(good), "accepted");
  EXPECT_EQ(with(""), "not a .npy file, it does not begin with \\x93NUMPY");
  EXPECT_EQ(with("PK\3\4 this is a zip"), "not a .npy file, it does not begin with \\x93NUMPY");
  EXPECT_EQ(with(good.substr(0, 7)), "cut short, it ends inside the format version");
  EXPECT_EQ(with(good.substr(0, 9)), "cut short, it ends inside the header");
  EXPECT_EQ(with(good.substr(0, 30)), "cut short, it ends inside the header");
  EXPECT_EQ(with(npy_bytes(good_dictionary, six, 3)), ".npy format version 3.0, must be 1.0 or 2.0");
  EXPECT_EQ(with(good.substr(0, good.size() - 1)), "cut short, 117 bytes where shape (2, 3) needs exactly 118");
  EXPECT_EQ(with(good + "x"), "longer than it should be, 119 bytes where shape (2, 3) needs exactly 118");
  EXPECT_EQ(with(npy_bytes("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", six)),
            "dtype is <f4, must be <f8 (little-endian binary64)");
  EXPECT_EQ(with(npy_bytes("{'descr': '>f8', 'fortran_order': False, 'shape': (2, 3), }", six)),
            "dtype is >f8, must be <f8 (little-endian binary64)");
  EXPECT_EQ(with(npy_bytes("{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }", six)),
            "Fortran order (column-major), must be C order (row-major)");
  EXPECT_EQ(with(npy_bytes("{'descr': '<f8', 'fortran_order': False, 'shape': (6,), }", six)),
            "1 dimensions, shape (6), must be 2: (rows, cols)");
  EXPECT_EQ(with(npy_bytes("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2, 3), }", six)),
            "3 dimensions, shape (1, 2, 3), must be 2: (rows, cols)");
  EXPECT_EQ(with(npy_bytes("{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", six)),
            "shape (4294967296, 4294967296) is larger than any file");
  EXPECT_EQ(with(npy_bytes("nonsense", six)), "damaged .npy header: '{' expected at byte 0 of the header text");
  std::string long_header = npy_bytes(good_dictionary, six, 2);
  long_header[11] = '\x7f';
  EXPECT_EQ(with(long_header), ".npy header of 2130706492 bytes, must be at most 1048576");
}

TEST(Npy, TakesFortranOrderWhereTheCallerAsksForEither) {
  const ScratchDirectory scratch;
  write_text(scratch / "f.npy", npy_bytes("{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }", six));
  EXPECT_TRUE(inspect_npy(scratch / "f.npy", NpyOrders::c_and_fortran).fortran_order);
  write_text(scratch / "c.npy", npy_bytes(good_dictionary, six));
  EXPECT_FALSE(inspect_npy(scratch / "c.npy", NpyOrders::c_and_fortran).fortran_order);
}

TEST(Npy, RefusesTheWrongShapeAndRowsOutsideTheArray) {
  const ScratchDirectory scratch;
  write_text(scratch / "x.npy", npy_bytes(good_dictionary, six));
  const NpyInfo info = inspect_npy(scratch / "x.npy");
  EXPECT_NO_THROW(require_npy_shape(info, 2, 3));
  try {
    require_npy_shape(info, 3, 2);
    FAIL() << "accepted";
  } catch (const ArgumentError& error) {
    EXPECT_EQ(error.what(), (scratch / "x.npy") + ": shape is (2, 3), must be (3, 2)");
  }
  std::vector<double> back(6);
  EXPECT_THROW(read_npy_rows(info, 1, 2, back.data()), ArgumentError);
  EXPECT_THROW(read_npy_rows(info, -1, 1, back.data()), ArgumentError);
  EXPECT_THROW(read_npy_rows(info, 1, std::numeric_limits<std::int64_t>::max(), back.data()), ArgumentError);
}

TEST(Npy, AFileThatShrinksUnderTheReaderIsNoticed) {
  const ScratchDirectory scratch;
  const std::string good = npy_bytes(good_dictionary, six);
  write_text(scratch / "x.npy", good);
  const NpyInfo info = inspect_npy(scratch / "x.npy");
  write_text(scratch / "x.npy", good.substr(0, good.size() - 8));
  std::vector<double> back(6);
  EXPECT_NO_THROW(read_npy_rows(info, 0, 1, back.data()));
  EXPECT_THROW(read_npy_rows(info, 1, 1, back.data()), ArgumentError);
}

TEST(NpyWriter, LeavesNothingWithoutCommitAndRefusesMissingRows) {
  const ScratchDirectory scratch;
  {
    NpyWriter writer(scratch / "a.npy", 2, 3);
    writer.append_rows(six.data(), 1);
    EXPECT_THROW(writer.commit(), std::logic_error);
    EXPECT_THROW(writer.append_rows(six.data(), 2), std::logic_error);
  }
  EXPECT_TRUE(scratch.entries().empty());
}

}  // namespace
}  // namespace stencil::npy_test
