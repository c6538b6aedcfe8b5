// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_STEPSCALER_H
#define LIB_SCALING_STEPSCALER_H

#include "lib/Scaling/RegionThreading.h"
#include "lib/Scaling/degrees/Degree.h"
#include "lib/Scaling/states/Signature.h"

namespace mlir::amp::scaling {

/// Inserts the loss scaling of one step, group by group. The marks remain as
/// identity ops.
class StepScaler {
public:
  StepScaler(const Step &step, const DegreeAnalysis &degrees,
             ScalerAttr scaler);

  LogicalResult run();

  struct Counts {
    unsigned seeds = 0, gradients = 0, states = 0, leaks = 0;
  } counts;

private:
  /// Scale of one group, with the state of its scaler.
  struct Scaling {
    SmallVector<Slot> slots;   ///< carried state, without the flag
    SmallVector<Value> values; ///< in the home block
    SmallVector<std::pair<Block *, Carried>> around; ///< outermost first
    Value scale;                                     ///< in the home block
    llvm::DenseMap<Block *, Value> scaleIn;
  };

  void enter(const Group &group, Scaling &scaling);
  Value scaleIn(unsigned group, Block *block);
  void scaleSeed(SeedOp seed);
  void unscaleLeaks();
  LogicalResult unscaleGradients(unsigned number);
  /// Overflow test of unscaled values: the block of the test, and its flag in
  /// this block and in enclosing blocks.
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
  RegionThreading threads;
  SmallVector<Scaling, 1> scalings; ///< one per group of the step
  SmallVector<Test> tests;          ///< one per gradient mark
  /// Tests of leaks that reach states, with the group of the leak.
  SmallVector<std::pair<unsigned, Test>> leakTests;
  SmallVector<std::pair<Slot, Handle>> found; ///< flags to return
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_STEPSCALER_H
