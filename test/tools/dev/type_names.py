# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""type_names.py FOLDER…: no two types of these folders have one qualified name.

Two classes of one name with different bodies, in archives that one program links, are undefined behaviour that no compiler
reports. Types in unnamed namespaces and inside of functions or classes do not count, declarations neither.
"""
import pathlib
import re
import sys

NAMESPACE = re.compile(r"(?:inline )?namespace\s*([\w:]*)\s*$")
TYPE = re.compile(r"(?:class|struct|union|enum(?: class)?)\s+(?:\[\[\w+\]\]\s*)?((?:\w+::)*\w+)(?:\s+final)?\s*(?::(?!:)[^;]*)?$")


def without_text(source):
    """The source without comments, literals and preprocessor lines."""
    text = r'R"(\w*)\((?:.|\n)*?\)\1"|"(?:\\.|[^"\\\n])*"' + r"|(?<!\w)'(?:\\.|[^'\\])+'|//[^\n]*|/\*(?:.|\n)*?\*/"
    source = re.sub(text, lambda match: " " if match[0][0] == "/" else "0", source)
    return re.sub(r"^[ \t]*#(?:\\\n|.)*", "", source, flags=re.M)


def types_of(source):
    """(qualified name, whether the file alone can see it) of every type defined at namespace scope."""
    scopes, start = [], 0
    for match in re.finditer(r"[{};]", source):
        head = " ".join(source[start : match.start()].split())
        start = match.end()
        if match[0] == "}":
            scopes.pop()
        elif match[0] == "{":
            if named := NAMESPACE.search(head):
                scopes.append(named[1] or None)
                continue
            found = TYPE.search(re.sub(r"^.*?template\s*<[^{};]*>\s*", "", head))
            if found and "::" not in found[1] and "code" not in scopes and None not in scopes:
                yield "::".join([*scopes, found[1]])
            scopes.append("code")


def main(folders):
    places = {}
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                for name in types_of(without_text(path.read_text())):
                    places.setdefault(name, []).append(str(path))
    twice = {name: paths for name, paths in places.items() if len(paths) > 1}
    for name, paths in sorted(twice.items()):
        print(f"error: expects one type of the name '{name}', but got {len(paths)}: {', '.join(paths)}")
    print(f"{len(places)} types, {len(twice)} names defined twice")
    return len(twice) > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
