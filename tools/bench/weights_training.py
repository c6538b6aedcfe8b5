# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Training of the digits models (test/Inputs/export_digits.py) with f32 weights or weights=threshold:BITS, by amp-run."""
import os
import pathlib
import re
import sys

import numpy as np
from sklearn.model_selection import train_test_split

root = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(root / "tools" / "demo"), str(root / "tools")]
import digits  # noqa: E402

binaries, inputs = root / "build" / "bin", root / "test" / "Inputs"
scratch = pathlib.Path(os.environ.get("AMP_SCRATCH", root / "build" / "bench"))
HELD_OUT = digits.TESTED
"""Images of the training set that choices are made on; a network whose choices they decide does not learn from them."""


def compiled(source, weights, *passes):
    """The step with such weights ("" for f32), in f32 besides, and without marks."""
    name = re.sub(r"\W+", "_", f"{source.stem}_{weights or 'f32'}")
    path = scratch / f"{name}.mlir"
    threshold = [f"--amp-threshold-weights=weights={weights}"] if weights else []
    digits.run(binaries / "amp-opt", source, "--amp-convert-marks", *threshold, "--amp-scale-loss=loss-scale=none",
               "--amp-lower-training", *passes, "-o", path)  # fmt: skip
    return path


def slots(module, function, which):
    """Attributes of the arguments or results of a function, as [(amp.state or None, amp.role or None)]."""
    head = re.search(rf"func\.func public @{function}\((.*?)\) -> (?:\((.*)\)|(\S+)) (?:attributes .*)?{{$|func\.func @{function}\((.*?)\) -> (?:\((.*)\)|(\S+)) {{$",
                     pathlib.Path(module).read_text(), re.MULTILINE)  # fmt: skip
    found = [group for group in head.groups() if group]
    parts = re.split(r",? ?%arg\d+: ", found[0])[1:] if which == "arguments" else re.findall(r"tensor<[^>]*>(?: {[^}]*})?", found[1])

    def said(part, name):
        match = re.search(rf'{name} = "((?:[^"\\]|\\.)*)"', part)
        return match and match[1]

    return [(said(part, "amp.state"), said(part, "amp.role")) for part in parts]


class Run:
    """A training run of digits_MODEL.mlir; `images`, `labels` have a dimension of steps in front."""

    def __init__(self, model, weights, seed, images, labels):
        self.model, self.weights, self.images, self.labels = model, weights, images, labels
        self.step = compiled(inputs / f"digits_{model}.mlir", weights)
        self.arguments, self.results = (slots(self.step, "main", which) for which in ("arguments", "results"))
        parameters = digits.initial(digits.parameter_shapes(inputs / f"digits_{model}_predict.mlir"), np.random.default_rng(seed))
        self.parameters = len(parameters)
        self.names = [name for name, _ in self.arguments]
        self.states = dict(zip(self.names, [*parameters, *map(np.zeros_like, parameters)], strict=False))
        self.done = 0

    def train(self, steps, keep=()):
        """Trains for so many further steps. Returns their history: results by name, losses and numbers of moved weights by role."""
        data = iter((self.images[self.done : self.done + steps], self.labels[self.done : self.done + steps]))
        values = [self.states.get(name) if name else next(data) for name in self.names]
        given = {f"in_{i}": value for i, value in enumerate(values) if value is not None}
        paths = [scratch / f"{name}.npz" for name in ("start", "trained", "history")]
        np.savez(paths[0], **given)
        kept = [f"out_{i}" for i, (name, role) in enumerate(self.results) if role in ("moved", "loss") or name in keep]
        digits.run(binaries / "amp-run", "train", self.step, f"--inputs={paths[0]}", f"--outputs={paths[1]}", f"--steps={steps}",
                   f"--history={paths[2]}", f"--keep={','.join(kept)}")  # fmt: skip
        arrays, past = dict(np.load(paths[1])), dict(np.load(paths[2]))
        self.states = {name: arrays[f"out_{i}"] for i, (name, _) in enumerate(self.results) if name}
        self.done += steps
        return [(name, role, past[f"out_{i}"]) for i, (name, role) in enumerate(self.results) if f"out_{i}" in past]

    def read(self):
        """The parameters in f32, as the next step reads them."""
        found = dict(self.states)
        if self.weights:
            readers = [self.states[name] for name, _ in slots(self.step, "main_read_weights", "arguments")]
            digits.run(binaries / "amp-run", self.step, "--entry=main_read_weights",
                       f"--inputs={digits.save(scratch / 'read.npz', readers)}", f"--outputs={scratch / 'weights.npz'}")  # fmt: skip
            names = [name for name, _ in slots(self.step, "main_init_weights", "arguments")]
            found |= dict(zip(names, digits.results(scratch / "weights.npz"), strict=True))
        return [found[name] for name in self.names[: self.parameters]]

    def recognised(self, images, labels):
        """Per cent of the images that the network recognises."""
        test = digits.save(scratch / "test.npz", [*self.read(), images])
        predict = inputs / f"digits_{self.model}_predict.mlir"
        digits.run(binaries / "amp-run", predict, f"--inputs={test}", f"--outputs={scratch / 'labels.npz'}")
        return 100 * np.mean(digits.results(scratch / "labels.npz")[0] == labels)


def images_of(validation):
    """(images, labels) to learn from, (images, labels) to judge by: with `validation`, both are parts of the training set."""
    x, x_test, y, y_test = digits.split_images()
    if validation:
        x, x_test, y, y_test = train_test_split(x, y, test_size=HELD_OUT, random_state=1)
    return (x, y), (x_test, y_test)


def batches(learnt, epochs, seed):
    """Images and labels of each step."""
    order = digits.order_of(len(learnt[0]), epochs, np.random.default_rng([seed, 1]))
    return learnt[0][order], learnt[1][order]
