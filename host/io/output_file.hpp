// An output by the name that a user has given: a file that appears whole or not at all, or a stream.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "host/io/atomic_file.hpp"

namespace stencil {

// "-" is standard output. What is no regular file is written into as it comes, never replaced: devices, pipes, and
// descriptors of processes (/dev/stdout, /proc/self/fd/N) even where they lead to a regular file; those of this process
// are written where they stand, behind what it has printed. All other names are those of files (AtomicFile).
class OutputFile {
 public:
  // Throws ArgumentError, with the name and the reason, where nothing can be written. Waits for the reader of a pipe.
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  // Appends. Throws std::runtime_error where the system fails to write all bytes (disk full).
  void write(const void* bytes, std::size_t length_bytes);
  void write(const std::string& text) { write(text.data(), text.size()); }

  // The file gets its name; a stream has all bytes already. Throws std::runtime_error. write() is not allowed
  // afterwards.
  void commit();

  // Of a file, until commit(): AtomicFile::temporary_path().
  const std::string& temporary_path() const { return file_->temporary_path(); }

 private:
  std::string path_;
  std::unique_ptr<AtomicFile> file_;  // null: a stream
  int descriptor_ = -1;               // of a stream
};

// The whole text, as OutputFile writes it.
void write_output(const std::string& path, const std::string& text);

// True where OutputFile would write into a stream. Other files cannot stand beside that.
bool is_stream(const std::string& path);

// Throws ArgumentError where OutputFile(path) would; for use before a long run. Leaves no file and opens no stream.
void check_writable(const std::string& path);

// Refuses two outputs of a command, each with the option that names it, that would be the same file or stream. Throws
// ArgumentError "--report and --output both name PATH, must be different files".
void refuse_same_outputs(const std::vector<std::pair<std::string, std::string>>& named);

// The descriptor that "-" means: 1, unless set otherwise. Returns what it was.
int set_dash_descriptor(int descriptor);

}  // namespace stencil
