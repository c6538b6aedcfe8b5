// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_COST_PROGRAMREADER_H
#define LIB_COST_PROGRAMREADER_H

#include "lib/Cost/ValueUses.h"
#include "lib/Graph/Calls.h"
#include "lib/Graph/Joints.h"
#include "lib/Graph/Program.h"

namespace mlir::amp {

/// Finds the slots of a program with what each costs by itself, and its values.
class ProgramReader {
public:
  ProgramReader(Objective &objective, const CostModel &cost, FloatType compute)
      : objective(objective), cost(cost), compute(compute) {}

  void read(ModuleOp module);

  ValueUses uses;

private:
  bool isTracked(Type type) const;
  bool isLow(Type type) const;
  unsigned endOf(Type type) const {
    return isLow(type) ? Objective::low : Objective::high;
  }
  unsigned slotFor(Operation *op, std::optional<unsigned> number, Type type);
  void addMade(Value value, unsigned maker, Traffic traffic);
  void addJoints(Operation *op, ArrayRef<Joint> joints, Traffic reads,
                 Traffic makes);
  /// A call of a private function, and how often and where it runs.
  struct Call {
    Operation *op, *function;
    double times;
    unsigned index;
  };

  void addFunction(FunctionOpInterface function);
  void addCall(const Call &call);
  void addEnd(Operation *terminator);
  void addFixed(Operation *op, Traffic traffic);
  void addOp(Operation *op, const OpRow *row);
  void addProduct(Operation *op, const OpRow *row);
  bool isCalled(Operation *op) const;

  Objective &objective;
  const CostModel &cost;
  FloatType compute;
  CallMap calls; ///< of private functions with a body
  llvm::DenseMap<Operation *, Operation *> callers; ///< the functions they call
  llvm::DenseMap<Operation *, unsigned> firstSlotOf; ///< of functions
  double times = 1;       ///< how often the op being read runs
  unsigned index = 0;     ///< its place in the body of a public function
  unsigned firstSlot = 0; ///< of the op being read
};

} // namespace mlir::amp

#endif // LIB_COST_PROGRAMREADER_H
