// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/ModelOp.h"

#include "Toy.h"
#include "amp/OpRow.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include "ToyDialect.cpp.inc"
#define GET_OP_CLASSES
#include "ToyOps.cpp.inc"

using namespace mlir;
using amp::OpClass;
using amp::RegionRule;

void toy::ToyDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ToyOps.cpp.inc"
      >();
}

// clang-format off
static constexpr amp::OpRow rows[] = {
    {"toy.matmul",  OpClass::contraction,    "a",  "b", RegionRule::none, 0, ""},
    {"toy.scale",   OpClass::elementwise,    "a.", "a", RegionRule::none, 1, "the factor is always f32"},
    {"toy.softmax", OpClass::transcendental, "a",  "a", RegionRule::none, 8, ""},
};
static constexpr amp::OpRow malformed[] = {
    {"doll.op",     OpClass::layout,         "a",  "a", RegionRule::none, 0, ""},
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
} // namespace

void toy::registerAmpRows(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ToyDialect *dialect) {
    dialect->addInterface<amp::OpRows>(rows);
    MatmulOp::attachInterface<MatmulModel>(*context);
  });
}

void toy::registerMalformedRows(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, ToyDialect *dialect) {
    dialect->addInterface<amp::OpRows>(malformed);
  });
}
