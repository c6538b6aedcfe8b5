// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration, one call each for tools and embedders.
#ifndef AMP_REGISTER_H
#define AMP_REGISTER_H

#include <functional>

namespace mlir {
class DialectRegistry;
namespace amp {
struct AmpOptions;

/// Registers the amp dialect and models of upstream dialects. For compilers
/// that register the dialects of their graphs themselves, such as StableHLO:
/// contractions of a dialect named stablehlo are described by name. Nothing of
/// this project's own StableHLO is linked.
void registerAmpDialect(DialectRegistry &registry);

/// Registers the amp dialect and this project's declarations of StableHLO,
/// CHLO, MHLO, Shardy and TMTensor. A dialect whose name the registry knows
/// already keeps its registration.
void registerAmpDialects(DialectRegistry &registry);

/// Registers the dialects of registerAmpDialects, and the upstream dialects and
/// extensions of programs that amp-opt reads and that the pipelines to code
/// use.
void registerProgramDialects(DialectRegistry &registry);

/// Registers the passes and the pipeline of `--amp` with MLIR's pass registry,
/// once per process. `adjust` may change the options of each `--amp`. Needs no
/// StableHLO of this project. Thread-safe; a second call does nothing.
void registerAmpTransforms(std::function<void(AmpOptions &)> adjust = {});

/// Registers these, and the passes and pipelines to a CPU and to a GPU, which
/// convert this project's StableHLO.
void registerAmpPasses(std::function<void(AmpOptions &)> adjust = {});
} // namespace amp
} // namespace mlir

#endif // AMP_REGISTER_H
