// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs of other frameworks, one op per node. Decisions are written back to
// the framework's own graph:
//
//   %2 = "onnx.Gemm"(%0, %1) {contraction = array<i64: 1, 32, 64, 128>}
//       : (tensor<32x128xf32>, tensor<128x64xf32>) -> tensor<32x64xf32>
//
// The row of an op's name describes the op; an attribute gives the sizes of a
// contraction (batch, M, N, K). Only contractions are registered, so that the
// attribute is verified. An op without a row keeps its types.
#ifndef DIALECTS_NODES_IR_NODES_H
#define DIALECTS_NODES_IR_NODES_H

#include "amp/OpRow.h"
#include "mlir/IR/ExtensibleDialect.h"
#include <memory>

namespace mlir::amp::nodes {

/// Sizes of a contraction: array<i64: batch, M, N, K>.
inline constexpr StringLiteral contractionAttrName = "contraction";

/// Dialect whose ops are the nodes of a framework's graph.
class NodeDialect : public ExtensibleDialect {
public:
  ~NodeDialect() override;

  void *getRegisteredInterfaceForOp(TypeID interface,
                                    OperationName name) override;

protected:
  NodeDialect(StringRef name, MLIRContext *context, TypeID id,
              ArrayRef<OpRow> rows);

private:
  struct Model;
  std::unique_ptr<Model> model;
};

/// Nodes of PyTorch's ATen.
class AtenDialect : public NodeDialect {
public:
  explicit AtenDialect(MLIRContext *context);
  static constexpr StringLiteral getDialectNamespace() { return "aten"; }
};

/// Nodes of ONNX.
class OnnxDialect : public NodeDialect {
public:
  explicit OnnxDialect(MLIRContext *context);
  static constexpr StringLiteral getDialectNamespace() { return "onnx"; }
};

} // namespace mlir::amp::nodes

MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::amp::nodes::AtenDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::amp::nodes::OnnxDialect)

#endif // DIALECTS_NODES_IR_NODES_H
