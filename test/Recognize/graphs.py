# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""graphs.py FOLDER: recognise the exported training steps in FOLDER and compare what is found with what their models have.

Each composite is counted by an op that it has once.
"""
import re
import subprocess
import sys

ONCE = {
    "layer_norm": ("rsqrt", "layer_norm.statistic"),
    "batch_norm": ("rsqrt", "batch_norm.statistic"),
    "softmax": ("divide", "softmax.output"),
    "softmax backward": ("multiply", "softmax.output"),
    "attention": ("divide", "attention.input"),
    "logsumexp": ("log", "logsumexp.statistic"),
    "logsumexp backward": ("multiply", "logsumexp.output"),
    "cross_entropy": ("subtract", "cross_entropy.output"),
    "cross_entropy backward": ("add", "cross_entropy.output"),
    "gelu": ("multiply", "gelu.output"),
    "gelu backward": ("add", "gelu.output"),
    "silu": ("multiply", "silu.output"),
    "silu backward": ("add", "silu.output"),
    "sigmoid": ("divide", "sigmoid.output"),
    "sigmoid backward": ("multiply", "sigmoid.output"),
    "softplus": ("select", "softplus.output"),
    "softplus backward": ("multiply", "softplus.output"),
    "dropout": ("select", "dropout.output"),
    "sgd": (r"\w+", "sgd.output"),
    "momentum": (r"\w+", "momentum.output"),
    "adam": (r"\w+", "adam.output"),
    "adamw": (r"\w+", "adamw.output"),
}
# Sums of a layer norm: two forward, four backward, of which two only drop dimensions of size one.
FORWARD_SUMS, BACKWARD_SUMS = 2, 4
# Optimizers: one per parameter. A cross entropy of integer labels has its own log-sum-exp.
LOSS = {"logsumexp": 1, "logsumexp backward": 1, "cross_entropy": 1, "cross_entropy backward": 1}
# Every norm has a backward pass but one that reads the batch.
EXPECTED = {
    "autoencoder": {"softplus": 1, "softplus backward": 1, "sgd": 4},
    "cnn_digits": LOSS | {"momentum": 8},
    "cnn_mnist": LOSS | {"adam": 8},
    "conv_batchnorm": LOSS | {"batch_norm": 1, "sgd": 4},
    "gpt2_124m": LOSS | {"layer_norm": 25, "layer_norm backward": 25, "softmax": 12, "softmax backward": 12, "attention": 12, "gelu": 12, "gelu backward": 12, "adamw": 160},
    "gpt_tiny_dropout": LOSS | {"layer_norm": 3, "layer_norm backward": 3, "softmax": 1, "softmax backward": 1, "attention": 1, "gelu": 1, "gelu backward": 1, "dropout": 1, "adamw": 17},
    "logistic": LOSS | {"sgd": 1},
    # The gates of one step, which the loop runs for all.
    "lstm_scan": LOSS | {"sigmoid": 3, "sigmoid backward": 3, "sgd": 4},
    "mlp_adam": LOSS | {"silu": 1, "silu backward": 1, "adam": 6},
    "scanned_mlp": {"sgd": 2},
    "simplenet": {"sgd": 6},
    "transformer_block": {"layer_norm": 2, "layer_norm backward": 1, "softmax": 1, "softmax backward": 1, "attention": 1, "gelu": 1, "gelu backward": 1, "sgd": 13},
}


def count(path):
    text = subprocess.run(["amp-opt", path, "--amp-recognize"], capture_output=True, text=True, check=True).stdout
    ops = re.findall(r'stablehlo\.(\w+)\b.*\{amp\.role = "([^"]+)"', text)
    found = {group: sum(name == role and bool(re.fullmatch(op, kind)) for kind, name in ops) for group, (op, role) in ONCE.items()}
    sums = ops.count(("reduce", "layer_norm.statistic")) - FORWARD_SUMS * found["layer_norm"]
    found["layer_norm backward"] = sums / BACKWARD_SUMS
    return {group: number for group, number in found.items() if number}


def main(folder):
    wrong = 0
    for name, expected in EXPECTED.items():
        for kind in "", ".plain":
            found = count(f"{folder}/{name}{kind}.mlir")
            if found != expected:
                wrong += 1
                print(f"{name}{kind}: wanted {expected}, found {found}")
    print(f"{2 * len(EXPECTED) - wrong} of {2 * len(EXPECTED)} graphs as expected")


if __name__ == "__main__":
    main(sys.argv[1])
