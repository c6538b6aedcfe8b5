// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Diagnostics.h"

#include "dialects/amp/IR/Amp.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

/// Cuts the text of an op, which MLIR adds to its diagnostics, behind its first
/// line: a function's signature, not its body.
static void cutOps(Diagnostic &diagnostic) {
  for (Diagnostic &note : diagnostic.getNotes()) {
    MutableArrayRef<DiagnosticArgument> arguments = note.getArguments();
    auto isText = [](const DiagnosticArgument &argument) {
      return argument.getKind() ==
             DiagnosticArgument::DiagnosticArgumentKind::String;
    };
    if (arguments.size() < 2 || !llvm::all_of(arguments, isText) ||
        !arguments[0].getAsString().starts_with("see current operation"))
      continue;
    DiagnosticArgument &op = arguments.back();
    StringRef text = op.getAsString().trim('\n');
    op = DiagnosticArgument(text.take_until([](char c) { return c == '\n'; }));
  }
}

static bool isUnlocated(const Diagnostic &diagnostic) {
  return isa<UnknownLoc>(diagnostic.getLocation());
}

static void printUnlocated(const Diagnostic &diagnostic) {
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

namespace {
template <typename Dialect>
struct BriefDiagnostics : DialectExtension<BriefDiagnostics<Dialect>, Dialect> {
  explicit BriefDiagnostics(bool ownsUnlocated)
      : ownsUnlocated(ownsUnlocated) {}

  void apply(MLIRContext *context, Dialect *) const override {
    context->getDiagEngine().registerHandler(
        [owns = ownsUnlocated](Diagnostic &diagnostic) {
          cutOps(diagnostic);
          if (!owns || !isUnlocated(diagnostic))
            return failure(); // for the next handler
          printUnlocated(diagnostic);
          for (const Diagnostic &note : diagnostic.getNotes())
            printUnlocated(note);
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

/// The parser loads the one, our passes load the other: both after the tools
/// installed their handlers.
void amp::opt::registerBriefDiagnostics(DialectRegistry &registry,
                                        bool ownsUnlocated) {
  add<func::FuncDialect>(registry, ownsUnlocated);
  add<AmpDialect>(registry, ownsUnlocated);
}
