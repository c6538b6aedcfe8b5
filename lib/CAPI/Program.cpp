// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// text ==> module ==> Program; errors become text
#include "amp-c/Program.h"
#include "amp/Register.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "tools/amp-run/Arrays/Elements.h"
#include "tools/amp-run/Compile/Program.h"
#include "tools/common/InputFormat.h"
#include "tools/common/InputScan.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/thread.h"
#include <cstring>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::opt;
using namespace mlir::amp::runner;

struct amp_program {
  MLIRContext context; // holds the program's large constants
  std::optional<Program> program;
  std::vector<amp_array> arguments, results;

  explicit amp_program(const DialectRegistry &registry) : context(registry) {}
};

/// Rejects input that MLIR's parser must not see, and rewrites JAX's i1
/// constants, as amp-run does.
static LogicalResult scan(llvm::MemoryBuffer &input, raw_ostream &messages) {
  std::string foreign = findForeignFormat(input);
  if (!foreign.empty()) {
    messages << "error: " << foreign << '\n';
    return failure();
  }
  if (isBytecode(input.getBuffer()))
    return success();
  MutableArrayRef<char> text(const_cast<char *>(input.getBufferStart()),
                             input.getBufferSize());
  auto error = scanInput(text, {});
  if (!error)
    return success();
  printError(input, *error, messages);
  return failure();
}

static LogicalResult describe(func::FuncOp entry, StringRef what,
                              TypeRange types, std::vector<amp_array> &arrays) {
  for (auto [number, type] : llvm::enumerate(types)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    const Element *element =
        tensor ? findElement(tensor.getElementType()) : nullptr;
    if (!element || !tensor.hasStaticShape())
      return entry.emitError()
             << "expects tensors of static shape and of numbers to run '"
             << entry.getName() << "', but " << what << " " << number << " is "
             << type;
    ArrayRef<int64_t> shape = tensor.getShape();
    arrays.push_back({element->mlir.data(),
                      uint64_t(tensor.getNumElements()) * element->bytes,
                      shape.size(), shape.data()});
  }
  return success();
}

static LogicalResult compile(amp_program &made,
                             std::unique_ptr<llvm::MemoryBuffer> input,
                             StringRef entry, raw_ostream &messages) {
  if (failed(scan(*input, messages)))
    return failure();
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, &made.context, messages);
  auto module = parseSourceFile<ModuleOp>(sources, &made.context);
  if (!module)
    return failure();
  func::FuncOp function = findEntry(*module, entry);
  if (!function ||
      failed(describe(function, "argument", function.getArgumentTypes(),
                      made.arguments)) ||
      failed(describe(function, "result", function.getResultTypes(),
                      made.results)))
    return failure();
  auto program = Program::compile(std::move(module), entry);
  if (failed(program))
    return failure();
  made.program.emplace(std::move(*program));
  return success();
}

amp_program *amp_compile(const char *module, uint64_t bytes, const char *entry,
                         char **messages) {
  std::unique_ptr<amp_program> made;
  std::string said;
  // The parser and the passes recurse once per nesting level of the module.
  constexpr unsigned stackBytes = 64 << 20;
  llvm::thread thread(std::optional<unsigned>(stackBytes), [&] {
    llvm::raw_string_ostream stream(said);
    DialectRegistry registry;
    registerProgramDialects(registry);
    made = std::make_unique<amp_program>(registry);
    made->context.printOpOnDiagnostic(false);
    auto input =
        llvm::MemoryBuffer::getMemBufferCopy({module, bytes}, "<module>");
    if (failed(compile(*made, std::move(input), entry, stream)))
      made.reset();
  });
  thread.join();
  *messages = strdup(said.c_str());
  return made.release();
}

void amp_free_messages(char *messages) { std::free(messages); }

void amp_destroy(amp_program *program) { delete program; }

static const amp_array *arraysOf(const std::vector<amp_array> &arrays,
                                 uint64_t *count) {
  *count = arrays.size();
  return arrays.data();
}

const amp_array *amp_arguments(const amp_program *program, uint64_t *count) {
  return arraysOf(program->arguments, count);
}

const amp_array *amp_results(const amp_program *program, uint64_t *count) {
  return arraysOf(program->results, count);
}

void amp_call(const amp_program *program, const void *const *arguments,
              void *const *results) {
  program->program->run({arguments, program->arguments.size()},
                        {results, program->results.size()});
}
