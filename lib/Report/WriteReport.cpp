// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module with casts and reasons   ==>   a report, to which later passes add
// fields; docs/reference/report.md documents them.
#include "amp/Passes.h"
#include "lib/OpModel/OptionError.h"
#include "lib/Report/JsonFile.h"
#include "lib/Report/ReportFile.h"
#include "lib/Report/Rows.h"
#include "lib/Report/Totals.h"
#include "lib/Report/memory/Measure.h"

namespace mlir::amp {
#define GEN_PASS_DEF_WRITEREPORT
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

/// Version of the schema in docs/reference/report.md.
static constexpr int schemaVersion = 1;

/// Returns the solver's results, without the arrays of its flow certificate.
static Attribute findSolution(ModuleOp module) {
  auto solution =
      module->getAttrOfType<DictionaryAttr>(AmpDialect::solutionAttrName);
  if (!solution)
    return solution;
  SmallVector<NamedAttribute> figures;
  for (NamedAttribute figure : solution)
    if (!figure.getName().getValue().starts_with("flow_"))
      figures.push_back(figure);
  return DictionaryAttr::get(module.getContext(), figures);
}

static void writeDecisions(llvm::json::OStream &json, const ProgramGraph &graph,
                           DictionaryAttr after) {
  ModuleOp module = graph.getModule();
  json.attribute("version", schemaVersion);
  json.attribute("module", module.getName().value_or(""));
  auto policy = module->getAttrOfType<PolicyAttr>(AmpDialect::policyAttrName);
  json.attribute("compute",
                 !policy ? llvm::json::Value(nullptr)
                 : policy.lowersNothing()
                     ? llvm::json::Value("f32")
                     : llvm::json::Value(nameOf(policy.getCompute())));
  json.attribute("applied_before",
                 module->hasAttr(AmpDialect::appliedAttrName));
  json.attributeBegin("solution");
  writeJson(json, findSolution(module));
  json.attributeEnd();
  json.attributeObject("totals", [&] {
    json.attributeBegin("before");
    writeJson(json, module->getDiscardableAttr(AmpDialect::beforeAttrName));
    json.attributeEnd();
    json.attributeBegin("after");
    writeJson(json, after);
    json.attributeEnd();
  });
  writeRows(json, graph);
}

namespace {
struct WriteReport : amp::impl::WriteReportBase<WriteReport> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    ModuleOp module = getOperation();
    if (file.empty() != keep) {
      emitOptionError(module) << (keep ? "expects keep or a file, but got both"
                                       : "expects the name of a file for the "
                                         "report");
      return signalPassFailure();
    }
    auto question = MemoryQuestion::parse(module, memory, batch);
    if (failed(question))
      return signalPassFailure();
    numGraphs += !getCachedAnalysis<ProgramGraph>();
    auto &graph = getAnalysis<ProgramGraph>();
    DictionaryAttr after = measure(graph, *question);
    auto &report = getAnalysis<ReportFile>();
    writeDecisions(report.begin(), graph, after);
    if (!keep && failed(report.write(module, file)))
      signalPassFailure();
  }
};
} // namespace
