// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// seed, index ==> program, options, inputs
#include "Generate/Generator.h"
#include "Generate/MakeBounded.h"
#include "Generate/MakeRare.h"
#include "Worker.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

Drawn fuzz::drawProgram(MLIRContext *context, uint64_t seed, int64_t index) {
  Random random(seed * 0x9e3779b97f4a7c15ull + index);
  Generator generator(context, random.next());
  Drawn drawn;
  drawn.module = generator.generate();
  drawn.options = drawOptions(random, generator.style().isTraining);
  drawn.inputSeed = random.next() % 1000000;
  // A separate random stream, so that programs of old findings do not change.
  Random bounds(seed * 0xd1342543de82ef95ull + index);
  if (!generator.style().isTraining && bounds.chance(50))
    boundProgram(*drawn.module, bounds);
  Random rare(seed * 0xda942042e4dd58b5ull + index);
  if (!generator.style().isTraining && rare.chance(4))
    addRareFunction(*drawn.module, rare);
  return drawn;
}

std::string fuzz::litTest(StringRef module, StringRef options,
                          uint64_t inputSeed, const Finding &finding) {
  std::string text =
      "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n";
  text += "// RUN: amp-fuzz %s --amp=\"" + options.str() +
          "\" --input-seed=" + std::to_string(inputSeed) + "\n\n";
  text +=
      "/// " + finding.property + ": " + finding.what + "\n\n" + module.str();
  return text;
}
