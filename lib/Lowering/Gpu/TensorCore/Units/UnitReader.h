// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reader of a fusion group's function, op by op.
#ifndef LIB_LOWERING_GPU_TENSORCORE_UNITS_UNITREADER_H
#define LIB_LOWERING_GPU_TENSORCORE_UNITS_UNITREADER_H

#include "lib/Lowering/Gpu/TensorCore/Product.h"
#include "lib/Lowering/Gpu/TensorCore/Units/Unit.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::lowering {

class UnitReader {
public:
  UnitReader(func::FuncOp unit, std::string &why) : unit(unit), why(why) {}
  FailureOr<Contraction> read();

private:
  /// Register with the last value of a buffer, and the loop of each of its
  /// dims.
  struct Written {
    unsigned source;
    SmallVector<unsigned> loops;
  };

  LogicalResult fail(const Twine &reason) {
    why = reason.str();
    return failure();
  }
  LogicalResult readOp(Operation *op);
  LogicalResult readProduct(linalg::LinalgOp op);
  FailureOr<Product> continuedBy(linalg::LinalgOp op);
  LogicalResult readMore(linalg::LinalgOp op, const Product &more);
  LogicalResult readStep(linalg::LinalgOp op);
  LogicalResult readReduction(linalg::LinalgOp op);
  LogicalResult readTotal(linalg::GenericOp op, ArrayRef<unsigned> loops);
  LogicalResult readSegments(linalg::GenericOp op, ArrayRef<unsigned> loops,
                             Operation *combiner);
  LogicalResult readFill(linalg::FillOp fill);
  bool startsNeutral(Value buffer, Operation *combiner) const;
  FailureOr<unsigned> partsOf(linalg::LinalgOp op, ArrayRef<unsigned> loops);
  LogicalResult readSetup(Operation *op);
  LogicalResult checkBody(Block &body);
  void countLoops(linalg::LinalgOp op, ArrayRef<unsigned> loops,
                  SmallVectorImpl<unsigned> &indices);
  bool isWritten(Value buffer) const;
  LogicalResult loopsOf(linalg::LinalgOp op, SmallVector<unsigned> &loops);
  FailureOr<unsigned> access(OpOperand &operand, linalg::LinalgOp op,
                             ArrayRef<unsigned> loops);
  FailureOr<Source> source(OpOperand &operand, linalg::LinalgOp op,
                           ArrayRef<unsigned> loops);
  LogicalResult write(OpOperand &operand, linalg::LinalgOp op,
                      ArrayRef<unsigned> loops, unsigned source);
  LogicalResult finish();

  func::FuncOp unit;
  linalg::LinalgOp product; // the first contraction
  std::string &why;
  Contraction result;
  llvm::DenseSet<Value> zeros;
  llvm::DenseMap<Value, Attribute> starts; // initial values of reductions
  llvm::MapVector<Value, Written> written;
  unsigned registers = 1;
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_UNITS_UNITREADER_H
