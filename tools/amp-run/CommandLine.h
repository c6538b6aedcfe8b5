// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AMP_RUN_COMMANDLINE_H
#define AMP_RUN_COMMANDLINE_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::amp::runner {

struct CommandLine {
  std::string module, entry;
  std::string other;        // what --check compares with; empty: none
  bool checks;              // a device, with this processor
  double bound;             // of --check; 0: by the narrowest type
  std::string inputs;       // empty: none
  std::string outputs;      // empty: none
  std::string history;      // empty: none
  std::string ranges;       // empty: none
  std::string device;       // as amprt_open names it; empty: this processor
  std::string chip;         // of the device; empty: its own
  std::string products;     // of the device: own or cublaslt
  std::string convolutions; // of the device: own or cudnn
  std::string attention;    // of the device: fused or separate
  std::string object;       // to write instead of running; empty: none
  std::string reads;        // of amp-run trace; empty: none
  std::vector<std::string> kept;
  std::optional<uint64_t> steps;
  uint64_t repeats, seed;
  bool statesInPlace;      // on the device
  std::string savedInputs; ///< what generated arguments are written into
  std::string cache;       // folder of lowered steps; empty: none
  bool timesKernels;       // of the device, one by one
  bool generates, measuresTime, prints;
  unsigned maxNesting;
};

/// None, and an error on stderr, if that fails. Does not return from --help and
/// --version.
std::optional<CommandLine> parseCommandLine(int argc, char **argv);

} // namespace mlir::amp::runner

#endif // AMP_RUN_COMMANDLINE_H
