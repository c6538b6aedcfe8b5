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
  std::string other;        // program to compare with; empty: none
  bool checks;              // compares a device with this CPU
  double bound;             // of --check; 0: from the narrowest type
  std::string inputs;       // empty: none
  std::string outputs;      // empty: none
  std::string history;      // empty: none
  std::string ranges;       // empty: none
  std::string device;       // name for amprt_open; empty: this CPU
  std::string chip;         // of the device; empty: detected
  std::string products;     // of the device: own or cublaslt
  std::string convolutions; // of the device: own or cudnn
  std::string attention;    // of the device: fused or separate
  std::string object;       // to write instead of running; empty: none
  std::string reads;        // of amp-run trace; empty: none
  std::vector<std::string> kept;
  std::optional<uint64_t> steps;
  uint64_t repeats, seed;
  bool statesInPlace;      // on the device
  std::string savedInputs; ///< destination of generated arguments
  std::string cache;       // folder of lowered steps; empty: none
  bool timesKernels;       // each kernel on the device
  bool generates, measuresTime, prints;
  unsigned maxNesting;
};

/// Returns nullopt, with an error on stderr, on failure. Does not return for
/// --help and --version.
std::optional<CommandLine> parseCommandLine(int argc, char **argv);

} // namespace mlir::amp::runner

#endif // AMP_RUN_COMMANDLINE_H
