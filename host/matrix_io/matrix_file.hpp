// Block-cyclic matrices in files: the text of PDLAWRITE and PDLAREAD (ScaLAPACK), and .npy.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "host/matrix_io/matrix.hpp"

namespace stencil {

// Every function is collective over matrix.comm and takes the same arguments on all ranks, but for lld and array; ranks
// that mean different things, another function too, are refused.
// Each rank moves its share; no rank holds the matrix, and nobody waits for anyone block by block: slabs of some
// million elements a rank are exchanged and then written or read at their place.
//
// The file is the one that rank options.rank sees. Where all ranks see it, on a file system they share, all read or
// write; ranks on whose machine nothing of that name is to be seen send and receive what is theirs, in as little
// memory.
//
// Errors: AgreedError on every rank with one text "PATH: line L: 'FOUND': what is allowed"; status 2 for a bad file,
// path or argument, 3 where the system fails (disk full). Files are text of any machine, or little-endian .npy.
//
// Writing is all or nothing: under a temporary name beside the target (host/io/atomic_file.hpp), renamed at the end;
// after an error what stood at the target before is untouched. After an error of reading, the matrix is untouched if
// path, header, shape or (.npy) length are wrong, and partly overwritten where something was found later.
//
// All ranks read one and the same file (host/io/one_file.hpp), whoever replaces it meanwhile: another file on a rank,
// as a copy of long ago, is refused, and so is one that was changed in place while it was read.

// What a rank holds at once, however many ranks there are. Beside `values` elements of a slab it needs messages of at
// most three times as many: one for those of its run, two for those it owns (host/matrix_io/run_exchange.hpp). Buffers
// used again may be twice as long as needed, and as much as `values` elements is kept. Text is read in ranges; the
// shortest line, "1\n", makes 4 bytes of memory for a byte of it, and as much in messages.
struct FileOptions {
  int rank = 0;                                         // that surely sees the file; 0 <= rank < ranks
  std::int64_t values = std::int64_t{1} << 20;          // of a slab on one rank: 8 MiB, 32 with messages
  std::int64_t text_bytes = std::int64_t{8} << 20;      // of a text file, read by one rank at a time
  std::int64_t written_values = std::int64_t{1} << 16;  // formatted and written at a time: 2 MiB
};

// The text format: a header line "M N", then the elements of the part, column after column, one FORMAT(D30.18) a line,
// 31 bytes each. What PDLAWRITE writes, byte for byte (matrices beyond 32-bit counts: see text_header).
void write_text_matrix(const std::string& path, const DistributedMatrix& matrix, const Submatrix& part,
                       const FileOptions& options = {});

// The header must say at most matrix.layout's shape, and exactly so many numbers must follow, one a line, each with its
// line end (host/matrix_io/text/text_records.hpp; CR LF line ends and empty lines are accepted). A smaller matrix goes
// into the upper left part, as with PDLAREAD, and the rest stays as it was.
void read_text_matrix(const std::string& path, const DistributedMatrix& matrix, const FileOptions& options = {});

// A version 1 .npy file of dtype '<f8' and shape (rows, cols) in Fortran order.
void write_npy_matrix(const std::string& path, const DistributedMatrix& matrix, const Submatrix& part,
                      const FileOptions& options = {});

// Either order, versions 1 and 2, dtype '<f8', shape exactly that of the matrix. Bits are unchanged, NaNs too.
void read_npy_matrix(const std::string& path, const DistributedMatrix& matrix, const FileOptions& options = {});

}  // namespace stencil
