// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/solution/Certificate.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static constexpr StringLiteral arrays[] = {"flow_edges", "flow_exact",
                                           "flow_pins"};

static InFlightDiagnostic refuse(ModuleOp module) {
  return module.emitError() << "'" << AmpDialect::solutionAttrName << "' ";
}

static LogicalResult checkEdges(ModuleOp module, ArrayRef<int64_t> edges) {
  if (edges.size() % 2 != 0)
    return refuse(module) << "expects pairs of edge and flow in 'flow_edges', "
                             "but got "
                          << edges.size() << " numbers";
  int64_t last = -1;
  for (size_t i = 0; i < edges.size(); i += 2) {
    if (edges[i] <= last)
      return refuse(module)
             << "expects edges in ascending order in 'flow_edges', but got "
             << edges[i] << " after " << last;
    last = edges[i];
  }
  return success();
}

FailureOr<Certificate> Certificate::read(ModuleOp module,
                                         DictionaryAttr solution) {
  auto chipName = solution.getAs<StringAttr>("chip");
  auto solver = solution.getAs<StringAttr>("solver");
  auto time = solution.getAs<IntegerAttr>("time");
  Certificate found{};
  found.chip = chipName ? findChip(chipName) : nullptr;
  if (!found.chip || !time || !time.getType().isInteger(64))
    return module.emitError()
           << "expects a known 'chip' and a 'time' in '"
           << AmpDialect::solutionAttrName << "', but got " << solution;
  found.time = time.getInt();
  auto optional = [&](StringRef name) {
    auto number = solution.getAs<IntegerAttr>(name);
    return number && number.getType().isInteger(64)
               ? std::optional<int64_t>(number.getInt())
               : std::nullopt;
  };
  found.f32 = optional("f32");
  found.flow = optional("flow");
  found.isProof = llvm::any_of(
      arrays, [&](StringRef name) { return bool(solution.get(name)); });
  bool isCut = solver && solver.getValue() == "mincut";
  if (found.isProof != isCut || (isCut && (!found.flow || !found.f32))) {
    refuse(module) << "expects 'f32', 'flow', 'flow_edges', 'flow_exact' "
                      "and 'flow_pins' of solver 'mincut', and of no other";
    return failure();
  }
  if (!found.isProof)
    return found;
  auto edges = solution.getAs<DenseI64ArrayAttr>("flow_edges");
  auto exact = solution.getAs<DenseI32ArrayAttr>("flow_exact");
  auto pins = solution.getAs<DenseI8ArrayAttr>("flow_pins");
  if (!edges || !exact || !pins || exact.size() % 2 != 0) {
    refuse(module) << "expects 'flow_edges' of i64, 'flow_exact' of pairs of "
                      "i32, and 'flow_pins' of i8";
    return failure();
  }
  found.edges = edges;
  found.exact = exact;
  found.pins = pins;
  if (failed(checkEdges(module, found.edges)))
    return failure();
  return found;
}
