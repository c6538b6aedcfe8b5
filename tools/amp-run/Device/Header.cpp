// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// main(%arg0: tensor<4xf32> {amp.state = "w"}) -> ...   ==>
//   void step(void **buffers);
//   ... step_buffers[] = {{"arg 0", "w", "float32", "(4,)", 16, 1, {4}}, ...
#include "Device/Header.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

static std::string nameFrom(DictionaryAttr attributes) {
  for (StringRef kind : {"amp.state", "jax.result_info"})
    if (auto name = attributes ? attributes.getAs<StringAttr>(kind) : nullptr)
      return name.str();
  return "";
}

static void readNames(LLVM::LLVMFuncOp entry, StringRef attribute,
                      std::vector<std::string> &names) {
  auto known = entry->getAttrOfType<ArrayAttr>(attribute);
  if (!known || known.size() != names.size())
    return;
  for (auto [name, text] : llvm::zip(names, known))
    if (auto string = dyn_cast<StringAttr>(text))
      name = string.str();
}

BufferNames amp::runner::findNames(ModuleOp module,
                                   const Signature &signature) {
  BufferNames names;
  names.arguments.resize(signature.arguments.size());
  names.results.resize(signature.results.size());
  auto entry = module.lookupSymbol<FunctionOpInterface>(signature.name);
  if (LLVM::LLVMFuncOp lowered = findLoweredEntry(module, signature.name)) {
    readNames(lowered, "amp.argument_names", names.arguments);
    readNames(lowered, "amp.result_names", names.results);
    return names;
  }
  if (!entry)
    return names;
  for (auto [i, name] : llvm::enumerate(names.arguments))
    name = nameFrom(entry.getArgAttrDict(i));
  for (auto [i, name] : llvm::enumerate(names.results))
    name = nameFrom(entry.getResultAttrDict(i));
  return names;
}

static void printBuffers(llvm::raw_ostream &os, StringRef what,
                         llvm::ArrayRef<RankedTensorType> types,
                         llvm::ArrayRef<std::string> names) {
  for (auto [i, type, name] : llvm::enumerate(types, names)) {
    os << "    {\"" << what << i << "\", \"";
    os.write_escaped(name) << "\", \""
                           << findElement(type.getElementType())->numpy
                           << "\", \"" << describeShape(type.getShape())
                           << "\", " << bytesOf(type) << ", " << type.getRank()
                           << ", {";
    if (type.getRank() == 0)
      os << 1;
    llvm::interleaveComma(type.getShape(), os);
    os << "}},\n";
  }
}

static unsigned mostDimensions(const Signature &signature) {
  unsigned most = 1; // C has no zero-length arrays
  for (const auto &types : {signature.arguments, signature.results})
    for (RankedTensorType type : types)
      most = std::max<unsigned>(most, type.getRank());
  return most;
}

static void printStates(llvm::raw_ostream &os, StringRef name,
                        const States &states) {
  os << "/* Which result is which argument of the next step. */\n"
     << "static const uint32_t " << name << "_state[][2] = {\n";
  for (States::Pair pair : states.pairs)
    os << "    {" << pair.result << ", " << pair.argument << "},\n";
  os << "    {0, 0}};\n";
}

static void printShared(llvm::raw_ostream &os, StringRef name,
                        const EmittedStep &step) {
  os << "/* Which result may have the address of which argument, which it "
        "overwrites\n * in any case: one buffer is enough, and no copy. */\n"
     << "static const uint32_t " << name << "_shared[][2] = {\n";
  for (unsigned result = 0; result < step.signature.results.size(); ++result)
    if (step.shared.count(result))
      os << "    {" << result << ", " << step.shared.lookup(result) << "},\n";
  os << "    {0, 0}};\n";
}

void amp::runner::printHeader(llvm::raw_ostream &os, StringRef name,
                              const EmittedStep &step) {
  std::string guard = name.upper() + "_H";
  const Signature &signature = step.signature;
  os << "/* Made by amp-run: link " << name << ".o and libAmpRun.a. */\n"
     << "#ifndef " << guard << "\n#define " << guard << "\n\n"
     << "#include <stdint.h>\n\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
     << "/* An amprt_step of lib/Run/Device.h: takes the device addresses of "
        "these\n * arguments, then of these results. */\n"
     << "void " << name << "(void **buffers);\n\n"
     << "enum { " << name << "_arguments = " << signature.arguments.size()
     << ", " << name << "_results = " << signature.results.size() << ", "
     << name << "_states = " << step.states.pairs.size() << ", " << name
     << "_shares = " << step.shared.size() << " };\n\n"
     << "/* `meaning` is what the model calls it; elements lie in rows, the "
        "last\n * dimension together. */\n"
     << "static const struct {\n"
     << "  const char *name, *meaning, *type, *shape;\n  uint64_t bytes;\n"
     << "  uint32_t rank;\n  int64_t sizes[" << mostDimensions(signature)
     << "];\n} " << name << "_buffers[] = {\n";
  printBuffers(os, "arg ", signature.arguments, step.names.arguments);
  printBuffers(os, "result ", signature.results, step.names.results);
  os << "    {0, 0, 0, 0, 0, 0, {0}}};\n\n"
     << "/* Bytes on the device that a run takes besides them. */\n"
     << "static const uint64_t " << name
     << "_temporaries = " << step.memory.temporaries << ", " << name
     << "_constants = " << step.memory.constants << ", " << name
     << "_workspaces = " << step.memory.workspaces << ";\n\n";
  printStates(os, name, step.states);
  os << "\n";
  printShared(os, name, step);
  os << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}
