// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Diagnostics.h"

#include "dialects/amp/IR/Amp.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

static bool isText(const DiagnosticArgument &argument) {
  return argument.getKind() ==
         DiagnosticArgument::DiagnosticArgumentKind::String;
}

/// Returns true for the note with the op's text that MLIR adds to diagnostics.
static bool showsOp(const Diagnostic &note) {
  ArrayRef<DiagnosticArgument> arguments = note.getArguments();
  return !arguments.empty() && isText(arguments[0]) &&
         arguments[0].getAsString().starts_with("see current operation");
}

/// Truncates the text of an op, which MLIR adds to its diagnostics, to its
/// first line: a function's signature without its body.
static void cutOps(Diagnostic &diagnostic) {
  for (Diagnostic &note : diagnostic.getNotes()) {
    MutableArrayRef<DiagnosticArgument> arguments = note.getArguments();
    if (arguments.size() < 2 || !showsOp(note) || !isText(arguments.back()))
      continue;
    DiagnosticArgument &op = arguments.back();
    StringRef text = op.getAsString().trim('\n');
    op = DiagnosticArgument(text.take_until([](char c) { return c == '\n'; }));
  }
}

/// Returns the file position of `location`; for an inlined op, the position in
/// the callee.
static std::optional<FileLineColLoc> lineOf(Location location) {
  if (auto file = dyn_cast<FileLineColLoc>(location))
    return file;
  if (auto name = dyn_cast<NameLoc>(location))
    return lineOf(name.getChildLoc());
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return lineOf(call.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (Location part : fused.getLocations())
      if (std::optional<FileLineColLoc> line = lineOf(part))
        return line;
  return std::nullopt;
}

static bool isUnlocated(const Diagnostic &diagnostic) {
  return isa<UnknownLoc>(diagnostic.getLocation());
}

/// Prints `diagnostic` without its source line.
static void printLine(const Diagnostic &diagnostic) {
  if (std::optional<FileLineColLoc> line = lineOf(diagnostic.getLocation()))
    llvm::errs() << line->getFilename().getValue() << ':' << line->getLine()
                 << ':' << line->getColumn() << ": ";
  switch (diagnostic.getSeverity()) {
  case DiagnosticSeverity::Error:
    llvm::WithColor::error();
    break;
  case DiagnosticSeverity::Warning:
    llvm::WithColor::warning();
    break;
  case DiagnosticSeverity::Remark:
    llvm::WithColor::remark();
    break;
  case DiagnosticSeverity::Note:
    llvm::WithColor::note();
    break;
  }
  llvm::errs() << diagnostic << '\n';
}

/// Prints a diagnostic on one line, without the source line, the call sites of
/// an inlined op, and the op's text. A step has hundreds of remarks and
/// warnings.
static void printBriefly(const Diagnostic &diagnostic) {
  printLine(diagnostic);
  for (const Diagnostic &note : diagnostic.getNotes())
    if (!showsOp(note))
      printLine(note);
}

namespace {
template <typename Dialect>
struct BriefDiagnostics : DialectExtension<BriefDiagnostics<Dialect>, Dialect> {
  explicit BriefDiagnostics(bool ownsUnlocated)
      : ownsUnlocated(ownsUnlocated) {}

  void apply(MLIRContext *context, Dialect *) const override {
    context->getDiagEngine().registerHandler(
        [owns = ownsUnlocated](Diagnostic &diagnostic) {
          cutOps(diagnostic);
          if (owns && diagnostic.getSeverity() != DiagnosticSeverity::Error)
            return printBriefly(diagnostic), success();
          if (!owns || !isUnlocated(diagnostic))
            return failure(); // for the next handler
          printLine(diagnostic);
          for (const Diagnostic &note : diagnostic.getNotes())
            printLine(note);
          return success();
        });
  }

  bool ownsUnlocated;
};
} // namespace

template <typename Dialect>
static void add(DialectRegistry &registry, bool ownsUnlocated) {
  using Extension = BriefDiagnostics<Dialect>;
  registry.addExtension(TypeID::get<Extension>(),
                        std::make_unique<Extension>(ownsUnlocated));
}

/// The parser loads FuncDialect, and our passes load AmpDialect: both after the
/// tools have installed their handlers.
void amp::opt::registerBriefDiagnostics(DialectRegistry &registry,
                                        bool ownsUnlocated) {
  add<func::FuncDialect>(registry, ownsUnlocated);
  add<AmpDialect>(registry, ownsUnlocated);
}
