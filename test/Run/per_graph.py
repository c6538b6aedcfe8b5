# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A lit format: one test per graph, so that graphs run side by side and a failure names its graph.

A .test file with a line `# GRAPHS: PATTERN… !PATTERN…` runs once, with %graph, for each file of shared/data
that a pattern selects and no !pattern drops, as `FILE.test/NAME`; any other file is an ordinary lit test.
"""
import glob
import os
import re

import lit.formats
import lit.Test
import lit.TestRunner


class GraphTest(lit.Test.Test):
    """One .test file applied to one graph; its name stands where a file inside the .test would."""

    def __init__(self, suite, path_in_suite, config, graph):
        super().__init__(suite, path_in_suite + (os.path.basename(graph).removesuffix(".mlir"),), config)
        self.graph = graph

    def getSourcePath(self):
        return self.suite.getSourcePath(self.path_in_suite[:-1])


class PerGraph(lit.formats.ShTest):
    def __init__(self, shared_data):
        super().__init__(execute_external=False)
        self.shared_data = shared_data

    def selected(self, text):
        patterns = " ".join(re.findall(r"^# GRAPHS: (.*)", text, re.MULTILINE)).split()

        def files(wanted):
            return {path for p in wanted for path in glob.glob(os.path.join(self.shared_data, p))}

        kept, dropped = ([p for p in patterns if not p.startswith("!")], [p[1:] for p in patterns if p.startswith("!")])
        return sorted(files(kept) - files(dropped))

    def getTestsForPath(self, suite, path_in_suite, lit_config, config):
        for test in super().getTestsForPath(suite, path_in_suite, lit_config, config):
            graphs = self.selected(open(test.getSourcePath()).read())
            if graphs:
                yield from (GraphTest(suite, path_in_suite, config, graph) for graph in graphs)
            else:  # an ordinary test, or one that will say that shared-data is missing
                yield test

    def execute(self, test, lit_config):
        graph = [("%graph", test.graph)] if isinstance(test, GraphTest) else []
        return lit.TestRunner.executeShTest(test, lit_config, self.execute_external, graph)
