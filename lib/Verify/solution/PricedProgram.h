// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The placed program without its casts: variables (one precision each), values
// with the variable that defines each, and reads with the variable that reads.
//
// Variables and operands are numbered in the order of a walk, parents first,
// bodies of ops left out: slots of an op as its operands, then its results name
// them; for control flow its joints, for a private function its arguments and
// results. Constants and casts are left out, so that placing and folding casts
// keeps all numbers.
#ifndef LIB_VERIFY_SOLUTION_PRICEDPROGRAM_H
#define LIB_VERIFY_SOLUTION_PRICEDPROGRAM_H

#include "lib/Cost/OpCost.h"
#include "lib/Graph/ProgramGraph.h"

namespace mlir::amp::verify {

/// Ends of terms that no variable decides, and the absence of a definition.
constexpr unsigned high = ~0u, low = ~0u - 1, none = ~0u - 2;

/// A slot of an op, or a joint of control flow or of a function.
struct Variable {
  Operation *op;
  unsigned slot;
  unsigned line;                           ///< of the op in the program
  bool holdsLow = false, holdsF32 = false; ///< by the types of its values
  OpCost cost = {};
};

/// A contraction whose factors and sum are two variables (or ends).
struct Product {
  unsigned factors, sum;
  int64_t operand; ///< number of the first factor
  ProductCost cost;
};

struct Definition {
  unsigned variable;
  Value source; ///< the value that this one is a view of
  unsigned place;
  Traffic traffic;
  bool isConstant;
  double elements, times;
};

struct Read {
  unsigned value, variable;
  int64_t operand;
  unsigned place; ///< of the op at the top of a public function, from 1; or 0
  Traffic traffic;
};

class PricedProgram {
public:
  /// Numbers variables, operands and values.
  PricedProgram(const ProgramGraph &graph, FloatType compute);

  const ProgramGraph &getGraph() const { return graph; }

  /// Prices ops and sorts reads. `strict` are contractions that no chip cuts to
  /// TF32.
  void price(const Chip &chip, const OpSet &strict);

  SmallVector<Variable, 0> variables;
  SmallVector<Definition, 0> values;
  SmallVector<Product, 0> products;
  OpCost fixed; ///< of high and low ends

  ArrayRef<Read> readsOf(unsigned value) const {
    return ArrayRef(reads).slice(firstRead[value],
                                 firstRead[value + 1] - firstRead[value]);
  }
  int64_t numOperands() const { return operands; }

  /// True if `op` is, or is in, a private function that several calls run.
  bool isCalledOften(Operation *op) const;

  /// The op that an operand of this number belongs to.
  Operation *ownerOf(int64_t operand) const;
  int64_t firstOperandOf(const Variable &variable) const {
    return lines[variable.line].firstOperand;
  }

  /// The number of the operand within that op.
  unsigned positionOf(int64_t operand) const;

  /// True if a value is defined before, and read behind, the place at which
  /// most elements are live.
  bool livesAtPeak(const Definition &value, const Read &read) const {
    return value.place != 0 && value.place < peak && read.place > peak;
  }

private:
  struct Line {
    unsigned firstVariable, place;
    int64_t firstOperand;
  };
  struct Handed {
    OpOperand *operand;
    unsigned variable, place;
    Traffic traffic;
  };

  bool isTracked(Type type) const;
  unsigned endOf(Type type) const;
  unsigned variableOf(unsigned line, std::optional<unsigned> slot,
                      Type type) const;
  unsigned note(unsigned line, std::optional<unsigned> slot, Type type);
  void define(Value value, unsigned variable, Traffic traffic, Value source,
              unsigned line, double times);

  void number(unsigned line);
  void numberOp(unsigned line);
  void numberFunction(FunctionOpInterface function, unsigned line);
  void numberJoints(unsigned line);
  void numberCall(unsigned line, FunctionOpInterface callee);
  /// Returns true if the types of a function may change: it is private, has a
  /// body, and is called.
  bool isDecided(Operation *function) const;
  void followViews();

  void priceOp(unsigned line, const CostModel &cost);
  void priceProduct(unsigned line, const CostModel &cost);
  void addCost(unsigned variable, OpCost cost);
  void readFixed(unsigned line);
  void read(OpOperand &operand, unsigned variable, unsigned line,
            Traffic traffic);
  void sortReads();
  void findPeak();
  void priceWrites(const CostModel &cost);
  unsigned lineOfOperand(int64_t operand) const;

  FloatType compute;
  const ProgramGraph &graph;
  ArrayRef<PlacedOp> program;
  SmallVector<Line, 0> lines;                      ///< by the ops of `program`
  llvm::DenseMap<Operation *, int64_t> operandsOf; ///< of what hands over
  llvm::DenseMap<Value, unsigned> numberOf;
  SmallVector<Handed, 0> handed;
  SmallVector<Read, 0> reads;
  SmallVector<unsigned, 0> firstRead;
  int64_t operands = 0;
  unsigned peak = 0;
};

/// The value before our casts.
Value withoutCasts(Value value);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SOLUTION_PRICEDPROGRAM_H
