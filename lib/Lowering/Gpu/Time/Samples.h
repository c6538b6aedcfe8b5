// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow of single warps: taken branches and trip counts, where they
// depend on the launch, the block and the thread only.
#ifndef LIB_LOWERING_GPU_TIME_SAMPLES_H
#define LIB_LOWERING_GPU_TIME_SAMPLES_H

#include "lib/Lowering/Gpu/Time/Work.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include <functional>

namespace mlir::amp::lowering {

/// Evaluates values of one thread in basic blocks that its warp reaches.
class Thread {
public:
  Thread(const LaunchSize &launch, std::array<int64_t, 3> block, int64_t thread,
         const llvm::LoopInfo &loops,
         std::function<bool(const llvm::BasicBlock *)> isReached)
      : launch(launch), block(block), thread(thread), loops(loops),
        isReached(std::move(isReached)) {}

  /// Returns none if the value depends on memory or on a loop.
  std::optional<llvm::APInt> valueOf(const llvm::Value *value);

private:
  std::optional<llvm::APInt> compute(const llvm::Value *value);
  std::optional<llvm::APInt> computeCall(const llvm::CallBase &call);
  std::optional<llvm::APInt> computePhi(const llvm::PHINode &phi);

  const LaunchSize &launch;
  std::array<int64_t, 3> block;
  int64_t thread;
  const llvm::LoopInfo &loops;
  std::function<bool(const llvm::BasicBlock *)> isReached;
  llvm::DenseMap<const llvm::Value *, std::optional<llvm::APInt>> known;
};

/// Executions of basic blocks by one warp, by its first and last thread: a warp
/// executes a block if either thread does, and a loop by the larger trip count.
class Warp {
public:
  Warp(llvm::Function &kernel, const LaunchSize &launch,
       std::array<int64_t, 3> block, int64_t warp, llvm::LoopInfo &loops,
       llvm::ScalarEvolution &evolution);

  double executions(const llvm::BasicBlock *block) const {
    return counts.lookup(block);
  }
  bool hasUnknownTrips() const { return isUnknown; }

private:
  double tripsOf(llvm::Loop *loop);
  std::optional<double> evaluate(const llvm::SCEV *expr, Thread &of);
  void follow(llvm::Function &kernel);

  llvm::LoopInfo &loops;
  llvm::ScalarEvolution &evolution;
  Thread first, last;
  llvm::DenseMap<const llvm::Loop *, double> trips;
  llvm::DenseMap<const llvm::BasicBlock *, double> counts;
  bool isUnknown = false;
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TIME_SAMPLES_H
