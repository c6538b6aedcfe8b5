// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Report of a module in memory, to which passes add fields until one writes it.
#ifndef LIB_REPORT_REPORTFILE_H
#define LIB_REPORT_REPORTFILE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/AnalysisManager.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::amp::report {

/// Analysis: the JSON object of a report. Stays valid when the module changes.
class ReportFile {
public:
  explicit ReportFile(Operation *) : os(text) {}
  ~ReportFile() { end(); }
  bool isInvalidated(const AnalysisManager::PreservedAnalyses &) const {
    return false;
  }

  /// Begins a report, in place of another one, and returns its open object.
  llvm::json::OStream &begin();
  /// Adds a field, then writes the report unless `file` is empty. Emits an
  /// error if no report has begun since the last one was written.
  LogicalResult add(ModuleOp module, StringRef name, Attribute value,
                    StringRef file);
  /// Ends the report and replaces the contents of `file` by it. Emits an error
  /// on failure.
  LogicalResult write(ModuleOp module, StringRef file);

private:
  void end();

  std::string text;
  llvm::raw_string_ostream os;
  std::optional<llvm::json::OStream> json; ///< none: no report has begun
};

} // namespace mlir::amp::report

#endif // LIB_REPORT_REPORTFILE_H
