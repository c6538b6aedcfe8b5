// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// transpose %0, dims = [1, 0]   ==>   result dim 0 = operand dim 1
#include "amp/ModelOp.h"
#include "lib/Dims/Dims.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static SmallVector<int64_t> numbersAt(Operation *op, StringRef name) {
  Attribute attr = op->getAttr(name);
  if (auto numbers = dyn_cast_if_present<DenseI64ArrayAttr>(attr))
    return llvm::to_vector(numbers.asArrayRef());
  if (auto numbers = dyn_cast_if_present<DenseI32ArrayAttr>(attr))
    return llvm::to_vector_of<int64_t>(numbers.asArrayRef());
  return {};
}

static void nothing(DimGraph &, Operation *) {}

static void unknown(DimGraph &graph, Operation *op) { graph.addUnknown(op); }

/// Unites values of equal rank dimension by dimension.
static void same(DimGraph &graph, Operation *op) {
  if (op->getNumResults() == 0)
    return;
  Value result = op->getResult(0);
  for (Value other : op->getResults().drop_front())
    graph.uniteOrResize(op, result, other);
  for (Value operand : op->getOperands())
    graph.uniteOrResize(op, operand, result);
}

static void permute(DimGraph &graph, Operation *op, StringRef name) {
  for (auto [to, from] : llvm::enumerate(numbersAt(op, name)))
    graph.unite(op->getOperand(0), from, op->getResult(0), to);
}

static void transpose(DimGraph &graph, Operation *op) {
  permute(graph, op, "permutation");
}

static void tosaTranspose(DimGraph &graph, Operation *op) {
  permute(graph, op, "perms");
}

static void broadcastInDim(DimGraph &graph, Operation *op) {
  for (auto [from, to] : llvm::enumerate(numbersAt(op, "broadcast_dimensions")))
    graph.unite(op->getOperand(0), from, op->getResult(0), to);
}

static void reshape(DimGraph &graph, Operation *op) {
  graph.regroup(op, op->getOperand(0), op->getResult(0));
}

/// Operands are the inputs, followed by as many initial values.
static void reduce(DimGraph &graph, Operation *op) {
  SmallVector<int64_t> reduced = numbersAt(op, "dimensions");
  Value first = op->getOperand(0);
  for (Value input : op->getOperands().take_front(op->getNumResults()))
    graph.unite(first, input);
  for (Value result : op->getResults()) {
    int64_t to = 0;
    for (int64_t dim = 0, rank = staticShape(first).size(); dim < rank; ++dim)
      if (!llvm::is_contained(reduced, dim))
        graph.unite(first, dim, result, to++);
  }
}

static void byModel(DimGraph &graph, Operation *op) {
  auto isRanked = [](Type type) {
    return !isa<UnrankedTensorType, MemRefType>(type);
  };
  if (!llvm::all_of(op->getOperandTypes(), isRanked))
    return graph.addUnknown(op);
  auto at = [&](ValueDim dim) {
    return dim.value < op->getNumOperands()
               ? op->getOperand(dim.value)
               : Value(op->getResult(dim.value - op->getNumOperands()));
  };
  for (SharedDim dim : cast<SharedDimsOp>(op).getSharedDims())
    graph.unite(at(dim.first), dim.first.dim, at(dim.second), dim.second.dim);
}

//===----------------------------------------------------------------------===//
// Rule table
//===----------------------------------------------------------------------===//

namespace {
struct KindRule {
  OpKind kind;
  DimRule rule;
};
} // namespace

/// Ops whose class does not determine the rule.
static constexpr KindRule kindRules[] = {
    {OpKind::avg_pool2d, same},
    {OpKind::batch_norm_grad, same},
    {OpKind::batch_norm_inference, same},
    {OpKind::batch_norm_training, same},
    {OpKind::broadcast_in_dim, broadcastInDim},
    {OpKind::cholesky, same},
    {OpKind::collapse_shape, reshape},
    {OpKind::concat, same},
    {OpKind::concatenate, same},
    {OpKind::dynamic_slice, same},
    {OpKind::dynamic_update_slice, same},
    {OpKind::empty, nothing},
    {OpKind::expand_shape, reshape},
    {OpKind::extract_slice, same},
    {OpKind::max_pool2d, same},
    {OpKind::pad, same},
    {OpKind::pad_by, same},
    {OpKind::pad_region, same},
    {OpKind::permute, tosaTranspose},
    {OpKind::ragged_dot, unknown},
    {OpKind::real_dynamic_slice, unknown},
    {OpKind::reduce, reduce},
    {OpKind::reduce_max, same},
    {OpKind::reduce_min, same},
    {OpKind::reduce_product, same},
    {OpKind::reduce_sum, same},
    {OpKind::reduce_window, same},
    {OpKind::reshape, reshape},
    {OpKind::reshape_to, reshape},
    {OpKind::reverse, same},
    {OpKind::reverse_axis, same},
    {OpKind::select_and_scatter, same},
    {OpKind::slice, same},
    {OpKind::transpose, transpose},
    {OpKind::triangular_solve, same},
};

/// Returns the rule for a class without a row in the table: all values have
/// equal shapes, or no relation.
static DimRule ruleOf(OpClass opClass) {
  static constexpr std::pair<OpClass, DimRule> rules[] = {
      {OpClass::elementwise, same}, {OpClass::transcendental, same},
      {OpClass::select, same},      {OpClass::convert, same},
      {OpClass::bits, same},        {OpClass::collective, same},
      {OpClass::scan, same},        {OpClass::constant, nothing},
      {OpClass::random, nothing},   {OpClass::control, nothing},
  };
  const auto *found = llvm::find_if(
      rules, [&](const auto &rule) { return rule.first == opClass; });
  return found == std::end(rules) ? unknown : found->second;
}

static void byClass(DimGraph &graph, Operation *op) {
  ruleOf(classOf(op, lookupRow(op)))(graph, op);
}

DimRule amp::findDimRule(Operation *op) {
  if (isa<FunctionOpInterface>(op) || isTerminator(op) || isConstantLike(op))
    return nullptr;
  if (isa<SharedDimsOp>(op))
    return byModel;
  static const KindMap<KindRule> byKind(kindRules);
  const KindRule *own = byKind.lookup(kindOf(op));
  return own ? own->rule : byClass;
}
