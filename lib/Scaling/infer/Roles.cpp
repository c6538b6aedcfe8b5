// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/infer/Roles.h"
#include "dialects/amp/IR/Amp.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static constexpr StringLiteral seedRole = "seed", gradientRole = "gradient",
                               lossRole = "loss", metricRole = "metric";

static bool isSeed(Operation *op) {
  auto role = op->getAttrOfType<StringAttr>(AmpDialect::roleAttrName);
  return role && role == seedRole && op->getNumResults() == 1;
}

Roles::Roles(const StepGraph &graph) {
  FunctionOpInterface function = graph.getFunction();
  for (const StepGraph::Node &node : graph.getNodes()) {
    if (node.kind == StepGraph::Kind::argument) {
      auto role = function.getArgAttrOfType<StringAttr>(
          node.firstResult, AmpDialect::roleAttrName);
      if (role && role == seedRole)
        seeds.push_back(node.firstResult);
    } else if (node.numResults == 1 && isSeed(node.op)) {
      seeds.push_back(node.firstResult);
    }
  }
  for (unsigned i = 0; i < function.getNumResults(); ++i) {
    auto role =
        function.getResultAttrOfType<StringAttr>(i, AmpDialect::roleAttrName);
    if (!role)
      continue;
    if (role == gradientRole)
      gradients.push_back(i);
    else
      others.push_back(i);
    if (role == lossRole)
      loss = i;
  }
}

bool Roles::isGradient(unsigned result) const {
  return llvm::is_contained(gradients, result);
}

bool Roles::isOther(unsigned result) const {
  return llvm::is_contained(others, result);
}

void amp::scaling::eraseRoles(FunctionOpInterface function) {
  StringRef name = AmpDialect::roleAttrName;
  function.walk([&](Operation *op) {
    if (isSeed(op))
      op->removeAttr(name);
  });
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (auto role = function.getArgAttrOfType<StringAttr>(i, name);
        role && role == seedRole)
      function.removeArgAttr(i, name);
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (auto role = function.getResultAttrOfType<StringAttr>(i, name);
        role &&
        (role == gradientRole || role == metricRole || role == lossRole))
      function.removeResultAttr(i,
                                StringAttr::get(function.getContext(), name));
}
