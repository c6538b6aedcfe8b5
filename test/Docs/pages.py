# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs what pages of the documentation show: pages.py ROOT SCRATCH PYTHON jax|plain [PAGE...]

Checks README.md and all pages of docs/, or these: with `jax` those that run Python in a console, with `plain` the others.
The language of a fenced block says how it is checked; blocks of a page run in order, in one folder.

  console          each `$ command` runs and prints exactly the lines below it, standard error included
  mlir, python, policy, json
                   first line `// NAME` or `# NAME`: written to the file NAME, or, where a command has already made that file,
                   compared with it
  c, cpp, cmake    first line `// PATH` or `# PATH`: the block is a part of that file of the repository
  sh               not run: each command is one of NOT_RUN, and tools/dev has the subcommands that it names
  text             not checked

In what is compared, `...` (or `// ...`, `# ...`) on a line stands for any lines, and `…` in a line for any text.
"""

import collections
import os
import pathlib
import re
import subprocess
import sys

FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.S | re.M)
NAME = re.compile(r"(?://|#) (\S+\.\w+)\n")
GAP = {"...", "// ...", "# ..."}
NOT_RUN = {
    "tools/dev": "installs packages, or builds",
    "git clone": "needs a network",
    "export": "sets up the reader's shell",
    "pip install": "builds a wheel (tools/dev wheel does)",
    "python3 -m venv": "makes an environment (tools/dev wheel does)",
    "env/bin/pip install": "installs a wheel (tools/dev wheel does)",
    "amp-reduce": "test/tools/amp-reduce runs it",
    "lit": "runs tests",
    "python3 tools/": "takes long",
    "amp-run": "needs a GPU",
}


def fail(page, line, message):
    sys.exit(f"{page}:{line}: {message}")


def pattern(shown):
    """Regular expression for lines that are shown; the length of white space does not count."""
    parts = []
    for line in (" ".join(line.split()) for line in shown):
        parts.append(r"(?:.*\n)*?" if line in GAP else re.escape(line).replace("…", ".*") + r"\n")
    return "".join(parts)


def stripped(text):
    return "".join(f"{' '.join(line.split())}\n" for line in text.strip().splitlines())


def run(page, line, folder, command, shown):
    done = subprocess.run(["bash", "-c", command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if not re.fullmatch(pattern(shown), stripped(done.stdout) if done.stdout.strip() else ""):
        fail(page, line, f"`{command}` (exit code {done.returncode}) prints\n{done.stdout}\nand the page shows\n" + "\n".join(shown))
    if done.returncode and not any("error:" in text for text in shown):
        fail(page, line, f"`{command}` fails with exit code {done.returncode}, and the page shows no error")


def console(page, line, folder, body):
    """Runs the commands of a block; a command goes on where its line ends in a backslash."""
    commands = re.split(r"^\$ ", body, flags=re.M)
    if commands[0]:
        fail(page, line, "expects a console block to start with '$ '")
    for text in commands[1:]:
        command = re.match(r"(?:.*\\\n)*.*\n", text)[0]
        run(page, line, folder, command.strip(), text[len(command) :].splitlines())


def named_file(page, line, folder, body):
    name = NAME.match(body)
    if not name:
        fail(page, line, "expects '// NAME' or '# NAME' as the first line of the block")
    path, shown = folder / name[1], body[name.end() :]
    if not path.exists():
        path.write_text(shown)
    elif not re.search("^" + pattern(shown.strip().splitlines()), stripped(path.read_text()), re.M):
        fail(page, line, f"'{name[1]}' holds\n{path.read_text()}\nand the page shows\n{shown}")


def excerpt(page, line, root, body):
    name = NAME.match(body)
    if not name or not re.search("^" + pattern(body[name.end() :].strip().splitlines()), stripped((root / name[1]).read_text()), re.M):
        fail(page, line, "expects '// PATH' as the first line, and then a part of that file")


def not_run(page, line, root, body):
    subcommands = re.findall(r"^  ([\w-]+)", (root / "tools/dev").read_text().split("USAGE")[1], re.M)
    for command in re.sub(r"\\\n", " ", body).splitlines():
        command = command.split("#")[0].strip()
        if command and not any(command.startswith(start) for start in NOT_RUN):
            fail(page, line, f"expects a command that need not run, but got '{command}': write it in a console block")
        if command.startswith("tools/dev") and command.split()[1:2] and command.split()[1] not in subcommands:
            fail(page, line, f"tools/dev has no command '{command.split()[1]}'")


def check(root, scratch, page):
    """Checks one page in a folder of its own, in which `test` and others are the repository's; returns blocks per language."""
    folder = scratch / re.sub(r"\W", "_", page)
    folder.mkdir()
    for name in ("build", "test", "tools", "python", "lib"):
        (folder / name).symlink_to(root / name)
    text = (root / page).read_text()
    counts = collections.Counter()
    for fence in FENCE.finditer(text):
        language, body = fence[2], re.sub(f"^{fence[1]}", "", fence[3], flags=re.M)
        line = text.count("\n", 0, fence.start()) + 1
        counts[language] += 1
        if language == "console":
            console(page, line, folder, body)
        elif language in ("mlir", "python", "policy", "json"):
            named_file(page, line, folder, body)
        elif language in ("c", "cpp", "cmake"):
            excerpt(page, line, root, body)
        elif language == "sh":
            not_run(page, line, root, body)
        elif language != "text":
            fail(page, line, f"expects a language that this test knows, but got '{language}'")
    return counts


def check_links(root, page):
    """Checks that each relative link leads to a file, and to a heading of it."""
    text = FENCE.sub("", (root / page).read_text())
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        name, _, anchor = link.partition("#")
        target = (root / page).parent / name if name else root / page
        if "://" in link:
            continue
        if not target.is_file():
            sys.exit(f"{page}: expects a link to a file, but there is no '{link}'")
        headings = re.findall(r"^#+ (.*)", target.read_text(), re.M) if anchor else []
        if anchor and anchor not in (re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings):
            sys.exit(f"{page}: expects a link to a heading, but there is no '{link}'")


def check_paths(root, page):
    """Checks that each path of the repository in backticks exists."""
    text = FENCE.sub("", (root / page).read_text())
    for path in re.findall(r"`((?:dialects|docs|include|lib|python|test|tools)/[\w./-]*)`", text):
        if not (root / path).exists():
            sys.exit(f"{page}: expects a path of the repository, but there is no '{path}'")


def needs_jax(root, page):
    return re.search(r"^\$ (python|mlir-amp) ", (root / page).read_text(), re.M) is not None


def main(root, scratch, python, kind, *pages):
    root, scratch = pathlib.Path(root).resolve(), pathlib.Path(scratch).absolute()
    (scratch / "bin").mkdir(parents=True)
    for name, arguments in {"python": "", "mlir-amp": "-m mlir_amp"}.items():
        (scratch / "bin" / name).write_text(f'#!/bin/sh\nexec {python} {arguments} "$@"\n')
        (scratch / "bin" / name).chmod(0o755)
    os.environ |= {"NO_COLOR": "1", "COLUMNS": "100", "PYTHONPATH": str(root / "python/src")}
    os.environ["PATH"] = f"{scratch}/bin:{os.environ['PATH']}"
    found = ["README.md", *sorted(str(path.relative_to(root)) for path in (root / "docs").rglob("*.md"))]
    for page in pages or [page for page in found if needs_jax(root, page) == (kind == "jax")]:
        check_links(root, page)
        check_paths(root, page)
        counts = check(root, scratch, page)
        print(f"{page}:", ", ".join(f"{count} {language}" for language, count in sorted(counts.items())) or "no blocks")


main(*sys.argv[1:])
