// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// forward ==> loss ==> seed ==> backward ==> gradients ==> update ==> states
#include "Generate/MakeTraining.h"
#include "mlir/IR/SymbolTable.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

/// Creates a mark as an op, or as the composite that exporters emit.
SmallVector<Value> Step::mark(StringRef name, ValueRange operands,
                              unsigned results,
                              ArrayRef<NamedAttribute> extra) {
  SmallVector<Type> types(operands.take_front(results).getTypes());
  NamedAttribute group = g.named("group", g.builder.getStringAttr("main"));
  SmallVector<NamedAttribute> attributes(extra);
  attributes.push_back(group);
  if (!isComposite)
    return SmallVector<Value>(
        g.make(name, operands, types, attributes)->getResults());
  OpBuilder::InsertionGuard guard(g.builder);
  auto module = g.function->getParentOfType<ModuleOp>();
  OpBuilder atEnd = OpBuilder::atBlockEnd(module.getBody());
  unsigned number = 0;
  for (auto existing : module.getOps<func::FuncOp>())
    number += existing.getName().starts_with(name);
  auto callee = func::FuncOp::create(
      atEnd, g.nextLocation(),
      (name + (number ? "_" + std::to_string(number) : "")).str(),
      atEnd.getFunctionType(operands.getTypes(), types));
  callee.setPrivate();
  Block *entry = callee.addEntryBlock();
  atEnd.setInsertionPointToStart(entry);
  func::ReturnOp::create(atEnd, g.nextLocation(),
                         entry->getArguments().take_front(results));
  SmallVector<NamedAttribute> wrapped{
      g.named("name", g.builder.getStringAttr(name)),
      g.named("decomposition", FlatSymbolRefAttr::get(callee)),
      g.named("composite_attributes", g.builder.getDictionaryAttr(attributes)),
      g.named("version", g.builder.getI32IntegerAttr(1))};
  return SmallVector<Value>(
      g.make("stablehlo.composite", operands, types, wrapped)->getResults());
}

Value Step::rawArgument(RankedTensorType type) {
  Block &entry = g.function.front();
  Value added = entry.addArgument(type, g.nextLocation());
  g.function.setType(g.builder.getFunctionType(entry.getArgumentTypes(), {}));
  return added;
}

Value Step::totalOf(Value x, StringRef combiner) {
  RankedTensorType type = typeOf(x);
  if (type.getRank() == 0)
    return x;
  SmallVector<int64_t> dims =
      llvm::to_vector(llvm::seq<int64_t>(type.getRank()));
  RankedTensorType scalar = g.scalar(type.getElementType());
  Operation *op = g.make(
      "stablehlo.reduce",
      {x, g.splat(scalar, combiner == "stablehlo.maximum" ? -INFINITY : 0)},
      scalar, g.list("dimensions", dims), 1);
  g.fill(op->getRegion(0), {scalar, scalar},
         [&](ValueRange a) -> SmallVector<Value> {
           return {g.make1(combiner, a, scalar)};
         });
  return op->getResult(0);
}

NamedAttribute fuzz::contracting(Generator &g, int a, int b) {
  return g.parsed("dot_dimension_numbers",
                  "#stablehlo.dot<lhs_contracting_dimensions = [" +
                      std::to_string(a) + "], rhs_contracting_dimensions = [" +
                      std::to_string(b) + "]>");
}

/// Draws layers x_{i+1} = activation(x_i w_i), with random ops in between.
void Step::drawForward() {
  int64_t batch = g.random.between(1, 4), width = g.random.between(1, 5);
  Value x = rawArgument(g.tensor({batch, width}, g.f32()));
  forward.push_back(x);
  int64_t layers = g.random.between(1, 3);
  for (int64_t i = 0; i < layers; ++i) {
    int64_t next = g.random.between(1, 5);
    Value w = rawArgument(g.tensor({width, next}, g.f32()));
    parameters.push_back(w);
    forward.push_back(w);
    x = g.make1("stablehlo.dot_general", {x, w},
                g.tensor({batch, next}, g.f32()), contracting(g, 1, 0));
    forward.push_back(x);
    static const StringLiteral activations[] = {
        "stablehlo.tanh", "stablehlo.logistic", "stablehlo.sine",
        "stablehlo.abs"};
    if (g.random.chance(60)) {
      x = apply(activations[g.random.below(4)], x);
      forward.push_back(x);
    }
    width = next;
  }
  g.keep(forward);
  g.emitMany(g.random.below(4));
}

/// Returns a backward value with the shape of a parameter, mostly xᵀ g.
Value Step::gradientOf(Value parameter) {
  RankedTensorType type = typeOf(parameter);
  for (Value back : llvm::reverse(backward))
    for (Value x : forward)
      if (typeOf(back).getRank() == 2 && typeOf(x).getRank() == 2 &&
          typeOf(back).getDimSize(1) == type.getDimSize(1) &&
          typeOf(x).getDimSize(1) == type.getDimSize(0) &&
          typeOf(x).getDimSize(0) == typeOf(back).getDimSize(0) &&
          typeOf(x).getElementType().isF32() && g.random.chance(60))
        return g.make1("stablehlo.dot_general", {x, back}, type,
                       contracting(g, 0, 0));
  return g.fit(g.random.pick<Value>(backward), type);
}

void Step::update(Value parameter, Value gradient) {
  auto keepState = [&](Value old, Value updated, StringRef kind) {
    states.push_back({old, updated, kind});
  };
  Value direction = gradient;
  switch (g.random.below(5)) {
  case 0: { // momentum
    Value m = rawArgument(typeOf(parameter));
    Value next =
        apply("stablehlo.add",
              {apply("stablehlo.multiply", {m, like(m, 0.5)}), gradient});
    keepState(m, next, "moment");
    direction = next;
    break;
  }
  case 1: { // Adam
    Value m = rawArgument(typeOf(parameter)),
          v = rawArgument(typeOf(parameter));
    Value m1 = apply("stablehlo.add",
                     {apply("stablehlo.multiply", {m, like(m, 0.5)}),
                      apply("stablehlo.multiply", {gradient, like(m, 0.5)})});
    Value g2 = apply("stablehlo.multiply", {gradient, gradient});
    Value v1 = apply("stablehlo.add",
                     {apply("stablehlo.multiply",
                            {apply("stablehlo.abs", v), like(v, 0.75)}),
                      apply("stablehlo.multiply", {g2, like(v, 0.25)})});
    keepState(m, m1, "moment");
    keepState(v, v1, "moment");
    direction = apply("stablehlo.divide",
                      {m1, apply("stablehlo.add", {apply("stablehlo.sqrt", v1),
                                                   like(v, 0.125)})});
    break;
  }
  case 2: // sign SGD
    direction = apply("stablehlo.sign", gradient);
    break;
  case 3: { // random elementwise ops
    g.pool.push_back(gradient);
    g.emit();
    direction = apply("stablehlo.add", {gradient, g.value(typeOf(parameter))});
    break;
  }
  default:
    break;
  }
  Value rate = like(parameter, 0.125);
  keepState(parameter,
            apply("stablehlo.subtract",
                  {parameter, apply("stablehlo.multiply", {direction, rate})}),
            "parameter");
}

/// Draws counters, keys, flags, statistics: states without a gradient.
void Step::otherStates() {
  Type ui32 = IntegerType::get(g.context, 32, IntegerType::Unsigned);
  if (g.random.chance(40)) {
    Value n = rawArgument(g.scalar(g.i32()));
    states.push_back({n, apply("stablehlo.add", {n, like(n, 1)}), "counter"});
  }
  if (g.random.chance(30)) { // key of a random number generator
    Value key = rawArgument(
        g.tensor({2}, IntegerType::get(g.context, 64, IntegerType::Unsigned)));
    Operation *op = g.make(
        "stablehlo.rng_bit_generator", key,
        {key.getType(), g.tensor({2}, ui32)},
        g.parsed("rng_algorithm", "#stablehlo<rng_algorithm THREE_FRY>"));
    states.push_back({key, op->getResult(0), "key"});
  }
  if (g.random.chance(25)) { // flag that is not a key
    Value flag = rawArgument(g.tensor({2}, ui32));
    states.push_back(
        {flag, apply("stablehlo.xor", {flag, like(flag, 1)}), "other"});
  }
  if (g.random.chance(25)) {
    Value average = rawArgument(g.scalar(g.f32()));
    Value batch = totalOf(forward.back());
    states.push_back(
        {average,
         apply("stablehlo.add",
               {apply("stablehlo.multiply", {average, like(average, 0.5)}),
                g.convertTo(batch, g.f32())}),
         "statistic"});
  }
}

void Step::build() {
  drawForward();
  Value output = forward.back();
  Value loss = totalOf(g.random.chance(50)
                           ? output
                           : apply("stablehlo.multiply", {output, output}));
  loss = mark("amp.loss", loss, 1)[0];
  Value seed = mark("amp.seed", g.splat(g.scalar(g.f32()), 1), 1)[0];
  Value gradient = toLike(seed, output);
  gradient = apply("stablehlo.multiply", {gradient, output});
  backward.push_back(gradient);
  int64_t steps = g.random.between(1, 6);
  for (int64_t i = 0; i < steps; ++i) {
    gradient = backwardStep(
        g.random.chance(75) ? backward.back() : g.random.pick<Value>(backward));
    backward.push_back(gradient);
  }
  SmallVector<Value> gradients;
  for (Value parameter : parameters)
    gradients.push_back(gradientOf(parameter));
  gradients = mark("amp.gradients", gradients, gradients.size());
  SmallVector<Value> all(gradients);
  bool clips = g.random.chance(50);
  for (auto [parameter, one] : llvm::zip(parameters, gradients))
    update(parameter, clips ? clip(one, all) : one);
  otherStates();
  SmallVector<Value> values;
  SmallVector<Attribute> kinds;
  for (const State &state : states)
    values.push_back(state.updated);
  for (const State &state : states) {
    values.push_back(state.old);
    kinds.push_back(g.builder.getStringAttr(state.kind));
  }
  SmallVector<NamedAttribute> extra;
  if (g.random.chance(60))
    extra.push_back(g.named("kinds", g.builder.getArrayAttr(kinds)));
  SmallVector<Value> results = mark("amp.state", values, states.size(), extra);
  results.push_back(loss);
  g.pool.clear();
  g.pool.append(results);
}

void Generator::buildTrainingStep() {
  Step step(*this);
  step.build();
  SmallVector<Value> results(pool);
  finishFunction(results);
}
