# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Prints a module with i1 constants in every place they can stand, as JAX ("jax") or as MLIR 22 ("mlir") spells them.
import random
import sys

style = sys.argv[1]
random.seed(1)


def dense(count, type):
    bools = [random.random() < 0.5 for _ in range(count)]
    if count <= 100:
        return f"dense<[{', '.join(str(b).lower() for b in bools)}]> : {type}"
    if style == "jax":
        digits = "".join("%02X" % b for b in bools)
    else:
        bits = sum(b << i for i, b in enumerate(bools))
        digits = bits.to_bytes((count + 7) // 8, "little").hex().upper()
    return f'dense<"0x{digits}"> : {type}'


attributes = [
    dense(100, "tensor<100xi1>"),
    dense(101, "tensor<101xi1>"),
    dense(104, "vector<104xi1>"),
    dense(900, "tensor<30x30xi1>"),
    dense(900, "tensor<30x30xi1, #t.layout>"),
    dense(4097, "tensor<4097x1xi1>"),
    dense(130, "tensor<130xui1>"),
    "dense<true> : tensor<500xi1>",
    "dense<> : tensor<0x7xi1>",
    f"[{dense(120, 'tensor<120xi1>')}, {{k = {dense(121, 'tensor<121xi1>')}}}]",
    'dense<"0x' + "0100" * 101 + '"> : tensor<202xi8>',
    '#foo.bar<dense<"0x01"> : tensor<16xi1>>',
    '#dense<"0x01">',
    '"dense<\\220x01\\22> : tensor<1xi1>"',
]
print("module {")
for i, attribute in enumerate(attributes):
    print(f'  "t.x"() {{a{i} = {attribute}}} : () -> ()')
print("}")
