#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does what a session says fit the JSON Schema in docs/session.md?

    schema.py docs/session.md REQUESTS SAID        both files hold one JSON object per line

Knows just the words of JSON Schema that the document uses.
"""
import json
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "null": type(None)}


def is_type(value, name):
    return isinstance(value, TYPES[name]) and not (isinstance(value, bool) and name in ("integer", "number"))


def faults(value, schema, root, path):
    """Everything in which a value does not fit, as sentences."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    if names and not any(is_type(value, name) for name in names):
        yield f"{path}: not {' or '.join(names)}"
    if "const" in schema and value != schema["const"]:
        yield f"{path}: not {schema['const']}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r} is not in the list"
    if "minimum" in schema and value < schema["minimum"]:
        yield f"{path}: too small"
    if isinstance(value, list):
        for i, item in enumerate(value):
            yield from faults(item, schema.get("items", {}), root, f"{path}[{i}]")
    if isinstance(value, dict):
        yield from object_faults(value, schema, root, path)


def object_faults(value, schema, root, path):
    known = schema.get("properties", {})
    for name in schema.get("required", []):
        if name not in value:
            yield f"{path}: '{name}' is missing"
    for name, member in value.items():
        if name in known:
            yield from faults(member, known[name], root, f"{path}.{name}")
        elif schema.get("additionalProperties") is False:
            yield f"{path}: '{name}' is not in the schema"
    choices = schema.get("oneOf")
    fitting = [c for c in choices or [] if not list(faults(value, c, root, path))]
    if choices and len(fitting) != 1:
        yield f"{path}: fits {len(fitting)} of the choices, not one"


def main():
    document, *files = sys.argv[1:]
    schema = json.loads(re.search(r"```json\n(.*?)```", open(document, encoding="utf-8").read(), re.S).group(1))
    checked = 0
    for file, kind in zip(files, ("request", "said")):
        for line in open(file, encoding="utf-8"):
            wrong = list(faults(json.loads(line), schema["$defs"][kind], schema, kind))
            if wrong:
                sys.exit(f"{line.strip()}\n" + "\n".join(wrong))
            checked += 1
    print(f"{checked} objects fit the schema")
    sys.exit(0 if checked > 20 else 1)


main()
