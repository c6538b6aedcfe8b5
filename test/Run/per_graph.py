# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A lit format: one test per graph, so that graphs run side by side and a failure names its graph.

A .test file with a line `# GRAPHS: SET/PATTERN… !SET/PATTERN…` runs once, with %graph, for each file of the set of graphs that a
pattern selects and no !pattern drops, as `FILE.test/NAME`; any other file is an ordinary lit test. A set or a file that is not
on this machine is a skipped test: it names the feature that is missing.
"""
import fnmatch
import os
import re

import lit.formats
import lit.Test
import lit.TestRunner

FEATURES = {"graphs": "large-graphs", "framework-graphs": "framework-graphs"}


def matches(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


class GraphTest(lit.Test.Test):
    """One .test file applied to one graph; its name stands where a file inside the .test would."""

    def __init__(self, suite, path_in_suite, config, name, graph, missing):
        super().__init__(suite, (*path_in_suite, name), config)
        self.graph, self.missing = graph, missing

    def getSourcePath(self):
        return self.suite.getSourcePath(self.path_in_suite[:-1])


class PerGraph(lit.formats.ShTest):
    """`sets` maps the name of a set to its folder and the files that it has when it is complete, or to None when it is absent."""

    def __init__(self, sets):
        super().__init__(execute_external=False)
        self.sets = sets

    def selected(self, text):
        """Yields (name of the test, path of the graph, missing feature) for each graph."""
        patterns = " ".join(re.findall(r"^# GRAPHS: (.*)", text, re.MULTILINE)).split()
        kept = [p for p in patterns if not p.startswith("!")]
        dropped = [p[1:] for p in patterns if p.startswith("!")]
        for name, found in self.sets.items():
            ours = [p for p in kept if p.startswith(f"{name}/")]
            if found is None:
                if ours:
                    yield name, None, FEATURES[name]
                continue
            folder, files = found
            if unmatched := [p for p in ours if not fnmatch.filter([f"{name}/{file}" for file in files], p)]:
                raise ValueError(f"expects a graph of {folder} for each pattern, but got none for {' '.join(unmatched)}")
            for file in files:
                if matches(f"{name}/{file}", ours) and not matches(f"{name}/{file}", dropped):
                    path = os.path.join(folder, file)
                    yield file.removesuffix(".mlir"), path, None if os.path.exists(path) else FEATURES[name]

    def getTestsForPath(self, suite, path_in_suite, lit_config, config):
        for test in super().getTestsForPath(suite, path_in_suite, lit_config, config):
            text = open(test.getSourcePath()).read()
            if "# GRAPHS: " in text:
                yield from (GraphTest(suite, path_in_suite, config, *graph) for graph in self.selected(text))
            else:
                yield test

    def execute(self, test, lit_config):
        if not isinstance(test, GraphTest):
            return lit.TestRunner.executeShTest(test, lit_config, self.execute_external, [])
        if test.missing:
            return lit.Test.Result(lit.Test.UNSUPPORTED, f"Test requires the following unavailable features: {test.missing}")
        return lit.TestRunner.executeShTest(test, lit_config, self.execute_external, [(r"%graph\b", test.graph)])
