// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An output file that is either complete or as it was before.
//
//   open("x.mlir")          ==>  ./.amp-opt-1f2e.tmp is written
//   keep()                  ==>  flushed, synced, closed, renamed to x.mlir
//   destroyed, or a signal  ==>  the temporary is removed
//
// The new file takes the mode (and if permitted the owner) of the old file.
// Symbolic links are followed. Targets that are not regular files (a pipe,
// /dev/full, standard output) cannot be replaced and are written directly.
#ifndef LIB_SUPPORT_ATOMICOUTPUT_H
#define LIB_SUPPORT_ATOMICOUTPUT_H

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

namespace mlir::amp {

class AtomicOutput {
public:
  /// Opens `path`; "-" is standard output.
  static llvm::Expected<std::unique_ptr<AtomicOutput>>
  open(llvm::StringRef path);
  ~AtomicOutput();

  llvm::raw_ostream &os() { return *stream; }
  /// Returns the stream of the temporary, which can seek, or null when the
  /// target is written directly.
  llvm::raw_fd_ostream *seekable() {
    return temporary.empty() ? nullptr : stream;
  }
  /// Publishes the output. `isSynced` waits for the disk, for files that must
  /// survive a crash of the machine.
  llvm::Error keep(bool isSynced = true);

private:
  explicit AtomicOutput(llvm::StringRef path) : path(path) {}
  std::error_code openDirectly(llvm::StringRef target);
  std::error_code openTemporary(llvm::StringRef target);

  std::string path;      // as the user wrote it
  std::string target;    // the temporary is renamed to it
  std::string temporary; // empty when the target is written directly
  int fd = -1;
  bool isClosed = false;
  std::unique_ptr<llvm::raw_fd_ostream> owned;
  llvm::raw_fd_ostream *stream = nullptr;
};

} // namespace mlir::amp

#endif // LIB_SUPPORT_ATOMICOUTPUT_H
