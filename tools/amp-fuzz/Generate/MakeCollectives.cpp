// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collectives of a single process.
#include "Generate/Generator.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Fills the body of an all_reduce or reduce_scatter with an add.
static bool sum(Generator &g, Operation *op) {
  Type scalar = g.scalar(typeOf(op->getResult(0)).getElementType());
  g.fill(op->getRegion(0), {scalar, scalar},
         [&](ValueRange a) -> SmallVector<Value> {
           return {g.make1("stablehlo.add", a, scalar)};
         });
  g.keep(op->getResults());
  return true;
}

/// Draws a collective of one process. The result is the operand in the result
/// type.
bool fuzz::makeCollective(Generator &g) {
  Value x = g.floatValue();
  RankedTensorType type = typeOf(x);
  NamedAttribute groups =
      g.parsed("replica_groups", "dense<0> : tensor<1x1xi64>");
  SmallVector<Value> many{x};
  if (g.random.chance(50))
    many.push_back(g.value(type));
  switch (g.random.below(7)) {
  case 5:
    g.keep(g.make1("stablehlo.cross-replica-sum", x, type, groups));
    return true;
  case 0:
    if (type.getRank() == 0)
      return false;
    g.keep(g.make("stablehlo.all_gather", many, ValueRange(many).getTypes(),
                  {g.number("all_gather_dim", 0), groups})
               ->getResults());
    return true;
  case 1:
    return sum(g, g.make("stablehlo.all_reduce", many,
                         ValueRange(many).getTypes(), groups, 1));
  case 2:
    return type.getRank() != 0 &&
           sum(g, g.make("stablehlo.reduce_scatter", x, type,
                         {g.number("scatter_dimension", 0), groups}, 1));
  case 3:
    if (type.getRank() == 0)
      return false;
    g.keep(
        g.make("stablehlo.all_to_all", many, ValueRange(many).getTypes(),
               {g.number("split_dimension", 0), g.number("concat_dimension", 0),
                g.number("split_count", 1), groups})
            ->getResults());
    return true;
  case 4:
    g.keep(
        g.make1("stablehlo.collective_permute", x, type,
                g.parsed("source_target_pairs",
                         g.random.chance(70) ? "dense<0> : tensor<1x2xi64>"
                                             : "dense<> : tensor<0x2xi64>")));
    return true;
  default:
    g.keep(g.make1("stablehlo.collective_broadcast", x, type, groups));
    return true;
  }
}

bool fuzz::makeProcessId(Generator &g) {
  Type type = g.scalar(IntegerType::get(g.context, 32, IntegerType::Unsigned));
  Value id = g.make1(g.random.chance(50) ? "stablehlo.replica_id"
                                         : "stablehlo.partition_id",
                     {}, type);
  g.keep(g.convertTo(id, g.f32()));
  return true;
}
