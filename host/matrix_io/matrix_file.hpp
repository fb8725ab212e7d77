// Block-cyclic matrices in files: the text of PDLAWRITE and PDLAREAD (ScaLAPACK), and .npy.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "host/matrix_io/matrix.hpp"

namespace stencil {

// Every function is collective over matrix.comm. All ranks must call the same function with the same arguments, except
// lld and array; differences are refused.
// No rank holds the matrix, and no rank waits for another block by block: the ranks exchange slabs of about a million
// elements per rank, and each reads or writes its run of the slab at its place in the file.
//
// The file is the one that rank options.rank sees. All ranks that see it, on a shared file system, read or write it;
// the others send and receive their elements, in equally little memory.
//
// Errors: AgreedError on every rank with one text "PATH: line L: 'FOUND': ALLOWED"; status 2 for a bad file, path or
// argument, 3 where the system fails (disk full).
//
// A write is all or nothing: it goes to a temporary name beside the target (host/io/atomic_file.hpp), renamed at the
// end, so that an error leaves the old target untouched. An error of a read leaves the matrix untouched if path,
// header, shape or (.npy) length are wrong; a later one may leave it partly overwritten.
//
// All ranks read the same file (host/io/ranks/one_file.hpp), even if another replaces it meanwhile. Another file on a
// rank (an old copy) is refused, and so is a file that changes in place during the read.

// Limits of the memory of a rank, for any number of ranks, each >= 1. Beside `values` elements of a slab it needs
// messages of at most three times as many: once those of its run, twice those it owns
// (host/matrix_io/run_exchange.hpp). A buffer used again may be twice as long as needed; buffers for up to `values`
// elements are kept. Text is read in ranges; the shortest line, "1\n", needs 4 bytes of memory per byte of text, and as
// many in messages.
struct FileOptions {
  int rank = 0;                                         // the rank that must see the file; 0 <= rank < ranks
  std::int64_t values = std::int64_t{1} << 20;          // elements of a slab per rank: 8 MiB, 32 with messages
  std::int64_t text_bytes = std::int64_t{8} << 20;      // bytes of a text file that a rank reads at a time
  std::int64_t written_values = std::int64_t{1} << 16;  // elements formatted and written at a time: 2 MiB
};

// Writes the text format: a header line "M N", then the elements of the part column by column, one FORMAT(D30.18) per
// line, 31 bytes each. Byte for byte as PDLAWRITE (except for more than 2^31 - 1 rows or columns: see text_header).
void write_text_matrix(const std::string& path, const DistributedMatrix& matrix, const Submatrix& part,
                       const FileOptions& options = {});

// Reads the text format. The shape in the header must be at most that of matrix.layout, and exactly that many numbers
// must follow, one per line, each with its line end (host/matrix_io/text/text_records.hpp; CR LF and empty lines are
// accepted). As with PDLAREAD, a smaller matrix goes into the part that begins at (0, 0), and the rest does not change.
void read_text_matrix(const std::string& path, const DistributedMatrix& matrix, const FileOptions& options = {});

// Writes a version 1 .npy file of dtype '<f8' and shape (part.rows, part.cols) in Fortran order.
void write_npy_matrix(const std::string& path, const DistributedMatrix& matrix, const Submatrix& part,
                      const FileOptions& options = {});

// Reads .npy files of either order, version 1 or 2, dtype '<f8' and exactly the shape of the matrix. Keeps all bits.
void read_npy_matrix(const std::string& path, const DistributedMatrix& matrix, const FileOptions& options = {});

}  // namespace stencil
