// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A dialect that brings a row for an op of another one.
#include "Toy.h"
#include "amp/OpRow.h"

static constexpr mlir::amp::OpRow rows[] = {
    {"doll.op", mlir::amp::OpClass::layout, "a", "a",
     mlir::amp::RegionRule::none, 0, ""}};

int main() {
  mlir::MLIRContext context;
  context.getOrLoadDialect<toy::ToyDialect>()->addInterface<mlir::amp::OpRows>(
      rows);
}
