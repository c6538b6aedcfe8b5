// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/nodes/IR/Nodes.h"

#include "amp/ModelOp.h"
#include "dialects/nodes/IR/Rows.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::nodes;

MLIR_DEFINE_EXPLICIT_TYPE_ID(mlir::amp::nodes::AtenDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(mlir::amp::nodes::OnnxDialect)

static DenseI64ArrayAttr sizesOf(Operation *op) {
  return op->getAttrOfType<DenseI64ArrayAttr>(contractionAttrName);
}

/// Verifies the sizes, which are optional. The default cost is one
/// multiply-add.
static LogicalResult verifySizes(Operation *op) {
  Attribute given = op->getAttr(contractionAttrName);
  if (!given)
    return success();
  auto expects = [&]() -> InFlightDiagnostic {
    return op->emitOpError("expects '")
           << contractionAttrName << "' to be array<i64: batch, M, N, K>, ";
  };
  DenseI64ArrayAttr sizes = sizesOf(op);
  if (!sizes || sizes.size() != 4)
    return expects() << "but got " << given;
  for (int64_t size : sizes.asArrayRef())
    if (size < 0 && !ShapedType::isDynamic(size))
      return expects() << "with sizes of at least 0, but got " << size;
  return success();
}

/// Reads the sizes of a contraction from its attribute. The default is one
/// multiply-add if the attribute does not have four sizes.
struct NodeDialect::Model : ModelOp::FallbackModel<NodeDialect::Model> {
  static bool classof(Operation *op) { return true; }

  OpClass getOpClass(Operation *op) const { return OpClass::contraction; }
  ContractionShape getContractionShape(Operation *op) const {
    DenseI64ArrayAttr sizes = sizesOf(op);
    if (!sizes || sizes.size() != 4)
      return {};
    return {sizes[0], sizes[1], sizes[2], sizes[3]};
  }
  void adoptTypes(Operation *op) const {}
  Tf32 getTf32(Operation *op) const { return Tf32::never; }
  void refuseTf32(Operation *op) const {}
};

NodeDialect::NodeDialect(StringRef name, MLIRContext *context, TypeID id,
                         ArrayRef<OpRow> rows)
    : ExtensibleDialect(name, context, id), model(std::make_unique<Model>()) {
  allowUnknownOperations();
  for (const OpRow &row : rows)
    if (row.opClass == OpClass::contraction)
      registerDynamicOp(DynamicOpDefinition::get(
          row.name.drop_front(name.size() + 1), this, verifySizes,
          [](Operation *) { return success(); }));
  addInterface<OpRows>(rows);
}

NodeDialect::~NodeDialect() = default;

void *NodeDialect::getRegisteredInterfaceForOp(TypeID interface,
                                               OperationName name) {
  if (interface != TypeID::get<ModelOp>())
    return nullptr;
  const OpRow *row =
      getRegisteredInterface<OpRows>()->lookup(name.getStringRef());
  return row && row->opClass == OpClass::contraction ? model.get() : nullptr;
}

AtenDialect::AtenDialect(MLIRContext *context)
    : NodeDialect(getDialectNamespace(), context, TypeID::get<AtenDialect>(),
                  atenRows()) {}

OnnxDialect::OnnxDialect(MLIRContext *context)
    : NodeDialect(getDialectNamespace(), context, TypeID::get<OnnxDialect>(),
                  onnxRows()) {}
