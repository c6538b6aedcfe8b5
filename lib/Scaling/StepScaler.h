// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_STEPSCALER_H
#define LIB_SCALING_STEPSCALER_H

#include "lib/Scaling/Threads.h"
#include "lib/Scaling/degrees/Degree.h"
#include "lib/Scaling/states/Signature.h"

namespace mlir::amp::scaling {

/// Writes one step's scaling, group by group. Marks stay, with nothing left for
/// them to do but to hand their values on.
class StepScaler {
public:
  StepScaler(const Step &step, const DegreeAnalysis &degrees,
             ScalerAttr scaler);

  LogicalResult run();

  struct Counts {
    unsigned seeds = 0, gradients = 0, states = 0, leaks = 0;
  } counts;

private:
  /// The scale of one group, and what moves with it.
  struct Scaling {
    SmallVector<Slot> slots;   ///< carried; the flag is not among them
    SmallVector<Value> values; ///< in the home
    SmallVector<std::pair<Block *, Carried>> around; ///< outermost first
    Value scale;                                     ///< in the home
    llvm::DenseMap<Block *, Value> scaleIn;
  };

  void enter(const Group &group, Scaling &scaling);
  Value scaleIn(unsigned group, Block *block);
  void scaleSeed(SeedOp seed);
  void unscaleLeaks();
  LogicalResult unscaleGradients(unsigned number);
  /// A test of unscaled values: its flag, where it is computed and in blocks
  /// around.
  struct Test {
    Block *block;
    llvm::DenseMap<Block *, Handle> flags;
  };

  Handle flagIn(Test &test, Block *block);
  SmallVector<Test *> testsOf(uint64_t marks, unsigned group);
  LogicalResult updateScale(const Group &group, Scaling &scaling);
  LogicalResult guard(StateOp mark);
  uint64_t decidingMarks(StateOp mark, unsigned state);
  LogicalResult guardSome(StateOp mark, uint64_t marks,
                          ArrayRef<unsigned> states, Operation *&behind);
  void returnScalers();

  const Step &step;
  const DegreeAnalysis &degrees;
  ScalerAttr scaler;
  Threads threads;
  SmallVector<Scaling, 1> scalings; ///< one per group of the step
  SmallVector<Test> tests;          ///< one per gradient mark
  /// Of leaks that states are computed from, by group.
  SmallVector<std::pair<unsigned, Test>> leakTests;
  SmallVector<std::pair<Slot, Handle>> found; ///< flags to return
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_STEPSCALER_H
