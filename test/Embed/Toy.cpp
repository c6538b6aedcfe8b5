// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/ModelOp.h"

#include "Toy.h"
#include "amp/OpKind.h"
#include "amp/OpRow.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include "ToyDialect.cpp.inc"
#define GET_OP_CLASSES
#include "ToyOps.cpp.inc"

using namespace mlir;
using amp::OpClass;
using amp::OpKind;
using amp::RegionRule;

void toy::ToyDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ToyOps.cpp.inc"
      >();
}

// clang-format off
static constexpr amp::OpRow rows[] = {
    {"toy.matmul",  OpClass::contraction,    "a",  "b", RegionRule::none, 0, "", "", OpKind::matmul},
    {"toy.scale",   OpClass::elementwise,    "a.", "a", RegionRule::none, 1, "the factor is always f32", "", OpKind::multiply},
    {"toy.add",     OpClass::elementwise,    "a",  "a", RegionRule::none, 1, "", "", OpKind::add},
    {"toy.sub",     OpClass::elementwise,    "a",  "a", RegionRule::none, 1, "", "", OpKind::subtract},
    {"toy.mul",     OpClass::elementwise,    "a",  "a", RegionRule::none, 1, "", "", OpKind::multiply},
    {"toy.tanh",    OpClass::elementwise,    "a",  "a", RegionRule::none, 8, "", "", OpKind::tanh},
    {"toy.turn",    OpClass::layout,         "a",  "a", RegionRule::none, 0, "", "", OpKind::transpose},
    {"toy.softmax", OpClass::transcendental, "a",  "a", RegionRule::none, 8, ""},
};
static constexpr amp::OpRow malformed[] = {
    {"doll.op",     OpClass::layout,         "a",  "a", RegionRule::none, 0, ""},
};
static constexpr amp::OpRow kinds[] = {
    {"toy.scale",   OpClass::layout,         "a.", "a", RegionRule::none, 0, "", "", OpKind::slice},
};
// clang-format on

namespace {
struct MatmulModel : amp::ModelOp::ExternalModel<MatmulModel, toy::MatmulOp> {
  amp::ContractionShape getContractionShape(Operation *op) const {
    auto matmul = cast<toy::MatmulOp>(op);
    ArrayRef<int64_t> lhs = matmul.getLhs().getType().getShape();
    ArrayRef<int64_t> rhs = matmul.getRhs().getType().getShape();
    return {/*batch=*/1, /*rows=*/lhs[0], /*columns=*/rhs[1], /*depth=*/lhs[1]};
  }
};
/// [M, K] x [K, N] -> [M, N]; the result has number 2.
struct MatmulDims
    : amp::SharedDimsOp::ExternalModel<MatmulDims, toy::MatmulOp> {
  SmallVector<amp::SharedDim> getSharedDims(Operation *) const {
    return {{{0, 1}, {1, 0}}, {{0, 0}, {2, 0}}, {{1, 1}, {2, 1}}};
  }
};
} // namespace

void toy::registerAmpRows(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ToyDialect *dialect) {
    dialect->addInterface<amp::OpRows>(rows);
    MatmulOp::attachInterface<MatmulModel, MatmulDims>(*context);
  });
}

void toy::registerMalformedRows(DialectRegistry &registry, bool byKind) {
  auto add = byKind ? +[](MLIRContext *, ToyDialect *dialect) {
    dialect->addInterface<amp::OpRows>(kinds);
  } : +[](MLIRContext *, ToyDialect *dialect) {
    dialect->addInterface<amp::OpRows>(malformed);
  };
  registry.addExtension(add);
}
