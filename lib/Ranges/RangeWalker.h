// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RANGES_RANGEWALKER_H
#define LIB_RANGES_RANGEWALKER_H

#include "dialects/amp/IR/Amp.h"
#include "lib/Graph/ProgramGraph.h"
#include "lib/Ranges/Transfer.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::ranges {

/// Forward interval analysis in the order of the program. Loops are iterated to
/// a fixpoint; bounds that still grow after a few iterations are widened to
/// infinity. A function is analysed once, with the hull of all its calls'
/// operands.
class RangeWalker {
public:
  RangeWalker(RangeAnalysis &analysis, const ProgramGraph &graph);

  void walkModule();

private:
  struct Function {
    FunctionOpInterface op;
    unsigned walks = 0;
    bool isRunning = false;
    bool isOpen = false; ///< may have callers that are not known
    bool wasWalkedOpen = false;
  };

  // Ops
  void walkRegion(Region &region);
  void walkOp(Operation *op);
  void walkOther(Operation *op);
  void transfer(Operation *op, TransferFunction function);
  void setUnknown(ValueRange values);
  void walkMark(Operation *op, StringRef mark);

  // Regions that are part of an op
  void walkBody(Operation *op);
  void walkMap(Operation *op);

  // Control flow and functions
  void walkBranches(Operation *op, ArrayRef<CarriedValue> carriedValues);
  void walkLoop(Operation *op, ArrayRef<CarriedValue> carriedValues);
  void setInduction(Operation *op);
  void walkCall(Operation *call, Function &callee);
  void walkFunction(Function &function);
  void openFunctions(Operation *op);
  std::optional<Range> joined(const CarriedValue &carried) const;
  bool join(Value value, const Range &range, unsigned walks);

  /// A loop-carried value in all iterations, and after the last one.
  struct Iterated {
    Range all, last;
  };

  // Loop-carried values in loops of known length
  SmallVector<Iterated> iterate(Operation *loop,
                                ArrayRef<CarriedValue> carriedValues,
                                double tripCount);
  bool canIterate(Operation *loop, ArrayRef<CarriedValue> carriedValues,
                  double tripCount);
  void setIterated(Operation *loop, ArrayRef<CarriedValue> carriedValues,
                   ArrayRef<Iterated> iterated);
  std::optional<Range>
  countedRange(Operation *loop, const CarriedValue &carried, double tripCount);

  // Facts about a value
  bool isKnown(Value value) const { return analysis.numbers.contains(value); }
  const Range &of(Value value) const;
  void set(Value value, Range range);
  unsigned numberOf(const Range &range);
  const Format &formatOf(Type type);
  Range asStated(Attribute stated, unsigned number, Range range);
  Range asStated(Operation *op, unsigned result, Range range);
  Range asStated(Function &function, unsigned argument, Range range);

  RangeAnalysis &analysis;
  const ProgramGraph &graph;
  llvm::MapVector<Operation *, Function> functions; ///< of the module
  llvm::DenseMap<OperationName, TransferFunction> transfers;
  llvm::DenseMap<Type, Format> formats;
  llvm::DenseMap<Operation *, unsigned> walksOf;
  StringAttr rangeName;
  unsigned lastNumber = 0; ///< of the range that was added last
  double iteratedOps = 0;  ///< walked by `iterate`
  bool hasFlags = false;   ///< a range is declared, or computed from a seed
};

} // namespace mlir::amp::ranges

#endif // LIB_RANGES_RANGEWALKER_H
