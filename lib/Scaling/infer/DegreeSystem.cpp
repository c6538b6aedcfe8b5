// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/infer/DegreeSystem.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Scaling/degrees/DegreeRules.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

using Kind = StepGraph::Kind;

llvm::BitVector amp::scaling::findAnyValues(const StepGraph &graph,
                                            OpDegrees &degrees) {
  llvm::BitVector any(graph.numValues());
  for (const StepGraph::Node &node : graph.getNodes()) {
    ArrayRef<unsigned> operands = graph.operandsOf(node);
    auto isAny = [&](unsigned i) { return any[operands[i]]; };
    bool found = false;
    if (node.kind == Kind::merge) {
      found = !node.isLoop &&
              llvm::all_of(graph.inputsOf(node),
                           [&](unsigned input) { return any[input]; });
    } else if (node.kind == Kind::constant) {
      auto unknown = [](Value) { return Degree(); };
      auto ignore = [](unsigned) {};
      auto keep = [](unsigned, Degree) { return false; };
      found =
          lookupDegreeRule(node.op)({node.op, unknown, ignore, keep}).isAny();
    } else if (node.kind == Kind::op && !node.isOpaque) {
      const OpDegree &degree = degrees.of(node.op);
      found = degree.propagatesScale && !degree.tied.empty() &&
              (degree.isProduct ? llvm::any_of(degree.tied, isAny)
                                : llvm::all_of(degree.tied, isAny));
    }
    if (found)
      any.set(node.firstResult, node.firstResult + node.numResults);
  }
  return any;
}

bool amp::scaling::isFromOne(const StepGraph &graph, OpDegrees &degrees,
                             unsigned value) {
  for (;;) {
    const StepGraph::Node &node = graph.definitionOf(value);
    if (node.kind == Kind::constant) {
      auto splat =
          dyn_cast_if_present<SplatElementsAttr>(findConstantValue(node.op));
      return splat && isa<FloatType>(splat.getElementType()) &&
             splat.getSplatValue<APFloat>().isExactlyValue(1.0);
    }
    if (node.kind != Kind::op || node.isOpaque)
      return false;
    const OpDegree &degree = degrees.of(node.op);
    if (!degree.propagatesScale || degree.tied.empty())
      return false;
    ArrayRef<unsigned> operands = graph.operandsOf(node);
    if (degree.isProduct && isFromOne(graph, degrees, operands[degree.tied[1]]))
      return true;
    value = operands[degree.tied[0]];
  }
}

DegreeSystem::DegreeSystem(const StepGraph &graph, OpDegrees &degrees,
                           const llvm::BitVector &core,
                           const llvm::BitVector &cut)
    : graph(graph), degrees(degrees), cut(cut),
      nothing(graph.numValues() + graph.numSlots()),
      any(findAnyValues(graph, degrees)), inCore(core) {
  parents.resize(nothing + 1);
  for (unsigned i = 0; i < parents.size(); ++i)
    parents[i] = i;
  flags.assign(parents.size(), 0);
  productsOf.resize(parents.size());
  flags[nothing] = unscaledFlag;
  for (unsigned i = 0; i < graph.getNodes().size(); ++i)
    if (core[i])
      addNode(graph.getNodes()[i]);
  propagate();
}

/// Returns the variable of an operand; nullopt if any degree satisfies it.
std::optional<unsigned> DegreeSystem::termOf(unsigned slot,
                                             const llvm::BitVector &cut) {
  unsigned value = graph.valueAt(slot);
  if (any[value] || !isScalable(graph.typeOf(value)))
    return std::nullopt;
  if (cut[value])
    return nothing;
  return graph.isConstant(value) ? graph.numValues() + slot : value;
}

void DegreeSystem::addNode(const StepGraph::Node &node) {
  if (node.kind == Kind::constant)
    return;
  if (node.kind == Kind::argument)
    return flag(node.firstResult, unscaledFlag);
  if (node.kind == Kind::op)
    return addOp(node);
  if (!isScalable(graph.typeOf(node.firstResult)))
    return;
  for (unsigned i = 0; i < node.numInputs; ++i)
    if (auto term = termOf(node.firstOperand + i, cut))
      unite(*term, node.firstResult);
}

void DegreeSystem::addOp(const StepGraph::Node &node) {
  unsigned first = node.firstResult;
  if (graph.isConstant(first) && node.numResults != 0)
    return;
  auto unscaleResults = [&] {
    for (unsigned i = 0; i < node.numResults; ++i)
      flag(first + i, unscaledFlag);
  };
  if (node.isOpaque) {
    for (unsigned i = 0; i < node.numOperands; ++i)
      if (auto term = termOf(node.firstOperand + i, cut))
        flag(*term, unscaledFlag);
    return unscaleResults();
  }
  const OpDegree &degree = degrees.of(node.op);
  for (unsigned i : degree.unscaled)
    if (auto term = termOf(node.firstOperand + i, cut))
      flag(*term, unscaledFlag);
  if (!degree.propagatesScale)
    unscaleResults();
  if (degree.isProduct) {
    auto a = termOf(node.firstOperand + degree.tied[0], cut);
    auto b = termOf(node.firstOperand + degree.tied[1], cut);
    if (!a || !b) // zero
      return;
    products.push_back({first, *a, *b, false});
    for (unsigned term : {first, *a, *b})
      productsOf[find(term)].push_back(products.size() - 1);
    work.push_back(products.size() - 1);
    return;
  }
  std::optional<unsigned> all;
  if (degree.propagatesScale) {
    for (unsigned i = 1; i < node.numResults; ++i)
      unite(first, first + i);
    all = first;
  }
  for (unsigned i : degree.tied) {
    auto term = termOf(node.firstOperand + i, cut);
    if (!term)
      continue;
    if (degree.hasThreshold && isLiteral(*term))
      flag(*term, unscaledFlag);
    if (all)
      unite(*all, *term);
    all = term;
  }
}

unsigned DegreeSystem::find(unsigned term) {
  while (parents[term] != term)
    term = parents[term] = parents[parents[term]];
  return term;
}

void DegreeSystem::enqueue(unsigned root) {
  llvm::append_range(work, productsOf[root]);
}

void DegreeSystem::flag(unsigned term, uint8_t which) {
  unsigned root = find(term);
  if (flags[root] & which)
    return;
  flags[root] |= which;
  conflict |= flags[root] == (unscaledFlag | scaledFlag);
  enqueue(root);
}

void DegreeSystem::unite(unsigned a, unsigned b) {
  a = find(a);
  b = find(b);
  if (a == b)
    return;
  if (productsOf[a].size() < productsOf[b].size())
    std::swap(a, b);
  parents[b] = a;
  enqueue(b);
  if (flags[a] != flags[b])
    enqueue(a);
  flags[a] |= flags[b];
  conflict |= flags[a] == (unscaledFlag | scaledFlag);
  llvm::append_range(productsOf[a], productsOf[b]);
  productsOf[b].clear();
}

void DegreeSystem::update(Product &product) {
  unsigned r = find(product.result), a = find(product.a), b = find(product.b);
  if (product.isDone)
    return;
  if (flags[r] & unscaledFlag) {
    product.isDone = true;
    flag(a, unscaledFlag);
    return flag(b, unscaledFlag);
  }
  if (a == b || r == b || (flags[b] & scaledFlag)) {
    flag(a, unscaledFlag);
    a = find(a);
  }
  if (a == b || r == a || (flags[a] & scaledFlag)) {
    flag(b, unscaledFlag);
    b = find(b);
  }
  if (flags[a] & unscaledFlag) {
    product.isDone = true;
    unite(r, b);
  } else if (flags[b] & unscaledFlag) {
    product.isDone = true;
    unite(r, a);
  }
}

void DegreeSystem::propagate() {
  while (!work.empty())
    update(products[work.pop_back_val()]);
}

void DegreeSystem::requireUnscaled(unsigned value) {
  flag(value, unscaledFlag);
  propagate();
}

void DegreeSystem::requireScaled(unsigned value) {
  flag(value, scaledFlag);
  propagate();
}

void DegreeSystem::solve() {
  auto isOpen = [&](const Product &product) {
    return !product.isDone && (flags[find(product.result)] & scaledFlag);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = 0; i < products.size(); ++i) {
      Product &product = products[i];
      if (!isOpen(product) || isLiteral(product.a) == isLiteral(product.b))
        continue;
      auto [literal, other] = isLiteral(product.a)
                                  ? std::pair(product.a, product.b)
                                  : std::pair(product.b, product.a);
      bool isOne =
          isFromOne(graph, degrees, graph.valueAt(literal - graph.numValues()));
      flag(isOne ? other : literal, unscaledFlag);
      propagate();
      changed = true;
    }
    for (unsigned i = 0; i < products.size() && !changed; ++i)
      if (isOpen(products[i])) {
        flag(products[i].b, unscaledFlag);
        propagate();
        changed = true;
      }
  }
}

SmallVector<unsigned> DegreeSystem::listScaledLiterals() {
  SmallVector<unsigned> found;
  for (unsigned slot = 0; slot < graph.numSlots(); ++slot)
    if (inCore[graph.nodeAt(slot)] && isScaled(graph.numValues() + slot))
      found.push_back(slot);
  return found;
}
